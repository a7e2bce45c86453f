"""Constants that another build may give another value."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.flow.open_constants import is_open, open_constants
from hipify_py.source.expression_reading import expression
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("#ifndef N\n#define N 4\n#endif\n", {b"N"}),
        ("#if !defined(N)\n#define N 4\n#endif\n", {b"N"}),
        ("#ifdef A\n#define N 4\n#else\n#define N 8\n#endif\n", {b"N"}),
        ("#ifdef A\nconst int N = 4;\n#else\nconst int N = 8;\n#endif\n", {b"N"}),
        ("#ifdef A\n#define N 4\n#else\n#define N 4\n#endif\n", set()),
        ("#ifdef A\n#define N 4\n#endif\n", set()),
        ("#ifndef A_H\n#define A_H\n#define N 4\n#endif\n", set()),
        ("#define N 4\n", set()),
        ("#ifndef WARP_SIZE\n#define WARP_SIZE 32\n#endif\n", set()),
        ("#ifndef WARPS\n#define WARPS 4\n#endif\n", {b"WARPS"}),
    ],
)
def test_what_a_condition_of_the_preprocessor_decides(code: str, names: set[bytes]) -> None:
    assert open_constants(Unit(code.encode())) == names


def test_what_is_made_of_such_a_constant_is_open_too() -> None:
    unit = Unit(b"#ifndef N\n#define N 4\n#endif\n#define M (N * 2)\n#define K 3\n")
    constants = constant_table(unit, declared_constants(unit))
    told = {text: is_open(unit, expression(text), constants) for text in (b"N", b"M + 1", b"K", b"x", b"4")}
    assert told == {b"N": True, b"M + 1": True, b"K": False, b"x": False, b"4": False}
