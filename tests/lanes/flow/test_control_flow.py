"""Under which conditions a place is reached, and what leaves before it."""

from __future__ import annotations

import pytest
from helpers.sources import marks

from hipify_py.lanes.flow.control_flow import Path, Paths, paths
from hipify_py.model import Span

Shown = list[str]


def walked(code: str) -> Paths:
    source = code.encode()
    return paths(source, Span(0, len(source)), marks(source))


def shown(code: str, path: Path) -> str:
    return " > ".join(
        ("not " if one.otherwise else "") + f"{one.keyword.decode()}({code[slice(*one.span)]})"
        for one in path
    )


def around(code: str) -> list[str]:
    found = walked(code).of
    assert sorted(found) == marks(code.encode())
    return [shown(code, found[at]) for at in sorted(found)]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("here;", [""]),
        ("if (a) here; here;", ["if(a)", ""]),
        ("if (a) { x; { here; } } here;", ["if(a)", ""]),
        ("if (a) here; else here; here;", ["if(a)", "not if(a)", ""]),
        ("if (a) { here; } else { here; } here;", ["if(a)", "not if(a)", ""]),
        ("if (a) { if (b) here; } else here;", ["if(a) > if(b)", "not if(a)"]),
        ("if (a) x; else if (b) here;", ["not if(a) > if(b)"]),
        ("if (a) if (b) here; here;", ["if(a) > if(b)", ""]),
        ("if constexpr (a) here;", ["if(a)"]),
        ("while (a) here; for (;; b) { here; }", ["while(a)", "for(;; b)"]),
        ("while (a) ; here;", [""]),
        ("switch (a) { case 1: here; break; default: here; }", ["switch(a)", "switch(a)"]),
        ("if (f(a, (b)) && c) here;", ["if(f(a, (b)) && c)"]),
        ("do { x; } while (a); here;", [""]),
        ("f([&] { if (a) here; here; }); here;", ["if(a)", "", ""]),
        ("if (a) f(g(h(((here))))); here;", ["if(a)", ""]),
        ("if (a) { } here; if (b) { for (;;) { } } else here;", ["", "not if(b)"]),
    ],
)
def test_conditions_are_told_from_the_outside_in(code: str, expected: list[str]) -> None:
    assert around(code) == expected


@pytest.mark.parametrize(
    "code",
    ["if (here) x;", "while (f(here)) x;", "for (int i = 0; i < here; i++) x;", "x = (a > here); f(here);"],
)
def test_a_condition_is_worked_out_before_it_holds(code: str) -> None:
    assert set(around(code)) == {""}


@pytest.mark.parametrize("code", ["iff (a) here;", "f.xif(a) here;", "format(a) here;", "elsewise here;"])
def test_what_only_looks_like_a_condition(code: str) -> None:
    assert around(code) == [""]


def test_each_return_is_told_with_its_conditions() -> None:
    code = "if (a) return; while (b) { if (c) { return 1; } } returned(); here;"
    found = walked(code)
    assert [(at, shown(code, path)) for at, path in found.returns] == [
        (code.index("return;"), "if(a)"),
        (code.index("return 1"), "while(b) > if(c)"),
    ]
    assert found.leaves == ()


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("while (a) { here; if (b) break; }", ["while(a) > if(b)"]),
        ("for (;;) { if (a) continue; here; }", ["for(;;) > if(a)"]),
        ("for (;;) { while (a) { if (b) break; } here; }", ["for(;;) > while(a) > if(b)"]),
        ("while (a) { here; } while (b) { break; }", []),
        ("while (a) { here; breaks(); my_break; }", []),
    ],
)
def test_what_leaves_a_turn_is_told_even_behind_the_place(code: str, expected: list[str]) -> None:
    assert [shown(code, path) for _, path in walked(code).leaves] == expected


def test_only_the_part_that_is_asked_for_is_walked() -> None:
    code = b"if (a) { if (b) x; } if (c) y;"
    body = Span(code.index(b"{") + 1, code.index(b"}"))
    found = paths(code, body, [code.index(b"x")])
    assert [one.span for one in found.of[code.index(b"x")]] == [Span(code.index(b"b"), code.index(b"b") + 1)]
