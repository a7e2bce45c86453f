"""Names that others may change, and files that put masks of lanes into memory."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.rewrite.lent_words import lent_names, stores_masks
from hipify_py.source.unit import Unit

KERNEL = "__global__ void k(unsigned *p, unsigned x) {{ unsigned a = x, b = x, c[4]; {} }}\n"


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("a = b + 1; c[0] = a;", set()),
        ("take(a, b + 1);", {"a", "b"}),
        ("take(c[a]);", set()),
        ("a = min(a, b) + __popc(b);", set()),
        ("atomicAdd(&a, b);", {"a"}),
        ("unsigned *q = &b;", {"b"}),
        ("unsigned &r = a;", {"a"}),
        ('asm("mov.u32 %0, %1;" : "=r"(a) : "r"(b));', {"a"}),
    ],
)
def test_names_that_others_change(body: str, names: set[str]) -> None:
    unit = Unit(KERNEL.format(body).encode())
    found = lent_names(unit, function_at(unit, b"a"))
    assert {one.decode() for one in found} & {"a", "b", "c"} == names


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("p[0] = __ballot_sync(~0u, x);", True),
        ("a = __ballot_sync(~0u, x); b = a | 1; p[x] = b;", True),
        ("a = __ballot_sync(~0u, x); b = a;", False),
        ("a = __ballot_sync(~0u, x); p[0] = __popc(a);", False),
        ("a = __ballot_sync(~0u, x); p[0] = a == x;", False),
        ("p[0] = x;", False),
    ],
)
def test_whether_a_file_stores_a_mask(body: str, *, expected: bool) -> None:
    assert stores_masks(Unit(KERNEL.format(body).encode())) is expected
