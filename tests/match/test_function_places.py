"""Where functions are declared and defined."""

from __future__ import annotations

import re

import pytest

from hipify_py.match.function_places import ENDS, OPENS, heads, named, outside
from hipify_py.source.unit import Unit

CODE = b"""
#include "own.h"
__device__ int f(int a);
HD void A::g(float *p) const { use(p); }
int f(int a) { return a; }
"""


def test_heads_go_from_what_may_be_an_attribute_to_the_parameters() -> None:
    assert {one[0].strip() for one in heads(Unit(CODE))} >= {b"int f("}


@pytest.mark.parametrize(("behind", "line"), [(ENDS, 2), (OPENS, 4)])
def test_functions_of_a_name_by_what_ends_their_heads(behind: re.Pattern[bytes], line: int) -> None:
    found = [*named(Unit(CODE), {b"f"}, behind)]
    assert [(name, CODE.count(b"\n", 0, at), CODE[opening : opening + 1]) for name, at, opening in found] == [
        (b"f", line, b"(")
    ]


def test_functions_that_are_defined_outside_of_their_class() -> None:
    assert [CODE[at : at + 4] for _, at in outside(Unit(CODE))] == [b"A::g"]
