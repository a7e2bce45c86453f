"""What the names of a function are given, by its assignments, branches and chains of both."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.given_values import Given, given_values
from hipify_py.lanes.flow.indirect_values import Told
from hipify_py.lanes.flow.lattice import NOTHING
from hipify_py.source.expression_reading import NO_NODE
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.unit import Unit

NOTHING_TOLD = Told(lambda *_: None, lambda _: None, lambda *_: None)


def given(body: str) -> list[Given]:
    unit = Unit(f"__device__ void f(int n, int m) {{ {body} }}".encode())
    function = defined_functions(unit)[b"f"]
    return given_values(unit, model(unit, function), names(unit, function), NOTHING_TOLD)[0]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("int a = n;", [("a", "", "n")]),
        ("int a = n; a += m;", [("a", "", "n"), ("a", "+", "m")]),
        ("int a; a = n;", [("a", "", "n")]),
        ("int a = n; ++a;", [("a", "", "n"), ("a", "++", "a")]),
    ],
)
def test_each_assignment(body: str, found: list[tuple[str, str, str]]) -> None:
    said = [one for one in given(body) if one.symbol and one.node is not NO_NODE]
    assert [(one.symbol.decode(), one.operator.decode(), one.node.text.decode()) for one in said] == found


def test_what_a_chain_gives_goes_to_each_target() -> None:
    first, second = (one for one in given("int a, b; a = b = n;") if one.symbol)
    assert (first.symbol, second.symbol, second.node.text) == (b"a", b"b", b"n")
    assert first.sources == {second.version}


def test_what_comes_together_behind_a_condition() -> None:
    found = given("int a = 0; if (n < 3) a = m; int b = a;")
    (merge,) = [one for one in found if one.symbol and one.conditions]
    assert merge.symbol == b"a"
    assert len(merge.sources) == 2
    (asked,) = [one for one in found if not one.symbol]
    assert (asked.version, asked.node.text) == (next(iter(merge.conditions)), b"<")


def test_what_stands_in_memory_of_the_block_is_alike_where_it_is_read() -> None:
    found = given("__shared__ int s; s = n;")
    assert [one.value for one in found if one.symbol == b"s"] == [NOTHING]
    assert [one.node.text for one in found if not one.symbol] == [b"n"]
