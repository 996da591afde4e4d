"""Trains the network: `python -m models.recipes.aligner.train DATA CHECKPOINT --minutes 45`.

Resumes from the checkpoint; the learning rate follows the minutes trained so far. `--pause-at` stops
early (to realign coarse labels) and a second call goes on.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, distributed
from torch.nn import functional
from torch.nn.parallel import DistributedDataParallel

from models.recipes.aligner.corpus import Batch, Corpus
from models.recipes.aligner.network import MELS, Classifier, LogMel

BATCH = 8
PEAK_RATE = 2e-3
SMOOTHING = 0.03
BF16 = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
"""Half the bits only where the processor has instructions for them: elsewhere they take six times as long."""
_SAVE_EVERY = 120.0
_MMAP_THRESHOLD, _TRIM_THRESHOLD = -3, -1


@dataclass(slots=True)
class Progress:
    """What resuming needs besides weights."""

    step: int = 0
    seconds: float = 0.0
    total: float = math.inf
    stop: float = math.inf


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


def learning_rate(progress: Progress) -> float:
    """Short warm-up, then half a cosine over the planned seconds."""
    warm = min(1.0, (progress.step + 1) / 200)
    done = min(1.0, progress.seconds / progress.total)
    return PEAK_RATE * warm * 0.5 * (1 + math.cos(math.pi * done)) + 5e-6


class Trainer:
    """Weights, optimiser and progress, saved together; gradients are averaged over all processes."""

    def __init__(self, checkpoint: Path, rank: int) -> None:
        self.network = Classifier().to(memory_format=torch.channels_last)
        self.front_end = LogMel()
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=PEAK_RATE, weight_decay=1e-2)
        self.progress = Progress()
        self.rank = rank
        self._checkpoint = checkpoint
        if checkpoint.exists():
            self._resume()
        self._shared = DistributedDataParallel(self.network)

    def _resume(self) -> None:
        state = torch.load(self._checkpoint, weights_only=True)
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.progress = Progress(**state["progress"])

    def save(self) -> None:
        """Write beside, then rename; the first process does it for all."""
        if self.rank:
            return
        part = self._checkpoint.with_suffix(".part")
        progress = {"step": self.progress.step, "seconds": self.progress.seconds}
        state = {"network": self.network.state_dict(), "optimiser": self.optimiser.state_dict()}
        torch.save(state | {"progress": progress}, part)
        part.replace(self._checkpoint)

    def learn(self, batch: Batch, rng: np.random.Generator) -> tuple[float, float]:
        """One step; returns loss and accuracy."""
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate(self.progress)
        with torch.no_grad():
            features = self.front_end(torch.from_numpy(batch.sound))[:, :, : batch.first.shape[1]]
        with torch.autocast("cpu", torch.bfloat16, enabled=BF16):
            logits = self._shared(distort(features, rng)).float()
        loss = loss_of(logits, batch)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        return loss.item(), accuracy_of(logits.detach(), batch)

    def advance(self, seconds: float) -> bool:
        """Count a step; the first process's clock holds for all. Returns whether it is time to stop."""
        clock = torch.tensor([seconds])
        distributed.broadcast(clock, 0)
        self.progress.step += 1
        self.progress.seconds = float(clock)
        return self.progress.seconds >= self.progress.stop


def train(corpus: Corpus, trainer: Trainer) -> None:
    """Train until it is time to stop, saving every two minutes."""
    progress = trainer.progress
    rng = np.random.default_rng((progress.step, trainer.rank))
    begun, before, saved = time.monotonic(), progress.seconds, time.monotonic()
    for batch in corpus.batches(BATCH, seed=(progress.step, trainer.rank)):
        loss, accuracy = trainer.learn(batch, rng)
        stop = trainer.advance(before + time.monotonic() - begun)
        if progress.step % 50 == 0 and not trainer.rank:
            print(f"{progress.step} {progress.seconds:.0f} s loss {loss:.3f} acc {accuracy:.3f}", flush=True)
        if stop or time.monotonic() - saved > _SAVE_EVERY:
            trainer.save()
            saved = time.monotonic()
        if stop:
            return


def run(rank: int, arguments: argparse.Namespace) -> None:
    """One process of the training: one thread, because barriers between threads cost more than they give."""
    _keep_memory()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    rendezvous = f"file://{arguments.checkpoint.resolve()}.rendezvous"
    distributed.init_process_group("gloo", rendezvous, rank=rank, world_size=arguments.processes)
    trainer = Trainer(arguments.checkpoint, rank)
    trainer.progress.total = arguments.minutes * 60
    trainer.progress.stop = min(arguments.minutes, arguments.pause_at) * 60
    train(Corpus(arguments.data), trainer)
    distributed.destroy_process_group()


def _keep_memory() -> None:
    """Let glibc keep what it freed: giving each large tensor back costs a third of the time."""
    if sys.platform == "linux":
        glibc = ctypes.CDLL(None)
        for parameter in (_MMAP_THRESHOLD, _TRIM_THRESHOLD):
            glibc.mallopt(parameter, 2**31 - 1)


def main() -> None:
    """Train or go on training."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--minutes", type=float, default=50)
    parser.add_argument("--pause-at", type=float, default=math.inf)
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    os.nice(19)
    Path(f"{arguments.checkpoint.resolve()}.rendezvous").unlink(missing_ok=True)
    torch.multiprocessing.spawn(run, args=(arguments,), nprocs=arguments.processes)


if __name__ == "__main__":
    main()
