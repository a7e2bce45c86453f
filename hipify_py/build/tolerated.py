"""Commands of scripts and recipes whose failure stops nothing: what they ask for need not be there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hipify_py.model import Span

LET_PASS = re.compile(
    rb"\|\|[ \t]*(?:true\b|:(?!\w)|echo\b|printf\b|exit[ \t]+0\b)"
    rb"|\b(?:command[ \t]+-v|which|hash|type(?:[ \t]+-\w)?)[ \t]+\S+[^\n&|;]*&&"
    rb"|\A\t[@+]*-"  # make goes on
)
LONGEST = 2000  # bytes of a line that are looked at, on either side


def is_let_pass(code: bytes, span: Span) -> bool:
    """Say whether the line around a word lets its command fail, or asks first whether it is there."""
    start = max(code.rfind(b"\n", 0, span.start) + 1, span.start - LONGEST)
    end = code.find(b"\n", span.end, span.end + LONGEST)
    return LET_PASS.search(code[start : end if end >= 0 else span.end + LONGEST]) is not None
