"""How a function is named for people."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.function_facts import FunctionFacts
from hipify_py.source.functions import Function
from hipify_py.source.unit import Unit


def named(function: Function | None) -> str:
    return FunctionFacts(function, (), (), (), None, ConstantTable({})).name


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("__device__ int S::f(int v) { here(); }", "S::f"),
        ("#define ANY(p) here(p)\n", "ANY"),
        ("auto f = [] { here(); };", "a lambda"),
    ],
)
def test_a_function_has_the_name_that_the_source_gives_it(source: str, name: str) -> None:
    assert named(function_at(Unit(source.encode()))) == name


def test_what_stands_in_no_function_is_the_files() -> None:
    assert named(None) == "this file"
    assert named(function_at(Unit(b"void f() { here(); }"))._replace(name="")) == "this file"
