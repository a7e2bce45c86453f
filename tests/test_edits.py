"""Rendering edits: against a naive oracle, at borders, in any nesting, and what is refused."""

from __future__ import annotations

import pytest
from helpers.edits import edit, nested
from hypothesis import given
from hypothesis import strategies as st

from hipify_py.edits import keep_comments, render, settle
from hipify_py.model import Edit, EditConflictError, Span
from hipify_py.source.lexer import mask


def apply(source: bytes, *edits: Edit) -> bytes:
    kept, lost = settle(edits)
    assert not lost
    return render(source, kept)


def naive(source: bytes, span: Span, edits: list[Edit]) -> bytes:
    """Render recursively, trying every edit at every byte."""
    out, at = b"", span.start
    while at <= span.end:
        here = [e for e in edits if e.span.start == at and e.span.end <= span.end]
        insertions = [e for e in here if e.span.end == at]
        out += b"".join(bytes(part) for e in insertions for part in e.parts if isinstance(part, bytes))
        wide = max((e for e in here if e.span.end > at), key=lambda e: e.span.end, default=None)
        if wide is None:
            out += source[at : min(at + 1, span.end)]
            at += 1
            continue
        inner = [e for e in edits if e is not wide and e not in insertions]
        for part in wide.parts:
            out += part if isinstance(part, bytes) else naive(source, part, inner)
        edits = [e for e in edits if e not in insertions]
        at = wide.span.end
    return out


@given(st.data())
def test_agrees_with_a_naive_oracle(data: st.DataObject) -> None:
    source = data.draw(st.binary(min_size=8, max_size=60))
    edits = data.draw(nested(0, len(source)))
    kept, lost = settle(data.draw(st.permutations(edits)))
    assert not lost
    assert render(source, kept) == naive(source, Span(0, len(source)), edits)


@given(st.binary())
def test_no_edits_change_nothing(source: bytes) -> None:
    assert render(source, []) == source


def test_nested_calls_convert_in_one_pass() -> None:
    source = b"f(f(x), y)"
    outer = edit(0, 10, b"g(", Span(2, 6), b", 1, ", Span(8, 9), b")")
    inner = edit(2, 6, b"g(", Span(4, 5), b")")
    assert apply(source, inner, outer) == b"g(g(x), 1, y)"


def test_kept_spans_may_change_places() -> None:
    source = b"f(aa, bb)"
    swap = edit(0, 9, b"g(", Span(6, 8), b", ", Span(2, 4), b")")
    assert apply(source, swap, edit(2, 4, b"A"), edit(6, 7, b"B")) == b"g(Bb, A)"


def test_a_span_kept_twice_is_edited_twice() -> None:
    assert apply(b"a", edit(0, 1, Span(0, 1), b"+", Span(0, 1))) == b"a+a"
    assert apply(b"(ab)", edit(0, 4, Span(1, 3), Span(1, 3)), edit(1, 2, b"X")) == b"XbXb"


def test_insertions_at_the_borders() -> None:
    assert apply(b"ab", edit(0, 0, b"<"), edit(2, 2, b">"), edit(1, 1, b"|")) == b"<a|b>"


def test_insertions_at_the_borders_of_an_edit_stand_outside_it() -> None:
    assert apply(b"abc", edit(1, 2, b"X"), edit(1, 1, b"<"), edit(2, 2, b">")) == b"a<X>c"


def test_insertions_at_the_borders_of_a_kept_span_stand_inside_it() -> None:
    swap = edit(0, 6, Span(3, 5), Span(1, 2))
    assert apply(b"(a,bc)", swap, edit(1, 1, b"<"), edit(2, 2, b">")) == b"bc<a>"


def test_an_edit_of_a_whole_kept_span() -> None:
    assert apply(b"(a)", edit(0, 3, b"[", Span(1, 2), b"]"), edit(1, 2, b"X")) == b"[X]"


def test_edits_that_touch_do_not_conflict() -> None:
    assert apply(b"abcd", edit(0, 2, b"X"), edit(2, 4, b"Y")) == b"XY"


