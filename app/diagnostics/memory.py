"""Keeps freed memory from staying resident: what loading and warm-up needed once is given back.

Only glibc needs (and offers) this; elsewhere both functions do nothing.
"""

from __future__ import annotations

import ctypes
import platform
from typing import Final

_ARENAS: Final = 2
_LARGE: Final = 1 << 22
_M_TRIM_THRESHOLD: Final = -1  # these three from glibc's malloc.h
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8


def limit_arenas() -> None:
    """Let all threads share two heaps; each would else keep one of its own. Call before they start."""
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _ARENAS)
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE)
        ctypes.CDLL(None).mallopt(_M_TRIM_THRESHOLD, _LARGE)


def release_freed() -> None:
    """Give freed pages back to the system: about 40 MB after the models are loaded."""
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).malloc_trim(0)
