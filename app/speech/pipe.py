"""Frames on the pipes between Lisan and the process that holds espeak-ng: a JSON object and raw bytes."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any, BinaryIO, Final

Message = Mapping[str, Any]

_LENGTHS: Final = struct.Struct(">II")


def write_frame(stream: BinaryIO, message: Message, blob: bytes = b"") -> None:
    """Write one frame and flush it. Raises OSError when the other side is gone."""
    text = json.dumps(message, ensure_ascii=True).encode("ascii")
    stream.write(_LENGTHS.pack(len(text), len(blob)) + text + blob)
    stream.flush()


def read_frame(stream: BinaryIO) -> tuple[dict[str, Any], bytes] | None:
    """Read one frame; None when the other side is gone."""
    head = stream.read(_LENGTHS.size)
    if len(head) < _LENGTHS.size:
        return None
    text_length, blob_length = _LENGTHS.unpack(head)
    body = stream.read(text_length + blob_length)
    if len(body) < text_length + blob_length:
        return None
    return json.loads(body[:text_length]), body[text_length:]
