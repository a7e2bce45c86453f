"""Where members are called that nobody calls by name."""

from __future__ import annotations

import pytest

from hipify_py.lanes.hazards.special_uses import special, special_uses
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.unit import Unit

CLASS = """struct Meet {
  __device__ Meet(int n) {}
  __device__ ~Meet() {}
  __device__ int operator()(int a) { return a; }
  __device__ Meet &operator+=(int a) { return *this; }
  __device__ int get() { return 1; }
};
"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("Meet m(n);", ["Meet"]),
        ("Meet{n}; g();", ["Meet"]),
        ("Meet m(n); m(3);", ["Meet", "m"]),
        ("Meet m(n); m += 3;", ["Meet", "m"]),
        ("Meet m(n); m.get();", ["Meet"]),
        ("Meet *m; g(m);", []),
        ("g(n);", []),
    ],
)
def test_uses(body: str, found: list[str]) -> None:
    unit = Unit(f"{CLASS}__device__ void f(int n) {{ {body} }}".encode())
    members = [one for each in functions_by_name(unit).values() for one in each if one.called != b"f"]
    uses = [(home.called, span) for home, span in special_uses(unit, members)]
    assert [unit.code[slice(*span)].decode() for home, span in sorted(uses) if home == b"f"] == found


def test_which_members_are_special() -> None:
    unit = Unit(CLASS.encode())
    made = [one for each in functions_by_name(unit).values() for one in each]
    assert [one.called for one in sorted(made, key=lambda one: one.span) if not special(unit, one)] == [
        b"get"
    ]
