"""Where versions of a name begin, and which come together."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.control import Control
from hipify_py.lanes.flow.places import Places
from hipify_py.lanes.flow.versions import MARK, Merge, Written, named, versions
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.unit import Unit


def read(body: str) -> tuple[dict[int, list[int]], list[Merge]]:
    """Give the versions of `x`."""
    unit = Unit(f"void f(int n, int m) {{ int x = 0; {body} }}".encode())
    of = model(unit, defined_functions(unit)[b"f"])
    scope = of.function.body
    written = [
        Written(b"x", one.value, not one.operator, scope) for one in of.assignments if one.name == b"x"
    ]
    return versions(Places(of), Control(of, unit.code), b"x", written)


@pytest.mark.parametrize(
    ("body", "merges"),
    [
        ("x = n;", []),
        ("if (n) x = 1; use(x);", [2]),
        ("if (n) x = 1; else x = 2; use(x);", [2]),
        ("while (n) x = m; use(x);", [2]),
    ],
)
def test_how_many_versions_come_together(body: str, merges: list[int]) -> None:
    found = [one for one in read(body)[1] if len(one.sources) > 1]
    assert sorted(len(one.sources) for one in found) == merges


def test_a_condition_decides_between_versions() -> None:
    _, merges = read("if (n) x = 1; use(x);")
    assert [len(one.conditions) for one in merges if len(one.sources) > 1] == [1]


def test_names_of_versions() -> None:
    assert named(b"x", -1, 7) == b"x" + MARK + b"-1.7"
    offsets, merges = read("x = n; x = m;")
    assert all(one == sorted(one) for one in offsets.values())
    assert sum(map(len, offsets.values())) >= 3
    assert not [one for one in merges if len(one.sources) > 1]
