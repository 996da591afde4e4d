"""The code by which a kiosk that ended asks to be started anew."""

from typing import Final

RESTART: Final = 75
