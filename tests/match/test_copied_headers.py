"""Copies of headers of NVIDIA's toolkit in a project."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()
LICENCE = (
    b"/*\n * Copyright 1993-2020 NVIDIA Corporation.  All rights reserved.\n *\n * NOTICE TO LICENSEE:\n */\n"
)
TEXT = b'cudaError_t f(__half v) { asm("cvt.rni.s16.f16 %0, %1;"); return cudaSuccess; }\n'


@pytest.mark.parametrize("path", ["src/cuda_fp16.h", "cuda_fp16.hpp", "curand_kernel.h"])
def test_a_copy_is_left_with_one_finding(path: str) -> None:
    result = convert(LICENCE + TEXT, RULES, Options(path=path))
    assert result.output == result.source
    assert [(one.rule, one.severity, one.span) for one in result.findings] == [("N027", "error", (0, 0))]


@pytest.mark.parametrize(
    ("path", "head"),
    [
        ("src/half.h", LICENCE),
        ("cuda_fp16.cu", LICENCE),
        ("src/cuda_fp16.h", b"/* after a header of NVIDIA Corporation */\n"),
        ("src/cuda_fp16.h", b"// x\n" * 600 + LICENCE),
    ],
)
def test_other_files_are_converted(path: str, head: bytes) -> None:
    result = convert(head + TEXT, RULES, Options(path=path))
    assert b"hipError_t" in result.output
    assert "N027" not in {one.rule for one in result.findings}


USERS = b"/*\n * Copyright 1993-2025 NVIDIA Corporation.  All rights reserved.\n * NOTICE TO USER:\n */\n"
NVML = b"typedef struct nvmlDevice_st* nvmlDevice_t;\n#define AT(data) (nvml ## data ## _t)\n"


def test_a_copy_of_a_header_that_rocm_has_nothing_like_compiles() -> None:
    result = convert(USERS + NVML, RULES, Options(path="include/nvml.h"))
    assert result.output == result.source
    assert [(one.rule, one.severity, one.fails) for one in result.findings] == [("N027", "warning", "link")]


def test_one_that_includes_another_of_cudas_is_converted() -> None:
    result = convert(USERS + b"#include <cuda_runtime_api.h>\n" + NVML, RULES, Options(path="nvml.h"))
    assert b"hip/hip_runtime_api.h" in result.output
    assert "N027" not in {one.rule for one in result.findings}


@pytest.mark.parametrize(
    "text",
    [
        b"typedef struct nvmlDevice_st* nvmlDevice_t;",
        b"struct nvmlDevice_st;",
        b"enum e { NVML_A = 0, /* " + b"x" * 300 + b" */ NVML_COMPUTEMODE_COUNT };",
    ],
)
def test_names_that_a_header_makes_itself_do_not_fail(text: bytes) -> None:
    result = convert(text, RULES, Options(path="mine.h"))
    assert {one.severity for one in result.findings} <= {"note"}


@pytest.mark.parametrize(
    "text", [b"typedef struct nvmlMemory_st mine;", b"struct nvmlMemory_st used = make();"]
)
def test_a_tag_that_is_used_is_told(text: bytes) -> None:
    result = convert(text, RULES, Options(path="mine.h"))
    assert [(one.rule, one.severity) for one in result.findings] == [("N001", "error")]


def test_a_copy_of_a_header_of_the_samples_is_converted() -> None:
    text = USERS + b"#define CHECKED(call) if (cudaSuccess != call) exit(1)\n"
    result = convert(text, RULES, Options(path="src/cutil.h"))
    assert b"if (hipSuccess != call)" in result.output
    assert "N027" not in {one.rule for one in result.findings}


FREE = b"/*\n * Copyright (c) 2021 NVIDIA Corporation.\n * Redistribution is permitted\n */\n"
RAYS = (
    b"#include <cuda.h>\n#ifdef OPTIX_DOXYGEN\n#endif\nOptixResult f(CUstream s) { return optixInit(s); }\n"
)


@pytest.mark.parametrize(
    "path", ["optix/optix_stubs.h", "optix/internal/optix_7_device_impl.h", "nppi.h", "a/nvEncodeAPI.h"]
)
def test_a_library_that_rocm_has_nothing_like_is_told_where_it_is_used(path: str) -> None:
    result = convert(FREE + RAYS, RULES, Options(path=path))
    assert result.output == result.source
    assert [(one.rule, one.severity, one.fails) for one in result.findings] == [("N027", "note", "never")]


@pytest.mark.parametrize(
    ("path", "head"),
    [
        ("optix_stubs.h", b"// ours\n"),
        ("optixPath.h", FREE),
        ("optix_ours.h", FREE),
        ("optix_stubs.cu", FREE),
    ],
)
def test_code_that_uses_it_is_told(path: str, head: bytes) -> None:
    result = convert(head + RAYS, RULES, Options(path=path))
    assert b"hipStream_t s" in result.output
    assert "N023" in {one.rule for one in result.findings}
