"""CUDA in CI on Windows: the HIP SDK stands in its place, and nothing of /opt/rocm."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

SDK, FOLDER = "on Windows AMD's HIP SDK", "on Windows the folder of the HIP SDK"
INSTALLER = "cuda_11.3.0_465.89_win10.exe"


@pytest.mark.parametrize(
    ("source", "path", "begins"),
    [
        (f"export F={INSTALLER}\n", "get.sh", SDK),
        ("wget https://developer.download.nvidia.com/x\n", "ci/cu113-Windows.sh", SDK),
        (
            f"U=https://developer.download.nvidia.com/x\ncurl $U/{INSTALLER}\n",
            "get.sh",
            SDK,
        ),
        ("CUDA_HOME=/c/Program\\ Files/CUDA/v10.1\n", "env.sh", FOLDER),
        ("steps:\n- run: choco install cuda --version=11\n", ".github/workflows/a.yml", SDK),
        ("wget https://developer.download.nvidia.com/x\n", "get.sh", "ROCm's packages are at"),
        ("sh cuda_12.2.0_535.54.03_linux.run\n", "get.sh", "ROCm's packages are at"),
        ("CUDA_HOME=/usr/local/cuda\n", "env.sh", "for HIP it is ROCM_PATH"),
        ("apt install cuda-nvcc-12-2\n", "darwin.sh", "ROCm has hipcc"),
        (  # for both
            f"    runs-on: ubuntu-22.04\n    run: apt install cuda-nvcc-12-2\n    b: {INSTALLER}\n",
            ".github/workflows/a.yml",
            "ROCm has hipcc",
        ),
    ],
)
def test_what_stands_in_its_place_is_windows_own(source: str, path: str, begins: str) -> None:
    (told,) = build_file(source.encode(), RULES, Options(path=path)).findings
    assert told.rule == "B022"
    assert told.message.partition(": ")[2].startswith(begins)
