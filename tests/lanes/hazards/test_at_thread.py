"""What conditions come to for one thread of a block."""

from __future__ import annotations

from time import process_time

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable, declared_constants
from hipify_py.lanes.hazards.at_thread import AtThread
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model, names
from hipify_py.source.unit import Unit

SOURCE = (
    "constexpr int W = 32;\n"
    "__global__ void k(int n) {\n"
    "    int i = threadIdx.x, warp = i / W, m = 3; bool first = i == 0; m++; here();\n"
    "    auto t = cg::tiled_partition<W>(b), u = cg::tiled_partition<n>(b); %s }"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("threadIdx.x", 33),
        ("i % W", 1),
        ("warp == 1", 1),
        ("(first)", 0),
        ("!first && i < 64", 1),
        ("i == 0 && n", 0),
        ("n || i == 33", 1),
        ("n && i == 33", None),
        ("m", None),
        ("threadIdx.y", None),
        ("-i + 34", 1),
        ("W", 32),
        ("t.thread_rank() == 1", 1),
        ("(int)t.meta_group_rank() + 4", 5),
        ("u.thread_rank()", None),
        ("n.thread_rank()", None),
    ],
)
def test_a_value(text: str, expected: int | None) -> None:
    unit = Unit((SOURCE % "").encode())
    constants = ConstantTable(declared_constants(unit))
    found = AtThread(unit, names(unit, function_at(unit)), constants, 33).value(expression(text.encode()))
    assert (found.value if found else None) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if (i == 33) HERE;", True),
        ("if (i == 33) { } else HERE;", False),
        ("if (n) if (first) HERE;", False),
        ("if (n) HERE;", None),
        ("for (;;) HERE;", True),
    ],
)
def test_whether_it_comes(code: str, *, expected: bool | None) -> None:
    source = SOURCE % code
    unit = Unit(source.encode())
    function = function_at(unit)
    at = AtThread(unit, names(unit, function), ConstantTable(declared_constants(unit)), 33)
    assert at.comes(model(unit, function).path(source.index("HERE"))) is expected


def test_names_that_are_made_of_each_other_are_each_read_once() -> None:
    made = "".join(f"int a{n + 1} = {' + '.join([f'a{n}'] * 9)}; " for n in range(7))
    unit = Unit(f"__global__ void k() {{ int a0 = threadIdx.x; {made} }}".encode())
    begun = process_time()
    at = AtThread(unit, names(unit, function_at(unit, b"a0")), ConstantTable({}), 1)
    found = at.value(expression(b"a7"))
    assert found is not None
    assert (found.value, process_time() - begun < 2) == (9**7, True)
