"""Fixtures that real-part tests share."""

from tests.pulse import pulse

__all__ = ["pulse"]
