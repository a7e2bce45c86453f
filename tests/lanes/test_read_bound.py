"""How much is read for warps: counted, with what is as long and none of it."""

from __future__ import annotations

import pytest
from helpers.warps import run

from hipify_py.lanes.read_bound import MOST

ONE = "__device__ int f(int v) { %s return __shfl_down_sync(~0u, v, 1); }\n"

GROUPS = """namespace cg = cooperative_groups;
template <class G> __device__ void f(G g) { g.sync(); }
template <class G> __device__ void u(G g) { %s }
"""


@pytest.mark.stress
@pytest.mark.parametrize("warp", ["32", "native"])
@pytest.mark.parametrize(
    ("source", "told"),
    [
        (ONE % ("v = v" + " + v" * (MOST // 2 + 1) + ";"), True),
        (ONE % ("v = v" + " + v" * (MOST // 2 - 2) + ";"), False),
        (ONE % ("{} " * MOST), True),
        (ONE % ("{} " * (MOST // 2)), False),
        (ONE % "" * (MOST // 3 + 1), True),
        ("#define F(v) __shfl_down_sync(~0u, v, 1)\n" * (MOST // 2 + 1), True),
        # Values are followed into others and out of them, whatever these do of warps themselves.
        ("__device__ int g(int v) { " + "v++; " * MOST + "return v; }\n" + ONE % "", True),
        ("__device__ int g(int v) { " + "v++; " * MOST + "return v; }\n", False),
        ("int h(int v) { " + "v++; " * MOST + "return v; }\n" + ONE % "v = h(v);", True),
        (GROUPS % ("f(g); " * MOST), True),
        (GROUPS % ("f(g); " * (MOST // 4)), False),
        # What stands in no function counts as well.
        ("#if __CUDA_ARCH__\n__syncwarp();\n#endif\n" * (MOST + 1), True),
        ("#if __CUDA_ARCH__\n__syncwarp();\n#endif\n" * (MOST // 4), False),
        # A table is no statement, what the host has counts for nothing, nor does a comment.
        (ONE % ("int t[] = {" + "1, " * MOST + "1};"), False),
        ("int h(int v) { v = v" + " + v" * MOST + "; return v; }\n" + ONE % "", False),
        ("int h(int v) { " + "v++; " * MOST + "return v; }\n" + ONE % "", False),
        (ONE % ("/*" + " v" * MOST + "*/"), False),
        (ONE % (" " * 2 * MOST), False),
    ],
)
def test_what_is_too_much(source: str, told: bool, warp: str) -> None:
    assert ("W055" in {one.rule for one in run(source, warp=warp).findings}) == told
