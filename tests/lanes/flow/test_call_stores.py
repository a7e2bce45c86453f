"""What calls store in the names of the function that they stand in."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.call_stores import Given, call_stores
from hipify_py.lanes.flow.lattice import NOTHING, VARIES, WARP_ALONE, Value
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.unit import Unit

SET = "__device__ void set(int *to, int v) { *to = v; }\n"
ASSIGN = "#define ASSIGN(a, b) a = b + 1\n"


def stored_in(head: str, body: str) -> list[tuple[str, str, Value | None]]:
    """Give the names, what the first call stores in each, and what is known of that."""
    unit = Unit(f"{head}__device__ void f(int n) {{ int r, w, a[2]; {body} }}\n".encode())
    (function,) = functions_by_name(unit)[b"f"]

    def stored(_name: bytes, number: int, given: Given) -> Value | None:
        return None if number else VARIES if VARIES in given else NOTHING

    call = model(unit, function).calls[0]
    found = call_stores(unit, names(unit, function), call, stored)
    return [(one.name.decode(), one.node.text.decode(), one.value) for one in found]


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        ("", "std::swap(r, w);", [("r", "w", None), ("w", "r", None)]),
        ("", "std::exchange(r, n);", [("r", "n", None)]),
        ("", "memcpy(&r, &w, 4);", [("r", ",", None)]),
        ("", "memcpy(a, &w, 4);", [("a", ",", None)]),
        ("", "elsewhere(r, w);", []),
        ("", "elsewhere(&r);", [("r", "the end", None)]),
        ("", "__match_all_sync(~0u, n, &r);", [("r", ",", WARP_ALONE)]),
        (ASSIGN, "ASSIGN(r, n);", []),  # which `macro_stores` tells
        (SET, "set(&r, n);", [("r", "the end", NOTHING), ("r", "n", None)]),
        (SET, "set(&r, 3);", [("r", "the end", NOTHING), ("r", "3", None)]),
        (SET, "set(nullptr, n);", []),
        (SET, "Other::set(r, n, 3);", []),  # another function, by the number of what it is given
        (SET, "int s; int *p = &s; set(p, n);", [("p", "the end", NOTHING)]),
        (SET, "__shared__ int s[4]; int *p = s; set(p, n);", []),
    ],
)
def test_what_a_call_stores(head: str, body: str, expected: list[tuple[str, str, Value | None]]) -> None:
    assert stored_in(head, body) == expected


def test_what_differs_by_lane_already_is_not_asked_for_more() -> None:
    unit, asked = Unit(f"{SET}__device__ void f(int n) {{ int r; set(&r, n); }}".encode()), list[Given]()
    (function,) = functions_by_name(unit)[b"f"]

    def stored(_name: bytes, number: int, given: Given) -> Value | None:
        asked.append(given)
        return None if number else VARIES

    call = model(unit, function).calls[0]
    assert [one.value for one in call_stores(unit, names(unit, function), call, stored)] == [VARIES]
    assert asked == [(), ()]  # once for each of the two arguments that have names
