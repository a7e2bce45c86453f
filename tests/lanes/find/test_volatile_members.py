"""The members of classes that others may change at any time."""

from __future__ import annotations

import pytest

from hipify_py.lanes.find.volatile_members import volatile_members
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("struct A { volatile int full; int volatile value = 3; int plain; };", {b"full", b"value"}),
        ("struct A { volatile int a, b[4], c{}; };", set()),
        ("struct A { volatile int a, b[4]; };", {b"a", b"b"}),
        ("struct A { volatile int *p; int *volatile q; };", {b"q"}),
        ("class A { volatile unsigned long long n; void f() { volatile int x; } };", {b"n"}),
        ("struct A { void f(volatile int *p); };", set()),
        ("__device__ volatile int at;", {b"at"}),
    ],
)
def test_members(source: str, expected: set[bytes]) -> None:
    assert volatile_members(Unit(source.encode())) == expected
