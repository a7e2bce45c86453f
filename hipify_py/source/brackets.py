"""Brackets in a text: where one ends or begins, and what stands in it.

The text is the mask of a source, so that no bracket in a comment or a literal is met. Where the tree knows
the answer (`Unit.call`), it is asked; this is for what no tree is needed for, and for what the grammar lost.
"""

from __future__ import annotations

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.search import before, last_of

ROUND = re.compile(rb"[()]")
BRACE = re.compile(rb"[{}]")
BLOCK = re.compile(rb"[{}]|#[^\r\n]*")  # braces outside of directives
MARK = re.compile(rb"[()\[\]{},;]")
PARTING = re.compile(rb"[()\[\]{},;]|<(?![<=])")  # with what may open the arguments of a template
ANY = re.compile(rb"[()\[\]{}]")
ANGLE = re.compile(rb"[<>(){}\[\],;]")
NOT_BLANK = re.compile(rb"\S")
BLANK = b" \t\r\n\f\v"
BRACKETS = b"()[]{}"
ROUND_BRACKETS = b"()"
MOST_ANGLES = 16  # of template arguments within each other; more are none
MOST = 2000  # bytes behind which an expression, or a list of template arguments, is none
HEAD = re.compile(rb"\btemplate\s*+<")  # of a template
TEMPLATE = re.compile(rb"(?<!\w)(?!operator\b)[A-Za-z_]\w*+\s*+\Z")  # what a `<` that opens arguments follows
MOST_NAME = 120
# What stands behind the `>` of a template's arguments and never behind one that compares two values; the
# bracket is a call's. Between the parameters of a function nothing is compared but in a default.
BEHIND_VALUE = re.compile(rb"\s*+(?:::|\.\.\.|[({,>]|\Z)")
BEHIND_TYPE = re.compile(rb"\s*+(?:::|\.\.\.|[\w({\[,>&*]|\Z)")


def closing(code: bytes, opening: int, limit: int, pair: re.Pattern[bytes] = ROUND) -> int:
    """Give the offset behind the bracket that closes the one at `opening`; the limit where none does.

    `pair` is `BRACE` or `BLOCK` for those of a block.
    """
    depth = 0
    for bracket in pair.finditer(code, opening, limit):
        depth += (bracket[0] in b"({") - (bracket[0] in b")}")
        if depth == 0:
            return bracket.end()
    return limit


def closings(code: bytes, start: int, end: int, pair: re.Pattern[bytes] = ROUND) -> dict[int, int]:
    """Give for each round bracket in a part of a text that is closed there the offset behind its other end.

    `pair` is `BRACE` for those of a block.

    It is for who asks for many: where brackets stand in each other, each one's search would be as long as it.
    """
    found: dict[int, int] = {}
    unclosed: list[int] = []
    for bracket in pair.finditer(code, start, end):
        if bracket[0] in b"({":
            unclosed.append(bracket.start())
        elif unclosed:
            found[unclosed.pop()] = bracket.end()
    return found


def partners(code: bytes, start: int, end: int) -> dict[int, int]:
    """Give for each bracket of any kind in a part of a text where the one stands that ends it, of any kind.

    It is for who asks for many, as `closings` is.
    """
    found: dict[int, int] = {}
    unclosed: list[int] = []
    for bracket in ANY.finditer(code, start, end):
        if bracket[0] in b"([{":
            unclosed.append(bracket.start())
        elif unclosed:
            found[unclosed.pop()] = bracket.start()
    return found


def all_arguments(code: bytes, start: int, end: int) -> dict[int, list[int]]:  # noqa: C901, PLR0912  a case a mark
    """Give for each round bracket in a part of a text what parts its arguments: itself, commas, its end.

    All are found on one way, however they stand in each other; one that is not closed ends with the part.
    """
    found: dict[int, list[int]] = {}
    open_: list[int] = []
    angles: dict[int, int] = {}  # of a bracket, where the template's arguments end that stand in it
    for mark in PARTING.finditer(code, start, end):
        text, at = mark[0], mark.start()
        if text in b"([{":
            open_.append(at)
            if text == b"(":
                found[at] = [at]
        elif text in b",<":
            if open_ and open_[-1] in found and at >= angles.get(open_[-1], 0):
                if text == b",":
                    found[open_[-1]].append(at)
                else:
                    angles[open_[-1]] = template_end(code, at, end)
        elif text == b")":
            while open_ and open_[-1] not in found:
                open_.pop()
            if open_:
                found[open_.pop()].append(at)
        elif text != b";" and open_ and open_[-1] not in found:
            open_.pop()
    for at in open_:
        if at in found:
            found[at].append(end - 1)
    return found


def outline(text: bytes) -> bytes:
    """Give a text without what stands in its braces: of a class its members, without their bodies."""
    made, at = [], 0
    while (start := text.find(b"{", at)) >= 0:
        made += [text[at:start], b"{}"]
        at = closing(text, start, len(text), BRACE)
    return b"".join(made) + text[at:]


