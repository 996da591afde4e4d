"""The vocabulary that every other package speaks: values, times, phones, visemes, ports, errors, settings."""
