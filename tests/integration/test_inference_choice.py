"""What runs on this machine, why and how: chosen among the real models, and told where staff look."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import openvino
import pytest
from openvino import opset13 as ops

from app.align.aligner import build_aligner
from app.align.emissions import LOGITS, WAVEFORM
from app.bootstrap import Workshop
from app.cli.main import main
from app.core.ports import ModelInfo
from app.core.resources import models_dir
from app.core.settings import ENVIRONMENT_PREFIX
from app.inference.budget import ThreadBudget
from app.inference.compiled_cache import CompiledCache
from app.inference.manifest import ModelDirectory
from app.inference.openvino_runtime import OpenVinoLoader
from app.inference.variants import Golden

PHONES = ("phones-en", "phones-ar")


def opened(models: Path, cache: Path, budget: ThreadBudget | None = None) -> dict[str, ModelInfo]:
    """The aligner's networks after they were opened, as the panel is told."""
    aligner = build_aligner(models, cache, budget=budget or ThreadBudget())
    aligner.warm_up()
    return {info.name: info for info in aligner.info()}


def listed(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], **settings: str) -> Any:
    """`lisan models list --json` under `LISAN_` variables, by model."""
    for name, value in settings.items():
        monkeypatch.setenv(f"{ENVIRONMENT_PREFIX}{name.upper()}", value)
    with ExitStack() as closing:
        assert main(["models", "list", "--json"], Workshop(time.perf_counter(), closing)) == 0
    return {row["name"]: row for row in json.loads(capfd.readouterr().out)}


