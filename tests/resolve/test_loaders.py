"""Headers that declare CUDA's driver API by themselves: whose the names are in files that read one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.resolve.loaders import is_loaded, loader_of
from hipify_py.rules.load import load
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

RULES = load()
LOADER = "#include <ffnvcodec/dynlink_loader.h>\n"


@pytest.mark.parametrize(
    ("included", "header"),
    [
        ([b"stdio.h", b"ffnvcodec/dynlink_cuda.h"], "ffnvcodec/dynlink_cuda.h"),
        ([b"cuew.h"], "cuew.h"),
        ([b"cuda_drvapi_dynlink_cuda.h"], "cuda_drvapi_dynlink_cuda.h"),
        ([b"cuda.h", b"ffnvcodec/dynlink_cuda.h"], ""),
        ([b"ffnvcodec/nvEncodeAPI.h"], ""),
        ([b"my_dynlink_cuda.h"], ""),
        ([], ""),
    ],
)
def test_which_header_declares_the_driver(included: list[bytes], header: str) -> None:
    assert loader_of(included) == header


def test_names_of_the_driver_are_loaded_and_others_are_not() -> None:
    loaded = (
        "cuInit cuMemcpy2DAsync_v2 cuCtxGetDevice CUstream CUDA_SUCCESS CU_STREAM_NON_BLOCKING CUDA_MEMCPY2D"
    )
    others = (
        "cudaMalloc cublasCreate cuFloatComplex cuCadd cuComplex CUDA_R_32F CUBLAS_OP_N cufftExecC2C custom"
    )
    assert [one for one in loaded.split() if not is_loaded(one.encode())] == []
    assert [one for one in others.split() if is_loaded(one.encode())] == []


def test_names_stay_beside_the_loader_and_go_beside_cudas_header() -> None:
    source = b"CUstream s; cudaStream_t t; CUdeviceptr f(CUdeviceptr p) { return p + 1; }\n"
    result = convert(LOADER.encode() + source, RULES)
    assert b"CUstream s; hipStream_t t; CUdeviceptr f(CUdeviceptr p) { return p + 1; }" in result.output
    assert [one.rule for one in result.findings if one.severity != "note"] == ["N050"]
    result = convert(b"#include <cuda.h>\n" + LOADER.encode() + source, RULES)
    assert b"hipStream_t s; hipStream_t t; hipDeviceptr_t f(hipDeviceptr_t p)" in result.output
    assert [one.rule for one in result.findings] == ["R043"]


def test_files_tell_each_other_of_a_loader(tmp_path: Path) -> None:
    files = {
        "api.h": "#pragma once\n" + LOADER,
        "a.c": '#include "api.h"\n#include "types.h"\nCUstream a;\n',
        "types.h": "#pragma once\nstruct T { CUstream s; };\n",  # only a.c reads it
        "b.c": "#include <cuda.h>\nCUstream b;\n",
        "c.c": '#include "api.h"\n#include <cuda.h>\nCUstream c;\n',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    report = convert_tree([str(tmp_path)], Settings(mode="in-place"))
    stay = {name for name in files if "CUstream" in (tmp_path / name).read_text()}
    assert stay == {"a.c", "types.h"}
    assert (tmp_path / "types.h").read_text() == files["types.h"]  # without HIP's header
    loud = [(file.path[-5:], one.rule) for file in report.files for one in file.concerns]
    assert [one for one in loud if one[1] == "N050"] == [("api.h", "N050")]


def test_a_loader_of_the_program_is_converted_with_it(tmp_path: Path) -> None:
    (tmp_path / "cuew.h").write_text("typedef struct CUstream_st *CUstream;\n")
    (tmp_path / "a.c").write_text('#include "cuew.h"\nCUstream a;\n')
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    assert "hipStream_t a;" in (tmp_path / "a.c").read_text()
