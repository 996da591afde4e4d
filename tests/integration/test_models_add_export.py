"""Tiny models of the wav2vec2 family go the whole way: made from a configuration, exported, run without it.

Runs where the export tools are: `python packaging/bootstrap.py setup --with export`, then
`.venv/bin/python -m pytest tests/integration/test_models_add_export.py`. CI has no such tools and skips it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.align.ctc import CtcAligner
from app.align.ctc_emissions import CtcListener
from app.bootstrap import Workshop
from app.cli.main import main
from app.core.types import Language
from app.inference.budget import ThreadBudget
from app.inference.compiled_cache import CompiledCache
from app.inference.manifest import ModelDirectory
from app.inference.openvino_runtime import RUNTIME, OpenVinoLoader
from app.inference.variants import Chooser
from app.kiosk.folders import Folders
from app.registry.exporter import export_python
from app.registry.voices import held_out_speech

MAKER = Path(__file__).resolve().parents[1] / "make_ctc_model.py"
LATIN = (*"|ETAONIHSRDLUMWCFGYPBVKXJQZ", "'")
ARABIC = (*"|ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئةى",)
PHONES = tuple(
    "p b t d k ɡ f v θ ð s z ʃ ʒ h tʃ dʒ m n ŋ l ɹ w j iː ɪ ɛ æ ɑː ɔː ʌ ə ɜː ʊ uː eɪ aɪ oʊ".split()
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(export_python() is None, reason="the export tools are not installed"),
]


@pytest.fixture
def models() -> Iterator[Path]:
    folder = Folders.of_user().models
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def _made(folder: Path, kind: str, norm: str, symbols: tuple[str, ...]) -> Path:
    python = export_python()
    assert python is not None
    command = [python, str(MAKER), str(folder), kind, norm, *symbols]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def _lisan(*arguments: str) -> int:
    with ExitStack() as closing:
        return main(arguments, Workshop(time.perf_counter(), closing))


@pytest.mark.parametrize(
    ("kind", "norm", "symbols", "language"),
    [
        ("wav2vec2", "group", LATIN, Language.EN),
        ("wav2vec2", "layer", ARABIC, Language.AR),
        ("wav2vec2", "layer", LATIN, Language.AR),  # romanised
        ("hubert", "group", PHONES, Language.EN),
    ],
)
def test_a_tiny_model_is_taken_in_and_runs_without_torch(
    models: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    kind: str,
    norm: str,
    symbols: tuple[str, ...],
    language: Language,
) -> None:
    source = _made(tmp_path / "tiny é", kind, norm, symbols)
    code = _lisan("models", "add", str(source), "--task", "align", "--lang", language, "--name", "tiny")
    assert code == 0, capsys.readouterr().err
    directory = ModelDirectory.open(models / "tiny")
    told = directory.manifest
    assert directory.verify() == []
    assert (told.languages, told.licence, told.variants[-1].precision) == ((language,), "apache-2.0", "fp32")
    assert told.ctc is not None
    assert (told.ctc.mask, bool(told.ctc.sounds)) == (norm == "layer", symbols is PHONES)
    assert "from the original's" in (models / "tiny" / "README.md").read_text(encoding="utf-8")
    assert {row.precision for row in told.quality} == {one.precision for one in told.variants}
    # The golden outputs are the original's own: the chooser proves that the runtime gives them.
    load = OpenVinoLoader(ThreadBudget(), CompiledCache(tmp_path / "cache"))
    chosen = Chooser.caching_in(tmp_path / "cache", load, runtime=RUNTIME).choose(directory)
    aligner = CtcAligner(CtcListener(directory, chosen.runner))
    (spoken, *_), *_ = held_out_speech(language).values()
    phones = aligner.timeline(spoken)
    assert phones.tiles
    words = {phone.word for phone in phones if phone.word is not None}
    assert words == {token.word for token in spoken.tokens if token.word is not None}
    assert not {"torch", "transformers", "nncf"} & set(sys.modules)


def test_a_model_without_a_ctc_head_is_refused(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = _made(tmp_path / "tiny", "wav2vec2", "group", LATIN)
    weights = source / "model.safetensors"
    weights.write_bytes(weights.read_bytes().replace(b'"lm_head.', b'"my_head.'))
    assert _lisan("models", "add", str(source), "--task", "align", "--lang", "en") == 2
    assert "has no CTC head" in capsys.readouterr().err.splitlines()[-1]
    assert not list(models.iterdir())


def test_weights_that_are_damaged_are_refused(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = _made(tmp_path / "tiny", "wav2vec2", "group", LATIN)
    (source / "model.safetensors").write_bytes(b"damaged")
    assert _lisan("models", "add", str(source), "--task", "align", "--lang", "en") == 2
    assert "does not load" in capsys.readouterr().err.splitlines()[-1]
    assert not list(models.iterdir())
