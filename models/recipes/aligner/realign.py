"""Gives coarse times another try: `python -m models.recipes.aligner.realign CHECKPOINT FILE.npz`.

The network of a first pass aligns the voice's own phones; utterances that it does not believe are dropped.
"""

from __future__ import annotations

import argparse
import os
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from app.align.emissions import Emissions
from app.align.forced import align_tokens
from app.align.plausibility import confidence_of, require_possible
from app.core.errors import AlignmentError
from app.core.phones import PHONES
from app.core.types import SPEECH_RATE, PhoneToken, read_only
from models.recipes.aligner.network import HOP, RATE, AlignerNetwork, Classifier

EDGE_MS = 10
OWN = "own"
"""Folder beside the training speech with the times as the voices told them."""
BELIEVED = 0.45
_SCALE = SPEECH_RATE / RATE


class FirstPass:
    """The network as it is in a checkpoint."""

    def __init__(self, checkpoint: Path) -> None:
        classifier = Classifier()
        classifier.load_state_dict(torch.load(checkpoint, weights_only=True)["network"])
        self._network = AlignerNetwork(classifier).eval()

    def listen(self, sound: NDArray[np.int16]) -> Emissions:
        """Log-posteriors of 16 kHz sound."""
        with torch.no_grad():
            logits = self._network(torch.from_numpy(sound / np.float32(32768))[None])[0]
        logs = read_only(torch.log_softmax(logits, dim=1).numpy())
        return Emissions(logs, PHONES, round(HOP * _SCALE), round(len(sound) * _SCALE))


def realigned(first_pass: FirstPass, sound: NDArray[np.int16], rows: NDArray[Any]) -> list[tuple[int, ...]]:
    """Rows (start, end, class, certain) of one utterance; empty where the alignment is not believed."""
    tokens = [PhoneToken(PHONES[phone]) for _, _, _, phone, _ in rows]
    try:
        phones = align_tokens(first_pass.listen(sound), tokens)
        require_possible(phones)
    except AlignmentError:
        return []
    if confidence_of(phones) < BELIEVED:
        return []
    return [
        (round(phone.start / _SCALE), round(phone.end / _SCALE), PHONES.index(phone.ipa), 1)
        for phone in phones
    ]


def realign_file(checkpoint: Path, path: Path) -> None:
    """Rewrite one file of training speech; the voice's own times stay beside it for the next pass."""
    first_pass = FirstPass(checkpoint)
    own = path.parent / OWN / path.name
    if not own.exists():
        own.parent.mkdir(exist_ok=True)
        path.rename(own)
    with np.load(own) as stored:
        sound, offsets, rows = stored["sound"], stored["offsets"], stored["rows"]
    kept: list[NDArray[np.int16]] = []
    timed: list[tuple[int, ...]] = []
    for number, (begin, end) in enumerate(pairwise(offsets)):
        clip = sound[begin:end]
        result = realigned(first_pass, clip, rows[rows[:, 0] == number])
        if result:
            timed += [(len(kept), *row) for row in result]
            kept.append(clip)
    part = path.with_suffix(".part")
    if kept:
        with part.open("wb") as stream:
            ends = np.cumsum([0, *map(len, kept)])
            table = np.asarray(timed, np.int32)
            np.savez(stream, sound=np.concatenate(kept), offsets=ends, rows=table, edge_ms=EDGE_MS)
    else:  # a network that has hardly been trained: the voice's own times serve until the next pass
        shutil.copyfile(own, part)
    part.replace(path)
    print(f"{path.name}: {len(kept)} of {len(offsets) - 1} utterances realigned")


def main() -> None:
    """Realign the files that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    arguments = parser.parse_args()
    os.nice(19)
    torch.set_num_threads(1)
    for path in arguments.files:
        realign_file(arguments.checkpoint, path)


if __name__ == "__main__":
    main()
