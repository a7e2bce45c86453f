"""The names of a header by hand are sorted by what a shim has for them."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from helpers.command import ROOT, put

if TYPE_CHECKING:
    from pathlib import Path

HEADER = """\
#pragma once
#define cudaFree hipFree
#define cudaStream_t hipStream_t
#define cudaMallocHost(p, n) hipHostMalloc(p, n, 0)
#define cudaMemset hipMemset
#define OURS 1
typedef hipEvent_t cudaEvent_t;
static __device__ __forceinline__ int __vsub4(const int a, const int b) {
    return a - b;
}
"""
SOURCE = """\
#include "vendor.h"
void f(float *p, cudaStream_t s, cudaEvent_t e) {
    cudaFree(p);
    cudaMallocHost(&p, OURS);
    cudaStreamSynchronize(s);
}
__device__ int g(int a, int b) { return __vsub4(a, b); }
"""
EXPECTED = """\
7 names in vendor.h
   2 another way in ours: __vsub4 cudaMallocHost
   3 the same in both: cudaEvent_t cudaFree cudaStream_t
   1 used nowhere: cudaMemset
   1 not CUDA's but the project's own: OURS
   1 in ours alone: cudaStreamSynchronize
"""


def test_each_name_is_counted_once(tmp_path: Path) -> None:
    put(tmp_path / "src/vendor.h", HEADER)
    put(tmp_path / "src/a.cu", SOURCE)
    command = [sys.executable, str(ROOT / "tests/bench/shim_beside.py"), str(tmp_path / "src"), "vendor.h"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == EXPECTED
    assert (tmp_path / "src/vendor.h").read_text() == HEADER
