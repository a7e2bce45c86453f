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
