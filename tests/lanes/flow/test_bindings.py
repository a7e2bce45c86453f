"""What the names of structured bindings hold: each its own part of the value."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = "__global__ void k(int *p, int n) { int t = threadIdx.x; %s if (%s) { %s } }\n"
MEET = "p[0] = 1; __syncthreads();"
READ = "p[0] = __shfl_sync(~0u, p[1], 1);"
PAIR = "__device__ std::pair<int, int> ids(int t) { return {t / 32, t % 32}; }\n"
MADE = "__device__ int2 ids(int t) { if (!gridDim.x) return int2{0, 0}; return make_int2(t / 32, t % 32); }\n"
CLASS = "struct Ids { int warp, lane; };\n"
FILLED = CLASS + "__device__ Ids ids(int t) { Ids i; i.warp = t / 32; i.lane = t % 32; return i; }\n"
LISTED = CLASS + "__device__ Ids ids(int t) { return Ids{t / 32, t % 32}; }\n"
MACRO = "#define ids(t) std::make_tuple((t) / 32, (t) % 32)\n"
GIVEN = [
    ("", "auto [w, l] = std::make_pair(t / 32, t % 32);"),
    ("", "const auto [w, l] = std::pair<int, int>{t / 32, t % 32};"),
    ("", "auto [w, l] = n ? make_int2(t / 32, t % 32) : make_int2(0, 0);"),
    ("", "int a[2] = {t / 32, t / 32}; auto [w, l] = a; l = t % 32;"),
    (PAIR, "auto [w, l] = ids(t);"),
    (PAIR, "const auto &[w, l] = ids(t);"),
    (PAIR, "auto &&[w, l] = ids(t);"),
    (MADE, "auto [w, l] = ids(t);"),
    (FILLED, "auto [w, l] = ids(t);"),
    (FILLED, "Ids both = ids(t); auto [w, l] = both;"),
    (LISTED, "auto [w, l] = ids(t);"),
    (CLASS, "Ids both; both.warp = t / 32; both.lane = t % 32; auto [w, l] = both;"),
    (MACRO, "auto [w, l] = ids(t);"),
]


@pytest.mark.parametrize(("head", "code"), GIVEN)
def test_each_name_holds_its_part(head: str, code: str) -> None:
    assert remaining(head + KERNEL % (code, "w == 0", MEET)) == ["G016"]
    assert remaining(head + KERNEL % (code, "w == 0", READ)) == []
    assert remaining(head + KERNEL % (code, "l < 5", READ)) == ["W023"]


@pytest.mark.parametrize(
    ("head", "code", "asked"),
    [
        ("", "auto [w, l] = std::make_pair(n, t % 32);", "w == 0"),
        ("", "auto [w, l, m] = std::make_tuple(t / 32, t % 32, n);", "m == 0"),
        (PAIR, "auto [w, l] = ids(n);", "l == 0"),
        (CLASS, "Ids both{n, t % 32}; auto [w, l] = Ids{n, t % 32};", "w == 0"),
        ("", "int a[2] = {n, n + 1}; auto [w, l] = a;", "l == 0"),
        ("", "int a[2], b = t / 32, c = n;", "c == 0"),
    ],
)
def test_parts_that_all_threads_have_alike(head: str, code: str, asked: str) -> None:
    assert remaining(head + KERNEL % (code, asked, MEET)) == []


def test_what_is_stored_in_a_part_that_refers_to_it() -> None:
    code = "Ids both{n, n}; auto &[w, l] = both; %s = t / 32;"
    assert remaining(CLASS + KERNEL % (code % "l", "both.lane == 0", MEET)) == ["G016"]
