"""Plays speech on a sound device and tells where the ear is; silent, with time still running, without one."""

from app.audio.speaker import DEFAULT_LATENCY, SpeakerSink

__all__ = ["DEFAULT_LATENCY", "SpeakerSink", "open_sink"]


def open_sink(
    device: str | None = None, latency: float = DEFAULT_LATENCY, *, offset: float = 0.0, mute: bool = False
) -> SpeakerSink:
    """The sink on the device of that name (None: the default one); never fails, at worst it is muted.

    `latency` and `offset` in seconds: buffer to ask of the device, and what the device does not tell of
    its delay. `mute` plays nowhere on purpose (headless) and looks for no device.
    """
    return SpeakerSink(device, latency, offset=offset, mute=mute)
