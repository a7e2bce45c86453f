"""Where heads of functions begin, and the types of parameters."""

from __future__ import annotations

import pytest

from hipify_py.match.function_heads import MOST_HEAD, head_start, parameter_types
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "types"),
    [
        (b"f(const float4 &a, uint b)", (b"float4&", b"unsigned")),
        (b"f(unsigned   long int *__restrict__ p)", (b"unsigned long*",)),
        (b"f(std::size_t n, volatile int *)", (b"unsigned long", b"int*")),
        (b"f(A<int> a)", ()),
        (b"f(int a, int (*b)(int))", ()),
        (b"f()", ()),
    ],
)
def test_types_of_parameters(code: bytes, types: tuple[bytes, ...]) -> None:
    assert parameter_types(code, 0, len(code)) == types


@pytest.mark.parametrize(
    ("before", "head"),
    [
        ("int a; ", "inline float4 "),
        ("void g() { } ", "float4 "),
        ("#define A 1\n", "static\nfloat4 "),
        ("", "float4 "),
        ("// a comment\n", "float4 "),
        ("int a;", ""),
    ],
)
def test_where_a_head_begins(before: str, head: str) -> None:
    unit = Unit(f"{before}{head}operator+(float4 a) {{ }}".encode())
    at = len(before + head)
    assert unit.code[head_start(unit, at) : at].decode() == head


def test_a_long_head_is_no_further_looked_at() -> None:
    unit = Unit(b"x " * MOST_HEAD + b"f()")
    assert head_start(unit, 2 * MOST_HEAD) >= MOST_HEAD - 2
