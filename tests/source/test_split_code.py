"""Conditions that split code."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.model import Span
from hipify_py.settings import Options
from hipify_py.source.errors import errors
from hipify_py.source.split_code import splitting
from hipify_py.source.unit import Unit


def left_out(text: str) -> list[str]:
    """Give the directives that are left out."""
    unit = Unit(text.encode())
    bare = bytearray(unit.code)
    for one in unit.directives:
        bare[slice(*one.span)] = b" " * (one.span.end - one.span.start)
    found = ((start, start + len(blank)) for start, blank in splitting(bytes(bare), unit.directives))
    return [text[start:end] for start, end in sorted(found)]


@pytest.mark.parametrize(
    "text",
    [
        "void f() {\n  if (a)\n#ifdef B\n    b();\n  else\n#endif\n  c();\n}\n",
        'extern "C++" {\n#ifdef A\n  int b = (1 +\n#endif\n  2\n#ifdef A\n)\n#endif\n;\n}\n',
        "#ifdef A\nnamespace b {\n#endif\nint c;\n#ifdef A\n}\n#endif\n",
        "void f(int a\n#ifdef B\n, int b\n#endif\n);\n",
        "E a[] = {\n  B,\n#ifdef C\n  D,\n#else\n  F,\n#endif\n};\n",
        "template <int N>\n#if A\n\n#else\n\n#endif\nvoid k() {}\n",
    ],
)
def test_conditions_that_split_code_are_left_out(text: str) -> None:
    assert left_out(text) == [line for line in text.split("\n") if line.startswith("#")]
    assert list(errors(Unit(text.encode()))) == []


@pytest.mark.parametrize(
    "text",
    [
        "#ifndef A\n#define A\nint a;\n#endif\n",
        "void f() {\n#ifdef A\n  a();\n#else\n  b();\n#endif\n  c();\n}\n",
        "void f() { g(\n#ifdef A\n  a\n#else\n  b\n#endif\n); }\n",
        "void f()\n#ifdef A\n{\n#else\n;\n#endif\n",
        "#endif\n#else\n#if A\nint f(\n",
    ],
)
def test_conditions_around_whole_code_or_with_two_sides_stay(text: str) -> None:
    assert left_out(text) == []


CUT = "void f() { cudaStreamWaitEvent(s, e\n#ifdef A\n, 0\n#endif\n); cudaFree(p); }\n"


def test_a_call_that_a_condition_cuts_is_not_read_and_is_told() -> None:
    unit = Unit(CUT.encode())
    at, other = CUT.index("cudaStream"), CUT.index("cudaFree")
    assert unit.call(Span(at, at + len("cudaStreamWaitEvent"))) is None
    assert unit.call(Span(other, other + len("cudaFree"))) is not None
    (place,) = errors(unit)
    assert CUT[slice(*place)].startswith("(s, e\n#ifdef")
    assert "P001" in {one.rule for one in convert(CUT.encode(), RULES, Options()).findings}


def test_a_launch_may_have_arguments_that_a_condition_cuts_and_no_cut_before_them() -> None:
    given = b"void f() { k<<<1, 2>>>(p, cudaSuccess\n#ifdef A\n, b\n#endif\n); }\n"
    cut = b"void f() { k<<<1\n#ifdef A\n, 2\n#endif\n>>>(p); }\n"
    units = [Unit(given), Unit(cut)]
    assert [unit.launch(one) is None for unit in units for one in unit.launches] == [False, True]
    assert [len(unit.cut) for unit in units] == [0, 1]
    assert b"hipLaunchKernelGGL(k, 1, 2, 0, 0, p," in convert(given, RULES, Options(launch="macro")).output
