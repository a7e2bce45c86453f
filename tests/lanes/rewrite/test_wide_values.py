"""Which values are `long long` once masks of lanes are."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of

from hipify_py.lanes.flow.lane_masks import Masks
from hipify_py.lanes.flow.mask_declarations import MaskDeclarations
from hipify_py.lanes.rewrite.wide_values import WideValues
from hipify_py.source.expression_reading import expression
from hipify_py.source.unit import Unit

CODE = """#define VOTES(p) __ballot(p)
struct S { unsigned narrow_; unsigned long long wide_; };
__device__ unsigned given(int p) { return __ballot(p); }
__device__ unsigned open(int p);
template <class T> __device__ void f(int p, S s, unsigned long long *q, unsigned taken) {
    unsigned m = __ballot(p); T t = m; auto a = m, b = s.narrow_; int i = m; uint64_t w = m;
    taken = m; auto c = i; c ^= m;
    ; }
__global__ void k(int p, S s) { given(p); }
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("m", True),
        ("w", False),
        ("a", True),
        ("b", False),
        ("c", False),  # of the type of what it is declared with
        ("i", False),
        ("t", False),
        ("taken", False),
        ("s.wide_", True),
        ("s.narrow_", False),
        ("q[1]", True),
        ("*q", True),
        ("m >> 1", True),
        ("1 << p", False),
        ("i & m", True),
        ("m != 0", False),
        ("!m", False),
        ("p ? m : 0u", True),
        ("m ? 1 : p", False),
        ("(uint64_t)i", False),
        ("(long long)i", True),
        ("(unsigned)m", False),
        ("5ull", True),
        ("5u", False),
        ("__activemask()", True),
        ("__shfl_sync(~0u, m, 0)", True),
        ("__shfl_sync(~0u, i, 0)", False),
        ("VOTES(p)", True),
        ("given(p)", True),
        ("__popc(m)", False),
        ("open(p)", False),
    ],
)
def test_a_value(text: str, *, expected: bool) -> None:
    unit = Unit(CODE.encode())
    masks = Masks(unit, facts_of(unit))
    body = masks.by_name[b"f"]
    wide = WideValues(unit, body, masks, MaskDeclarations(unit, body, masks.names[body.function]))
    assert wide.holds(expression(text.encode()), CODE.index("    ; }")) is expected
