"""Measurements; each is a command of its own and none is part of the check."""
