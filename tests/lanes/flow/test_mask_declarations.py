"""Declarations of names that hold masks: with 32 bits, with 64, by an alias, in lists, with a value."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of, text_of

from hipify_py.lanes.flow.lane_masks import Masks
from hipify_py.lanes.flow.mask_declarations import MaskDeclarations
from hipify_py.source.unit import Unit


def declarations(code: str, head: str = "") -> tuple[Unit, MaskDeclarations]:
    """Give a function's declarations of `m`, which holds a mask of lanes in each of its scopes."""
    unit = Unit(f"{head}__device__ void f(int p, int lane) {{ {code} }}\n".encode())
    masks = Masks(unit, facts_of(unit))
    body = masks.by_name[b"f"]
    made = [one.at.start for one in body.names.declared.get(b"m", ())]
    return unit, MaskDeclarations(unit, body, {b"m", *(body.names.symbol(b"m", at) for at in made)})


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("unsigned m = __ballot(p);", ["unsigned"]),
        ("unsigned int m = __ballot(p);", ["unsigned int"]),
        ("uint32_t a = 1, m = __ballot(p);", ["uint32_t"]),
        ("unsigned m[4]; m[0] = __ballot(p);", ["unsigned"]),
        ("{ unsigned m = __ballot(p); } { uint32_t m = __ballot(q); }", ["unsigned", "uint32_t"]),
        ("for (uint m = __ballot(p); m;) ; unsigned a, m = __ballot(p);", ["uint", "unsigned"]),
        ("if (unsigned m = __ballot(p)) { unsigned m[2]; }", ["unsigned", "unsigned"]),
        ("unsigned long long m = __ballot(p);", []),
        ("unsigned char m = __ballot(p);", []),
        ("int m = __ballot(p);", []),
        ("m = __ballot(p);", []),
        ("unsigned a = g(h(p), 1), m = __ballot(p);", ["unsigned"]),
        ("unsigned a = g(p, m); m = __ballot(p);", []),
        ("g(unsigned(p), m); m = __ballot(p);", []),
        ("unsigned m(__ballot(p)), n; m = 2;", ["unsigned"]),
        ("std::uint32_t m{__ballot(p)};", ["std::uint32_t"]),
        ("unsigned const m = __ballot(p);", ["unsigned"]),
    ],
)
def test_declarations_with_32_bits(code: str, expected: list[str]) -> None:
    unit, declared = declarations(code)
    found = sorted(one.type for made in declared.narrow.values() for one in made)
    assert [text_of(unit, one) for one in found] == expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("typedef unsigned lane_mask;\n", "unsigned"),
        ("using lane_mask = uint32_t;\n", "uint32_t"),
        ("typedef unsigned long long lane_mask;\n", None),
        ("", None),
    ],
)
def test_what_a_type_named_after_masks_stands_for(head: str, expected: str | None) -> None:
    unit, declared = declarations("lane_mask m = __ballot(p);", head)
    span = declared.alias(b"m")
    assert (text_of(unit, span) if span else None) == expected
    assert declared.alias(b"p") is None


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("int m = __ballot(p);", "int m"),
        ("lane::mask<int> m; m = __ballot(p);", "lane::mask<int> m"),
        ("return m; int m = __ballot(p);", "int m"),
        ("use(m); m = __ballot(p);", None),
    ],
)
def test_the_first_declaration_with_any_type(code: str, expected: str | None) -> None:
    unit, declared = declarations(code)
    first = declared.typed.get(b"m")
    assert (text_of(unit, first.whole) if first else None) == expected


def test_declarations_with_a_value_in_a_type_that_may_not_suit() -> None:
    unit, declared = declarations(
        "int m = __ballot(p); { unsigned int m = 1; } { lane_t m = 2; auto m = 3; }"
    )
    found = [
        (text_of(unit, one.whole), unit.code[one.value : one.value + 1])
        for made in declared.initial.values()
        for one in made
    ]
    assert found == [("int m", b"_"), ("lane_t m", b"2")]


def test_a_name_of_another_scope_is_declared_otherwise() -> None:
    unit = Unit(
        b"__device__ void f(int p) { { unsigned m = __ballot(p); } { int m = 2; long long m; p = m; } }"
    )
    masks = Masks(unit, facts_of(unit))
    (body,) = masks.bodies.values()
    declared = MaskDeclarations(unit, body, masks.names[body.function])
    (symbol,) = masks.names[body.function]
    assert [text_of(unit, one.type) for one in declared.narrow[symbol]] == ["unsigned"]
    assert text_of(unit, declared.typed[symbol].whole) == "unsigned m"
    assert [*declared.made] == [*declared.narrow] == [*declared.typed] == [*declared.used] == [symbol]
    assert not declared.wide
    assert not declared.initial


def test_names_of_64_bits() -> None:
    _, declared = declarations("size_t m; auto n = __ballot(p);")
    assert declared.wide == {b"m"}


def test_where_a_name_is_used_first() -> None:
    unit, declared = declarations("um = 1; m = __ballot(p); m = 2;")
    assert [*declared.used] == [b"m"]
    assert unit.code[: declared.used[b"m"].start].endswith(b"um = 1; ")
