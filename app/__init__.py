"""Lisan: an offline talking-avatar kiosk in English and Arabic."""

__version__ = "0.1.0"
