"""Of which arithmetic type an expression is."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.source.number_types import FLOATING, declared_types, number_type
from hipify_py.source.unit import Unit

NAMES = (
    "int i, j = 2, *list; const unsigned int u = 1u; std::size_t n;"
    "float f; double d; short s; uint8_t b; int64_t l;"
    "T t, other; const T *__restrict__ at;"
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("i", "int"),
        ("j + 1", "int"),
        ("list[i + u]", "int"),
        ("*list", "int"),
        ("&i", ""),
        ("i + u", "unsigned"),
        ("u - 1", "unsigned"),
        ("n / 4", "unsigned long"),
        ("l * u", "long"),
        ("l + n", "unsigned long"),
        ("s", "short"),
        ("-s", "int"),
        ("s + b", "int"),
        ("b << n", "int"),
        ("!d", ""),
        ("f * i", "float"),
        ("f + d", "double"),
        ("2.0 * f", "double"),
        ("2.f * x.y", FLOATING),
        ("static_cast<int32_t>(f)", "int"),
        ("(uint64_t)i", "unsigned long"),
        ("int64_t(i)", "long"),
        ("x.y + 1", ""),
        ("threadIdx . x", "unsigned"),
        ("(blockIdx.x * blockDim.x) + i", "unsigned"),
        ("(float) i", "float"),
        ("(\n double )i", "double"),
        ("(long long)i * x", ""),
        ("static_cast<unsigned long>(x)", "unsigned long"),
        ("int(x)", "int"),
        ("T(3)", ""),
        ("sqrtf(x)", "float"),
        ("fabs(x)", FLOATING),
        ("my::sqrtf(x)", ""),
        ("max(i, min(u, 3))", "unsigned"),
        ("max(i, x)", ""),
        ("sizeof(i)", "unsigned long"),
        ("c ? 1 : 2", "int"),
        ("c ? 1 : f", "float"),
        ("c ? s : s", "short"),
        ("i == j", ""),
        ("i /* d */ + 1", "int"),
        ("/* f */ i + /* d */ 1 /* d */", "int"),
        ("1", "int"),
        ("0xffu", "unsigned"),
        ("1ul", "unsigned long"),
        ("3LL", "long long"),
        ("1'000", "int"),
        ("4294967295", ""),
        ("0xffffffff", ""),
        ("1e3", "double"),
        (".5f", "float"),
        ("0x1f", "int"),
        ("1.0L", ""),
        ("x", ""),
        ("t", "?T"),
        ("at[3]", "?T"),
        ("-t", ""),
        ("t + 1", ""),
        ("max(t, other)", "?T"),
        ("__shfl_down_sync(~0u, t, 1)", "?T"),
        ("__shfl_xor(i, 1)", "int"),
    ],
)
def test_types_of_expressions(text: str, kind: str) -> None:
    source = f"void k() {{ {NAMES} use({text}); }}"
    start = source.index("use(") + 4
    unit = Unit(source.encode())
    assert number_type(unit, Span(start, start + len(text)), declared_types(unit.code)) == kind


def test_a_name_of_two_types_has_none() -> None:
    found = declared_types(b"void f(int a, float b) { for (unsigned a = 0;;) { float b; } }")
    assert (found[b"a"], found[b"b"]) == ("", "float")


@pytest.mark.parametrize(
    "text",
    ["struct a;", "class a, b;", "enum a : char;", "union a;", "sizeof a;", "g(sizeof a, 1);", "co_await a;"],
)
def test_what_names_a_type_or_takes_a_value_declares_nothing(text: str) -> None:
    assert declared_types(b"void f(int a) { %b }" % text.encode()) == {b"a": "int"}


def test_casts_and_template_arguments_declare_nothing() -> None:
    assert declared_types(b"x = (int)a + float(b) + V<int>(c); return d;") == {}


def test_an_expression_without_end() -> None:
    text = "(" * 300 + "1" + ")" * 300
    unit = Unit(f"int x = f({text});".encode())
    assert not number_type(unit, Span(10, 10 + len(text)), {})
