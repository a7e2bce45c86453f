"""Conditions around places that a `goto` jumps over, or to."""

from __future__ import annotations

import pytest

from hipify_py.source.function_reading import functions_by_name, model, path
from hipify_py.source.unit import Unit

CODE = "__global__ void k(int *p, int a, int b) { %s }\n"


def around(code: str, last: int | None = None) -> list[str]:
    """Give the conditions around what is called `X()`, those that do not hold with `!`."""
    unit = Unit((CODE % code).encode())
    of = model(unit, functions_by_name(unit)[b"k"][0])
    at = unit.code.index(b"X()")
    found = path(unit, of, at, None if last is None else at + last)
    return ["!" * one.otherwise + unit.code[slice(*one.span)].decode() for one in found]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("if (a) goto low; X(); low: p[0] = 1;", ["!a"]),
        ("if (a) goto low; X(); return; low: p[0] = 1;", ["!a"]),
        ("if (a) goto low; p[0] = 2; return; low: X();", ["a"]),
        ("if (a) goto low; p[0] = 2; goto end; low: X(); end: ;", ["a"]),
        ("if (a) goto low; p[0] = 2; goto end; low: p[1] = 3; end: X();", []),
        ("if (a) goto low; p[0] = 2; low: X();", []),
        ("if (a) goto low; p[0] = 2; if (b) return; low: X();", []),
        ("if (a) { X(); goto low; } p[0] = 2; low: ;", ["a"]),
        ("if (a) p[0] = 1; else goto low; X(); low: ;", ["a"]),
        ("if (a) { if (b) goto low; } X(); low: ;", ["!a", "!b"]),
        ("for (int i = 0; i < a; i++) if (p[i]) goto low; X(); low: ;", ["!p[i]"]),
        ("if (a) goto low; if (b) { X(); } low: ;", ["b", "!a"]),
        ("goto low; X(); low: ;", []),
        ("again: X(); if (a) goto again;", []),
        ("if (a) goto low; X();", []),
        ("if (a) goto low; if (b) { p[0] = 2; return; } low: X(); return;", []),  # not the last before it
        ("if (b) { if (a) goto low; p[0] = 2; return; low: X(); } return;", ["b", "a"]),
        ("if (a) goto low; auto f = [=] { low: p[0] = 1; }; X();", []),
    ],
)
def test_conditions_by_which_a_place_is_jumped_over_or_to(code: str, said: list[str]) -> None:
    assert around(code) == said


def test_a_jump_behind_all_that_is_asked_for() -> None:
    assert around("if (a) goto end; X(); end: ;", 0) == []
    assert around("if (a) goto end; X(); end: ;", 100) == ["!a"]
