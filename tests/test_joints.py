"""What edits remove must not make one token of its neighbours."""

from __future__ import annotations

import itertools

import pytest
from helpers.edits import edit
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.edits import keep_comments, render, settle
from hipify_py.joints import join, kept_apart
from hipify_py.model import Edit, Span
from hipify_py.settings import Options
from hipify_py.source.lexer import mask

# Neighbours of which one token, a comment, or a longer name would come.
JOINED = """
    / / | / * | * / | + + | - - | + = | - = | - > | < < | > > | < = | > = | = = | ! = | * = | / =
    % = | & & | & =
    ^ = | : : | . . | . * | # # | < : | : > | < % | % > | % : | ? ? | > *
    a b | a 1 | 1 a | _ a | $ a | 1 . | . 1
    L "x" | u8 "x" | R "x" | "x" a | 'x' a | 1 ' | 1e + | 0x1p - | \u00e4 a | a \u00e4
"""
PAIRS = [
    (pair[0], pair[1])
    for line in JOINED.strip().splitlines()
    for one in line.split(" | ")
    if len(pair := one.split()) == 2
]
PAIRS += [("|", "|"), ("|", "=")]
APART = [
    ("a", "("),
    (")", "a"),
    ("a", "+"),
    ("+", "-"),
    ("(", "("),
    (";", "a"),
    ('"a"', '"b"'),
    ("&", "*"),
    ("a", "<"),
]
APART += [
    ("*", "*"),
    ("-", "+"),
    ("1", "+"),
    ("a", "."),
    (",", "a"),
    ("]", "["),
    ("=", "a"),
    ("!", "a"),
    ("x", ""),
]
SPLICES = ("", "\\\n", "\\ \r\n", "\\\n\\\n")


def applied(source: bytes, *edits: Edit) -> bytes:
    text = mask(source)
    kept = keep_comments(source, text.comments, settle(edits)[0])
    return render(source, kept_apart(source, text.strings, kept))


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("before", SPLICES)
@pytest.mark.parametrize("behind", SPLICES)
def test_a_removal_leaves_a_blank_between_what_would_join(
    pair: tuple[str, str], before: str, behind: str
) -> None:
    left, right = (f"x={pair[0]}{before}").encode(), (f"{behind}{pair[1]} ;").encode()
    source = left + b"struct" + right
    end = len(left) + len(b"struct")
    for edits in (
        [edit(len(left), end)],
        [edit(len(left), end, b"")],
        [edit(len(left), len(left) + 3), edit(len(left) + 3, end)],
    ):
        assert applied(source, *edits) == left + b" " + right


@pytest.mark.parametrize("pair", APART)
def test_a_removal_leaves_no_blank_between_what_does_not_join(pair: tuple[str, str]) -> None:
    left, right = f"x={pair[0]}".encode(), pair[1].encode()
    assert applied(left + b"struct" + right, edit(len(left), len(left) + 6)) == left + right


def test_what_is_kept_of_an_edit_stays_apart() -> None:
    assert applied(b"a+(+b)", edit(2, 6, Span(3, 5))) == b"a+ +b"
    assert applied(b"a(b)c", edit(1, 4, Span(2, 3))) == b"a b c"
    assert applied(b"f(a)(b)", edit(0, 7, Span(2, 3), Span(5, 6))) == b"a b"
    assert applied(b"a/x(/b)", edit(2, 3), edit(3, 7, Span(4, 6))) == b"a/ /b"


def test_what_is_written_is_left_to_its_rule() -> None:
    assert applied(b"a(b)c", edit(1, 4, b"_", Span(2, 3), b"_")) == b"a_b_c"
    assert applied(b"cudaMalloc", edit(0, 4, b"hip")) == b"hipMalloc"
    assert applied(b"a b c", edit(1, 1, b"x"), edit(2, 3, b"y")) == b"ax y c"


def test_blanks_alone_are_removed_to_join_what_they_part() -> None:
    assert applied(b"k< < <g, b> >>(p)", edit(2, 3), edit(4, 5), edit(11, 12)) == b"k<<<g, b>>>(p)"
    assert applied(b"k< \\\n <g", edit(2, 6)) == b"k<<g"


def test_nothing_is_a_token_in_a_text() -> None:
    assert applied(b'x = "a-gb";', edit(6, 8)) == b'x = "ab";'
    assert applied(b'x = R"(a-gb)";', edit(8, 10)) == b'x = R"(ab)";'


def test_a_removal_leaves_no_longer_name_in_a_conversion() -> None:
    for left, right in itertools.product(
        (b"4 /", b"a", b"1", b"*", b"("), (b"/**/", b"\\\n", b" ", b"/*a*/ ")
    ):
        source = b"#include <cuda_runtime.h>\nint x = " + left + b"\\\nstruct" + right + b"float4 y;\n"
        output = convert(source, RULES, Options(path="a.cu")).output
        assert b"//" not in output.replace(b"\\\n", b"")
        assert convert(output, RULES, Options(path="a.cu")).output == output


def test_what_joins() -> None:
    assert join(b"", b"a") is False
    assert join(b"a", b"") is False
    assert join(b"1e", b"+") is True
    assert join(b"be", b"+") is False
    assert join(b"0x1p", b"-") is True
