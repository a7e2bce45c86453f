"""Kernels and functions of the device that other files start or call: blocks are as large as those say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py import Settings, convert_tree

if TYPE_CHECKING:
    from pathlib import Path

COUNT = """__device__ int count(int p) {
    int lane = threadIdx.x & 31;
    return __popc(__ballot_sync(~0u, p) & ((1u << lane) - 1));
}
"""
KERNEL = "__global__ void k(int *o, const int *p) { o[threadIdx.x] = count(p[threadIdx.x]); }\n"
SMALL = "void small(int *o, const int *p) { k<<<1, 32>>>(o, p); }\n"
HEAD = "__global__ void k(int *o, const int *p);\n"
BIG = "void big(int *o, const int *p) { k<<<8, 256>>>(o, p); }\n"
LOADS = """#include <cuda.h>
void run(CUmodule m, CUfunction *f) { cuModuleGetFunction(f, m, "%s"); }
"""


@pytest.mark.parametrize(
    ("files", "is_told"),
    [
        ({}, False),
        ({"main.cu": "extern " + HEAD + BIG}, True),
        ({"main.cu": '#include "head.h"\n' + BIG, "head.h": HEAD}, True),
        ({"main.cu": '#include "head.h"\nvoid *f() { return (void *)k; }\n', "head.h": HEAD}, True),
        ({"main.cu": "extern __device__ int count(int p);\n"}, True),
        ({"main.cu": 'extern "C" __global__ void k(int *o, const int *p);\n'}, True),
        ({"m.cpp": LOADS % "k"}, True),
        ({"m.cpp": LOADS % "other"}, False),
        ({"main.cu": HEAD.replace(";", " {}") + BIG}, False),
        ({"main.cu": "// starts k as well\nvoid small(int *o, const int *p);\n"}, False),
        ({"main.cu": "__global__ void other(int *k);\n"}, False),
    ],
)
def test_what_other_files_speak_of(tmp_path: Path, files: dict[str, str], *, is_told: bool) -> None:
    assert _is_told(tmp_path, {"k.cu": COUNT + KERNEL + SMALL, **files}) == is_told


@pytest.mark.parametrize(("more", "is_told"), [({}, False), ({"b.cu": '#include "head.h"\n' + BIG}, True)])
def test_a_header_that_the_file_alone_includes(
    tmp_path: Path, more: dict[str, str], *, is_told: bool
) -> None:
    files = {
        "k.cu": '#include "head.h"\n' + COUNT + KERNEL + SMALL,
        "head.h": "#pragma once\n" + HEAD,
        **more,
    }
    assert _is_told(tmp_path, files) == is_told


def test_what_no_other_file_can_name(tmp_path: Path) -> None:
    own = "static " + COUNT + "static " + KERNEL
    assert not _is_told(tmp_path, {"k.cu": own + SMALL, "main.cu": "extern " + HEAD + BIG})


def _is_told(folder: Path, files: dict[str, str]) -> bool:
    for name, text in files.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings(warp="native"))
    return any(one.rule == "W012" for file in report.files for one in file.concerns if "k.cu" in file.path)
