"""Benchmarks whose figures an engineer can trust, and the tuner that uses them."""
