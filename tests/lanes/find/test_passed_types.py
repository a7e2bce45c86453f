"""The type of what a group's shuffle passes on."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.find.groups import Groups
from hipify_py.lanes.find.passed_types import OPEN, UNKNOWN, is_class, is_made_here, passed_type
from hipify_py.source.unit import Unit

SOURCE = """
struct P { float x, y; };
struct Later;
typedef float real;
template <typename T> __device__ void f(float v, float2 two, P p, P *ps, int *ints, T any, real r, __half h) {
  float a[4]; float2 b[4]; P q; %s
}
"""


def passed(code: str) -> bytes:
    unit = Unit((SOURCE % f"here({code}, 1);").encode())
    function = function_at(unit)
    return passed_type(unit, Groups(unit), unit.code.index(b"here(") + 4, function)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("v", b"float"),
        ("two", b"float2"),
        ("p", b"P"),
        ("any", b"T"),
        ("ints", UNKNOWN),
        ("unseen", UNKNOWN),
        ("float2{1, 2}", b"float2"),
        ("make_float2(1, 2)", b"float2"),
        ("float(3)", b"float"),
        ("v + 1", b""),
        ("two.x", b""),
        ("p.x", UNKNOWN),
        ("a[1]", b""),
        ("b[1]", UNKNOWN),
        ("b[1].x", UNKNOWN),
        ("ps[1]", UNKNOWN),
        ("*ps", b"P"),
        ("p.x + 1", b""),
        ("g(v)", UNKNOWN),
        ("g(v) + g(v)", OPEN),
        ("v > 1 ? p : q", b"P"),
        ("v > 1 ? two : b[1]", b"float2"),
        ("(float2)two", b"float2"),
        ("(int)v", b""),
        ("(int *)ps", UNKNOWN),
        ("h", b"__half"),
        ("threadIdx.x", b""),
    ],
)
def test_the_type_of_an_argument(code: str, found: bytes) -> None:
    assert passed(code) == found


@pytest.mark.parametrize(("name", "found"), [("float2", True), ("cuComplex", True), ("float", False)])
def test_vectors_and_complex_numbers_are_classes(name: str, found: bool) -> None:
    assert is_class(name.encode()) is found


@pytest.mark.parametrize(
    ("name", "found"), [("P", True), ("Later", True), ("real", False), ("T", False), ("v", False)]
)
def test_classes_that_a_file_makes(name: str, found: bool) -> None:
    assert is_made_here(Unit((SOURCE % "").encode()), name.encode()) is found
