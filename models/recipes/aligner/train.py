"""Trains the network: `python -m models.recipes.aligner.train DATA CHECKPOINT --minutes 45`.

Resumes from the checkpoint; the learning rate follows the minutes trained so far. `--pause-at` stops
early (to realign coarse labels) and a second call goes on.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.recipes.aligner.corpus import Batch, Corpus
from models.recipes.aligner.network import MELS, Classifier, LogMel

BATCH = 24
PEAK_RATE = 2e-3
SMOOTHING = 0.03
_SAVE_EVERY = 120.0


@dataclass(slots=True)
class Progress:
    """What resuming needs besides weights."""

    step: int = 0
    seconds: float = 0.0


def loss_of(logits: Tensor, batch: Batch) -> Tensor:
    """Cross-entropy against two classes a hop, smoothed, over the hops that count."""
    logs = functional.log_softmax(logits, dim=1)
    first, second = (torch.from_numpy(part)[:, None] for part in (batch.first, batch.second))
    share = torch.from_numpy(batch.share)
    hit = logs.gather(1, first)[:, 0] * (1 - share) + logs.gather(1, second)[:, 0] * share
    mixed = hit * (1 - SMOOTHING) + logs.mean(dim=1) * SMOOTHING
    counts = torch.from_numpy(batch.counts)
    return -(mixed * counts).sum() / counts.sum()


def accuracy_of(logits: Tensor, batch: Batch) -> float:
    """Share of hops whose best class is one of the targets' larger part."""
    wanted = np.where(batch.share > 0.5, batch.second, batch.first)
    return float((logits.argmax(1).numpy() == wanted)[batch.counts].mean())


def distort(features: Tensor, rng: np.random.Generator) -> Tensor:
    """Formant warp, band and time dropout on log-mel features, each example its own."""
    return torch.stack([_dropped(_warped(one, rng), rng) for one in features])


def _warped(features: Tensor, rng: np.random.Generator) -> Tensor:
    if rng.random() > 0.7:
        return features
    size = int(MELS * rng.uniform(0.84, 1.19))
    warped = functional.interpolate(features.T[None], size=size, mode="linear")[0].T
    return warped[:MELS] if size >= MELS else functional.pad(warped, (0, 0, 0, MELS - size))


def _dropped(features: Tensor, rng: np.random.Generator) -> Tensor:
    kept = features.clone()
    if rng.random() < 0.4:
        low = rng.integers(MELS - 8)
        kept[low : low + rng.integers(1, 8)] = 0
    if rng.random() < 0.15:
        begin = rng.integers(features.shape[1] - 6)
        kept[:, begin : begin + rng.integers(1, 5)] = 0
    return kept


def learning_rate(progress: Progress, total: float) -> float:
    """Short warm-up, then half a cosine over the planned seconds."""
    warm = min(1.0, (progress.step + 1) / 150)
    return PEAK_RATE * warm * 0.5 * (1 + math.cos(math.pi * min(1.0, progress.seconds / total))) + 5e-6


class Trainer:
    """Weights, optimiser and progress, saved together."""

    def __init__(self, checkpoint: Path) -> None:
        self.network = Classifier()
        self.front_end = LogMel()
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=PEAK_RATE, weight_decay=1e-2)
        self.progress = Progress()
        self._checkpoint = checkpoint
        if checkpoint.exists():
            self._resume()

    def _resume(self) -> None:
        state = torch.load(self._checkpoint, weights_only=True)
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.progress = Progress(**state["progress"])

    def save(self) -> None:
        """Write beside, then rename."""
        part = self._checkpoint.with_suffix(".part")
        progress = {"step": self.progress.step, "seconds": self.progress.seconds}
        state = {"network": self.network.state_dict(), "optimiser": self.optimiser.state_dict()}
        torch.save(state | {"progress": progress}, part)
        part.replace(self._checkpoint)

    def learn(self, batch: Batch, rng: np.random.Generator) -> tuple[float, float]:
        """One step; returns loss and accuracy."""
        with torch.no_grad():
            features = self.front_end(torch.from_numpy(batch.sound))[:, :, : batch.first.shape[1]]
        logits = self.network(distort(features, rng))
        loss = loss_of(logits, batch)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        return loss.item(), accuracy_of(logits.detach(), batch)


def train(corpus: Corpus, trainer: Trainer, *, total: float, pause_at: float) -> None:
    """Train until `pause_at` or `total` seconds, saving every two minutes."""
    progress = trainer.progress
    rng = np.random.default_rng(progress.step)
    begun, before, saved = time.monotonic(), progress.seconds, time.monotonic()
    for batch in corpus.batches(BATCH, seed=progress.step + 1):
        for group in trainer.optimiser.param_groups:
            group["lr"] = learning_rate(progress, total)
        loss, accuracy = trainer.learn(batch, rng)
        progress.step += 1
        progress.seconds = before + time.monotonic() - begun
        if progress.step % 50 == 0:
            print(f"{progress.step} {progress.seconds:.0f} s loss {loss:.3f} acc {accuracy:.3f}", flush=True)
        if time.monotonic() - saved > _SAVE_EVERY:
            trainer.save()
            saved = time.monotonic()
        if progress.seconds >= min(total, pause_at):
            break
    trainer.save()


def main() -> None:
    """Train or go on training."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--minutes", type=float, default=45)
    parser.add_argument("--pause-at", type=float, default=math.inf)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    os.nice(19)
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(0)
    corpus = Corpus(arguments.data)
    trainer = Trainer(arguments.checkpoint)
    train(corpus, trainer, total=arguments.minutes * 60, pause_at=arguments.pause_at * 60)


if __name__ == "__main__":
    main()
