"""Members of objects that lists in braces make: the number of a warp beside that of a lane."""

from __future__ import annotations

import pytest
from helpers.warps import rules_of, run

SOURCE = """
struct At { int lane, warp; %s };
struct Two { int lane; int warp; };
__device__ At at() { %s }
__device__ void change(int &x) { x = threadIdx.x; }
__global__ void k(const float *x, float *y, int n, int m) {
    int t = threadIdx.x;
    %s
    for (int r = a.%s; r < n; r += 8) y[r] = __shfl_xor_sync(0xffffffffu, x[r], 16);
}
"""
LIST = "int t = threadIdx.x; return {t %% 32, t / 32};"


def is_apart(made: str, member: str = "warp", more: str = "", gives: str = LIST.replace("%%", "%")) -> bool:
    return "W023" in rules_of(run(SOURCE % (more, gives, made, member)))


@pytest.mark.parametrize(
    "made",
    [
        "At a = {t % 32, t / 32};",
        "At a{t % 32, t / 32};",
        "At a = At{t % 32, t / 32};",
        "auto a = At{t % 32, t / 32};",
        "At a = at();",
        "auto a = at();",
        "const At a = {t & 31, t >> 5};",
        "At a = {t % 32, t / 32}; const int &r = a.warp; y[0] = r;",
        "At a = {t % 32, t / 32}; int r = a.warp; r = t;",
        "At a = {t % 32, t / 32}; const float &r = x[a.warp]; y[0] = r;",
        "At a = {t % 32, t / 32}; float *r = &y[a.warp], &u = y[a.warp]; *r = u = t;",
        "At a = {t % 32, t / 32}; float &r = a.warp ? y[0] : y[1]; r = t;",
    ],
)
def test_each_member_has_its_own_value(made: str) -> None:
    assert not is_apart(made)
    assert is_apart(made, "lane")


@pytest.mark.parametrize(
    "gives",
    [
        "return At{(int)threadIdx.x % 32, (int)threadIdx.x / 32};",
        "if (blockIdx.x) return {0, 0}; return {(int)threadIdx.x % 32, (int)threadIdx.x / 32};",
    ],
)
def test_what_functions_give(gives: str) -> None:
    assert not is_apart("At a = at();", gives=gives)
    assert is_apart("At a = at();", "lane", gives=gives)


@pytest.mark.parametrize(
    ("made", "more", "gives"),
    [
        ("At a = {t / 32, t % 32};", "", ""),
        ("At a = {.warp = t % 32};", "", ""),
        ("At a = {t % 32, t / 32}; a.warp = t;", "", ""),
        ("At a = {t % 32, t / 32}; change(a.warp);", "", ""),
        ("At a = {t % 32, t / 32}; At *p = &a; p->warp = t;", "", ""),
        ("At a = {t % 32, t / 32}; At &p = a; p.warp = t;", "", ""),
        ("At a = {t % 32, t / 32}; int &r = a.warp; r = a.lane;", "", ""),
        ("At a = {t % 32, t / 32}; auto &r(a.warp); r = t;", "", ""),
        ("At a = {t % 32, t / 32}; int &r = n ? a.warp : a.lane; r = t;", "", ""),
        ("At a = {t % 32, t / 32}; int *r = &a.warp; *r = t;", "", ""),
        ("At a = {t % 32, t / 32}; int *r; r = &(a.warp); r[0] = t;", "", ""),
        ("At a = {t % 32, t / 32}; int *r[2] = {&a.warp, &a.lane}; *r[0] = t;", "", ""),
        ("At a = {t % 32, t / 32}; (n ? a.warp : a.lane) = t;", "", ""),
        ("At a = {t % 32, t / 32}; std::swap(a.warp, a.lane);", "", ""),
        ("At a = {t % 32, t / 32};", "int more[2];", ""),
        ("At a = {t / 32, t % 32};", "__device__ At(int w, int l) : warp(l), lane(w) {}", ""),
        ("At a = at();", "", "return {(int)threadIdx.x / 32, (int)threadIdx.x % 32};"),
        ("At a = at();", "", "if (blockIdx.x) return {0, (int)threadIdx.x}; return {0, 0};"),
        ("At a = at();", "", "At made; made.warp = threadIdx.x; return made;"),
    ],
)
def test_others(made: str, more: str, gives: str) -> None:
    assert is_apart(made, "warp", more, gives)
