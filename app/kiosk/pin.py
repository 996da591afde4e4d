"""The staff's PIN: kept as a salted hash, and tried only so often."""

from __future__ import annotations

import hashlib
import hmac
import os
from typing import Final

from app.core.errors import SettingsError

SHORTEST: Final = 4
LONGEST: Final = 12
TRIES: Final = 5
LOCKED_SECONDS: Final = 60.0
_SCHEME: Final = "scrypt"
_COST: Final = 1 << 13


def hashed(pin: str) -> str:
    """What is stored for a PIN. Raises SettingsError when it is no PIN."""
    if not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
        raise SettingsError(f"a PIN is {SHORTEST} to {LONGEST} digits, typed on the screen's number keys")
    salt = os.urandom(16)
    return f"{_SCHEME}:{salt.hex()}:{_digest(pin, salt).hex()}"


def fits(pin: str, stored: str | None) -> bool:
    """Whether `pin` is the one that was stored; a damaged store fits nothing."""
    try:
        scheme, salt, digest = (stored or "").split(":")
        expected = bytes.fromhex(digest)
        return scheme == _SCHEME and hmac.compare_digest(_digest(pin, bytes.fromhex(salt)), expected)
    except ValueError:
        return False


def _digest(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=_COST, r=8, p=1)


class Lock:
    """After `TRIES` wrong PINs it stays shut for a minute, whatever is typed. Seconds of a steady clock."""

    def __init__(self) -> None:
        self._wrong = 0
        self._shut_until = float("-inf")

    def opens(self, pin: str, stored: str | None, now: float) -> bool:
        """Try a PIN."""
        if self.shut(now):
            return False
        if fits(pin, stored):
            self._wrong = 0
            return True
        self._wrong += 1
        if self._wrong >= TRIES:
            self._wrong, self._shut_until = 0, now + LOCKED_SECONDS
        return False

    def shut(self, now: float) -> bool:
        """Whether nothing is tried at present."""
        return now < self._shut_until
