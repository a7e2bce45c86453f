"""Comments and line splices between the tokens of the rules' own tests: nothing is lost or swallowed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from time import process_time
from typing import Any

import pytest
from helpers.stress import WHOLE

from hipify_py.choices import Dnn, Launch, Warp
from hipify_py.conversion import convert
from hipify_py.model import SPLICE
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.lexer import mask

pytestmark = pytest.mark.stress

TOKEN = re.compile(
    rb'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|[A-Za-z_]\w*|\d[\w.]*|<<<|>>>|::|->|\+\+|--|<<=?|>>=?|&&|\|\|'
    rb"|[-+*/%&|^=!<>]=|\.\.\.|\S"
)
LONG = b"/*" + b" c" * 2000 + b"\n" * 40 + b"*/"
STRIDE, MOST_SECONDS = 8, 1
COMPANY, ALONE = 4, 24  # each so many places share a text, and one of so many has a text of its own
PUT_IN = {
    "block": b"/*c0mment*/",
    "line": b"// c0mment\n",
    "splice": b"\\\n",
    "splice with blanks": b"\\ \t\n",
}
# What hangs on the lines that code shares: a comment that ends one makes another case of it.
BY_LINES = {("M062", "with other code on its lines")}
MODES: tuple[dict[str, Any], ...] = (
    {},
    {"launch": "macro", "warp": "native"},
)
TESTS = [(rule.id, test) for rule in load(dnn="miopen").rules for test in rule.tests]


def tokens(source: bytes) -> list[bytes]:
    """Give the tokens of a source without its comments and spliced lines."""
    text = bytearray(source)
    for start, end in mask(source).comments:
        text[start:end] = re.sub(rb"[^\n]", b" ", text[start:end])
    return TOKEN.findall(SPLICE.sub(b"  ", bytes(text)))


def test_the_cases_that_hang_on_lines_are_there() -> None:
    assert {(rule, test.name) for rule, test in TESTS} >= BY_LINES


def boundaries(source: bytes) -> Iterator[int]:
    """Give the offsets before a source's tokens, outside of comments and of the paths of includes."""
    text = mask(source)
    closed = [*text.comments, *((path.start - 1, path.end) for path, _ in text.includes)]
    closed += ((start, end - 1) for start, end in text.strings)
    for found in TOKEN.finditer(text.code):
        if not any(start < found.start() <= end for start, end in closed):
            yield found.start()
    yield len(source)


def places(source: bytes, comment: bytes) -> Iterator[int]:
    """Give the boundaries of a source at which a comment changes no meaning."""
    for at in boundaries(source):
        in_directive = re.match(rb"[ \t]*#", source[source.rfind(b"\n", 0, at) + 1 :])
        if comment.startswith(b"//") and (in_directive or b"\\\n" in source) and at != len(source):
            continue  # it would end the directive
        if re.search(rb"#[ \t]*define[ \t]+\w+\Z|#\Z", source[:at]) and source[at : at + 1] in {b"(", b"#"}:
            continue  # what takes arguments has its bracket, and ## its marks, right behind
        if source[:at].endswith(b"/"):
            continue  # with which it would begin a character earlier
        yield at


def put(source: bytes, comment: bytes, into: Sequence[int]) -> bytes:
    """Give a source with a comment at each of some offsets, which rise."""
    pieces = zip([0, *into], [*into, len(source)], strict=True)
    return comment.join(source[start:end] for start, end in pieces)


def with_comments(source: bytes, comment: bytes, turn: int) -> Iterator[bytes]:
    """Give a source with comments at each place in company, and at some of them alone; with all of them alone
    where `HIPIFY_STRESS` says so.
    """
    found = [*places(source, comment)]
    for first in range(COMPANY if found else 0):
        yield put(source, comment, found[first::COMPANY])
    for at in found if WHOLE else found[turn % ALONE :: ALONE]:
        yield put(source, comment, [at])


def batched(offsets: Iterator[int]) -> Iterator[tuple[int, ...]]:
    """Give offsets as many at a time as share a text."""
    return iter(lambda: tuple(islice(offsets, COMPANY)), ())


@cache
def without(source: bytes, rocm: str, dnn: Dnn, launch: Launch, warp: Warp) -> list[bytes]:
    """Give the tokens of what comes out without a comment: several comments are held against them."""
    options = Options(path="a.cu", launch=launch, warp=warp)
    return tokens(convert(source, load(rocm=rocm, dnn=dnn), options).output)


@pytest.mark.parametrize("comment", PUT_IN.values(), ids=PUT_IN.keys())
@pytest.mark.parametrize("mode", MODES)
def test_no_comment_is_lost_and_none_swallows_code(mode: dict[str, Any], comment: bytes) -> None:
    """Where the same comes out as without the comment, its tokens are the same.

    Every source is tried in one of the modes with each comment; `HIPIFY_STRESS=all` tries all in both.
    """
    bad, tried = [], 0
    turn = [*PUT_IN.values()].index(comment)
    sources = 1 if WHOLE else len(MODES)
    first = (MODES.index(mode) + turn) % sources
    for number, (rule, test) in enumerate(TESTS[first::sources]):
        if comment.startswith(b"//") and (rule, test.name) in BY_LINES:
            continue
        rules = load(rocm=test.rocm, dnn=test.dnn)
        options = Options(path="a.cu", launch=test.launch, warp=test.warp)._replace(**mode)
        source = test.before.encode()
        expected = without(source, test.rocm, test.dnn, options.launch, options.warp)
        for text in with_comments(source, comment, number + turn):
            tried += 1
            made = convert(text, rules, options).output
            settled = made == text or convert(made, rules, options).output == made
            if made.count(b"c0mment") != text.count(b"c0mment") or tokens(made) != expected or not settled:
                bad.append((rule, test.name, text, made))
    assert tried > 4000 // sources
    assert not bad, f"{len(bad)} of {tried}, such as {bad[:3]}"


@pytest.mark.parametrize("mode", MODES)
def test_a_long_comment_anywhere_costs_little(mode: dict[str, Any]) -> None:
    """To most patterns it is a run of blanks; one that tries all splits of it takes seconds."""
    slow, tried = [], 0
    rules = load(dnn="miopen")
    for source in sorted({test.before.encode() for _, test in TESTS}):
        for into in batched(islice(places(source, LONG), tried % STRIDE, None, STRIDE)):
            tried += len(into)
            text = put(source, LONG, into)
            begun = process_time()
            convert(text, rules, Options(path="a.cu")._replace(**mode))
            if process_time() - begun > MOST_SECONDS:
                slow.append(text.replace(LONG, b"/*...*/"))
    assert tried > 1500
    assert not slow, f"{len(slow)} of {tried}, such as {slow[:3]}"