def test_the_list_says_which_variant_runs_and_why_and_how(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    rows = listed(monkeypatch, capfd)
    assert set(rows) == {*PHONES, "behaviour"}
    for name in PHONES:
        running = rows[name]["running"]
        assert running["precision"] in rows[name]["variants"]
        assert "golden" in running["reason"]
        assert " ms against " in running["reason"]
        assert running["details"].pop("runtime").startswith("openvino 2")
        assert running["details"] == {
            "hint": "latency",
            "threads": 1,
            "streams": 1,
            "pinning": False,
            "precision": "float32",
        }
    details = rows["behaviour"]["running"]["details"]
    assert (details["threads"], details["spinning"]) == (1, False)


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two cores")
def test_settings_reach_the_running_models(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    rows = listed(
        monkeypatch,
        capfd,
        threads__openvino="2",
        threads__openvino_hint="throughput",
        threads__openvino_streams="2",
        threads__openvino_pinning="true",
        threads__onnxruntime="2",
        threads__onnxruntime_spinning="true",
    )
    details = rows["phones-en"]["running"]["details"]
    read = {name: details[name] for name in ("hint", "threads", "streams", "pinning")}
    assert read == {"hint": "throughput", "threads": 2, "streams": 2, "pinning": True}
    assert rows["phones-en"]["running"]["threads"] == 2
    details = rows["behaviour"]["running"]["details"]
    assert (details["threads"], details["spinning"]) == (2, True)


@pytest.mark.skipif(shutil.which("taskset") is None, reason="needs taskset")
def test_one_core_of_many_gets_one_thread_whatever_the_settings_say() -> None:
    """Case R6."""
    core = min(os.sched_getaffinity(0))
    wanted = {"LISAN_THREADS__OPENVINO": "8", "LISAN_THREADS__ONNXRUNTIME": "8"}
    done = subprocess.run(
        ["taskset", "-c", str(core), sys.executable, "-m", "app", "models", "list", "--json"],
        env=os.environ | wanted,
        capture_output=True,
        text=True,
        check=True,
    )
    rows = json.loads(done.stdout)
    assert {row["name"]: row["running"]["details"]["threads"] for row in rows} == dict.fromkeys(
        (*PHONES, "behaviour"), 1
    )


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """The aligner's directories, to be damaged."""
    for name in PHONES:
        shutil.copytree(models_dir() / name, tmp_path / "models" / name)
    return tmp_path / "models"


def hole(path: Path) -> None:
    """4 KiB of zeros in the middle; the size stays."""
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 4096] = bytes(4096)
    path.write_bytes(data)


@pytest.mark.parametrize("damage", [hole, Path.unlink, lambda path: os.truncate(path, 1000)])
def test_a_damaged_or_missing_artifact_falls_back_and_says_so(
    models: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    damage(models / "phones-en" / "openvino_model_int8.bin")
    found = opened(models, tmp_path / "cache")
    assert found["phones-en"].precision == "fp32"
    assert found["phones-en"].reason.startswith("int8 refused: ")
    assert "openvino_model_int8.bin" in found["phones-en"].reason
    assert "install the models again" in found["phones-en"].reason
    assert found["phones-ar"].precision in ("int8", "fp32")
    assert "damaged" not in found["phones-ar"].reason


def test_bfloat16_runs_only_where_it_passes_the_gate_and_the_decision_is_told(tmp_path: Path) -> None:
    able = "BF16" in openvino.Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    found = opened(models_dir(), tmp_path, ThreadBudget(openvino_precision="bf16"))
    for info in found.values():
        if info.precision == "bf16":
            assert able
            assert info.reason.startswith("bf16 agrees with golden")
            assert info.details["precision"] == "bfloat16"
        else:
            assert "bf16 refused: " in info.reason
            assert ("does not calculate in bfloat16" in info.reason) == (not able)
            assert info.details["precision"] == "float32"


@pytest.fixture(params=["int8", "fp32"])
def graph(request: pytest.FixtureRequest) -> openvino.Model:
    directory = ModelDirectory.open(models_dir() / "phones-en")
    (variant,) = (one for one in directory.manifest.variants if one.precision == request.param)
    model: openvino.Model = openvino.Core().read_model(directory.path / variant.files[0].name)
    return model


def _before(nodes: Sequence[Any]) -> list[Any]:
    """The nodes and all that they are made from."""
    seen: dict[str, Any] = {}
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if node.get_friendly_name() not in seen:
            seen[node.get_friendly_name()] = node
            waiting += [port.get_source_output().get_node() for port in node.inputs()]
    return list(seen.values())


def _source(port: openvino.Input) -> openvino.Node:
    """Where a value comes from, whatever only changes its shape on the way."""
    node = port.get_source_output().get_node()
    return _source(node.input(0)) if node.get_type_name() in {"Unsqueeze", "Reshape", "Transpose"} else node


def test_the_front_end_is_part_of_the_file_and_in_full_precision(graph: openvino.Model) -> None:
    """From the waveform through the mel filters to the logarithm nothing is quantised; behind it INT8 is."""
    assert [port.get_any_name() for port in graph.inputs] == [WAVEFORM]
    logarithms = [node for node in graph.get_ops() if node.get_type_name() == "Log"]
    assert len(logarithms) == 1
    front = _before(logarithms)
    names = {node.get_friendly_name() for node in front}
    kinds = [node.get_type_name() for node in front]
    assert "Parameter" in kinds
    assert kinds.count("Convolution") == 2  # the transform and the mel filters
    assert "FakeQuantize" not in kinds
    small = {"i8", "u8", "f16", "bf16", "i4", "u4"}
    weights = [node for node in front if node.get_type_name() == "Constant"]
    assert not {node.get_element_type().get_type_name() for node in weights} & small
    behind = [
        node
        for node in graph.get_ops()
        if node.get_type_name() in ("Convolution", "GroupConvolution")
        and node.get_friendly_name() not in names
    ]
    quantised = [
        "FakeQuantize" in [_source(port).get_type_name() for port in node.inputs()] for node in behind
    ]
    int8 = any(node.get_type_name() == "FakeQuantize" for node in graph.get_ops())
    assert behind
    assert all(quantised) == int8


_RACE = """
import hashlib, sys
from pathlib import Path
from app.inference.budget import ThreadBudget
from app.inference.compiled_cache import CompiledCache
from app.inference.manifest import ModelDirectory
from app.inference.openvino_runtime import OpenVinoLoader
from app.inference.variants import Golden
directory = ModelDirectory.open(Path(sys.argv[1]))
golden = Golden.of(directory)
sys.stdin.readline()
for _ in range(4):
    loader = OpenVinoLoader(ThreadBudget(), CompiledCache(Path(sys.argv[2])))
    outputs = loader(directory, directory.manifest.variants[0]).run(golden.inputs)
    print(hashlib.sha256(outputs["logits"].tobytes()).hexdigest())
    for blob in Path(sys.argv[2]).glob("*.blob"):
        blob.unlink(missing_ok=True)
"""


def test_two_processes_that_share_a_cache_get_the_same_result(tmp_path: Path) -> None:
    """Case R4: each deletes what the other wrote, again and again."""
    command = [sys.executable, "-c", _RACE, str(models_dir() / "phones-en"), str(tmp_path / "cache")]
    racers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    said = [racer.communicate("go\n", timeout=60)[0].split() for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0]
    assert [len(lines) for lines in said] == [4, 4]
    assert len({line for lines in said for line in lines}) == 1


def _result(cache: Path) -> tuple[str, Any]:
    """What the cache did for the shipped network, and its logits."""
    directory = ModelDirectory.open(models_dir() / "phones-en")
    runner = OpenVinoLoader(ThreadBudget(), CompiledCache(cache))(directory, directory.manifest.variants[0])
    return runner.cache, runner.run(Golden.of(directory).inputs)[LOGITS]


@pytest.fixture
def mount(tmp_path: Path) -> Any:
    """Mounts a small memory disk, where this machine lets us."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = []

    def at(options: str) -> Path:
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            pytest.skip("mounting needs root")
        mounted.append(place)
        return place

    yield at
    for _ in mounted:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize(("options", "reason"), [("size=1m", "ENOSPC"), ("ro,size=64m", "EROFS")])
def test_a_full_or_read_only_disk_is_bypassed_with_the_same_result(
    tmp_path: Path, mount: Callable[[str], Path], options: str, reason: str
) -> None:
    """Case R4."""
    _, wanted = _result(tmp_path / "cache")
    disk = mount(options)
    for _ in range(2):
        done, given = _result(disk / "compiled")
        assert done == f"compiled, not cached: {reason}"
        np.testing.assert_array_equal(given, wanted)
    assert not [path for path in disk.rglob("*") if path.is_file()]  # no half file is left behind


@pytest.mark.parametrize("damage", [hole, lambda path: os.truncate(path, 5000)])
def test_a_hole_or_a_cut_in_the_blob_is_compiled_anew_with_the_same_result(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    """Case R2, on the shipped network."""
    _, wanted = _result(tmp_path)
    (blob,) = tmp_path.iterdir()
    damage(blob)
    done, given = _result(tmp_path)
    assert done == "compiled, cached"
    np.testing.assert_array_equal(given, wanted)
    assert _result(tmp_path)[0] == "from cache"


@pytest.mark.parametrize("writable", [True, False])
def test_a_whole_blob_of_another_network_is_noticed_by_its_outputs(
    tmp_path: Path, *, writable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checksum cannot tell: the blob is whole, only not this network's. The golden outputs can."""
    first = opened(models_dir(), tmp_path)
    foreign = _blob_of_another_network()
    for blob in (tmp_path / "compiled").iterdir():
        blob.write_bytes(hashlib.sha256(foreign).digest() + foreign)
    if not writable:
        monkeypatch.setattr(CompiledCache, "discard", lambda _cache, _key: None)
    again = opened(models_dir(), tmp_path)
    assert {name: info.reason for name, info in again.items()} == {
        name: info.reason for name, info in first.items()
    }
    assert again["phones-en"].cache == "compiled, cached"


def _blob_of_another_network() -> bytes:
    """Same input, same output, other values."""
    model = openvino.Core().read_model(models_dir() / "phones-en" / "openvino_model.xml")
    logits = model.outputs[0].get_node().input_value(0)
    halved = ops.multiply(logits, ops.constant(np.float32(0.5)))
    halved.output(0).get_tensor().set_names({LOGITS})
    other = openvino.Model([halved], model.get_parameters())
    stream = io.BytesIO()
    openvino.compile_model(other, "CPU", {"INFERENCE_PRECISION_HINT": "f32"}).export_model(stream)
    return stream.getvalue()
