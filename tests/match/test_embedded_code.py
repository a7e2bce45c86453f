"""Device code in literals of C++, which is looked into and stays."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()
RAW = """const char *source = R"x(
extern "C" __global__ void k(float *p, cudaStream_t s) {
  unsigned b = __ballot_sync(0xffffffff, 1);
  asm volatile("exit;");
})x";
"""
PLAIN = r"""std::string a = "#define T float\n"
  "template<class U> __device__ U f(U x) { return __shfl_xor_sync(0xffffffff, x, 16); }\n"
  "__device__ void g() { asm(\"exit;\"); }\n";
"""


def said(source: str, path: str = "a.cpp") -> list[tuple[str, int]]:
    """Give the rules of what is said, but in notes, each with its line."""
    result = convert(source.encode(), RULES, Options(path=path))
    assert result.output == result.source
    lines = [(one.rule, source[: one.span.start].count("\n") + 1) for one in result.findings]
    return [one for one, each in zip(lines, result.findings, strict=True) if each.severity != "note"]


@pytest.mark.parametrize("path", ["a.cpp", "a.h", "a.cu"])
def test_what_a_conversion_would_leave_stands_at_its_line(path: str) -> None:
    assert said(RAW, path) == [("M021", 1), ("D001", 4)]
    assert said(PLAIN, path) == [("M021", 1), ("D001", 3)]


def test_what_a_conversion_would_edit_is_told_in_one() -> None:
    (told,) = [one for one in convert(RAW.encode(), RULES).findings if one.rule == "M021"]
    assert "HIP has 2 places in it otherwise, cudaStream_t first: convert it" in told.message
    assert [RAW[slice(*one.span)] for one in told.related] == ["cudaStream_t", "__ballot_sync"]


def test_a_kernel_that_hip_has_too_is_a_note() -> None:
    source = 'auto s = "__global__ void k(int *p) {"\n" p[0] = 1; }";\n'
    (told,) = convert(source.encode(), RULES).findings
    assert (told.rule, told.severity) == ("M021", "note")
    assert said(source) == []


@pytest.mark.parametrize(
    "source",
    [
        'auto s = "__device__ int f(int x) { return x; }";\n',
        'auto s = R"(__device__ int f(int x) { return x; })";\n',
        'log("__device__ functions {0} are (mine)");\n',
    ],
)
def test_a_function_that_hip_has_too_is_not_told(source: str) -> None:
    assert said(source) == []


def test_a_comment_turns_it_off() -> None:
    source = PLAIN.replace("std::", "// hipify: ignore-next-line[M021] ours\nstd::")
    assert said(source) == [("D001", 4)]


def test_what_cudas_side_alone_has_is_not_told() -> None:
    assert said("#ifdef __PTX__\n" + RAW + "#endif\n") == []
