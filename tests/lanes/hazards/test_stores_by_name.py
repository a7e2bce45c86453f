"""The assignments and the calls of a function by the names to which they may store."""

from __future__ import annotations

import pytest
from helpers.sources import function_at
from helpers.warps import text_of

from hipify_py.lanes.hazards.stores_by_name import assigned_to, given_to, in_order
from hipify_py.source.function_model import Model
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

BODY = "p[0] = 1; n = 2; *q = 3; (p + n)[1] = 4; f(p, p[n]); __ldg(p); f(&n); s.g[1] = 5; __syncthreads(p);"


def read() -> tuple[Unit, Model]:
    unit = Unit(f"__global__ void k(int *p, int *q, int n) {{ {BODY} here(); }}".encode())
    return unit, model(unit, function_at(unit))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ((b"p",), [b"p[0]", b"(p + n)[1]"]),
        ((b"q", b"p"), [b"p[0]", b"*q", b"(p + n)[1]"]),
        ((b"n",), [b"n"]),
        ((b"p", b"p"), [b"p[0]", b"(p + n)[1]"]),
        ((b"other",), []),
        ((), []),
    ],
)
def test_the_assignments_to_what_names_lead_to_in_order(
    names: tuple[bytes, ...], expected: list[bytes]
) -> None:
    assert [one.target for one in assigned_to(*read(), names)] == expected


@pytest.mark.parametrize(("name", "expected"), [(b"p", ["f"]), (b"n", ["f", "f"]), (b"q", [])])
def test_the_calls_that_are_given_a_name_but_for_those_that_only_ask(
    name: bytes, expected: list[str]
) -> None:
    unit, of = read()
    assert [text_of(unit, one.name) for one in given_to(unit, of, name)] == expected


def test_numbers_of_several_names_come_once_and_in_order() -> None:
    assert [*in_order({b"a": [0, 3], b"b": [1, 3], b"c": [2]}, (b"b", b"a", b"x"))] == [0, 1, 3]
