"""Turns a text into the network's vectors: tokenise, run, remember."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import numpy as np
from tokenizers import Tokenizer

from app.core.errors import ModelError
from app.core.types import Float32, read_only
from app.inference.runner import Runner

REMEMBERED: Final = 512
"""Texts whose vectors are kept: 3 KB each."""

Record = Callable[[str, float], None]
"""Takes a stage's name and its milliseconds."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """What the network says of one text: a unit vector for retrieval, features for the head."""

    embedding: Float32
    features: Float32


class Encoder:
    """The network behind a tokenizer. May be called from any thread.

    Texts run one at a time: without padding, and without neighbours whose range would change the
    rounding of an INT8 network, so that a text has the same vectors in any company.
    """

    def __init__(self, runner: Runner, tokenizer: Tokenizer, *, prefix: str, record: Record) -> None:
        self._runner = runner
        self._tokenizer = tokenizer
        self._prefix = prefix
        self._record = record
        self._lock = threading.Lock()
        self._known: OrderedDict[str, Encoding] = OrderedDict()

    def encode(self, text: str) -> Encoding:
        """The vectors of one text; repeated texts are not run again. Raises ModelError."""
        known = self._recall(text)
        return self._remember(text, self._run(text)) if known is None else known

    def _run(self, text: str) -> Encoding:
        begun = perf_counter()
        ids = np.array([self._tokenizer.encode(self._prefix + text).ids], np.int64)
        tokenised = perf_counter()
        outputs = self._runner.run({"input_ids": ids, "attention_mask": np.ones_like(ids)})
        self._record("tokenise", (tokenised - begun) * 1000)
        self._record("encode", (perf_counter() - tokenised) * 1000)
        embedding = read_only(outputs["embedding"][0])
        return Encoding(embedding, read_only(outputs["features"][0]) if "features" in outputs else embedding)

    def _recall(self, text: str) -> Encoding | None:
        with self._lock:
            if text not in self._known:
                return None
            self._known.move_to_end(text)
            return self._known[text]

    def _remember(self, text: str, encoding: Encoding) -> Encoding:
        with self._lock:
            self._known[text] = encoding
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return encoding


def read_tokenizer(data: bytes, *, max_tokens: int) -> Tokenizer:
    """A tokenizer that cuts at `max_tokens`. Raises ModelError."""
    try:
        tokenizer = Tokenizer.from_buffer(data)
    except Exception as error:  # the library raises bare Exception
        raise ModelError(f"tokenizer.json cannot be used: {error}") from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return tokenizer