def test_the_same_edit_twice_is_one() -> None:
    assert apply(b"ab", edit(0, 1, b"X"), edit(0, 1, b"X")) == b"Xb"
    assert apply(b"ab", edit(1, 1, b"X"), edit(1, 1, b"X")) == b"aXb"


def test_two_insertions_at_one_place_come_in_a_fixed_order() -> None:
    first, second = edit(1, 1, b"1", rule="A001"), edit(1, 1, b"2", rule="B001")
    assert apply(b"ab", first, second) == apply(b"ab", second, first) == b"a12b"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (edit(0, 2, b"X"), edit(1, 3, b"Y")),
        (edit(0, 2, b"X"), edit(0, 2, b"Y")),
        (edit(0, 3, Span(0, 2)), edit(1, 4, b"Y")),
    ],
)
def test_partial_overlap_is_refused(one: Edit, other: Edit) -> None:
    text = rf"rules T000 and T000 both want the bytes {other.span.start} to {other.span.end}"
    with pytest.raises(EditConflictError, match=text):
        settle([other, one])


@pytest.mark.parametrize("rules", [("A001", "B001"), ("B001", "A001")])
def test_of_two_on_the_same_bytes_one_may_write_around_the_other(rules: tuple[str, str]) -> None:
    cast = edit(1, 3, b"(int)(", Span(1, 3), b")", rule=rules[0])
    name = edit(1, 3, b"X", rule=rules[1])
    assert apply(b"abcd", cast, name) == apply(b"abcd", name, cast) == b"a(int)(X)d"


def test_an_edit_in_discarded_text_is_lost_and_told() -> None:
    outer, inner = edit(0, 6, Span(0, 2)), edit(3, 5, b"X")
    assert settle([inner, outer]) == ([outer], [inner])
    assert render(b"abcdef", [outer]) == b"ab"


def test_an_edit_in_what_is_left_out_on_purpose_is_not_told() -> None:
    outer = edit(0, 10, b"g(", Span(8, 9), b")")._replace(dropped=(Span(2, 6),))
    assert settle([outer, edit(2, 6, b"x"), edit(4, 5, b"z")]) == ([outer], [])
    assert settle([outer, edit(5, 7, b"x")]) == ([outer], [edit(5, 7, b"x")])


def test_what_lies_in_a_lost_edit_is_judged_by_the_edit_that_is_made() -> None:
    outer, lost, kept = edit(0, 9, Span(4, 8)), edit(2, 7, b""), edit(5, 6, b"X")
    assert settle([outer, lost, kept]) == ([outer, kept], [lost])


def test_nesting_ten_thousand_deep() -> None:
    depth = 10_000
    source = b"(" * depth + b"x" + b")" * depth
    edits = [edit(i, 2 * depth + 1 - i, b"[", Span(i + 1, 2 * depth - i), b"]") for i in range(depth)]
    assert apply(source, *edits) == b"[" * depth + b"x" + b"]" * depth


def kept(source: bytes, *edits: Edit) -> bytes:
    """Apply edits, comments kept."""
    return render(source, keep_comments(source, mask(source).comments, edits))


@pytest.mark.parametrize(
    ("source", "parts", "expected"),
    [
        (b"f(a, /*b*/ b)", (b"g(", Span(2, 3), b")"), b"g(a)/*b*/"),
        (b"f(/*a*/ a, b)", (b"g(", Span(11, 12), b")"), b"g(/*a*/b)"),
        (b"f(/*1*/ a, /*2*/ b)", (b"g(x, ", Span(17, 18), b")"), b"g(x, /*1*/ /*2*/b)"),
        (b"f(/*a*/ a)", (b"n::hip", Span(8, 9)), b"n::/*a*/hipa"),
        (b"f(/*a*/ a)", (b"g(", Span(2, 9), b")"), b"g(/*a*/ a)"),
        (b"f(a, /*b*/ b )", (b"g(1.0, -2.5e-3", Span(12, 13), b")"), b"g(1.0, -/*b*/2.5e-3 )"),
        (b"f(a) // a", (), b"// a"),
        (b"f(x,\n  // a\n  b)", (b"g(", Span(14, 15), b")"), b"g(\n  // a\nb)"),
        (b"f(x,\r\n/* a */\r\n  b)", (b"g(", Span(17, 18), b")"), b"g(\r\n/* a */b)"),
        (b"f(a, b /* c)", (b"g(", Span(5, 12)), b"g(b /* c)"),
    ],
)
def test_a_comment_that_an_edit_drops_is_kept(
    source: bytes, parts: tuple[bytes | Span, ...], expected: bytes
) -> None:
    assert kept(source, edit(0, len(source), *parts)) == expected


