"""The values that the whole program passes around: places in a text, results, and their parts."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hipify_py.model import (
    FAILS,
    SEVERITIES,
    Edit,
    EditConflictError,
    HipifyError,
    Lines,
    Place,
    Result,
    RuleError,
    Span,
    readable,
)


@pytest.mark.parametrize(
    ("source", "offset", "line", "column"),
    [
        (b"", 0, 1, 1),
        (b"ab\ncd", 0, 1, 1),
        (b"ab\ncd", 2, 1, 3),
        (b"ab\ncd", 3, 2, 1),
        (b"ab\ncd", 5, 2, 3),
        (b"ab\r\ncd", 4, 2, 1),
        (b"a\rb\n", 2, 2, 1),
        ("é日x".encode(), 5, 1, 3),
        (b"\xff\xfex", 2, 1, 3),
        ("\ufeffa".encode(), 3, 1, 2),
        (b"\n\n\n", 3, 4, 1),
    ],
)
def test_a_place_counts_lines_and_characters_from_one(
    source: bytes, offset: int, line: int, column: int
) -> None:
    assert Lines(source).place(offset) == Place(line, column, offset)


@given(st.text(max_size=40), st.lists(st.integers(0, 40), max_size=8))
def test_a_place_does_not_depend_on_what_was_asked_before(text: str, offsets: list[int]) -> None:
    source = text.encode("utf-8", "surrogatepass")
    asked = [len(text[:offset].encode("utf-8", "surrogatepass")) for offset in offsets]
    lines = Lines(source)
    assert [lines.place(offset) for offset in asked] == [Lines(source).place(offset) for offset in asked]


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        (b"", [""]),
        (b"ab\ncd", ["ab", "cd"]),
        (b"ab\r\n\ncd\n", ["ab", "", "cd", ""]),
        (b"a\xffb\n", ["a\ufffdb", ""]),
    ],
)
def test_the_text_of_a_line_has_no_line_end(source: bytes, texts: list[str]) -> None:
    lines = Lines(source)
    assert [lines.text(number) for number in range(1, len(lines.starts) + 1)] == texts


@given(st.binary(max_size=30))
def test_a_result_is_text_from_which_the_bytes_come_back(data: bytes) -> None:
    assert Result(data, data).text.encode("utf-8", "surrogateescape") == data


def test_a_result_needs_the_header_that_it_includes() -> None:
    warp = Edit(Span(0, 0), (b'#include "../hipify_warp32.h"\n',), "W000", "own-include")
    compat = warp._replace(parts=(b'#ifdef __HIPCC__\n#include "hipify_compat.h"\n#endif\n',))
    assert Result(b"", b"x", (compat, warp)).needs_headers == ("hipify_compat.h", "hipify_warp32.h")
    assert Result(b"", b"x", (warp._replace(kind="warp"),)).needs_headers == ()
    assert Result(b"", b"").needs_headers == ()


def test_severities_and_failures_go_from_what_matters_least_or_first() -> None:
    assert SEVERITIES == ("note", "warning", "error")
    assert FAILS == ("compile", "link", "run", "silent", "speed", "never")


def test_errors_that_a_user_can_act_on_are_of_one_kind() -> None:
    assert issubclass(RuleError, HipifyError)
    assert issubclass(EditConflictError, HipifyError)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a.toml:1: x: bad name; write another", "a.toml:1: x: bad name; write another"),
        ("/".join(["d" * 255] * 15), "/".join(["d" * 255] * 15)),
        (f"a.toml: '{'x' * 100_000}': bad; write", f"a.toml: '{'x' * 39}...{'x' * 38}': bad; write"),
        ("a b " * 100_000, "a b " * 625 + "..." + "a b " * 625),
    ],
)
def test_an_error_can_be_read_whatever_a_file_holds(text: str, shown: str) -> None:
    assert readable(text) == str(HipifyError(text)) == str(RuleError(text)) == shown
    assert str(pickle.loads(pickle.dumps(RuleError(text)))) == shown
