"""Measures the aligner's speed: `python -m tests.benchmarks.aligner`.

One thread, speech of espeak-ng in both languages joined to 1, 2, 3 and 6 s; each stage's median and
95th percentile, and the real-time factor of the whole path from sound to timeline.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

from app.align.aligner import build_aligner
from app.align.ladder import NETWORK, VITERBI, LadderAligner
from app.core.resources import models_dir
from app.core.types import SPEECH_RATE, Audio, Language, PhoneToken, SpokenChunk, TimingSource, read_only
from app.inference.budget import ThreadBudget
from app.speech.espeak import EspeakVoice
from app.speech.espeak_process import EspeakProcess
from app.speech.warm_up import plain_chunk, warm_up_chunks

SECONDS = (1, 2, 3, 6)


def speech(language: Language, seconds: int, voice: EspeakVoice) -> SpokenChunk:
    """Long enough speech cut to `seconds`, with the phones that fall into it."""
    text = " ".join([warm_up_chunks(language)[1].text] * 3)
    spoken = voice.synthesise(plain_chunk(text, language))
    limit = seconds * SPEECH_RATE
    phones = [phone for phone in spoken.engine_phones or () if phone.end <= limit]
    tokens = tuple(PhoneToken(phone.ipa, phone.word) for phone in phones)
    audio = Audio(read_only(spoken.audio.samples[:limit]))
    return SpokenChunk(spoken.chunk, audio, tokens, spoken.voice)


def measured(aligner: LadderAligner, spoken: SpokenChunk, rounds: int) -> dict[str, float]:
    """Milliseconds: median and 95th percentile of the whole path, medians of its two stages."""
    whole, network, viterbi = [], [], []
    for _ in range(rounds):
        begun = time.perf_counter()
        alignment = aligner.align(spoken, TimingSource.ACOUSTIC)
        whole.append((time.perf_counter() - begun) * 1000)
        network.append(alignment.timing_ms[NETWORK])
        viterbi.append(alignment.timing_ms[VITERBI])
    return {
        "whole_p50_ms": round(float(np.median(whole)), 2),
        "whole_p95_ms": round(float(np.percentile(whole, 95)), 2),
        "network_p50_ms": round(float(np.median(network)), 2),
        "viterbi_p50_ms": round(float(np.median(viterbi)), 2),
        "real_time_factor": round(float(np.median(whole)) / 1000 / spoken.audio.seconds, 5),
    }


def rows(rounds: int) -> Iterator[dict[str, object]]:
    """One row a language and length."""
    with tempfile.TemporaryDirectory() as cache, closing(EspeakProcess()) as process:
        aligner = build_aligner(models_dir(), Path(cache), budget=ThreadBudget())
        aligner.warm_up()
        for language in Language:
            voice = EspeakVoice(language, process)
            for seconds in SECONDS:
                spoken = speech(language, seconds, voice)
                yield {"language": language, "seconds": seconds, **measured(aligner, spoken, rounds)}
        for info in aligner.info():
            yield {"model": info.name, "precision": info.precision, "reason": info.reason}


def main() -> None:
    """Print one JSON object a row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    for row in rows(parser.parse_args().rounds):
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
