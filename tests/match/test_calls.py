"""Calls that a rule describes, by their arguments, and other expressions, by a query."""

from __future__ import annotations

import re

import pytest
from helpers.matches import Made, applied

from hipify_py.edits import render
from hipify_py.match.calls import Applied, apply, query
from hipify_py.model import Span
from hipify_py.rules.model import Rule
from hipify_py.source.unit import Unit


def rule(**more: object) -> Rule:
    """Give a rule about calls of `f` or what else is asked for."""
    given = {"call": "f", **more}
    return Rule("Z001", "zebra", "warning", "run", "safe", b"", **given)  # type: ignore[arg-type]


def called(source: str, *rules: Rule, name: bytes = b"f") -> tuple[str, list[str], Applied]:
    """Apply rules to the first call of a name: give the text, what is said, and what was made."""
    unit = Unit(source.encode())
    found = re.search(rb"\b" + name + rb"\b", unit.code)
    assert found
    call = unit.call(Span(*found.span()))
    assert call
    made = apply(unit, name, call, rules)
    text = render(unit.source, [made.edit] if made.edit else []).decode()
    return text, [finding.message for finding in made.findings], made


@pytest.mark.parametrize(
    ("args", "call", "fits"),
    [
        (("a", "b"), "f(1, 2)", True),
        (("a", "b"), "f(1)", False),
        (("a", "b"), "f(1, 2, 3)", False),
        (("a", "rest*"), "f(1)", True),
        (("a", "rest*"), "f(1, g(2, 3), 4)", True),
        (("a", "rest*"), "f()", False),
        ((), "f()", True),
        ((), "f(1, 2)", True),
    ],
)
def test_the_number_of_arguments_decides(args: tuple[str, ...], call: str, *, fits: bool) -> None:
    text, said, made = called(f"int x = {call};", rule(args=args, fix="g(1)", message="seen"))
    assert (text, said) == (("int x = g(1);", ["seen"]) if fits else (f"int x = {call};", []))
    assert (made.edit is not None) is fits


@pytest.mark.parametrize(
    ("condition", "argument", "fits"),
    [
        ("x+", "xx", True),
        ("x+", "xxy", False),
        ("!x+", "xxy", True),
        ("!x+", "xx", False),
        ("nullptr|NULL|0", "/* no */ nullptr", True),
        ("type:Handle", "h", True),
        ("type:Handle", "&h", True),
        ("type:Other|Handle", "h", True),
        ("type:Handle", "n", False),
        ("!type:Handle", "n", True),
        ("type:Handle", "p", True),
        ("value:Handle", "h", True),
        ("value:Handle", "&h", False),
        ("value:Handle", "p", False),
        ("value:Other|Handle", "h", True),
        ("!value:Handle", "p", True),
        ("pointer:Handle", "p", True),
        ("pointer:Handle", "h", False),
    ],
)
def test_what_an_argument_is_decides(condition: str, argument: str, *, fits: bool) -> None:
    source = f"Handle h, *p; int n; int x = f({argument});"
    one = rule(args=("a",), where=(("a", condition),), fix="g({a})")
    expected = f"Handle h, *p; int n; int x = g({argument});" if fits else source
    assert called(source, one)[0] == expected


def test_the_first_rule_with_a_fix_edits_and_all_speak() -> None:
    rules = (
        rule(message="one of {a}", args=("a", "rest*")),
        rule(fix="g({a})", args=("a", "rest*"), origin="mine.toml:3"),
        rule(fix="h({a})", message="never", args=("a", "rest*")),
        rule(message="for {fn}"),
    )
    text, said, made = called("int x = f(p, q);", *rules)
    assert (text, said) == ("int x = g(p);", ["one of p", "for f"])
    assert made.edit is not None
    assert (made.edit.rule, made.edit.kind, made.edit.origin) == ("Z001", "call", "mine.toml:3")


@pytest.mark.parametrize(
    ("args", "dropped"),
    [
        (("a", "b", "c"), []),
        (("_a", "b", "c"), [b"x"]),
        (("_a", "b", "_rest*"), [b"x", b"w"]),
        (("_", "b", "__"), [b"x", b"w"]),
    ],
)
def test_what_begins_with_a_low_line_is_left_out_on_purpose(
    args: tuple[str, ...], dropped: list[bytes]
) -> None:
    source = "int i = f(x, y, w);"
    text, _, made = called(source, rule(fix="g({b})", args=args))
    assert text == "int i = g(y);"
    assert made.edit is not None
    assert [source.encode()[slice(*span)] for span in made.edit.dropped] == dropped


def test_a_rule_for_older_releases_settles_what_a_newer_one_brings() -> None:
    assert called("int x = f();", rule(fix="g()", until="7.2"))[2].settled
    assert not called("int x = f();", rule(fix="g()"))[2].settled
    assert called("int x = f();", rule(fix="g()", args=("a",), until="7.2"))[2] == Applied()


def queried(source: str, **more: object) -> Made:
    unit = Unit(source.encode())
    return applied(unit, query(unit, rule(call="", **more)))


MEMBER = "(field_expression argument: (identifier) @object field: (field_identifier) @place)"


@pytest.mark.parametrize(
    ("source", "more", "expected"),
    [
        ("int x = p.old + q.old;", {"fix": "fresh"}, ("int x = p.fresh + q.fresh;", [])),
        (
            "int x = p.old;",
            {"message": "{object} is old"},
            ("int x = p.old;", [("Z001", "old")]),
        ),
        (
            "P p; Q q; int x = p.old + q.old;",
            {"fix": "fresh", "object": "type:P"},
            ("P p; Q q; int x = p.fresh + q.old;", []),
        ),
        ("int x = old(1); // p.old", {"fix": "fresh"}, ("int x = old(1); // p.old", [])),
    ],
)
def test_a_query_reports_and_replaces_its_place(source: str, more: dict[str, str], expected: Made) -> None:
    where = [("place", "old"), *(("object", more[key]) for key in more if key == "object")]
    rest = {key: value for key, value in more.items() if key != "object"}
    assert queried(source, query=MEMBER, word="old", where=tuple(where), **rest) == expected


def test_a_macro_body_is_queried_too() -> None:
    source = "#define GET(p) use(p.old)\n"
    made = queried(source, query=MEMBER, word="old", where=(("place", "old"),), fix="fresh")
    assert made == ("#define GET(p) use(p.fresh)\n", [])
