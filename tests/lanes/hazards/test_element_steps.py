"""Steps from one element of an array to another, and the waits between them."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.hazards.element_steps import steps, waits_in
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit


def kernel(body: str) -> Unit:
    return Unit(f"__global__ void k(int *s, int *r, int t, int n) {{ {body} here(); }}".encode())


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("s[t] += s[t + 16];", [("s", "t", "+", "16", "s[t] += s[t + 16]", True)]),
        ("s[t] = s[t] + s[ t - (n) ];", [("s", "t", "-", "n", "s[t] = s[t] + s[ t - (n) ]", True)]),
        ("s[t] = r[t + n];", [("s", "t", "+", "n", "s[t] = r[t + n]", False)]),
        (
            "s[t] += s[t + 2] + s[t + 1];",
            [
                ("s", "t", "+", "2", "s[t] += s[t + 2]", True),
                ("s", "t", "+", "1", "s[t] += s[t + 2] + s[t + 1]", True),
            ],
        ),
        ("s[t] += s[t + n - 1];", [("s", "t", "+", "n - 1", "s[t] += s[t + n - 1]", True)]),
        ("s[t] = q.s[t + n];", [("s", "t", "+", "n", "s[t] = q.s[t + n]", False)]),
        ("s[t] = f(s[(t + n)], r[t]);", [("s", "t", "+", "n", "s[t] = f(s[(t + n)]", True)]),
        ("s[t] += s[n + 16];", []),
        ("s[t] += s[(t + n) % 4];", []),
        ("s[t] += s[t * 2];", []),
        ("n += s[t + 16];", []),
    ],
)
def test_what_an_element_takes_from_others(code: str, expected: list[tuple[object, ...]]) -> None:
    unit = kernel(code)
    (given,) = model(unit, function_at(unit)).assignments
    found = [
        (*(one.decode() for one in each[:4]), unit.source[slice(*each.span)].decode(), each.is_own)
        for each in steps(unit, given)
    ]
    assert found == expected


@pytest.mark.parametrize(
    ("code", "waits"),
    [
        ("__syncwarp();", 1),
        ("__syncthreads(); if (__syncthreads_or(n)) tile.sync();", 3),
        ("__threadfence(); synchronize();", 0),
    ],
)
def test_where_lanes_wait(code: str, waits: int) -> None:
    unit = kernel(code)
    read = model(unit, function_at(unit))
    assert len(waits_in(unit, read, read.function.body)) == waits