def opening(code: bytes, closed: int, least: int, pair: bytes = b"()") -> int:
    """Give the offset, from `least` on, of what the bracket at `closed` closes; -1 where there is none."""
    begins, ends = pair
    at, depth = closed, 0
    while at >= least:
        depth += (code[at] == ends) - (code[at] == begins)
        if depth == 0:
            return at
        at = last_of(code, pair, at, least)
    return -1


def arguments(code: bytes, opening: int, limit: int) -> list[Span]:
    """Give what the commas part in the round bracket at `opening`, each without the white space around it."""
    return parts(code, opening + 1, closing(code, opening, limit) - 1)


def parameter_spans(code: bytes, opening: int, limit: int) -> list[Span]:
    """Give the parameters of a function in the round bracket at `opening`, as `arguments` for a call.

    Behind the type `pair<int, int>` stands a name here, as behind what is compared there.
    """
    return parts(code, opening + 1, closing(code, opening, limit) - 1, behind=BEHIND_TYPE)


def macro_arguments(code: bytes, start: int, end: int) -> list[Span]:
    """Give what the preprocessor takes for the arguments of a macro: only round brackets protect a comma."""
    return parts(code, start, end, ROUND_BRACKETS, None)


def parts(
    code: bytes,
    start: int,
    end: int,
    brackets: bytes = BRACKETS,
    behind: re.Pattern[bytes] | None = BEHIND_VALUE,
) -> list[Span]:
    """Give what the commas outside of brackets part, without what is blank behind the last of them.

    `brackets` are those that protect a comma. So do the arguments of a template, which are told by what
    stands `behind` them.
    """
    spans, depth, protected = [], 0, start
    for mark in PARTING.finditer(code, start, end):
        which = brackets.find(mark[0])
        if which >= 0:
            depth += -1 if which % 2 else 1
        elif depth or mark.start() < protected:
            continue
        elif mark[0] == b"<" and behind:
            is_value = behind is BEHIND_VALUE or code.find(b"=", start, mark.start()) >= 0
            protected = template_end(code, mark.start(), end, BEHIND_VALUE if is_value else behind)
        elif mark[0] == b",":
            spans.append(trimmed(code, start, mark.start()))
            start = mark.end()
    last = trimmed(code, start, end)
    return [*spans, last] if last.end > last.start else spans


def template_end(code: bytes, at: int, limit: int, behind: re.Pattern[bytes] | None = BEHIND_VALUE) -> int:
    """Give the offset behind the template arguments that the `<` at `at` opens; `at` where it compares.

    `a < b, c > (d)` may be either, and is taken for the call of a template. Without a pattern for what comes
    `behind` them the `<` is known to open such arguments.
    """
    if not TEMPLATE.search(code, max(0, at - MOST_NAME), at):
        return at
    end = _angles(code, at + 1)[1]
    return end if at < end <= limit and (behind is None or behind.match(code, end, limit)) else at


def template_arguments(code: bytes, at: int) -> list[Span]:
    """Give the spans of the template arguments behind a `<` that ends at `at`; none where it never closes."""
    return _angles(code, at)[0]


def _angles(code: bytes, at: int) -> tuple[list[Span], int]:
    """Give template arguments, and the offset behind the `>` that closes them, which is 0 without one."""
    spans: list[Span] = []
    angles, others, start = 1, 0, at
    for mark in ANGLE.finditer(code, at, at + MOST):
        text = mark[0]
        if text in b"({[":
            others += 1
        elif text in b")}]":
            others -= 1
        elif others:
            continue
        elif text == b"<":
            angles += 1
        elif text == b">":
            angles -= 1
        if text == b";" or others < 0 or angles > MOST_ANGLES:
            return [], 0
        if angles == 0 or (text == b"," and angles == 1):
            spans.append(trimmed(code, start, mark.start()))
            start = mark.end()
        if angles == 0:
            return spans, mark.end()
    return [], 0


def without_templates(head: bytes) -> bytes:
    """Give a head without the lists of templates, in which brackets may stand: `template <int N = f()>`."""
    kept, at = [], 0
    for found in HEAD.finditer(head):
        if found.start() >= at:
            kept.append(head[at : found.start()])
            at = template_end(head, found.end() - 1, len(head), None)
    return b" ".join([*kept, head[at:]])


def unbracketed(text: bytes) -> bytes:
    """Give an expression without the round brackets, and the blanks, that stand around all of it."""
    text = text.strip()
    for _ in range(MOST_ANGLES):
        if not text.startswith(b"(") or closing(text, 0, len(text) + 1) != len(text):
            break
        text = text[1:-1].strip()
    return text


def trimmed(code: bytes, start: int, end: int) -> Span:
    """Give a span without the white space at both ends."""
    if start < end and code[start : start + 1] not in BLANK and code[end - 1 : end] not in BLANK:
        return Span(start, end)
    first = NOT_BLANK.search(code, start, end)
    start = first.start() if first else max(start, end)
    return Span(start, max(start, before(code, end, BLANK) if first else start))
