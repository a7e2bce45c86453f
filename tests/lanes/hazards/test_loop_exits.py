"""On what the ways out of a loop hang."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

HELPERS = """__device__ bool tries(int *l) { return atomicCAS(l, 0, 1) == 0; }
__device__ int looks(volatile int *q) { int now = q[0]; return now; }
__device__ int around(int *q) { return around(q); }
__device__ int twice(int *q) { return looks(q) + looks(q + 1); }
"""


def kinds(code: str) -> list[str]:
    unit = Unit(f"{HELPERS}__global__ void k(int *p, int n) {{ int v = 0; {code} here(); }}".encode())
    read = model(unit, function_at(unit))
    exits = LoopExits(unit, read, ConstantTable({}))
    return [exits.kind(loop) for loop in read.loops]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("while (p[n] == 0) ;", "flag"),
        ("while (atomicCAS(p, 0, 1)) ;", "lock"),
        ("while (v < n) v++;", "moves"),
        ("for (int i = 0; i < n; i++) f(i);", "moves"),
        ("while (n) { g(); }", "still"),
        ("while (n) ;", "still"),
        ("while (!__all_sync(~0u, n)) ;", "still"),
        ("while (q) ;", "flag"),
        ("Flag q(p); while (q) ;", "flag"),
        ("int &q = p[n]; while (q) ;", "flag"),
        ("volatile int q; while (q) ;", "flag"),
        ("while (n && q) ;", "flag"),
        ("while (!tries(p)) ;", "lock"),
        ("while (!v) { if (tries(p)) { f(); unlock(p); v = 1; } }", "turn"),
        ("do { if (tries(p)) v = 1; } while (!v);", "lock"),
        ("while (looks(p)) ;", "flag"),
        ("while (twice(p)) ;", "flag"),
        ("while (around(p)) ;", "moves"),
        ("while (unknown(p)) ;", "moves"),
        ("while (p[0] && v++ < n) ;", "moves"),
        ("while (p[0]) { __syncthreads(); }", "moves"),
        ("for (;;) { if (p[0]) { if (v++) break; } }", "moves"),
        ("for (;;) { if (p[0]) return; }", "flag"),
        ("for (;;) { for (;;) { if (v++) break; } if (p[0]) break; }", "flag"),
    ],
)
def test_what_decides(code: str, kind: str) -> None:
    assert kinds(code)[0] == kind


def test_each_loop_is_asked_for_itself() -> None:
    assert kinds("while (p[0]) ; do { v++; } while (v < n); while (atomicExch(p, 1)) ;") == [
        "flag",
        "moves",
        "lock",
    ]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("__shared__ int go; while (go == 0) ;", "flag"),
        ("volatile int go; while (go < n) g();", "flag"),
        ("__shared__ int go; while (go < n) atomicAdd(&go, 1);", "moves"),
        ("__shared__ int go; while (go < n) { atomicAdd(&go, 0); g(); }", "flag"),
        ("int go; while (go < n) g();", "still"),
    ],
)
def test_what_others_write_is_told_by_its_declaration(code: str, kind: str) -> None:
    assert kinds(code)[0] == kind


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("int b = blockIdx.x; do { v = p[b]; } while (__any_sync(~0u, v));", "moves"),
        ("int b = atomicAdd(p, 1); do { v = p[b]; } while (__any_sync(~0u, v));", "moves"),
        ("int b = atomicAdd(p, 0); do { v = p[b]; } while (__any_sync(~0u, p[b]));", "flag"),
        ("while (atomicLoad(p) == 0) ;", "flag"),
        ("while (atomicMax(p, 0) == 0) ;", "flag"),
        ("while (atomicMax(p, 1) == 0) ;", "moves"),
        ("while (1) { if (p[0]) v = DONE; if (v) break; }", "flag"),
        ("while ( ! 0 ) { if (p[0]) v = true; if (v) break; }", "flag"),
    ],
)
def test_what_a_function_does_is_told_by_its_name(code: str, kind: str) -> None:
    assert kinds(code)[0] == kind
