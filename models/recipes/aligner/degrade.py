"""What microphones, rooms and lines do to speech: each function takes and gives int16 at 16 kHz, in step."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import scipy.fft
import scipy.signal
import soxr
from numpy.typing import NDArray

from models.recipes.aligner.speech import RATE

Sound = NDArray[np.int16]
Place = tuple[float, float, float]

NOISE_DB = 15.0
"""Speech above noise, both as root mean square, the speech where it is not silent."""
_SPEECH_FLOOR = 10 ** (-40 / 20)
_ROOM = (4.0, 3.0, 2.5)
_TALKER, _MICROPHONE = (1.6, 1.2, 1.5), (2.3, 1.9, 1.3)
_WALL = 0.85
"""Part of the pressure that a wall gives back: a decay by 60 dB takes 0.25 s here."""
_DECAY_S = 0.3
_SPEED_OF_SOUND = 343.0


def _noisy(sound: Sound, colour: float, seed: int) -> Sound:
    """Add noise whose power falls as frequency to the `colour`."""
    rng = np.random.default_rng(seed)
    spectrum = scipy.fft.rfft(rng.standard_normal(len(sound)))
    hertz = np.maximum(np.arange(len(spectrum)) * RATE / len(sound), 20.0)
    noise = scipy.fft.irfft(spectrum * hertz ** (-colour / 2), len(sound))
    wave = sound.astype(np.float64)
    loud = wave[np.abs(wave) > np.abs(wave).max() * _SPEECH_FLOOR]
    level = np.sqrt(np.mean(loud**2)) * 10 ** (-NOISE_DB / 20)
    return _whole(wave + noise * (level / noise.std()))


def pink_noise(sound: Sound) -> Sound:
    """As of a ventilated hall: equal power in each octave."""
    return _noisy(sound, 1.0, seed=1)


def white_noise(sound: Sound) -> Sound:
    """As of a poor amplifier: hardest on fricatives."""
    return _noisy(sound, 0.0, seed=2)


def small_room(sound: Sound) -> Sound:
    """A furnished room of 30 cubic metres, microphone at a metre; the direct sound keeps its time."""
    wet = scipy.signal.fftconvolve(sound.astype(np.float64), _test_room())[: len(sound)]
    return _whole(wet * (np.abs(sound).max() / max(np.abs(wet).max(), 1.0)))


@cache
def _test_room() -> NDArray[np.float64]:
    return room_response(_ROOM, _TALKER, _MICROPHONE, wall=_WALL)


def room_response(size: Place, talker: Place, microphone: Place, *, wall: float) -> NDArray[np.float64]:
    """Mirror images of the talker behind the walls, direct sound first at strength 1.

    Places in metres from one corner; `wall` is the part of the pressure that a wall gives back.
    """
    reach = int(_DECAY_S * _SPEED_OF_SOUND / min(size)) // 2 + 1
    axes = [_images(*one, reach=reach) for one in zip(size, talker, microphone, strict=True)]
    along = np.meshgrid(*(gaps for gaps, _ in axes), indexing="ij")
    distance = np.sqrt(sum(gap**2 for gap in along)).ravel()
    bounces = sum(np.meshgrid(*(walls for _, walls in axes), indexing="ij")).ravel()
    direct = float(np.linalg.norm(np.subtract(talker, microphone)))
    places = np.rint((distance - direct) / _SPEED_OF_SOUND * RATE).astype(np.int64)
    response = np.zeros(int(_DECAY_S * RATE))
    heard = places < len(response)
    np.add.at(response, places[heard], (wall**bounces * direct / distance)[heard])
    return response


def _images(
    length: float, talker: float, microphone: float, *, reach: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Along one axis: how far each mirror image is from the microphone, and by how many walls it went."""
    rooms = np.arange(-reach, reach + 1)
    even, odd = 2 * rooms * length + talker - microphone, 2 * rooms * length - talker - microphone
    return np.concatenate([even, odd]), np.concatenate([np.abs(2 * rooms), np.abs(2 * rooms - 1)])


def telephone(sound: Sound) -> Sound:
    """300 to 3,400 Hz at 8 kHz, coded with µ-law in 8 bits."""
    band = scipy.signal.butter(4, (300, 3400), "bandpass", fs=RATE, output="sos")
    narrow = soxr.resample(scipy.signal.sosfiltfilt(band, sound.astype(np.float64)), RATE, RATE // 2)
    scaled = np.clip(narrow / 32768, -1, 1)
    squeezed = np.round(np.sign(scaled) * np.log1p(255 * np.abs(scaled)) / np.log(256) * 127) / 127
    line = np.sign(squeezed) * (256 ** np.abs(squeezed) - 1) / 255 * 32768
    wide = soxr.resample(line, RATE // 2, RATE)
    return _whole(np.pad(wide, (0, max(0, len(sound) - len(wide))))[: len(sound)])


def _whole(wave: NDArray[np.float64]) -> Sound:
    return np.clip(np.rint(wave), -32768, 32767).astype(np.int16)


CONDITIONS: dict[str, Callable[[Sound], Sound]] = {
    "15 dB pink noise": pink_noise,
    "15 dB white noise": white_noise,
    "small room": small_room,
    "telephone": telephone,
}
