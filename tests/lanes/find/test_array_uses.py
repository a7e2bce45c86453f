"""Places that name an array."""

from __future__ import annotations

from helpers.warps import text_of

from hipify_py.lanes.find.array_uses import asked, indices, uses
from hipify_py.model import Span
from hipify_py.source.function_reading import defined_functions
from hipify_py.source.unit import Unit

CODE = (
    "__device__ void f(int t) { int s[4][2]; if (t > 9) return; for (;;) { if (t) break; }"
    " if (t < 4) s[t][ 1 ] = s[0][x[t]]; g(s); }"
)


def test_uses_indices_and_conditions() -> None:
    unit = Unit(CODE.encode())
    home = defined_functions(unit)[b"f"]
    at = CODE.index("s[4]")
    first, second, third = uses(unit, home, Span(at, at + 1))
    assert [text_of(unit, one) for one in indices(unit, first)] == ["t", " 1 "]
    assert [text_of(unit, one) for one in indices(unit, second)] == ["0"]
    assert [*indices(unit, third)] == []
    assert {text_of(unit, one) for one in asked(unit, home, first)} == {"t < 4", "t > 9"}


def test_of_many_uses_none() -> None:
    unit = Unit(("__device__ void f() { int s[9]; " + "s[1] = 2; " * 65 + "}\n").encode())
    at = unit.source.index(b"s[9]")
    assert uses(unit, defined_functions(unit)[b"f"], Span(at, at + 1)) == []
