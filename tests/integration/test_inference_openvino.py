"""OpenVINO variants through the real runtime: exact, cached, and never trusted when damaged."""

import hashlib
from pathlib import Path

import numpy as np
import openvino
import pytest
from openvino import opset13 as ops

from app.core.errors import ModelError
from app.inference.budget import ThreadBudget
from app.inference.compiled_cache import CompiledCache
from app.inference.manifest import Manifest, ModelDirectory, ModelFile
from app.inference.openvino_runtime import OpenVinoLoader

FIXED = {
    "name": "tiny",
    "task": "align",
    "languages": ["en"],
    "licence": "MIT",
    "version": "1",
    "golden": {"name": "golden.npz", "size": 1, "sha256": "0" * 64},
}


@pytest.fixture
def directory(tmp_path: Path) -> ModelDirectory:
    """A dense layer of known weights under a path that is not ASCII."""
    path = tmp_path / "عرض é 会場"
    path.mkdir()
    waveform = ops.parameter([1, -1, 16], np.float32, name="waveform")
    weights = np.random.default_rng(7).standard_normal((16, 300)).astype(np.float32)
    product = ops.matmul(waveform, ops.constant(weights), transpose_a=False, transpose_b=False)
    product.output(0).get_tensor().set_names({"logits"})
    waveform.output(0).get_tensor().set_names({"waveform"})
    openvino.save_model(openvino.Model([product], [waveform]), path / "net.xml", compress_to_fp16=False)
    np.save(path / "weights.npy", weights)
    files = [ModelFile.of(path / name).model_dump() for name in ("net.xml", "net.bin")]
    variant = {"precision": "fp32", "runtime": "openvino", "tolerance": 0.01, "files": files}
    return ModelDirectory(path, Manifest.model_validate(FIXED | {"variants": [variant]}))


def load_and_run(directory: ModelDirectory, folder: Path, *, cap: int = 256 * 2**20) -> str:
    """Load through a cache, check one result against numpy, return what the cache did."""
    loader = OpenVinoLoader(ThreadBudget(), CompiledCache(folder, cap))
    runner = loader(directory, directory.manifest.variants[0])
    waveform = np.random.default_rng(3).standard_normal((1, 5, 16)).astype(np.float32)
    wanted = waveform @ np.load(directory.path / "weights.npy")
    np.testing.assert_allclose(runner.run({"waveform": waveform})["logits"], wanted, atol=1e-4)
    return runner.cache


def test_second_load_comes_from_the_cache(directory: ModelDirectory, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    assert load_and_run(directory, folder) == "compiled, cached"
    assert load_and_run(directory, folder) == "from cache"


def test_zeroed_blob_is_compiled_again(directory: ModelDirectory, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    load_and_run(directory, folder)
    (blob,) = folder.iterdir()
    damaged = bytearray(blob.read_bytes())
    middle = len(damaged) // 2
    damaged[middle : middle + 4096] = bytes(len(damaged[middle : middle + 4096]))
    blob.write_bytes(damaged)
    assert load_and_run(directory, folder) == "compiled, cached"


def test_blob_with_a_good_checksum_that_is_no_network_is_compiled_again(
    directory: ModelDirectory, tmp_path: Path
) -> None:
    folder = tmp_path / "cache"
    load_and_run(directory, folder)
    (blob,) = folder.iterdir()
    foreign = b"from another runtime" * 40
    blob.write_bytes(hashlib.sha256(foreign).digest() + foreign)
    assert load_and_run(directory, folder) == "compiled, cached"


def test_cache_that_cannot_be_written_is_bypassed(directory: ModelDirectory, tmp_path: Path) -> None:
    (tmp_path / "in the way").touch()
    assert load_and_run(directory, tmp_path / "in the way") == "compiled, not cached: EEXIST"


def test_a_network_larger_than_the_cache_is_compiled_each_time_and_said_to_be(
    directory: ModelDirectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        openvino.CompiledModel, "export_model", lambda *_: pytest.fail("it was exported for nothing")
    )
    for _ in range(2):
        assert load_and_run(directory, tmp_path / "cache", cap=10_000).startswith(
            "compiled, not cached: its "
        )
    assert not (tmp_path / "cache").exists()


def test_changed_weights_do_not_get_the_old_blob(directory: ModelDirectory, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    load_and_run(directory, folder)
    weights = directory.path / "net.bin"
    raw = np.frombuffer(weights.read_bytes(), np.float32) * 2
    weights.write_bytes(raw.tobytes())
    np.save(directory.path / "weights.npy", np.load(directory.path / "weights.npy") * 2)
    variant = directory.manifest.variants[0]
    files = tuple(ModelFile.of(directory.path / file.name) for file in variant.files)
    changed = directory.manifest.model_copy(
        update={"variants": (variant.model_copy(update={"files": files}),)}
    )
    assert load_and_run(ModelDirectory(directory.path, changed), folder) == "compiled, cached"


def test_broken_network_is_a_model_error(directory: ModelDirectory, tmp_path: Path) -> None:
    xml = directory.path / "net.xml"
    xml.write_text("<net></net>")
    variant = directory.manifest.variants[0]
    files = (ModelFile.of(xml), ModelFile.of(directory.path / "net.bin"))
    broken = variant.model_copy(update={"files": files})
    loader = OpenVinoLoader(ThreadBudget(), CompiledCache(tmp_path / "cache"))
    with pytest.raises(ModelError, match=r"net\.xml does not compile"):
        loader(directory, broken)


def test_wrong_input_is_a_model_error(directory: ModelDirectory, tmp_path: Path) -> None:
    loader = OpenVinoLoader(ThreadBudget(), CompiledCache(tmp_path / "cache"))
    runner = loader(directory, directory.manifest.variants[0])
    with pytest.raises(ModelError, match="OpenVINO failed"):
        runner.run({"waveform": np.zeros((1, 5, 3), np.float32)})
