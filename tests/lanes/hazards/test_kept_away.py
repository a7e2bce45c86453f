"""Whether what is asked before a shift keeps away the lane in which its count is too much."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

FUNCTION = """__device__ unsigned f(const int *a, int n, int t) {
    int lane = threadIdx.x & 31; unsigned m = __ballot_sync(~0u, a[n] < t), r = 0; bool lt = m >> lane & 1;
    %s
    return r; }
"""
BELOW, NEXT = "r = __popc(m << (32 - lane));", "r = __ffs(m >> (lane + 1));"
OF_THREAD = "r = __popc(m << 32 - threadIdx.x);"
DATA = [
    "if (m >> lane & 1) @",
    "if ((m >> lane) & 1u) @",
    "if (m & (1u << lane)) @",
    "if ((1u << lane & m) != 0) @ else r = 1;",
    "if (!(m & 1u << lane)) return 0; @",
    "for (int i = 0; i < n; i++) { if (!(m >> lane & 1)) continue; @ }",
    "if (lt) @",
    "if (!lt) r = 1; else @",
    "if (a[lane] < t) @",
    "if (n > 0 && a[lane + 1]) @",
    "while (a[lane]) { @ }",
    "int b[32] = {0, n}; if (b[lane]) @",
    "unsigned w = 0; w = m; if (w >> lane & 1) @",
]


@pytest.mark.parametrize("shift", [BELOW, NEXT])
@pytest.mark.parametrize("code", DATA)
def test_data_keeps_no_lane_away(code: str, shift: str) -> None:
    assert "W053" in remaining(FUNCTION % code.replace("@", shift))


@pytest.mark.parametrize(
    "code",
    [
        "if (lane < 16) @",
        "if (16 > lane && n) @",
        "if (lane <= t) @",
        "if (lane >= n) return 0; @",
        "if (!(lane > n)) @",
        "if (lane + n < t) @",
        "if (lane < n || lane < t) @",
        "if (lane < 16) r = m << (32 - lane);",
        "r = lane < 16 ? m << (32 - lane) : 0;",
    ],
)
def test_a_bound_above_lets_the_first_through(code: str) -> None:
    assert "W053" in remaining(FUNCTION % code.replace("@", BELOW))
    assert "W053" not in remaining(FUNCTION % code.replace("@", NEXT).replace("m << (32 - lane)", "m"))


def test_a_loop_begins_at_any_lane() -> None:
    assert "W053" in remaining(FUNCTION % f"for (int i = lane; i < n; i += 32) {BELOW}")


@pytest.mark.parametrize(
    "code",
    [
        "if (lane > 0) @",
        "if (lane >= n) @",
        "if (n < lane) @",
        "if (lane < 16) return 0; @",
        "if (lane == 0) return 0; @",
    ],
)
def test_a_bound_below_lets_the_last_through(code: str) -> None:
    assert "W053" not in remaining(FUNCTION % code.replace("@", BELOW))
    assert ("W053" in remaining(FUNCTION % code.replace("@", NEXT))) == ("==" not in code)


@pytest.mark.parametrize(
    "code",
    [
        "if (lane) @",
        "if (lane != 0 && lt) @",
        "if (lane & 1) @",
        "if (m & ((1u << lane) - 1)) @",  # no lane below the first
        "if (0xfffe >> lane & 1) @",
        "if (1u << lane & 0xfffe) @",
        "unsigned all = 0xfffe; if (1u << lane & all) @",
        "const int tab[32] = {0, 1}; if (tab[lane]) @",
        "unsigned w = lane - 1; if (w < 31) @",
        "unsigned w = lane - 1, u = w; if (u < 31) @",
        "bool odd = lane & 1; if (odd) @",
        "bool later = lane >= n; if (later) @",
        "if ((lane < 16) == (n < 3)) @",
        "if (lane < (lane ^ 1) - 3) @",
        "if (inner(lane)) @",
        "assert(lane > 0); @",
        "for (int i = lane; i > 0; i--) @",
        "if (lane < 16) r = 1; else @",
        "unsigned w = __ballot_sync(~0u, lane > 2 && n); if (w >> lane & 1) @",
    ],
)
def test_what_may_keep_the_first_away(code: str) -> None:
    assert "W053" not in remaining(FUNCTION % code.replace("@", BELOW))


def test_of_a_thread() -> None:
    assert "W053" in remaining(FUNCTION % f"if (a[threadIdx.x] < t) {OF_THREAD}")
    assert "W053" in remaining(FUNCTION % f"if (blockIdx.x * blockDim.x + threadIdx.x < n) {OF_THREAD}")
    assert "W053" not in remaining(FUNCTION % f"if (threadIdx.x) {OF_THREAD}")
    assert "W053" not in remaining(FUNCTION % f"if (threadIdx.x > n) {OF_THREAD}")


def test_a_name_rises_with_what_it_is_made_of() -> None:
    assert "W053" in remaining(FUNCTION % f"int at = lane + n; if (at < t) {BELOW}")
    assert "W053" not in remaining(FUNCTION % f"int at = n - lane; if (at < t) {BELOW}")
