"""Other ways of timing the same clips: pocketsphinx, and phones spread evenly. Needs the group `peers`."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import soxr
from numpy.typing import NDArray

from app.core.phones import SILENCE, base
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Phone, PhoneToken, SpokenChunk
from app.speech.ipa import from_cmu
from models.recipes.aligner.speech import RATE

_HOP = SPEECH_RATE // 100
_CMU_ROWS = """
    p P  b B  t T  d D  k K  ɡ G  f F  v V  θ TH  ð DH  s S  z Z  ʃ SH  ʒ ZH  h HH  tʃ CH  dʒ JH
    m M  n N  ŋ NG  l L  r R  w W  j Y  q K  ʔ T  χ K
    i IY  ɪ IH  ɛ EH  æ AE  a AA  ɑ AA  ɔ AO  ʌ AH  ə AH  ɜ ER  ʊ UH  u UW  eɪ EY  aɪ AY  ɔɪ OY  aʊ AW  oʊ OW
"""
_CMU = dict(zip(_CMU_ROWS.split()[::2], _CMU_ROWS.split()[1::2], strict=True))
"""How pocketsphinx is told to say words that its own dictionary does not know."""
_SPEECH_DB = 35.0


class Pocketsphinx:
    """Its forced alignment in two passes, words and then phones, by its own English model and dictionary."""

    name = "pocketsphinx"

    def __init__(self) -> None:
        from pocketsphinx import Decoder

        self._decoder = Decoder(lm=None, samprate=RATE, loglevel="FATAL", bestpath=False)
        self.seconds = 0.0

    def align(self, spoken: SpokenChunk) -> Timeline[Phone] | None:
        """None where it finds no alignment."""
        wave = np.clip(soxr.resample(spoken.audio.samples, SPEECH_RATE, RATE) * 32768, -32768, 32767)
        pcm, words = wave.astype(np.int16).tobytes(), list(self._words(spoken))
        begun = time.perf_counter()
        try:
            return self._phones(words, pcm, duration=len(spoken.audio.samples))
        except (RuntimeError, ValueError):
            return None
        finally:
            self.seconds += time.perf_counter() - begun

    def _words(self, spoken: SpokenChunk) -> Iterator[str]:
        """The words as it spells them; unknown ones are taught in our front end's pronunciation."""
        for index, word in enumerate(spoken.chunk.words):
            said = re.sub(r"[^a-z' ]", " ", word.spoken.lower()).split()
            unknown = [one for one in said if self._decoder.lookup_word(one) is None]
            phones = [_CMU[base(token.ipa)] for token in spoken.tokens if token.word == index]
            if unknown and phones:
                name = "".join(said)
                if self._decoder.lookup_word(name) is None:
                    self._decoder.add_word(name, " ".join(phones), True)
                said = [name]
            yield from said

    def _phones(self, words: Sequence[str], pcm: bytes, *, duration: int) -> Timeline[Phone] | None:
        self._decoder.set_align_text(" ".join(words))
        self._listen(pcm)
        self._decoder.set_alignment()
        self._listen(pcm)
        alignment = self._decoder.get_alignment()
        if alignment is None:
            return None
        found = [(entry.start, entry.name) for word in alignment for entry in word]
        return _tiled(found, duration) if found else None

    def _listen(self, pcm: bytes) -> None:
        self._decoder.start_utt()
        self._decoder.process_raw(pcm, full_utt=True)
        self._decoder.end_utt()


def _tiled(found: Sequence[tuple[int, str]], duration: int) -> Timeline[Phone]:
    """Phones of hops of 10 ms, each until the next."""
    starts = [*(start * _HOP for start, _ in found), duration]
    phones = [
        Phone(
            from_cmu(name)[0] if name not in {"SIL", "+SPN+", "+NSN+"} else SILENCE, start, min(end, duration)
        )
        for (_, name), start, end in zip(found, starts, starts[1:], strict=False)
        if start < min(end, duration)
    ]
    return Timeline(tuple(phones), duration, SPEECH_RATE)


def build_wav2vec2(path: Path, samples: int) -> None:
    """Write a CTC network of wav2vec2's base size with random weights as OpenVINO IR. Needs torch."""
    import openvino
    import torch
    from transformers import Wav2Vec2Config, Wav2Vec2ForCTC

    class Logits(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.network = Wav2Vec2ForCTC(Wav2Vec2Config())

        def forward(self, waveform: torch.Tensor) -> torch.Tensor:
            return self.network(waveform).logits

    with torch.no_grad():
        example = torch.zeros(1, samples)
        model = openvino.convert_model(Logits().eval(), example_input=example, input=[1, samples])
    path.parent.mkdir(parents=True, exist_ok=True)
    openvino.save_model(model, path)


class LinearSpread:
    """Phones of equal length over the clip, or over its speech alone: what a face without an aligner does."""

    def __init__(self, *, trimmed: bool) -> None:
        self.name = "linear over the speech" if trimmed else "linear over the clip"
        self._trimmed = trimmed

    def align(self, spoken: SpokenChunk) -> Timeline[Phone] | None:
        """None for a clip without tokens."""
        said = [token for token in spoken.tokens if token.ipa != SILENCE]
        sound = spoken.audio.samples
        first, last = _speech(sound) if self._trimmed else (0, len(sound))
        edges = np.linspace(first, last, len(said) + 1).astype(int)
        return Timeline(tuple(_spread(said, edges)), len(sound), SPEECH_RATE) if said else None


def _spread(said: Sequence[PhoneToken], edges: Sequence[int]) -> Iterator[Phone]:
    for token, start, end in zip(said, edges, edges[1:], strict=False):
        if start < end:
            yield Phone(token.ipa, int(start), int(end), token.word)


def _speech(sound: NDArray[np.float32]) -> tuple[int, int]:
    """From the first to the last 10 ms within 35 dB of the loud ones."""
    steps = sound[: len(sound) // _HOP * _HOP].reshape(-1, _HOP)
    level = 10 * np.log10(np.mean(np.square(steps), axis=1) + 1e-10)
    loud = np.flatnonzero(level > np.percentile(level, 95) - _SPEECH_DB)
    return int(loud[0]) * _HOP, (int(loud[-1]) + 1) * _HOP
