"""A text's vectors are computed once and do not depend on the texts before it."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from app.classify import encoder as module
from app.classify.encoder import Encoder, read_tokenizer
from app.core.errors import ModelError
from app.inference.runner import Tensors


@dataclass
class FakeRunner:
    """A network whose vector is the sum of the ids, and which counts its runs."""

    lengths: list[int] = field(default_factory=list)
    cache: str = ""

    def run(self, inputs: Tensors) -> Tensors:
        ids = inputs["input_ids"]
        self.lengths.append(ids.shape[1])
        total = ids.sum(axis=1, keepdims=True).astype(np.float32)
        return {"embedding": total, "features": -total}


def tokenizer(max_tokens: int = 16) -> Tokenizer:
    words = Tokenizer(models.WordLevel({"[?]": 0, "query:": 1, "one": 2, "two": 3}, unk_token="[?]"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return read_tokenizer(words.to_str().encode(), max_tokens=max_tokens)


def encoder(runner: FakeRunner, stages: list[str] | None = None, *, max_tokens: int = 16) -> Encoder:
    told = [] if stages is None else stages
    return Encoder(
        runner, tokenizer(max_tokens), prefix="query: ", record=lambda stage, _ms: told.append(stage)
    )


def test_prefix_is_put_before_the_text() -> None:
    encoding = encoder(FakeRunner()).encode("one two")
    assert encoding.embedding.tolist() == [6.0]
    assert encoding.features.tolist() == [-6.0]


def test_repeated_text_is_not_run_again() -> None:
    runner = FakeRunner()
    subject = encoder(runner)
    assert subject.encode("one") is subject.encode("one")
    assert len(runner.lengths) == 1


def test_memory_is_bounded_and_keeps_what_was_used_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 2)
    runner = FakeRunner()
    subject = encoder(runner)
    for text in ("one", "two", "one", "one two", "one"):
        subject.encode(text)
    assert len(runner.lengths) == 3
    subject.encode("two")
    assert len(runner.lengths) == 4


def test_long_text_is_cut() -> None:
    runner = FakeRunner()
    encoder(runner, max_tokens=8).encode("one " * 5000)
    assert runner.lengths == [8]


def test_stages_are_recorded_for_runs_only() -> None:
    stages: list[str] = []
    subject = encoder(FakeRunner(), stages)
    subject.encode("one")
    subject.encode("one")
    assert stages == ["tokenise", "encode"]


def test_vectors_cannot_be_changed() -> None:
    encoding = encoder(FakeRunner()).encode("one")
    with pytest.raises(ValueError, match="read-only"):
        encoding.embedding[0] = 1.0


@pytest.mark.parametrize("data", [b"", b"{}", b"\0\0", b'{"version": "1.0"}'])
def test_damaged_tokenizer_is_a_model_error(data: bytes) -> None:
    with pytest.raises(ModelError, match=r"tokenizer\.json cannot be used"):
        read_tokenizer(data, max_tokens=8)
