"""The programs of docs/library.md run, and print what stands below them; what it names is there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.command import ROOT, environment, put
from helpers.fork_server import run_forked

import hipify_py

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", PAGE, re.DOTALL)
SCALE = """\
#include <cuda_runtime.h>
__global__ void scale(float *x, float a)
{
    x[threadIdx.x] *= a;
    asm volatile("exit;");
}
void run(float *x) { scale<<<1, 32>>>(x, 2.0f); cudaFree(x); cudaDeviceSynchronize(); }
"""
SUM = """\
#if CUDART_VERSION >= 12000
#include <cuda_runtime.h>
#endif
void wait(cudaStream_t stream);
"""


@pytest.mark.parametrize(("program", "said"), PROGRAMS, ids=range(len(PROGRAMS)))
def test_each_program_prints_what_stands_below_it(program: str, said: str, tmp_path: Path) -> None:
    put(tmp_path / "src" / "scale.cu", SCALE)
    put(tmp_path / "src" / "sum.cu", SUM)
    done = run_forked(["-c", program], tmp_path, b"", environment())
    assert (done.code, done.err, done.out.decode()) == (0, b"", said)


def test_there_is_a_program_for_each_use() -> None:
    uses = re.findall(r"^## (.*)$", PAGE, re.MULTILINE)
    assert len(PROGRAMS) >= len(uses) - 1
    assert all(said for _, said in PROGRAMS)


def test_the_page_names_everything_that_is_public() -> None:
    quoted = re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL))
    named = set(re.findall(r"\w+", " ".join([*quoted, *(program for program, _ in PROGRAMS)])))
    assert {*hipify_py.__all__} - named == set()
