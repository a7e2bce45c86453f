"""Constants that a parameter of a template or a member hides: how many threads a block has is untold then."""

from __future__ import annotations

import pytest
from helpers.warps import native, said

KERNEL = """
__global__ void k(int *p) {
    const int lane = threadIdx.x & 31;
    p[lane] = __popc(__ballot_sync(~0u, p[threadIdx.x] > 0));
}
const int T = 32;
%s
"""


@pytest.mark.parametrize(
    ("launcher", "is_told"),
    [
        ("void go(int *p) { k<<<1, T>>>(p); }", True),
        ("void go(int *p) { dim3 block(T); k<<<1, block>>>(p); }", True),
        ("struct S { int U; void go(int *p) { k<<<1, T>>>(p); } };", True),
        ("struct S { int T; }; void go(int *p) { k<<<1, T>>>(p); }", True),
        ("template <int U> void go(int *p) { k<<<U, T>>>(p); }", True),
        ("template <int T> void go(int *p) { k<<<1, T>>>(p); }", False),
        ("template <int T> void go(int *p) { dim3 block(T); k<<<1, block>>>(p); }", False),
        ("template <int T> struct S { void go(int *p) { k<<<1, T>>>(p); } };", False),
        ("struct S { int T; void go(int *p) { k<<<1, T>>>(p); } };", False),
        ("struct S { int T; void go(int *p); };\nvoid S::go(int *p) { k<<<1, dim3(T, 1)>>>(p); }", False),
        ("struct B { int T; };\nstruct S : B { void go(int *p) { k<<<1, T>>>(p); } };", False),
    ],
)
def test_what_hides_a_constant(launcher: str, *, is_told: bool) -> None:
    assert ("W012" not in said(native(KERNEL % launcher))) == is_told
