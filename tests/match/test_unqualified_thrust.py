"""Thrust's algorithms by bare names, which HIP finds in `std` as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "#include <thrust/sort.h>\n#include <thrust/transform.h>\n#include <thrust/reduce.h>\n"
USING = "using namespace thrust;\n"
BODY = "void f(V a, V *b) {{ {}; }}\n"


@pytest.mark.parametrize(
    "call",
    [
        "transform(a.begin(), a.end(), b->begin(), minus<float>())",
        "transform(a.begin(), a.end(), b->begin(), _1 * 2)",
        "sort(a.begin(), a.end(), thrust::greater<int>())",
        "int x = reduce(a.begin(), a.end(), 0, plus<int>{})",
        "stable_sort(a.begin(), a.end(), ::thrust::less<pair<int, int>>())",
    ],
)
def test_they_are_qualified(call: str) -> None:
    name = next(one for one in ("transform", "stable_sort", "sort", "reduce") if one in call)
    source = HEAD + USING + BODY.format(call)
    assert matched("M387", source).text == source.replace(f"{name}(a", f"thrust::{name}(a")


@pytest.mark.parametrize(
    "call",
    [
        "transform(a.begin(), a.end(), b->begin(), Mine())",
        "sort(a.begin(), a.end())",
        "thrust::sort(a.begin(), a.end(), greater<int>())",
        "std::sort(a.begin(), a.end(), greater<int>())",
        "a.sort(greater<int>()), b->sort(greater<int>())",
        "count_if(a.begin(), a.end(), _1 < 2)",
        "sort_by_key(a.begin(), a.end(), b->begin(), greater<int>())",
        "sort(a_1, my_greater<int>())",
    ],
)
def test_what_else_is_called_stays(call: str) -> None:
    source = HEAD + USING + BODY.format(call)
    assert matched("M387", source).text == source


def test_without_the_namespace_and_with_a_function_of_ones_own_it_stays() -> None:
    call = BODY.format("sort(a, greater<int>())")
    for source in (HEAD + call, HEAD + USING + "template <class F> void sort(V a, F f) { f(a); }\n" + call):
        assert matched("M387", source).text == source


def test_a_header_of_the_project_may_include_thrusts(tmp_path: Path) -> None:
    call = USING + BODY.format("transform(a.begin(), a.end(), b->begin(), _1 * 2)")
    put(tmp_path / "t" / "mine.h", "#include <thrust/transform.h>\n")
    put(tmp_path / "t" / "a.cu", '#include "mine.h"\n' + call)
    put(tmp_path / "t" / "b.cu", "#include <thrust/sort.h>\n" + call)
    convert_tree([str(tmp_path / "t")], Settings(mode="output", output=str(tmp_path / "out")))
    assert "{ thrust::transform(" in (tmp_path / "out" / "a.cu").read_text()
    assert "{ transform(" in (tmp_path / "out" / "b.cu").read_text()
