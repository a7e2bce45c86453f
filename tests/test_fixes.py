"""Filling a rule's fix: what is kept of a call stays as it was laid out."""

from __future__ import annotations

import re

import pytest

from hipify_py.edits import render
from hipify_py.fixes import expand
from hipify_py.model import Edit, Span
from hipify_py.rules.model import Rule
from hipify_py.source.unit import Unit


def filled(source: str, fix: str, call: str = "f", **captured: int | None) -> str:
    """Fill a fix for the first call of `f` and what follows it; each capture is the argument of a number."""
    unit = Unit(source.encode())
    found = re.compile(call.encode()).search(unit.code)
    assert found
    called = unit.call(Span(*found.span()))
    assert called
    spans = {
        name: Span(called.close, called.close) if number is None else called.arguments[number]
        for name, number in captured.items()
    }
    rule = Rule("Z001", "zebra", "note", "run", "safe", b"", call=call, fix=fix)
    parts = expand(unit, rule, found[0], spans, called)
    assert b"" not in parts
    return render(unit.source, [Edit(Span(found.start(), called.close), parts, "Z001", "call")]).decode()


@pytest.mark.parametrize(
    ("source", "fix", "expected"),
    [
        ("f(x, y);", "g({a}, {b})", "g(x, y);"),
        ("f(x, y);", "g({b}, {a})", "g(y, x);"),
        ("f(x, y);", "g({a}, 0, {b})", "g(x, 0, y);"),
        ("f(x, y);", "g({a})", "g(x);"),
        ("f(x, y);", "g({a}, {a})", "g(x, x);"),
        ("f(x,y);", "g({a}, {b})", "g(x,y);"),
        ("f(x ,\n  y);", "g({a}, {b}, 1)", "g(x ,\n  y, 1);"),
        ("f( x, y );", "g({a}, {b})", "g( x, y );"),
        ("f(\n  x,\n  y\n);", "g({a}, {b})", "g(\n  x,\n  y\n);"),
        ("f(\n  x,\n  y\n);", "g((T)({a}), {b})", "g(\n  (T)(x),\n  y\n);"),
        ("f(x /* one */, /* two */ y);", "g({a}, {b})", "g(x /* one */, /* two */ y);"),
        ("f(h(1, 2), y[i]);", "g({b}, {a})", "g(y[i], h(1, 2));"),
    ],
)
def test_what_is_kept_stays_as_it_was_laid_out(source: str, fix: str, expected: str) -> None:
    assert filled(source, fix, a=0, b=1) == expected


def test_a_line_comment_does_not_swallow_what_follows() -> None:
    assert filled("f(x, // one\n  y);", "g({a}, 1, {b})", a=0, b=1) == "g(x, 1, // one\n  y);"


def test_an_empty_rest_takes_its_comma_with_it() -> None:
    assert filled("f(x);", "g({a}, {rest})", a=0, rest=None) == "g(x);"
    assert filled("f(x);", "g({a}, {rest}, 1)", a=0, rest=None) == "g(x, 1);"
    assert filled("f();", "g({rest})", rest=None) == "g();"


def test_what_a_macro_would_take_for_two_arguments_gets_brackets() -> None:
    for source, expected in (
        ("f(t<1, 2>, b);", "g(MACRO((t<1, 2>)), b);"),
        ("f(t[i], b);", "g(MACRO(t[i]), b);"),
        ("f(t(1, 2), b);", "g(MACRO(t(1, 2)), b);"),
    ):
        assert filled(source, "g(MACRO({a}), {b})", a=0, b=1) == expected
    assert filled("f(t<1, 2>);", "g({a})", a=0) == "g(t<1, 2>);"


def test_template_arguments_stay_where_the_name_does() -> None:
    assert filled("f<a, b<1>>(x, y);", "$0({a})", a=0, b=1) == "f<a, b<1>>(x);"
    assert filled("f <a>( x, y );", "$0({b})", a=0, b=1) == "f <a>( y );"
    assert filled("f(x, y);", "$0({a})", a=0, b=1) == "f(x);"
    assert filled("f<a>(x, y);", "g($0, {a})", a=0, b=1) == "g(f, x);"
    assert filled("f<a>(x, y);", "g({a})", a=0, b=1) == "g(x);"


def test_a_part_of_the_name_is_put_into_the_fix() -> None:
    assert filled("getSize(x);", "fetch$1({a})", call="get(Size|Name)", a=0) == "fetchSize(x);"
    assert filled("get(x);", "fetch$1({a})", call="get(Size)?", a=0) == "fetch(x);"


def test_a_fix_without_a_call_puts_spans_and_texts_together() -> None:
    unit = Unit(b"p.old + q")
    rule = Rule("Z001", "zebra", "note", "run", "safe", b"", query="x", fix="{object}->fresh({other})")
    spans = {"object": Span(0, 1), "other": Span(8, 9)}
    assert expand(unit, rule, b"", spans, None) == (Span(0, 1), b"->fresh(", Span(8, 9), b")")


def test_kept_spans_that_touch_are_one() -> None:
    unit = Unit(b"f(x, y)")
    rule = Rule("Z001", "zebra", "note", "run", "safe", b"", call="f", fix="g({a}, {b})")
    call = unit.call(Span(0, 1))
    assert call
    parts = expand(unit, rule, b"f", {"a": call.arguments[0], "b": call.arguments[1]}, call)
    assert parts == (b"g(", Span(2, 6), b")")
