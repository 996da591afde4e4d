"""Plays speech on a sound device and tells where the ear is; silent, with time still running, without one."""

from collections.abc import Mapping

from app.audio.speaker import DEFAULT_LATENCY, SpeakerSink

__all__ = ["DEFAULT_LATENCY", "SpeakerSink", "open_sink"]


def open_sink(
    device: str | None = None,
    latency: float = DEFAULT_LATENCY,
    *,
    offsets: Mapping[str, float] | None = None,
    mute: bool = False,
) -> SpeakerSink:
    """The sink on the device of that name (None: the default one); never fails, at worst it is muted.

    `latency` is the buffer to ask of the device, in seconds; `offsets` are, by device name, what devices do
    not tell of their delay. `mute` plays nowhere on purpose (headless) and looks for no device.
    """
    return SpeakerSink(device, latency, offsets=offsets, mute=mute)
