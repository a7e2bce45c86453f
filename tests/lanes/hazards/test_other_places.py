"""Loops whose pointers are swapped in each turn wait for nothing; others that read by a pointer do."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "struct List { int *count; };\n"
    "__global__ void k(List a, List b, volatile int *f, int *g, int n) {"
    " int lane = threadIdx.x & 31; List *in = &a, *out = &b, *t; volatile int *p = f, *q; %s }\n"
)
SWAP = "t = in; in = out; out = t;"


@pytest.mark.parametrize(
    "loop",
    [
        f"while (*in->count > 0) {{ work(*in, *out); {SWAP} *out->count = 0; }}",
        f"do {{ work(*in, *out); {SWAP} }} while (in->count[0] > 0);",
        f"while (in->count[0] > 0) {{ if (n) work(*in, *out); {SWAP} }}",
    ],
)
def test_a_pointer_that_is_swapped(loop: str) -> None:
    assert "W026" not in remaining(KERNEL % loop)


@pytest.mark.parametrize(
    "loop",
    [
        "while (*p == 0) ;",
        "while (*p == 0) { p = f; }",
        "while (*p == 0) { q = f; p = q; }",
        "while (f[n] == 0) { g[lane] = n; }",
    ],
)
def test_a_pointer_that_is_not(loop: str) -> None:
    assert "W026" in remaining(KERNEL % loop)
