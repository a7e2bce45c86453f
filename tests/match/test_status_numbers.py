"""Statuses and attributes that are written as numbers."""

from __future__ import annotations

import pytest
from helpers.matches import matched

AROUND = "int f(cublasStatus_t s, cudaError_t e, cusolverStatus_t *p, int n) {{ {} }}\n"
TOLD = [
    ("return s == 13;", ["13"]),
    ("return 14 != s;", ["14"]),
    ("return (int)s == 7;", ["7"]),
    ("return static_cast<int>(s) == 3;", ["3"]),
    ("return e == 18 || e == 19 || e == 20;", ["18", "20"]),
    ("switch (s) { case 0: return 1; case 3: return 2; default: return 3; }", ["3"]),
    ("switch (int(s)) { case 11 : case 1: return 2; }", ["11"]),
    ("switch (s) { case 3: { switch (n) { case 13: return 1; } } case 7: return 2; }", ["3", "7"]),
    ("switch (n) { case 3: switch (s) { case 13: return 1; } case 7: return 2; }", ["13"]),
    ("switch (f(s)) { case 13: return 1; }", []),
    (
        "g((cudaDeviceAttr)16); h(static_cast<CUdevice_attribute>(1), CUdevice_attribute(75));",
        ["16", "1", "75"],
    ),
]
STAYS = [
    "return s == 0 || s == 1;",
    "return e == 2 || e == 700;",
    "return n == 13 || s == n;",
    "return o.s == 13 || p == 7;",
    "return s == 13.5;",
    "switch (n) { case 13: return 1; }",
    "{ int s = 0; return (cudaError_t)n; }",
    "#ifdef __HIP__\nreturn s == 13;\n#endif\n",
]


@pytest.mark.parametrize(("body", "numbers"), TOLD)
def test_numbers_that_are_others_in_hip_are_told(body: str, numbers: list[str]) -> None:
    source = AROUND.format(body)
    assert matched("R490", source) == (source, [("R490", number) for number in numbers])


@pytest.mark.parametrize("body", STAYS)
def test_what_is_the_same_or_not_known_is_not(body: str) -> None:
    source = AROUND.format(f"\n{body}\n")
    assert matched("R490", source) == (source, [])


def test_hips_own_numbers_are_right() -> None:
    source = "int f(hipblasStatus_t s) { return s == 5 || (hipDeviceAttribute_t)3; }\n"
    assert matched("R490", source) == (source, [])
