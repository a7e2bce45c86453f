"""Lists of one value for what may be a vector, in templates."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.settings import Options

AROUND = "template <class T, int N> __global__ void k(T *o, float f) {{ {} }}\n"
TOLD = [
    ("T v = {0}; v.x = f;", ["{0}"]),
    ("T v={ f }; o[0].x = v . y;", ["{ f }"]),
    ("T v{0.0f}; v.x = f;", ["{0.0f}"]),
    ("const T v = {0}; T w = {f}; f = v.x + w.y;", ["{0}", "{f}"]),
]
STAYS = [
    "T v = {0}; o[0] = v;",
    "T v = {}; v.x = 1;",
    "T v = {0, 1}; v.x = 1;",
    "T v[2] = {0}; v[0].x = 1;",
    "S v = {0}; v.x = 1;",
    "T v = {0}; o->v.x = 1;",
    "T v = {0}; v.size();",
    "T v = T(0); v.x = 1;",
]


@pytest.mark.parametrize(("body", "lists"), TOLD)
def test_a_list_of_one_value_is_told(body: str, lists: list[str]) -> None:
    source = AROUND.format(body)
    assert matched("M110", source) == (source, [("M110", one) for one in lists])


@pytest.mark.parametrize("body", STAYS)
def test_what_is_no_vector_or_whole_is_not(body: str) -> None:
    assert matched("M110", AROUND.format(body)) == (AROUND.format(body), [])


def test_what_other_compilers_read_is_not() -> None:
    source = "template <class T> void f(T *o) { T v = {0}; v.x = 1; *o = v; }\n"
    assert matched("M110", source, Options(path="a.cpp")).said == []
    assert matched("M110", source, Options(path="a.cu")).said == [("M110", "{0}")]
