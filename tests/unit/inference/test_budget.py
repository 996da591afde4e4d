"""The budget reaches the environment before numpy does; the package itself imports no runtime."""

import subprocess
import sys

from app.inference.budget import BLAS_VARIABLES, ThreadBudget, cap_blas


def test_every_pool_is_capped() -> None:
    environment: dict[str, str] = {"OMP_NUM_THREADS": "64"}
    cap_blas(ThreadBudget(blas=2), environment)
    assert {environment[name] for name in BLAS_VARIABLES} == {"2"}


def test_budget_and_package_import_neither_numpy_nor_a_runtime() -> None:
    code = (
        "import sys, app.inference, app.inference.budget;"
        "print(sorted({'numpy', 'onnxruntime', 'openvino'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
