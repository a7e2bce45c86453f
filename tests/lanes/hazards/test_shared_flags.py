"""Flags in shared memory that threads of the own block set."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.shared_flags import set_later
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("body", "later"),
    [
        ("while (!s) {} s = 1;", True),
        ("if (n == 0) { while (!s) {} } else s = 1;", True),
        ("if (n == 0) { while (!s) {} } if (n == 1) s = 1;", True),
        ("if (n == 0) { while (!s) {} s = 1; }", False),
        ("for (;;) { if (n) s = 1; while (!s) {} }", True),
        ("s = 1; while (!s) {}", False),
        ("while (!s) {} set(&s);", True),
        ("while (!s) {} n = __popc(s);", False),
        ("while (!g) {} g = 1;", False),
        ("if (t == 0) { while (!s) {} } if (t < 8) { if (t == 0) s = 1; }", False),
        ("for (;;) { if (t == 0 && n > 0) { while (!s) {} } if (t == 0) s = 1; }", False),
        ("if (t == 0) { while (!s) {} } if (t < 8) s = 1;", True),
        ("if (t == 0) { while (!s) {} } if (t == 1) s = 1;", True),
        ("while (!b.u) {} b.v = 1;", False),
        ("while (!b.u) {} b.u = 1;", True),
        ("while (!b.u) {} b = B();", True),
        ("if (t < 8) { while (!s) {} } if (t == 0) s = 1;", True),
    ],
)
def test_who_sets_the_flag(body: str, later: bool) -> None:
    begins = "__global__ void f(int n) { __shared__ volatile int s; __shared__ B b; int t = threadIdx.x;"
    code = f"__device__ int g; {begins} {body} }}"
    unit = Unit(code.encode())
    read = model(unit, defined_functions(unit)[b"f"])
    loop = next(one for one in read.loops if one.keyword == "while")
    assert set_later(unit, read, loop, ConstantTable({})) is later