def test_a_comment_that_an_edit_in_a_kept_span_drops_is_kept_once() -> None:
    source = b"f(g(/*c*/ a))"
    assert kept(source, edit(0, 13, b"F(", Span(2, 12), b")"), edit(2, 12, b"h()")) == b"F(h()/*c*/)"


@pytest.mark.parametrize(
    ("source", "edits", "expected"),
    [
        (b"f(a // a\n)", (edit(0, 10, b"g(", Span(2, 8), b")"),), b"g(a // a\n)"),
        (b"f(a // a\r\n)", (edit(0, 11, b"g(", Span(2, 8), b")"),), b"g(a // a\r\n)"),
        (b"f(a /\\\n/ a\n)", (edit(0, 12, b"g(", Span(2, 10), b")"),), b"g(a /\\\n/ a\n)"),
        (b"f(a /* a */)", (edit(0, 12, b"g(", Span(2, 11), b", 1)"),), b"g(a /* a */, 1)"),
        (b"a // a\nb", (edit(6, 6, b", 1"),), b"a // a\n, 1\nb"),
        (b"a // a", (edit(6, 6, b"\nb"),), b"a // a\nb"),
        (b"(a // a\n)(b)", (edit(0, 12, Span(1, 7), Span(10, 11)),), b"a // a\nb"),
        (b"f(a \\\n , b)", (edit(0, 11, b"g(", Span(2, 5), b")"),), b"g(a \\\n)"),
        (b"f(a, /* b */ b)", (edit(0, 15, b"1/", Span(13, 14)),), b"1/ /* b */b"),
        (b"f(a // a  \n)", (edit(0, 12, b"g(", Span(2, 8), b", 1)"),), b"g(a // a  \n, 1)"),
        (b"X/*\n*/b", (edit(0, 3, b""),), b"/*\n*/b"),
        (b"a/X*b", (edit(2, 3),), b"a/ *b"),
        (b"a/X/b", (edit(2, 3, b""),), b"a/ /b"),
        (b"a*X /b", (edit(2, 4),), b"a* /b"),
        (b"a/X /* c */", (edit(2, 4),), b"a/ /* c */"),
        (b"a / X + X * b", (edit(4, 6), edit(8, 10)), b"a / + * b"),
    ],
)
def test_what_ends_with_its_line_is_closed(source: bytes, edits: tuple[Edit, ...], expected: bytes) -> None:
    assert kept(source, *edits) == expected


@pytest.mark.parametrize(
    ("source", "after"),
    [
        (b"f(\n  // of a\n  a, b)", b"f(\n  (T)(\n  // of a\n  a), b)"),
        (b"f(// of a\n  a, b)", b"f((T)(// of a\n  a), b)"),
        (b"f(\n  /* of */ a, b)", b"f(\n  (T)(/* of */ a), b)"),
    ],
)
def test_a_comment_that_is_kept_keeps_its_line(source: bytes, after: bytes) -> None:
    """It may turn off what is found in the next line."""
    start, end = source.index(b"/"), source.index(b",")
    assert kept(source, edit(start, end, b"(T)(", Span(start, end), b")")) == after


def test_a_directive_that_is_kept_keeps_its_line() -> None:
    source = b"f(m,\r\n #if A\r\n v\r\n #endif\r\n)"
    [kept] = keep_comments(source, (), [edit(0, 28, b"g(", Span(7, 28))])
    assert source[7:12] == b"#if A"
    assert render(source, [kept]).startswith(b"g(\r\n #if A\r\n v")
