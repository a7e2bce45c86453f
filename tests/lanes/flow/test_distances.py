"""Whether a shuffle is known to reach over less than 32 lanes."""

from __future__ import annotations

import pytest

from hipify_py.lanes.find.intrinsics import warp_ops
from hipify_py.lanes.flow.constant_folding import ConstantTable, declared_constants
from hipify_py.lanes.flow.distances import distance, may_be_far
from hipify_py.rules.load import load
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit

FUNCTION = "#define STEP 4\ntemplate <int N> __device__ void f(int v, int d, unsigned n, int *p) { %s }\n"
RULES = load()


def far(code: str) -> list[bool]:
    """Say of each shuffle of a source whether it may be far."""
    unit = Unit(code.encode())
    ops = warp_ops(unit, RULES)
    homes = functions(unit, [op.span.start for op in ops])
    constants = ConstantTable(declared_constants(unit))
    return [may_be_far(unit, op, homes.get(op.span.start), constants) for op in ops if op.kind == "shuffle"]


@pytest.mark.parametrize(
    "code",
    [
        "__shfl_xor_sync(~0u, v, 31);",
        "__shfl_up(v, 1 << STEP, 32);",
        "__shfl_down(v, d & 15); __shfl_down(v, (d * 3) & (32 - 1));",
        "__shfl(v, d); __shfl_sync(~0u, v, d + 99);",  # a lane, of which HIP takes the low bits too
        "for (int o = 16; o > 0; o >>= 1) __shfl_down(v, o);",
        "for (unsigned o = warpSize / 2; o; o /= 2) __shfl_xor(v, o);",
        "for (int o = WARP_SIZE >> 1; o >= 1; o = o >> 1) { if (v) __shfl_xor(v, o); }",
        "int o = 16; while (o > 0) { __shfl_down(v, o); o >>= 1; }",
        "int o; for (o = 1; o < 32; o *= 2) __shfl_up(v, o);",
        "for (int o = 1; o <= 16 && v; o <<= 1) __shfl_up(v, o);",
        "for (int i = 0; i < 5; ++i) __shfl_xor(v, 1 << i);",
        "for (int i = 4; i; i /= 2) __shfl_xor(v, 1u << (i));",
        "for (int o = 2; o; o /= 2) __shfl_xor(v, o); for (int o = N; o; o /= 2) ;",
        "int o; for (o = d; o < n; o++) *p += o; for (o = STEP / 2; o >= 1; o /= 2) __shfl_xor(v, o); o = n;",
        "int o, k = n; for (k = 1, o = 16; o; o >>= 1) { if (d) continue; __shfl_down(v, o); }",
    ],
)
def test_what_is_near(code: str) -> None:
    assert set(far(FUNCTION % code)) == {False}


@pytest.mark.parametrize(
    "code",
    [
        "__shfl_xor_sync(~0u, v, 32);",
        "__shfl_up(v, -1);",
        "__shfl_up(v, d); __shfl_up_sync(~0u, v, N); __shfl_up(v, p[0]); __shfl_up(v, n / 2);",
        "__shfl_down(v, d & 63); __shfl_down(v, d & n); __shfl_down(v, d & 15 | n);",
        "for (int o = N / 2; o > 0; o >>= 1) __shfl_down(v, o);",
        "for (int o = 64; o > 0; o >>= 1) __shfl_down(v, o);",
        "int o; for (o = d; o < n; o += 4) ; for (o = N / 2; o >= 1; o /= 2) __shfl_xor(v, o);",
        "int o = n; for (d ? o = 4 : 0; o; o /= 2) __shfl_xor(v, o);",
        "int o = n; for (; o; o /= 2) __shfl_xor(v, o);",
        "int o; for (o = 4; o; o /= 2) { for (o = n; o; o /= 2) ; __shfl_xor(v, o); }",
        "int o, *q = &o; for (o = 4; o; o /= 2) { *q = n; __shfl_xor(v, o); }",
        "int o, &q = o; for (o = 4; o; o /= 2) { q = n; __shfl_xor(v, o); }",
        "int o; for (o = 4; o; o /= 2) ; o = n; __shfl_xor(v, o);",
        "for (int o = 16; o > 0; o >>= 1) { o = n; __shfl_down(v, o); }",
        "for (int o = 16; o < n; o <<= 1) __shfl_down(v, o);",
        "for (int o = 1; o <= 32; o <<= 1) __shfl_down(v, o);",
        "for (int o = 1; o < 32; o <<= 1) { o += 9; __shfl_down(v, o); }",
        "for (int i = 0; i < 6; ++i) __shfl_xor(v, 1 << i);",
        "int o = 4; { int o = n; __shfl_xor(v, o); }",
        "int *o = p; __shfl_xor(v, *o); __shfl_xor(v, missing);",
        "d = 4; __shfl_xor(v, d);",
    ],
)
def test_what_may_be_far(code: str) -> None:
    assert set(far(FUNCTION % code)) == {True}


def test_macros_are_not_followed() -> None:
    assert far("#define A(v) __shfl_xor(v, 4)\n#define B(v, d) __shfl_xor(v, d)\n") == [False, True]


def test_the_distance_is_the_argument_behind_the_value() -> None:
    unit = Unit(
        b"void f() { __shfl_up_sync(m, v, a, 8); __shfl_xor(v, b); __shfl(v, c); __any(d); __shfl_up(v); }"
    )
    spans = [distance(op) for op in warp_ops(unit, RULES)]
    assert [span and unit.source[slice(*span)] for span in spans] == [b"a", b"b", None, None, None]
