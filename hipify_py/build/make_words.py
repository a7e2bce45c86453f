"""Words of a shell in quotes that become several: the quotes go, for they would make one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.make_lexer import commands
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.source.brackets import closings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.build.names import Said

SPECIAL = re.compile(rb"[\"'\\\\$`*?~(){}<>|&;#\[\]]")  # what a shell reads otherwise without quotes
IN_MAKE, IN_SCRIPT = re.compile(rb"\$\(shell[ \t]"), re.compile(rb"\$\((?!\()")
GROWTH = 8  # times the region's length that commands within commands are read in all
BEFORE = {b"", b" ", b"\t", b"\n"}
BEHIND = BEFORE | {b"\r", b";", b")"}


def asked_programs(code: bytes, region: Span, but: re.Pattern[bytes], *, script: bool) -> Iterator[Span]:
    """Give the commands in a region of which the output is read, but for those that a pattern finds."""
    asks = [*(IN_SCRIPT if script else IN_MAKE).finditer(code, *region)]
    ends = closings(code, *region) if asks else {}
    room = GROWTH * (region.end - region.start)
    for one in asks:
        within = Span(one.end(), ends.get(one.start() + 1, region.end + 1) - 1)
        size = within.end - within.start
        if size > room:
            continue
        room -= size
        for command in commands(code, within):
            if not but.search(code, *command):
                yield command


def out_of_quotes(code: bytes, said: Iterable[Said]) -> Iterator[Said]:
    """Give edits with the quotes right around them where all of a word becomes several plain ones.

    Behind `=` a value in quotes is one of several words already.
    """
    for each in said:
        yield _with_quotes(code, each) if isinstance(each, Edit) else each


def _with_quotes(code: bytes, edit: Edit) -> Edit:
    start, end = edit.span
    quote = code[start - 1 : start] if start else b""
    if quote not in {b'"', b"'"} or code[end : end + 1] != quote:
        return edit
    around = code[max(start - 2, 0) : start - 1] in BEFORE and code[end + 1 : end + 2] in BEHIND
    made = b"".join(code[slice(*part)] if isinstance(part, Span) else part for part in edit.parts)
    if not around or b" " not in made or SPECIAL.search(made):
        return edit
    return edit._replace(span=Span(start - 1, end + 1))
