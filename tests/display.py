"""A screen without hardware: a private X server, and an eye that reads its pixels from outside."""

from __future__ import annotations

import ctypes
import os
import subprocess
import time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_ALL_PLANES: Final = 0xFFFFFFFF
_Z_PIXMAP: Final = 2
_PATIENCE: Final = 5.0


class VirtualDisplay:
    """An Xvfb of its own; `env` lets child processes draw on it."""

    def __init__(self, width: int = 1920, height: int = 1080) -> None:
        read_end, write_end = os.pipe()
        self._process = subprocess.Popen(
            (
                *("Xvfb", "-displayfd", str(write_end), "-nolisten", "tcp"),
                *("-screen", "0", f"{width}x{height}x24"),
            ),
            pass_fds=(write_end,),
            stderr=subprocess.DEVNULL,
        )
        os.close(write_end)
        with os.fdopen(read_end) as told:
            number = told.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.name = f":{number}"
        self.size = (width, height)

    @property
    def env(self) -> dict[str, str]:
        """What a child process needs to draw here."""
        return {"DISPLAY": self.name, "QT_QPA_PLATFORM": "xcb", "QT_QUICK_BACKEND": "software"}

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(_PATIENCE)


class _XImage(ctypes.Structure):
    """The head of Xlib's XImage."""

    _fields_ = (
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("xoffset", ctypes.c_int),
        ("format", ctypes.c_int),
        ("data", ctypes.c_void_p),
        ("byte_order", ctypes.c_int),
        ("bitmap_unit", ctypes.c_int),
        ("bitmap_bit_order", ctypes.c_int),
        ("bitmap_pad", ctypes.c_int),
        ("depth", ctypes.c_int),
        ("bytes_per_line", ctypes.c_int),
    )


class Eye:
    """Reads the root window's pixels, whoever drew them."""

    def __init__(self, display: VirtualDisplay) -> None:
        self._xlib = _xlib()
        self._display = self._xlib.XOpenDisplay(display.name.encode())
        if not self._display:
            raise RuntimeError(f"display {display.name} cannot be opened")
        self._root = self._xlib.XDefaultRootWindow(self._display)
        self.size = display.size

    def look(self, x: int, y: int, width: int, height: int) -> tuple[float, NDArray[np.float32]]:
        """The monotonic time and the brightness `[height, width]` (0…255) of a part of the screen."""
        before = time.monotonic()
        image = self._xlib.XGetImage(self._display, self._root, x, y, width, height, _ALL_PLANES, _Z_PIXMAP)
        moment = (before + time.monotonic()) / 2
        line = image.contents.bytes_per_line
        raw = ctypes.string_at(image.contents.data, line * height)
        self._xlib.XDestroyImage(image)
        channels = np.frombuffer(raw, dtype=np.uint8).reshape(height, line // 4, 4)[:, :width, :3]
        return moment, channels.mean(axis=2, dtype=np.float32)

    def close(self) -> None:
        self._xlib.XCloseDisplay(self._display)


def _xlib() -> Any:
    xlib = ctypes.CDLL("libX11.so.6")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    xlib.XOpenDisplay.argtypes = [ctypes.c_char_p]
    xlib.XDefaultRootWindow.restype = ctypes.c_ulong
    xlib.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
    xlib.XGetImage.restype = ctypes.POINTER(_XImage)
    xlib.XGetImage.argtypes = [
        *(ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int),
        *(ctypes.c_uint, ctypes.c_uint, ctypes.c_ulong, ctypes.c_int),
    ]
    xlib.XDestroyImage.argtypes = [ctypes.POINTER(_XImage)]
    xlib.XCloseDisplay.argtypes = [ctypes.c_void_p]
    return xlib
