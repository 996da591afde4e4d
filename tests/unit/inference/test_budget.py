"""The budget reaches the environment before numpy does; the package itself imports no runtime."""

import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.core.settings import Settings, ThreadSettings, load_settings
from app.inference.budget import BLAS_VARIABLES, ThreadBudget, cap_blas
from app.inference.machine import Cores


def test_every_pool_is_capped() -> None:
    environment: dict[str, str] = {"OMP_NUM_THREADS": "64"}
    cap_blas(ThreadBudget(blas=2), environment)
    assert {environment[name] for name in BLAS_VARIABLES} == {"2"}


def test_budget_and_package_import_neither_numpy_nor_a_runtime() -> None:
    code = (
        "import sys, app.inference, app.inference.budget;"
        "print(sorted({'numpy', 'onnxruntime', 'openvino', 'pydantic'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_settings_become_the_budget_held_to_the_cores_that_are_ours() -> None:
    """Case R6: one core of sixty-four, by affinity and by quota."""
    wanted = ThreadSettings(
        onnxruntime=8, openvino=8, openvino_streams=4, synthesiser=3, openvino_hint="throughput"
    )
    roomy = ThreadBudget.of(wanted, Cores(host=64, affinity=64, quota=None))
    assert (roomy.onnxruntime_intra, roomy.openvino_threads, roomy.openvino_streams) == (8, 8, 4)
    assert (roomy.synthesiser, roomy.openvino_hint) == (3, "throughput")
    for narrow in (Cores(64, 1, None), Cores(64, 64, 0.5)):
        held = ThreadBudget.of(wanted, narrow)
        numbers = (held.onnxruntime_intra, held.openvino_threads, held.openvino_streams, held.synthesiser)
        assert numbers == (1, 1, 1, 1)


def test_default_settings_are_the_default_budget() -> None:
    assert ThreadBudget.of(Settings().threads, Cores(64, 64, None)) == ThreadBudget()


def test_hint_streams_pinning_and_precision_come_from_the_environment() -> None:
    environment = {
        "LISAN_THREADS__OPENVINO_HINT": "throughput",
        "LISAN_THREADS__OPENVINO_STREAMS": "0",
        "LISAN_THREADS__OPENVINO_PINNING": "true",
        "LISAN_THREADS__OPENVINO_PRECISION": "bf16",
        "LISAN_THREADS__ONNXRUNTIME_SPINNING": "true",
    }
    threads = load_settings(Path("none.json"), environment, {}).settings.threads
    budget = ThreadBudget.of(threads, Cores(4, 4, None))
    assert (budget.openvino_hint, budget.openvino_streams, budget.openvino_pinning) == ("throughput", 0, True)
    assert (budget.openvino_precision, budget.onnxruntime_spinning) == ("bf16", True)


@pytest.mark.parametrize(
    "wrong", [{"openvino_hint": "speed"}, {"openvino_precision": "f16"}, {"openvino": 65}]
)
def test_a_value_out_of_range_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ThreadSettings.model_validate(wrong)
