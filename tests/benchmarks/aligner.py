"""Measures the aligner's speed: `python -m tests.benchmarks.aligner`.

One thread, speech of espeak-ng in both languages joined to 1, 2, 3 and 6 s: each stage's median and 95th
percentile, and the real-time factor of the whole path from sound to timeline. `--peers` then compares, in
turns within this one run, at 3 s: each network alone with OpenVINO's `benchmark_app`, INT8 with FP32, the
whole path with pocketsphinx and with a wav2vec2 network of base size (random weights; torch builds it once).
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import openvino

from app.align.aligner import build_aligner
from app.align.emissions import WAVEFORM
from app.align.ladder import NETWORK, VITERBI, LadderAligner
from app.core.resources import models_dir
from app.core.types import SPEECH_RATE, Audio, Language, PhoneToken, SpokenChunk, TimingSource, read_only
from app.inference.budget import ThreadBudget
from app.inference.compiled_cache import CompiledCache
from app.inference.manifest import ModelDirectory
from app.inference.openvino_runtime import OpenVinoLoader
from app.inference.runner import Runner
from app.speech.espeak import EspeakVoice
from app.speech.espeak_process import EspeakProcess
from app.speech.hibari import HibariVoice
from app.speech.warm_up import plain_chunk, warm_up_chunks
from models.recipes.aligner.peers import Pocketsphinx, build_wav2vec2
from models.recipes.aligner.sentences import test_sentences

SECONDS = (1, 2, 3, 6)
PEER_SECONDS: Final = 3
TURNS: Final = 7
"""How often each rival is measured, in turns: what else the machine does then meets all of them."""
SAMPLES: Final = PEER_SECONDS * 16_000
WAV2VEC2: Final = Path(".work/evaluation/wav2vec2-base.xml")
REMEDY: Final = "run this by an environment with the groups `train` and `peers`"


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


def rows(rounds: int, *, peers: bool) -> Iterator[dict[str, object]]:
    """One row a language and length, then the rivals'."""
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
        if peers:
            yield from compared(rivals(aligner, whole_clip(), Path(cache)), rounds)


def whole_clip() -> SpokenChunk:
    """The test sentence whose sound comes nearest to 3 s, spoken by the kiosk's natural voice."""
    voice = HibariVoice()
    with closing(voice):
        clips = [
            voice.synthesise(plain_chunk(text, Language.EN)) for text in test_sentences(Language.EN)[:12]
        ]
    fitting = [clip for clip in clips if clip.audio.seconds <= PEER_SECONDS]
    return max(fitting, key=lambda clip: clip.audio.seconds)


def rivals(aligner: LadderAligner, spoken: SpokenChunk, cache: Path) -> dict[str, Callable[[int], float]]:
    """Everything that is compared; each takes a number of rounds and gives the median in milliseconds."""
    directory = ModelDirectory.open(models_dir() / f"phones-{Language.EN}")
    loader = OpenVinoLoader(ThreadBudget(), CompiledCache(cache / "rivals"))
    found = {"whole path": timed(lambda: aligner.align(spoken, TimingSource.ACOUSTIC))}
    for variant in directory.manifest.variants:
        network = directory.path / next(file.name for file in variant.files if file.name.endswith(".xml"))
        name = variant.precision.upper()
        found[f"network {name}"] = timed(inference(loader(directory, variant)))
        found[f"benchmark_app {name}"] = partial(benchmark_app, network)
    return found | {"pocketsphinx": pocketsphinx(spoken), "wav2vec2 base": timed(wav2vec2())}


def timed(work: Callable[[], object]) -> Callable[[int], float]:
    """Runs the work so many times; median milliseconds."""

    def burst(rounds: int) -> float:
        spent = []
        for _ in range(rounds):
            begun = time.perf_counter()
            work()
            spent.append((time.perf_counter() - begun) * 1000)
        return float(np.median(spent))

    return burst


