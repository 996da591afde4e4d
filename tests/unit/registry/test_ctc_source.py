"""A Hugging Face directory is read as its own tools read it; what does not fit is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.align.ctc_emissions import Reading
from app.core.errors import ModelError
from app.registry.ctc_source import CtcSource

LATIN = ("<pad>", "<s>", "</s>", "<unk>", "|", *"ETAONIHSRDLUMWCFGYPBVKXJQZ'")
BASE_960H: dict[str, Any] = {
    "model_type": "wav2vec2",
    "vocab_size": 32,
    "pad_token_id": 0,
    "conv_stride": [5, 2, 2, 2, 2, 2, 2],
    "conv_kernel": [10, 3, 3, 3, 3, 2, 2],
    "feat_extract_norm": "group",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of a character model as facebook/wav2vec2-base-960h has them."""
    _write(tmp_path / "config.json", BASE_960H)
    _write(tmp_path / "preprocessor_config.json", {"sampling_rate": 16_000, "do_normalize": True})
    _write(tmp_path / "vocab.json", {label: index for index, label in enumerate(LATIN)})
    _write(tmp_path / "tokenizer_config.json", {"word_delimiter_token": "|", "do_lower_case": False})
    return tmp_path


def _write(file: Path, content: object) -> None:
    file.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def test_a_character_model(folder: Path) -> None:
    source = CtcSource.read(folder)
    assert (source.rate, source.hop, source.ctc.field) == (16_000, 320, 400)
    assert source.labels == LATIN
    assert (source.ctc.blank, source.ctc.delimiter, source.ctc.sounds) == (0, 4, ())
    assert (source.ctc.normalise, source.ctc.mask) == (True, False)
    assert source.licence == "unknown"


def test_layer_norm_wants_the_mask_and_the_card_names_the_licence(folder: Path) -> None:
    _write(folder / "config.json", BASE_960H | {"feat_extract_norm": "layer", "vocab_size": 34})
    (folder / "README.md").write_text("---\nlanguage: ar\nlicense: mit\n---\n", encoding="utf-8")
    _write(folder / "added_tokens.json", {"<extra>": 32})
    source = CtcSource.read(folder)
    assert source.ctc.mask
    assert source.licence == "mit"
    assert source.labels[32:] == ("<extra>", "<33>")


def test_a_delimiter_may_be_written_as_a_row(folder: Path) -> None:
    _write(folder / "tokenizer_config.json", {"word_delimiter_token": {"content": "<unk>"}})
    assert CtcSource.read(folder).ctc.delimiter == 3
    (folder / "tokenizer_config.json").unlink()
    assert CtcSource.read(folder).ctc.delimiter == 4


def test_a_phoneme_model_is_read_as_our_phones(folder: Path) -> None:
    labels = ("<pad>", "<s>", "</s>", "<unk>", "n", "s", "ɹ", "ɑːɹ", "ʃ", "ə", "ŋ", "xyz", "tʃ", "1")
    _write(folder / "vocab.json", {label: index for index, label in enumerate(labels)})
    _write(folder / "config.json", BASE_960H | {"vocab_size": len(labels)})
    source = CtcSource.read(folder)
    assert source.ctc.delimiter is None
    assert source.ctc.sounds == ("", "", "", "", "n", "s", "r", "ɑː r", "ʃ", "ə", "ŋ", "", "tʃ", "")
    reading = Reading.of(source.labels, source.ctc)
    heard_by = dict(zip(reading.names, reading.groups, strict=True))
    assert (heard_by["r"], heard_by["ɑ"], heard_by["θ"], heard_by["p"]) == ((6, 7), (7,), (5,), ())
    assert reading.unheard({"p", "n", "θ"}) == ["p"]


@pytest.mark.parametrize(
    ("file", "content", "named"),
    [
        ("config.json", {"model_type": "whisper"}, "whisper.*wav2vec2"),
        ("config.json", BASE_960H | {"add_adapter": True}, "these options"),
        ("config.json", BASE_960H | {"pad_token_id": 32}, "pad_token_id"),
        ("config.json", BASE_960H | {"vocab_size": 31}, "31 outputs"),
        ("config.json", {"vocab_size": 31}, "model_type: Field required"),
        ("preprocessor_config.json", {"sampling_rate": 22_050}, "do not fit"),
        ("preprocessor_config.json", [], "preprocessor_config"),
        ("vocab.json", {"ara": {"a": 0}}, "of one language"),
        ("vocab.json", {}, "does not fit"),
    ],
)
def test_what_does_not_fit_is_named(folder: Path, file: str, content: object, named: str) -> None:
    _write(folder / file, content)
    with pytest.raises(ModelError, match=named):
        CtcSource.read(folder)


@pytest.mark.parametrize("file", ["config.json", "preprocessor_config.json", "vocab.json"])
def test_what_is_missing_or_no_json_is_named(folder: Path, file: str) -> None:
    (folder / file).write_bytes(b"{")
    with pytest.raises(ModelError, match=file):
        CtcSource.read(folder)
    (folder / file).unlink()
    with pytest.raises(ModelError, match=rf"{file} cannot be read"):
        CtcSource.read(folder)
