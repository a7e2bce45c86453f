"""Folders of which a build takes one: the side for HIP is left, and so is that for CUDA beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py.project.discover import discover
from hipify_py.project.entries import Selection
from hipify_py.project.files import identity
from hipify_py.project.sides import side

if TYPE_CHECKING:
    from pathlib import Path

FOR_HIP, FOR_CUDA = (
    "the side for HIP, beside that for CUDA",
    "the side for CUDA, beside hip/: name it to convert it",
)
CUDA_FILES = {
    "device.cpp": "void f() { cudaFree(0); }",
    "blas_cublas.cpp": "#include <cublas_v2.h>",
    "api/quda_cuda_api.h": "void *g(cudaStream_t s);",
    "pipeline.cuh": "int a;",
}
HIP_FILES = {
    "device.cpp": "// as cudaFree(0) does\nvoid f() { hipFree(0); }",
    "blas_hipblas.cpp": "#include <hipblas/hipblas.h>",
    "api/quda_hip_api.h": "void *g(hipStream_t s);",
}


def tree(top: Path, **folders: dict[str, str]) -> Path:
    for name, files in folders.items():
        for way, text in files.items():
            path = top / name / way
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    return top


def test_two_sides_with_the_same_files_are_told_apart(tmp_path: Path) -> None:
    tree(tmp_path, cuda=CUDA_FILES, hip=HIP_FILES, generic={"a.cpp": ""})
    assert side(str(tmp_path / "hip")) == FOR_HIP
    assert side(str(tmp_path / "cuda")) == FOR_CUDA
    assert side(str(tmp_path / "generic")) == ""


@pytest.mark.parametrize(
    "hip",
    [
        {},
        {"device.cpp": "void f() { hipFree(0); }"},
        {"other.cpp": "hipFree(0);", "more.cpp": "hipFree(0);", "third.cpp": ""},
        {"device.cpp": "void f();", "pipeline.cuh": "int a;"},
        HIP_FILES | {"device.cpp": "void f() { cudaFree(0); hipFree(0); }"},
        HIP_FILES | {"device.cpp": "#include <cuda_runtime.h>"},
    ],
    ids=["nothing", "one file", "other files", "nothing of HIP's", "a call of CUDA's", "a header of CUDA's"],
)
def test_what_is_not_ported_file_by_file_is_no_side(tmp_path: Path, hip: dict[str, str]) -> None:
    tree(tmp_path, cuda=CUDA_FILES, hip=hip)
    (tmp_path / "hip").mkdir(exist_ok=True)
    assert [side(str(tmp_path / name)) for name in ("hip", "cuda")] == ["", ""]


def test_what_a_run_writes_is_no_side(tmp_path: Path) -> None:
    tree(tmp_path, cuda=CUDA_FILES, hip=HIP_FILES)
    assert side(str(tmp_path / "cuda"), identity(str(tmp_path / "hip"))) == ""


def test_a_run_leaves_both_sides_and_says_so(tmp_path: Path) -> None:
    tree(tmp_path / "src", cuda=CUDA_FILES, hip=HIP_FILES, common={"a.cu": ""})
    found = {entry.relative: entry.reason for entry in discover([str(tmp_path)]) if entry.kind == "skip"}
    assert found == {"src/cuda": FOR_CUDA, "src/hip": FOR_HIP}


def test_a_side_that_is_named_is_converted(tmp_path: Path) -> None:
    """And where no folder is to be skipped."""
    tree(tmp_path, cuda=CUDA_FILES, hip=HIP_FILES)
    for selection, path in ((Selection(), tmp_path / "cuda"), (Selection(skip_folders=False), tmp_path)):
        assert not [entry for entry in discover([str(path)], selection) if entry.kind == "skip"]
