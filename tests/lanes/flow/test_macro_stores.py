"""What macros declare and assign in functions."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

MEET = "p[0] = __shfl_sync(~0u, p[1], 0); __syncthreads();"
KERNEL = "__global__ void k(int *p, int n) { %s if (%s == 0) { " + MEET + " } }\n"
IDS = "#define IDS int t = threadIdx.x; int w = t / 32;\n"
CALLED = "#define IDS() const int t = threadIdx.x, w = t / 32\n"
NAMED = "#define ID(name, t) const int name = (t) / 32\n"
SET = "#define SET(to, value) do { to = value; } while (0)\n"
ALIKE = "#define IDS int b = blockIdx.x; int w = b / 32;\n"


@pytest.mark.parametrize(
    ("head", "code", "asked"),
    [
        (IDS, "IDS", "w"),
        (IDS, "IDS;", "w"),
        (IDS, "IDS int v = w + 1;", "v"),
        (CALLED, "IDS();", "w"),
        (NAMED, "ID(w, threadIdx.x);", "w"),
        (NAMED, "int t = threadIdx.x; ID(w, t);", "w"),
        (SET, "int w = 0; SET(w, threadIdx.x / 32);", "w"),
    ],
)
def test_roles_of_macros(head: str, code: str, asked: str) -> None:
    assert remaining(head + KERNEL % (code, asked)) == ["G016"]
    assert remaining(head.replace("/ 32", "% 32") + KERNEL % (code.replace("/ 32", "% 32"), asked)) == [
        "G016",
        "W023",
    ]


@pytest.mark.parametrize(
    ("head", "code", "asked"),
    [
        (ALIKE, "IDS", "w"),
        (IDS, "int w = n;", "w"),
        (IDS, "IDS", "n"),
        (NAMED, "ID(w, n);", "w"),
        (NAMED, "ID(v, threadIdx.x); int w = n;", "w"),
        (SET, "int w = 0; SET(w, n);", "w"),
        (SET, "int w = 0, v; SET(v, threadIdx.x);", "w"),
        ("#define SAME(a, b) ((a) == (b))\n", "int w = SAME(n, 3);", "w"),
    ],
)
def test_what_macros_give_alike(head: str, code: str, asked: str) -> None:
    assert remaining(head + KERNEL % (code, asked)) == []


@pytest.mark.parametrize("nested", ["SET(v, ", "SET(a, SET(b, "])
def test_what_goes_deep_is_anything_and_takes_no_longer(nested: str) -> None:
    deep = nested * 2000 + "n" + ")" * (2000 * nested.count("("))
    code = f"int v, a, b, w = 0; {deep}; SET(w, {deep});"
    assert "G016" in remaining(SET + KERNEL % (code, "w"))
