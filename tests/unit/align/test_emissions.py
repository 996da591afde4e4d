"""Sound reaches the network in few lengths and comes back as one row for each hop, once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.align.emissions import BUCKETS, LOGITS, WAVEFORM, PhoneListener, bucket
from app.core.errors import ModelError
from app.core.phones import PHONES
from app.core.types import Audio, Language, read_only
from app.inference.manifest import Manifest, ModelDirectory, ModelFile, Variant
from app.inference.runner import Tensors

RATE, HOP = 16_000, 160
_FILE = ModelFile(name="a.xml", size=1, sha256="0" * 64)


def _directory(*, sample_rate: int | None = RATE) -> ModelDirectory:
    variant = Variant(precision="fp32", runtime="openvino", files=(_FILE,), tolerance=0.1)
    manifest = Manifest(
        name="phones-en",
        task="align",
        languages=(Language.EN,),
        licence="",
        version="1",
        labels=PHONES,
        sample_rate=sample_rate,
        hop=HOP,
        variants=(variant,),
        golden=_FILE,
    )
    return ModelDirectory(Path("phones-en"), manifest)


class _Echo:
    """Stands for a network whose first logit is the sample at the hop's centre."""

    cache = ""

    def __init__(self) -> None:
        self.lengths: set[int] = set()

    def run(self, inputs: Tensors) -> Tensors:
        waveform = inputs[WAVEFORM][0]
        self.lengths.add(len(waveform))
        logits = np.zeros((1, len(waveform) // HOP + 1, len(PHONES)), np.float32)
        centres = np.append(waveform, 0)[::HOP]
        logits[0, :, 0] = centres
        return {LOGITS: logits}


def _ramp(samples: int) -> Audio:
    return Audio(read_only(np.arange(samples, dtype=np.float32) / RATE), RATE)


@given(st.integers(0, 60 * RATE))
def test_each_hop_is_reported_once_however_long_the_sound_is(samples: int) -> None:
    emissions = PhoneListener(_directory(), _Echo()).listen(_ramp(samples))
    assert emissions.hops == samples // HOP + 1
    assert abs(emissions.duration - samples * 1.5) <= 0.5
    heard = emissions.log_posteriors[:, 0] - emissions.log_posteriors[:, 1]
    inside = np.arange(0, samples, HOP) / RATE
    np.testing.assert_allclose(heard[: len(inside)], inside, atol=1e-3)


def test_rows_are_log_probabilities() -> None:
    emissions = PhoneListener(_directory(), _Echo()).listen(_ramp(RATE))
    np.testing.assert_allclose(np.exp(emissions.log_posteriors).sum(axis=1), 1, rtol=1e-5)
    assert not emissions.log_posteriors.flags.writeable


def test_only_bucket_lengths_reach_the_network() -> None:
    network = _Echo()
    listener = PhoneListener(_directory(), network)
    for samples in range(1, 14 * RATE, 3011):
        listener.listen(_ramp(samples))
    assert len(network.lengths) <= len(BUCKETS)


def test_a_bucket_holds_what_it_is_for() -> None:
    assert [bucket(samples, RATE) for samples in (0, 8000, 8001, 192_000)] == [8000, 8000, 16_000, 192_000]


def test_sound_at_the_speech_rate_is_resampled() -> None:
    audio = Audio(read_only(np.zeros(24_000)))
    assert PhoneListener(_directory(), _Echo()).listen(audio).hops == 101


def test_a_manifest_without_a_rate_is_refused() -> None:
    with pytest.raises(ModelError, match="sample_rate and hop do not fit"):
        PhoneListener(_directory(sample_rate=None), _Echo())


def test_a_phone_that_the_network_cannot_hear_is_named() -> None:
    emissions = PhoneListener(_directory(), _Echo()).listen(_ramp(10))
    with pytest.raises(ModelError, match="no label 'ɮ'"):
        emissions.column("ɮ")
