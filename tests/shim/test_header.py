"""The text of the header, and of the files beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.shims import shim_of

from hipify_py.project.marks import is_marked
from hipify_py.shim.header import line_of
from hipify_py.shim.pieces import Piece

if TYPE_CHECKING:
    from pathlib import Path

TREE = {
    "a.cu": """\
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <cub/cub.cuh>
cub::BlockReduce<int, 4> reduce;
void f(float **p, cublasHandle_t h) { cudaMallocHost(p, 4); cudaFree(p); cublasCreate(&h); }
"""
}
HEADER = """\
#ifndef CUDA_TO_HIP_H
#define CUDA_TO_HIP_H

#if defined(__HIP__) || defined(__HIPCC__)
#include <hip/hip_runtime.h>
#else
#include <hip/hip_runtime_api.h>
#endif

/* CUDA runtime API */
#define cudaFree hipFree

/* cuBLAS */
#define cublasCreate hipblasCreate
#define cublasHandle_t hipblasHandle_t

#ifdef __cplusplus
/* namespaces */
namespace hipcub {} namespace cub = hipcub;

/* functions for calls that are others in HIP */
template <class T>
inline hipError_t cudaMallocHost(T** pointer, size_t size, unsigned flags = hipHostMallocDefault) {
  return hipHostMalloc((void**)pointer, size, flags);
}
#endif

#endif
"""


def test_the_header_is_grouped_by_library(tmp_path: Path) -> None:
    made = shim_of(tmp_path, TREE)
    assert made.header.partition("*/\n")[2].rpartition("/* hipify-py shim")[0] == HEADER


def test_each_header_of_cuda_has_one_in_its_place(tmp_path: Path) -> None:
    made = shim_of(tmp_path, TREE)
    assert set(made.files) == {
        "cuda_to_hip.h",
        "cuda_to_hip.cmake",
        "cuda_runtime.h",
        "cublas_v2.h",
        "cub/cub.cuh",
    }
    head = '/* Stands for CUDA\'s cub/cub.cuh. */\n#pragma once\n#include "../cuda_to_hip.h"\n'
    assert made.files["cub/cub.cuh"].startswith(f"{head}#include <hipcub/hipcub.hpp>\n")


def test_every_file_bears_the_mark(tmp_path: Path) -> None:
    made = shim_of(tmp_path, {"a.cu": "__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], 0); }\n"})
    assert {"hipify_warp32.h", "cuda_to_hip_aside.h", "cuda_to_hip_back.h"} < set(made.files)
    assert all(is_marked(text.encode()) for text in made.files.values())
    assert not any(is_marked(text.encode() + b"\n") for text in made.files.values())


def test_what_a_rule_says_of_a_name_stands_above_it(tmp_path: Path) -> None:
    made = shim_of(
        tmp_path, {"a.cu": "void f(cublasHandle_t h) { cublasSetMathMode(h, CUBLAS_TF32_TENSOR_OP_MATH); }\n"}
    )
    above = made.header.partition("#define CUBLAS_TF32_TENSOR_OP_MATH")[0].splitlines()[-1]
    assert above.startswith("/* rocBLAS does not support this mode")


def test_a_type_that_the_program_has_for_a_member_too_is_no_macro(tmp_path: Path) -> None:
    source = "struct Pool { int cudaStream_t; };\nint f(Pool p, cudaStream_t s) { return p.cudaStream_t; }\n"
    made = shim_of(tmp_path, {"a.cu": source})
    assert "typedef hipStream_t cudaStream_t;\n" in made.header
    assert "#define cudaStream_t" not in made.header


def test_the_guard_of_a_header_stands_behind_what_is_included(tmp_path: Path) -> None:
    source = "#include <cuda_fp16.h>\n#ifdef __CUDA_FP16_H__\n__half h;\n#endif\n"
    made = shim_of(tmp_path, {"a.cu": source})
    condition = "#if defined(HIP_INCLUDE_HIP_HIP_FP16_H) && !defined(__CUDA_FP16_H__)\n"
    guard = f"{condition}#define __CUDA_FP16_H__\n#endif\n"
    assert f"#include <hip/hip_fp16.h>\n{guard}" in made.files["cuda_fp16.h"]


def test_a_namespace_gets_its_name_by_an_alias() -> None:
    lines = [
        line_of(Piece("namespace", *each)) for each in (("cub", "hipcub"), ("thrust::cuda", "thrust::hip"))
    ]
    assert lines == [
        "namespace hipcub {} namespace cub = hipcub;",
        "namespace thrust { namespace cuda = ::thrust::hip; }",
    ]
    of_others = line_of(Piece("namespace", "acme::cuda", "beta::hip"))
    assert of_others == "namespace beta { namespace hip {} } namespace acme { namespace cuda = ::beta::hip; }"


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    assert shim_of(tmp_path / "one", TREE).files == shim_of(tmp_path / "two", TREE).files


def test_helpers_of_the_samples_that_are_not_there_are_served_by_a_header_of_ours(tmp_path: Path) -> None:
    source = "#include <helper_cuda.h>\nvoid f(int *p) { checkCudaErrors(cudaFree(p)); }\n"
    made = shim_of(tmp_path / "a", {"a.cu": source})
    assert "#include <hipify_samples.h>\n" in made.files["helper_cuda.h"]
    assert "hipify_samples" not in made.header
    assert "hipify_samples.h" in made.files
    own = shim_of(tmp_path / "b", {"a.cu": source, "helper_cuda.h": "int f();\n"})
    assert not {"helper_cuda.h", "hipify_samples.h"} & own.files.keys()
