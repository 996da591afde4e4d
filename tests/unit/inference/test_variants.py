"""The chooser prefers the first variant, and falls back with the reason kept."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.core.errors import ModelError
from app.inference.manifest import ModelDirectory, ModelFile, Variant
from app.inference.runner import LoadedRunner, Tensors
from app.inference.variants import ROUNDS, Chooser

MakeDirectory = Callable[[], ModelDirectory]


@dataclass
class FakeRunner:
    """Doubles its input, wrongly by `error`; each run takes `ms` on the fake clock."""

    clock: "FakeClock"
    ms: float
    error: float
    disturbed: int = 0
    cache: str = ""
    facts: dict[str, Any] = field(default_factory=lambda: {"threads": 1})
    forget: Callable[[], None] | None = None

    def another(self) -> "FakeRunner":
        return self

    def distrust(self) -> bool:
        if self.forget is None:
            return False
        self.forget()
        return True

    def run(self, inputs: Tensors) -> Tensors:
        self.disturbed -= 1
        self.clock.now += self.ms / 1000 * (10 if self.disturbed >= 0 else 1)
        return {"y": inputs["x"] * np.float32(2 * (1 + self.error))}


@dataclass
class FakeClock:
    now: float = 100.0


@dataclass
class FakeRuntime:
    """Loads variants after checking their file, and remembers which it loaded."""

    clock: FakeClock
    ms: dict[str, float] = field(default_factory=lambda: {"int8": 3.0, "fp16": 8.0})
    error: dict[str, float] = field(default_factory=lambda: {"int8": 0.01, "fp16": 0.001})
    loaded: list[str] = field(default_factory=list)
    disturbed: int = 0
    """Runs of the first variant that another program makes ten times as long."""

    cached: bool = False
    """Whether the first variant's wrong outputs come from a cache that can be forgotten."""

    def forget(self) -> None:
        self.cached = False
        self.error["int8"] = 0.0

    def __call__(self, directory: ModelDirectory, variant: Variant) -> LoadedRunner:
        directory.read(variant.files[0])
        self.loaded.append(variant.precision)
        runner = FakeRunner(self.clock, self.ms[variant.precision], self.error[variant.precision])
        runner.disturbed = self.disturbed if variant.precision == "int8" else 0
        if self.cached and variant.precision == "int8":
            runner.forget = self.forget
        return runner


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> FakeRuntime:
    clock = FakeClock()
    monkeypatch.setattr("app.inference.variants.perf_counter", lambda: clock.now)
    return FakeRuntime(clock)


def chooser(runtime: FakeRuntime, tmp_path: Path, version: str = "fake 1") -> Chooser:
    return Chooser.caching_in(tmp_path / "cache", runtime, runtime=version)


def test_first_variant_is_taken_when_it_agrees_and_is_faster(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path
) -> None:
    chosen = chooser(runtime, tmp_path).choose(make_directory())
    assert chosen.variant.precision == "int8"
    assert chosen.first_ms == pytest.approx(3.0)
    assert "3.0 ms against 8.0 ms in fp16" in chosen.reason
    info = chosen.info("twice", 1)
    assert (info.variant, info.precision, info.threads) == ("int8.net", "int8", 1)


def test_second_start_does_not_load_the_other_variant(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path
) -> None:
    directory = make_directory()
    first = chooser(runtime, tmp_path).choose(directory)
    runtime.loaded.clear()
    assert chooser(runtime, tmp_path).choose(directory).reason == first.reason
    assert runtime.loaded == ["int8"]


def test_new_runtime_is_measured_again(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path
) -> None:
    directory = make_directory()
    chooser(runtime, tmp_path).choose(directory)
    runtime.ms["int8"] = 20.0
    assert chooser(runtime, tmp_path).choose(directory).variant.precision == "int8"
    assert chooser(runtime, tmp_path, "fake 2").choose(directory).variant.precision == "fp16"


@pytest.mark.parametrize("damage", [b"", b"{}", b"\0" * 40, b'{"key":"other","candidate_ms":1,"other_ms":9}'])
def test_damaged_decision_is_measured_again(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path, damage: bytes
) -> None:
    directory = make_directory()
    chooser(runtime, tmp_path).choose(directory)
    (decision,) = (tmp_path / "cache" / "variants").iterdir()
    decision.write_bytes(damage)
    runtime.loaded.clear()
    assert chooser(runtime, tmp_path).choose(directory).variant.precision == "int8"
    assert runtime.loaded == ["int8", "fp16"]


def test_slower_variant_is_refused(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path
) -> None:
    runtime.ms["int8"] = 9.0
    chosen = chooser(runtime, tmp_path).choose(make_directory())
    assert chosen.variant.precision == "fp16"
    assert "int8 refused: slower here: 9.0 ms against 8.0 ms" in chosen.reason


@pytest.mark.parametrize("runs", [1, ROUNDS, ROUNDS + 5])
def test_busy_machine_does_not_make_a_variant_slow(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path, runs: int
) -> None:
    runtime.disturbed = runs
    assert chooser(runtime, tmp_path).choose(make_directory()).variant.precision == "int8"


