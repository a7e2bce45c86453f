"""What a function stores in elements of its arrays, and what may store there otherwise."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.lanes.hazards.stored_elements import addressed, naming, stores
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit


def function(body: str) -> LoopExits:
    unit = Unit(f"__global__ void k(int *f, int *g, int n) {{ {body} here(); }}".encode())
    return LoopExits(unit, model(unit, function_at(unit)), ConstantTable({}))


def stored(body: str) -> list[tuple[str, bool] | None]:
    """Give what is stored in elements of `f`, and whether by an atomic; None for what may be anything."""
    found = stores(function(body), b"f")
    return [one and (one.value.text.decode() if one.value else "", one.atomic) for one in found]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("f[n] = 1;", [("1", False)]),
        ("f[n] = 1; f[0] = n;", [("1", False), ("n", False)]),
        ("g[n] = 1;", []),
        ("g[0] = f[n];", []),
        ("atomicExch(&f[n], 1);", [("1", True)]),
        ("atomicExch(f + n, 1);", [("1", True)]),
        # by something else than one store of a value to one element
        ("f[n] += 1;", [None]),
        ("*f = 1;", [None]),
        ("atomicExch(h(f), 1);", [None, None]),  # either call may
        ("fill(f, n);", [None]),
    ],
)
def test_stores(body: str, expected: list[tuple[str, bool] | None]) -> None:
    assert stored(body) == expected


def test_loops_and_jumps() -> None:
    assert len(naming(function("while (n) n--; for (;;) g[0] = 1;")).loops) == 2
    assert naming(function("again: if (n) goto again;")).jumps_about
    assert not naming(function("while (n) break;")).jumps_about


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("&a[i]", b"a"),
        ("(&a[i])", b"a"),
        ("a + i", b"a"),
        ("a", b"a"),
        ("&a", b""),
        ("a[i]", b""),
        ("f(a)", b""),
    ],
)
def test_addressed(text: str, name: bytes) -> None:
    assert addressed(expression(text.encode())) == name
