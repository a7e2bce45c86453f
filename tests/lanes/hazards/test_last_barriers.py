"""Warp barriers behind which a kernel only stores what nothing else in it names, and such that order more."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """constexpr int OK = 0;
%s
__global__ void k(const int *in, int *out, int *__restrict__ status, int n) {
    __shared__ int s[256]; __shared__ int total;
    int i = threadIdx.x, lane = i & 31, m = in[i], v = s[i ^ 1];
    if (m == 0) { %s }
    out[i] = m + v;
    %s
}
"""
FIRST = "__syncwarp(); if (lane == 0) status[blockIdx.x] = OK; return;"
LAST = "__syncwarp(); if (lane == 0) status[blockIdx.x] = OK;"


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (FIRST, LAST),
        (FIRST, "__syncwarp();"),
        ("__syncwarp(); return;", LAST),
        ("__syncwarp(); status[i] = m; return;", "__syncwarp(); status[i] = m + 1;"),
    ],
)
def test_barriers_behind_which_a_kernel_ends(first: str, last: str) -> None:
    assert remaining(KERNEL % ("", first, last)) == []


@pytest.mark.parametrize(
    ("head", "first", "last"),
    [
        ("", FIRST, LAST + " out[i] = s[i ^ 1];"),  # what others have written
        ("", FIRST, LAST + " out[i] = total;"),
        ("", FIRST, "int &all = s[i ^ 1]; __syncwarp(); status[i] = all;"),
        ("__device__ int g;", FIRST, "__syncwarp(); status[i] = g;"),
        ("", FIRST, "__syncwarp(); if (in[i] > 0) status[i] = 1;"),
        ("", FIRST, "__syncwarp(); status[in[i]] = 1;"),
        ("", FIRST, "__syncwarp(); status[i] += 1;"),
        ("", FIRST, "__syncwarp(); s[i] = 1;"),  # which others read before
        ("", "__syncwarp(); out[i] = 0; return;", "__syncwarp();"),  # no `restrict`
        ("", FIRST, "v = status[i]; __syncwarp(); status[i + 1] = v;"),
        ("", "__syncwarp(); status[0] = OK; } else { __syncwarp();", ""),  # no return
        ("", FIRST, "while (n--) { __syncwarp(); }"),
        ("__device__ void put(int *p);", FIRST, LAST + " put(out);"),
        ("", "__threadfence(); " + FIRST, LAST),  # what others may look for
        ("", FIRST, "atomicAdd(out, 1); " + LAST),
        ("__device__ volatile int f;", FIRST, LAST),
        ("", FIRST, "__syncwarp(); v = __any_sync(~0u, m); status[i] = v;"),
    ],
)
def test_barriers_behind_which_more_is_done(head: str, first: str, last: str) -> None:
    assert "W023" in remaining(KERNEL % (head, first, last))


def test_votes_are_no_barriers() -> None:
    vote = "int a = __any_sync(~0u, m); status[i] = a;"
    assert "W023" in remaining(KERNEL % ("", vote + " return;", vote))


def test_functions_go_on_where_they_were_called() -> None:
    code = KERNEL % ("", FIRST, LAST)
    called = code.replace("__global__ void k", "__device__ void d")
    called += "__global__ void j(int *p, int n) { d(p, p, p, n); p[0] = p[1]; }\n"
    assert "W023" in remaining(called)