@pytest.mark.parametrize("error", [0.06, -0.06, float("nan")])
def test_wrong_outputs_are_refused(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path, error: float
) -> None:
    runtime.error["int8"] = error
    chosen = chooser(runtime, tmp_path).choose(make_directory())
    assert chosen.variant.precision == "fp16"
    assert "off the golden outputs" in chosen.reason


@pytest.mark.parametrize("content", [None, b"", b"network\0int8"])
def test_damaged_or_missing_file_falls_back_and_says_so(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path, content: bytes | None
) -> None:
    directory = make_directory()
    file = directory.path / "int8.net"
    file.unlink() if content is None else file.write_bytes(content)
    chosen = chooser(runtime, tmp_path).choose(directory)
    assert chosen.variant.precision == "fp16"
    assert chosen.reason.startswith("int8 refused: ")
    assert "int8.net" in chosen.reason


def test_missing_fallback_leaves_the_first_variant_in_use(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path
) -> None:
    directory = make_directory()
    (directory.path / "fp16.net").unlink()
    chosen = chooser(runtime, tmp_path).choose(directory)
    assert chosen.variant.precision == "int8"
    assert "not compared" in chosen.reason


def test_no_usable_variant_names_every_reason(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path
) -> None:
    directory = make_directory()
    (directory.path / "fp16.net").unlink()
    runtime.error["int8"] = 1.0
    with pytest.raises(ModelError, match=r"no variant can be used: int8 refused: .*; fp16 refused: "):
        chooser(runtime, tmp_path).choose(directory)


def test_damaged_golden_file_is_an_error(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path
) -> None:
    directory = make_directory()
    (directory.path / "golden.npz").write_bytes(b"not it")
    with pytest.raises(ModelError, match=r"golden\.npz is damaged"):
        chooser(runtime, tmp_path).choose(directory)


@pytest.mark.parametrize("arrays", [{}, {"input.x": np.ones(8)}, {"output.y": np.ones(8)}])
def test_golden_file_that_proves_nothing_is_an_error(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path, arrays: dict[str, Any]
) -> None:
    directory = make_directory()
    path = directory.path / "golden.npz"
    np.savez(path, **arrays)
    manifest = directory.manifest.model_copy(update={"golden": ModelFile.of(path)})
    with pytest.raises(ModelError, match=r"has no input\.NAME or no output\.NAME"):
        chooser(runtime, tmp_path).choose(ModelDirectory(directory.path, manifest))


def test_unwritable_cache_is_no_error(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert chooser(runtime, tmp_path).choose(make_directory()).variant.precision == "int8"


@pytest.fixture
def halving(make_directory: MakeDirectory, runtime: FakeRuntime) -> ModelDirectory:
    """The directory as one of OpenVINO's, with full precision."""
    runtime.ms |= {"bf16": 2.0, "fp32": 8.0}
    runtime.error |= {"bf16": 0.02, "fp32": 0.001}
    directory = make_directory()
    told = directory.manifest
    first, second = (one.model_copy(update={"runtime": "openvino"}) for one in told.variants)
    full = second.model_copy(update={"precision": "fp32"})
    return ModelDirectory(directory.path, told.model_copy(update={"variants": (first, full)}))


def bf16_chooser(runtime: FakeRuntime, tmp_path: Path) -> Chooser:
    return Chooser.caching_in(tmp_path / "cache", runtime, runtime="fake 1", bf16=True)


def test_bfloat16_is_tried_only_when_it_is_asked_for(
    halving: ModelDirectory, runtime: FakeRuntime, tmp_path: Path
) -> None:
    assert chooser(runtime, tmp_path).choose(halving).variant.precision == "int8"
    assert "bf16" not in runtime.loaded
    chosen = bf16_chooser(runtime, tmp_path).choose(halving)
    assert (chosen.variant.precision, chosen.variant.files[0].name) == ("bf16", "fp16.net")
    assert "2.0 ms against 3.0 ms in int8" in chosen.reason


@pytest.mark.parametrize(
    ("error", "ms", "reason"),
    [(0.06, 2.0, "bf16 refused: fp16.net is 0.060 off"), (0.02, 4.0, "bf16 refused: slower here: 4.0 ms")],
)
def test_bfloat16_that_does_not_pass_the_gate_is_refused(
    halving: ModelDirectory, runtime: FakeRuntime, tmp_path: Path, error: float, ms: float, reason: str
) -> None:
    runtime.error["bf16"], runtime.ms["bf16"] = error, ms
    chosen = bf16_chooser(runtime, tmp_path).choose(halving)
    assert chosen.variant.precision == "int8"
    assert chosen.reason.startswith(reason)


def test_wrong_outputs_from_the_cache_are_made_anew_once(
    make_directory: MakeDirectory, runtime: FakeRuntime, tmp_path: Path
) -> None:
    runtime.error["int8"] = 1.0
    runtime.cached = True
    chosen = chooser(runtime, tmp_path).choose(make_directory())
    assert chosen.variant.precision == "int8"
    assert "refused" not in chosen.reason
    assert runtime.loaded == ["int8", "int8", "fp16"]
