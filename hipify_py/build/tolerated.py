"""Commands of scripts and recipes whose failure stops nothing: what they ask for need not be there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span

GAP = rb"(?:[ \t]|\\\r?\n)*+"
LET_PASS = re.compile(rb"\|\|" + GAP + rb"(?:true\b|:(?!\w)|echo\b|printf\b|exit[ \t]+0\b)")
ASKS_FIRST = re.compile(rb"\b(?:command[ \t]+-v|which|hash|type(?:[ \t]+-\w)?)[ \t]+\S+[^\n&|;]*&&")
GOES_ON = re.compile(rb"\t[@+]*-")  # make does
# Where a list of commands ends, and the brackets around one; quotes do not count, for whole commands stand
# in some.
END = re.compile(rb"(?P<open>[({])|(?P<close>[)}])|;|(?<![&>])&(?![&>])|[\"'][ \t]*,[ \t]*[\"']")
LONGEST = 2000  # bytes of a line that are looked at, on either side


def is_let_pass(code: bytes, span: Span) -> bool:
    """Say whether the command around a word may fail, or its line asks first whether the word is there.

    Only what is joined to the command, or to brackets around it, by `&&`, `||` and `|` counts, and the mark
    of a recipe's whole line.
    """
    start, end = _start(code, span.start), _end(code, span.end)
    if GOES_ON.match(code, start, end):
        return True
    starts = _starts(code, start, span.start)
    return any(
        LET_PASS.search(behind) or ASKS_FIRST.search(code[begin : span.end] + behind)
        for begin, behind in zip(reversed(starts), _behind(code, span.end, end), strict=False)
    )


def _start(code: bytes, at: int) -> int:
    """Give where the line around a place begins, with those that go on in it."""
    least = max(0, at - LONGEST)
    start = code.rfind(b"\n", least, at) + 1
    while start > least and code[max(0, start - 3) : start].endswith((b"\\\n", b"\\\r\n")):
        start = code.rfind(b"\n", least, start - 1) + 1
    return max(start, least)


def _end(code: bytes, at: int) -> int:
    """Give where the line around a place ends, with those in which it goes on."""
    most = min(at + LONGEST, len(code))
    end = code.find(b"\n", at, most)
    while end > 0 and code[end - 2 : end].rstrip(b"\r").endswith(b"\\"):
        end = code.find(b"\n", end + 1, most)
    return end if end >= 0 else most


def _starts(code: bytes, start: int, at: int) -> list[int]:
    """Give where what is joined to a command begins, with that around each pair of brackets before it."""
    found = [start]
    for one in END.finditer(code, start, at):
        if one["open"]:
            found.append(one.end())
        elif one["close"] and len(found) > 1:
            found.pop()
        else:  # a bracket that nothing opens ends a pattern of `case`
            found[-1] = one.end()
    return found


def _behind(code: bytes, at: int, end: int) -> Iterator[bytes]:
    """Give what is joined to a command behind it, but for what is in other brackets; then to those around."""
    parts: list[bytes] = []
    depth, ended = 0, False
    for one in END.finditer(code, at, end):
        if not depth and not ended:
            parts.append(code[at : one.start()])
        at = one.end()
        if one["open"]:
            depth += 1
        elif one["close"] and depth:
            depth -= 1
        elif one["close"]:
            yield b" ".join(parts)
            parts, ended = [], False
        else:
            ended = ended or not depth
    yield b" ".join([*parts, b"" if depth or ended else code[at:end]])