def inference(runner: Runner) -> Callable[[], object]:
    """The product's own way through the network, at the shape of a 3 s clip."""
    sound = np.random.default_rng(0).normal(0, 0.1, (1, SAMPLES)).astype(np.float32)
    return lambda: runner.run({WAVEFORM: sound})


def benchmark_app(network: Path, _: int) -> float:
    """The median latency that OpenVINO's own tool reports for the same file, shape, precision and threads."""
    tool = "from openvino.tools.benchmark.main import main; main()"
    settings = ("-d", "CPU", "-hint", "none", "-nthreads", "1", "-nstreams", "1", "-api", "sync", "-t", "2")
    shape = ("-shape", f"[1,{SAMPLES}]", "-data_shape", f"[1,{SAMPLES}]", "-infer_precision", "f32")
    command = [sys.executable, "-c", tool, "-m", str(network), *settings, *shape]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = re.search(r"Median:\s+([\d.]+) ms", told)
    if found is None:
        raise SystemExit(f"benchmark_app told no median: {told[-300:]}")
    return float(found[1])


def pocketsphinx(spoken: SpokenChunk) -> Callable[[int], float]:
    """Its two passes over the same clip with the same words."""
    try:
        peer = Pocketsphinx()
    except ImportError as error:
        raise SystemExit(f"{error}; {REMEDY}") from error
    if peer.align(spoken) is None:
        raise SystemExit("pocketsphinx cannot align the clip, so its time means nothing; choose another")
    return timed(lambda: peer.align(spoken))


def wav2vec2() -> Callable[[], object]:
    """A CTC network of wav2vec2's base size with random weights, in OpenVINO as ours is: FP32, one thread."""
    if not WAV2VEC2.exists():
        try:
            build_wav2vec2(WAV2VEC2, SAMPLES)
        except ImportError as error:
            raise SystemExit(f"{error}; {REMEDY}") from error
    config = {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": "f32"}
    core = openvino.Core()
    network = core.read_model(WAV2VEC2)
    network.reshape([1, SAMPLES])
    request = core.compile_model(network, "CPU", config).create_infer_request()
    sound = np.random.default_rng(0).normal(0, 0.1, (1, SAMPLES)).astype(np.float32)
    return lambda: request.infer([sound])


def compared(found: Mapping[str, Callable[[int], float]], rounds: int) -> Iterator[dict[str, Any]]:
    """Medians over the turns with their spread, and the ratios that the goals speak of."""
    turns: dict[str, list[float]] = {name: [] for name in found}
    for _ in range(TURNS):
        for name, measure in found.items():
            slow = name in {"pocketsphinx", "wav2vec2 base"}
            turns[name].append(measure(3 if slow else rounds))
    for name, values in turns.items():
        low, middle, high = np.percentile(values, (0, 50, 100)).round(3)
        yield {"rival": name, "seconds": PEER_SECONDS, "median_ms": middle, "low_ms": low, "high_ms": high}
    yield from ratios(turns)


def ratios(turns: Mapping[str, list[float]]) -> Iterator[dict[str, Any]]:
    """Each as the median of the turns' own ratios, with its goal."""
    asked = (
        ("network INT8", "benchmark_app INT8", "at most 1.1"),
        ("network FP32", "benchmark_app FP32", "at most 1.1"),
        ("network INT8", "network FP32", "below 1"),
        ("pocketsphinx", "whole path", "at least 8"),
        ("wav2vec2 base", "whole path", "at least 40"),
    )
    for one, other, goal in asked:
        values = np.divide(turns[one], turns[other])
        low, middle, high = np.percentile(values, (0, 50, 100)).round(3)
        yield {"ratio": f"{one} / {other}", "median": middle, "low": low, "high": high, "goal": goal}


def main() -> None:
    """Print one JSON object a row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument(
        "--peers", action="store_true", help="compare with other tools, which the docstring names"
    )
    arguments = parser.parse_args()
    for row in rows(arguments.rounds, peers=arguments.peers):
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
