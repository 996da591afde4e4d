"""The aligner network: waveform → log-mel with fixed statistics → separable convolutions → logits."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from app.core.phones import PHONES

RATE = 16_000
HOP = 160
WINDOW = 400
BLOCK = 80
"""The transform runs over blocks: a window is five, a hop is two, so a plain convolution computes it."""
MELS = 64
_BINS = 257
_FLOOR = 1e-6
_SCALE = 5.0
DILATIONS = (1, 1, 2, 1, 4, 1, 2, 1, 4, 1)
KERNEL = 7
REACH = 2 + sum(dilation * (KERNEL // 2) for dilation in DILATIONS)
"""Hops on each side that a logit depends on."""


class LogMel(nn.Module):
    """Waveform `[batch, samples]` → `[batch, MELS, hops]`; digital silence is exactly 0.

    Hop `t` is centred on sample `t * HOP`. Nothing depends on the utterance as a whole.
    """

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("transform", _transform())
        self.register_buffer("filters", _mel_filters()[:, :, None])

    def forward(self, waveform: Tensor) -> Tensor:
        blocks = (waveform.shape[1] + WINDOW) // BLOCK
        padded = functional.pad(waveform, (WINDOW // 2, WINDOW))[:, : blocks * BLOCK]
        stacked = padded.reshape(waveform.shape[0], -1, BLOCK).transpose(1, 2)
        waves = functional.conv1d(stacked, self.transform, stride=HOP // BLOCK)
        power = waves[:, :_BINS] ** 2 + waves[:, _BINS:] ** 2
        mels = functional.conv1d(power, self.filters)
        return (torch.log(mels + _FLOOR) - math.log(_FLOOR)) / _SCALE


def _transform() -> Tensor:
    """Windowed cosines and sines as convolution weights `[2 * bins, BLOCK, WINDOW / BLOCK]`."""
    time = torch.arange(WINDOW, dtype=torch.float64)
    angle = 2 * math.pi * torch.outer(torch.arange(_BINS, dtype=torch.float64), time) / (2 * (_BINS - 1))
    window = torch.hann_window(WINDOW, dtype=torch.float64)
    waves = torch.cat([torch.cos(angle), torch.sin(angle)]) * window
    return waves.reshape(-1, WINDOW // BLOCK, BLOCK).transpose(1, 2).contiguous().float()


def _mel_filters(low: float = 40.0, high: float = 7600.0) -> Tensor:
    """Triangles `[MELS, bins]`, evenly spaced in mel."""
    mel_low, mel_high = (2595 * math.log10(1 + hertz / 700) for hertz in (low, high))
    corners = 700 * (10 ** (torch.linspace(mel_low, mel_high, MELS + 2) / 2595) - 1)
    bins = torch.linspace(0, RATE / 2, _BINS)
    rise = (bins - corners[:-2, None]) / (corners[1:-1] - corners[:-2])[:, None]
    fall = (corners[2:, None] - bins) / (corners[2:] - corners[1:-1])[:, None]
    return torch.minimum(rise, fall).clamp(min=0)


class Block(nn.Module):
    """Depthwise convolution, then two pointwise ones, with a residual."""

    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        padding = dilation * (KERNEL // 2)
        self.depthwise = nn.Conv2d(
            channels, channels, (1, KERNEL), padding=(0, padding), dilation=(1, dilation), groups=channels
        )
        self.norm = nn.BatchNorm2d(channels)
        self.widen = nn.Conv2d(channels, channels * 2, 1)
        self.narrow = nn.Conv2d(channels * 2, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.narrow(functional.relu(self.widen(self.norm(self.depthwise(x)))))


class Classifier(nn.Module):
    """Features `[batch, MELS, hops]` → logits `[batch, len(PHONES), hops]`.

    Its convolutions see pictures of one row: with channels last these train twice as fast as signals.
    """

    def __init__(self, channels: int = 192) -> None:
        super().__init__()
        self.entry = nn.Conv2d(MELS, channels, (1, 5), padding=(0, 2))
        self.blocks = nn.Sequential(*(Block(channels, dilation) for dilation in DILATIONS))
        self.norm = nn.BatchNorm2d(channels)
        self.exit = nn.Conv2d(channels, len(PHONES), 1)

    def forward(self, features: Tensor) -> Tensor:
        return self.exit(self.norm(self.blocks(self.entry(features[:, :, None]))))[:, :, 0]


class AlignerNetwork(nn.Module):
    """Waveform `[batch, samples]` → logits `[batch, samples // HOP + 1, len(PHONES)]`.

    The sound is followed by as much silence as a logit can see, so zeros that a caller adds behind the
    sound change nothing before its end.
    """

    def __init__(self, classifier: Classifier) -> None:
        super().__init__()
        self.features = LogMel()
        self.classifier = classifier

    def forward(self, waveform: Tensor) -> Tensor:
        hops = waveform.shape[1] // HOP + 1
        followed = functional.pad(waveform, (0, (REACH + 4) * HOP))
        logits = self.classifier(self.features(followed))
        return logits[:, :, :hops].transpose(1, 2)
