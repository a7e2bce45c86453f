"""Votes that give nothing but the masks of shuffles."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of

from hipify_py.lanes.rewrite.dropped_masks import dropping

HEAD = """#define ONE(m, v, d) __shfl_down_sync(m, (v), d, 32)
#define OF(v, m) ONE((m), v, 2)
#define COUNTED(m, v) (ONE(m, v, 1) + __popc(m))
__device__ int one(int v, unsigned m) { return v + __shfl_down_sync(m, v, 1, 32); }
__device__ int two(int v, unsigned m) { __syncwarp(m); return one(v, m) + __shfl_sync(m, v, 0, 32); }
__device__ int none() { return 0; }
__device__ int counted(int v, unsigned m) { return one(v, m) + __popc(m); }
"""
BODY = "__global__ void k(int *p, int n) {{ int v = p[0]; {} if (threadIdx.x % 32 == 0) p[n] = v; }}\n"


@pytest.mark.parametrize(
    "code",
    [
        "unsigned m = __ballot_sync(~0u, threadIdx.x < n); v = __shfl_xor_sync(m, v, 1, 32);",
        "unsigned m; m = __activemask(); v = __shfl_xor_sync( m , v, 1, 32); __syncwarp(m);",
        "unsigned m = __activemask(); v = one(v, m);",
        "unsigned m = __activemask(); v = one((v), ( (m) )) + __shfl_sync((m), v, 0, 32);",
        "unsigned m = __ballot_sync(~0u, n); v = two(v, m);",
        "v = one(v, __activemask());",
        "unsigned m[1]; m[0] = __activemask(); v = __shfl_down_sync(m[0], v, 1, 32);",
        "unsigned m[1]; m[0] = (__activemask() & (unsigned)15); v = __shfl_down_sync(m[0], v, 2, 32);",
        "unsigned m = ~__ballot_sync(~0u, n > 1) | 3u; v = __shfl_down_sync(m, v, 2, 32);",
        "unsigned m = n > 3 ? __activemask() : 7u; v = __shfl_down_sync(m, v, 2, 32);",
        "unsigned m = __activemask(); v = ONE(m, v, 1); v += OF(v, m);",
        "v = __shfl_sync(__activemask(), v, 3, 32);",
        "v = __shfl_sync((__activemask()), v, 3, 32);",
        "v = __shfl_sync(( (__ballot_sync(~0u, n)) ), v, 3, 32);",
    ],
)
def test_masks_alone(code: str) -> None:
    assert "W012" not in rules_of(native(HEAD.rpartition("__device__")[0] + BODY.format(code)))


@pytest.mark.parametrize(
    "code",
    [
        "unsigned m = __ballot_sync(~0u, n); v = counted(v, m);",
        "unsigned m = __ballot_sync(~0u, n); v = one(v, m); p[1] = m;",
        "unsigned m[1]; m[0] = __activemask(); v = __shfl_down_sync(m[0], v, 1, 32); p[1] = m[0];",
        "unsigned m[2]; m[0] = m[1] = __activemask(); v = __shfl_down_sync(m[0], v, 1, 32) + __popc(m[1]);",
        "unsigned m = __popc(__activemask()); v = __shfl_down_sync(m, v, 2, 32);",
        "unsigned m = n = __activemask() & 15; v = __shfl_down_sync(m, v, 2, 32);",
        "unsigned m = __ballot_sync(~0u, n); v = COUNTED(m, v);",
        "unsigned m = __ballot_sync(~0u, n); v = ONE(1, v, m);",
        "unsigned m = __ballot_sync(~0u, n); if (n) m = 3; v = one(v, m);",
        "unsigned m = __ballot_sync(~0u, n); m &= n; v = one(v, m);",
        "unsigned m = __activemask(); v = far(v, m);",
        "unsigned m = __activemask(); v = none(m + 1);",
        "unsigned m = __activemask(); v = __shfl_xor_sync(m, v, 1);",
        "v = __popc(__activemask());",
        "v = __any_sync(~0u, n);",
    ],
)
def test_others(code: str) -> None:
    assert "W012" in rules_of(native(HEAD + BODY.format(code)))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("F(m, v, d) __shfl_down_sync(m, v, d)", {0}),
        ("F(v, m) (__syncwarp(m), (v) + __shfl_xor_sync((unsigned)(m), v, 1))", {1}),
        ("F(m, v) (__shfl_sync(m, v, 0) + __popc(m))", set()),
        ("F(m, v) __shfl_sync(v, m, 0)", {1}),
        ("F(m, v) __any_sync(m, v)", set()),
        ("F(m, v) shfl(m, v)", set()),
        ("F __shfl_sync", set()),
    ],
)
def test_what_macros_of_other_files_drop(text: str, numbers: set[int]) -> None:
    found = dropping([b"F"], {b"F": text.encode()})
    assert found == ({b"F": numbers} if numbers else {})
