"""What is said of device code in the strings of Python files; nothing of them is edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

Said = list[tuple[str, str, int, int]]

REDUCES = """\
import cupy as cp

kernel = cp.RawKernel(r'''
extern "C" __global__ void total(float *x) {
  float v = x[threadIdx.x];
  for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
  if (threadIdx.x == 0) x[0] = v;
}
''', "total")
"""


def said(path: Path) -> Said:
    """Give what is said of the only file at a path, which stays as it is."""
    report = convert_tree([str(path)], Settings(mode="memory"))
    [one] = report.files
    assert one.status == "unchanged"
    return [(each.rule, each.severity, each.start.line, each.start.column) for each in one.concerns]


def test_what_a_conversion_would_edit_is_told_at_the_kernel(tmp_path: Path) -> None:
    put(tmp_path / "total.py", REDUCES)
    assert said(tmp_path) == [("M021", "warning", 3, 23)]
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    [concern] = report.files[0].concerns
    assert concern.message == (
        "device code in a string stays as it is, and HIP has 2 places in it otherwise, __shfl_down_sync first"
        ": hand the string through hipify_py.convert() where the program runs on ROCm"
    )


def test_what_it_would_leave_is_told_at_its_place(tmp_path: Path) -> None:
    left = 'asm volatile("mov.u32 %0, %%smid;" : "=r"(v));'
    put(tmp_path / "k.py", f"import pycuda\nk = '''__global__ void k(unsigned v) {{\n    {left}\n}}'''\n")
    assert said(tmp_path) == [("D001", "error", 3, 5)]


@pytest.mark.parametrize(
    "kernel", ["__global__ void k(float *x) { x[0] = 1; }", "__global__ void k() { __syncthreads(); }"]
)
def test_what_is_hips_too_is_a_note(tmp_path: Path, kernel: str) -> None:
    put(tmp_path / "k.py", f"k = '{kernel}'\n")
    assert said(tmp_path) == [("M021", "note", 1, 5)]


def test_a_side_for_cuda_is_told_in_notes(tmp_path: Path) -> None:
    put(
        tmp_path / "k.py",
        "import torch\nif torch.version.hip is None:\n    k = '__global__ void k() { __any_sync(1, 1); }'\n",
    )
    assert [severity for _, severity, *_ in said(tmp_path)] == ["note"]


@pytest.mark.parametrize("word", ["ignore-next-line", "ignore-file"])
def test_a_remark_turns_it_off(tmp_path: Path, word: str) -> None:
    remark = f"# hipify: {word}[M021] converted when it is loaded\n"
    put(tmp_path / "total.py", REDUCES.replace("kernel =", f"{remark}kernel ="))
    assert "M021" not in [rule for rule, *_ in said(tmp_path)]


@pytest.mark.parametrize("text", ["KEYWORDS = '__global__ __device__'\n", "import os\n", "k = 'nvcc'\n"])
def test_other_files_of_pythons_are_not_read(tmp_path: Path, text: str) -> None:
    put(tmp_path / "k.py", text)
    assert convert_tree([str(tmp_path)], Settings(mode="memory")).files == ()


def test_so_it_is_in_a_script_that_builds(tmp_path: Path) -> None:
    text = "from torch.utils.cpp_extension import load_inline\n"
    text += "load_inline(cuda_sources='__global__ void k() { __any_sync(~0u, 1); }')\n"
    put(tmp_path / "setup.py", text)
    assert ("M021", "warning", 2, 26) in said(tmp_path)


def test_of_very_many_each_is_told(tmp_path: Path) -> None:
    put(tmp_path / "k.py", "k = ['__global__ void k() { __any_sync(~0u, 1); }',\n'']\n" * 1000)
    assert [line for _, _, line, _ in said(tmp_path)] == [*range(1, 2000, 2)]


@pytest.mark.parametrize("name", ["a.py", "a.rs", "a.pyx"])
def test_a_file_of_another_language_is_no_source_though_it_is_named(tmp_path: Path, name: str) -> None:
    text = "cudaMallocs = [cudaSolve(1)]\n"
    put(tmp_path / name, text)
    convert_tree([str(tmp_path / name)], Settings(mode="in-place"))
    assert (tmp_path / name).read_text(encoding="utf-8") == text
    named = "x = cudaFree(p)\n"
    put(tmp_path / "b.py", named)
    convert_tree([str(tmp_path / "b.py")], Settings(mode="in-place"))
    assert (tmp_path / "b.py").read_text(encoding="utf-8") == named


def test_a_function_of_another_string_is_not_out_of_sight(tmp_path: Path) -> None:
    call = "__global__ void k(int *x) { x[0] = warpSum(x[1]); }"
    helper = "__device__ int warpSum(int v) { return v; }"
    put(tmp_path / "k.py", f"h = '{helper}'\nk = '{call}'\n")
    assert "W031" not in [rule for rule, *_ in said(tmp_path)]
    put(tmp_path / "k.py", f"k = '{call}'\n")
    assert "W031" in [rule for rule, *_ in said(tmp_path)]


def test_what_is_only_added_counts(tmp_path: Path) -> None:
    member = "struct S { template <class T> void f(T x); }; template <class T> __device__ void S::f(T x) {} "
    put(tmp_path / "k.py", f"k = '{member} __global__ void k() {{ }}'\n")
    assert said(tmp_path) == [("M021", "warning", 1, 5)]
