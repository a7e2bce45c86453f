"""Commands of scripts and recipes whose failure stops nothing: what they ask for need not be there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hipify_py.model import Span

LET_PASS = re.compile(rb"\|\|[ \t]*(?:true\b|:(?!\w)|echo\b|printf\b|exit[ \t]+0\b)")
ASKS_FIRST = re.compile(rb"\b(?:command[ \t]+-v|which|hash|type(?:[ \t]+-\w)?)[ \t]+\S+[^\n&|;]*&&")
GOES_ON = re.compile(rb"\t[@+]*-")  # make does
# Where a list of commands ends; quotes do not count, for whole commands stand in some.
END = re.compile(rb";|(?<![&>])&(?![&>])|[\"'][ \t]*,[ \t]*[\"']")
LONGEST = 2000  # bytes of a line that are looked at, on either side


def is_let_pass(code: bytes, span: Span) -> bool:
    """Say whether the command around a word may fail, or its line asks first whether the word is there.

    Only what is joined to the command by `&&`, `||` and `|` counts, and the mark of a recipe's whole line.
    """
    start = max(code.rfind(b"\n", 0, span.start) + 1, span.start - LONGEST)
    end = code.find(b"\n", span.end, span.end + LONGEST)
    end = end if end >= 0 else min(span.end + LONGEST, len(code))
    if GOES_ON.match(code, start, end):
        return True
    for one in END.finditer(code, start, span.start):
        start = one.end()
    following = END.search(code, span.end, end)
    end = following.start() if following else end
    return bool(LET_PASS.search(code, span.end, end) or ASKS_FIRST.search(code, start, end))
