"""Comments that choose how warps are treated: `// hipify: warp=native` atop a file or above a function."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import WARPS
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

CHOICE = re.compile(rb"hipify:[ \t]*warp[ \t]*=[ \t]*([\w-]*)")
CHOICES = tuple(way.encode() for way in WARPS)


class Choice(NamedTuple):
    """One comment's choice, and whether it speaks of the whole file."""

    span: Span
    value: bytes
    of_file: bool


def choices(unit: Unit) -> list[Choice]:
    """Give the choices that the comments of a file make, in order."""
    return list(_choices(unit)) if b"hipify:" in unit.source and b"warp" in unit.source else []


def _choices(unit: Unit) -> Iterator[Choice]:
    for comment in unit.text.comments:
        found = CHOICE.search(unit.source, *comment)
        if found:
            top = not unit.code[: comment.start].strip(b"\xef\xbb\xbf \t\r\n\f\v")
            below = unit.code[comment.end :].lstrip()
            yield Choice(Span(*found.span()), found[1], top and below.startswith(b"#"))


def mode(unit: Unit, function: Function | None, made: list[Choice], options: Options) -> str:
    """Give the way that holds for a function: what is said at it, else atop the file, else by the run.

    A comment speaks of a function when it stands in it or right above it, with nothing but comments and
    the head of a template between.
    """
    chosen: str = options.warp or "32"
    for choice in made:
        if choice.value in CHOICES and (choice.of_file or (function and _speaks(unit, choice, function))):
            chosen = choice.value.decode()
    return chosen


def _speaks(unit: Unit, choice: Choice, function: Function) -> bool:
    start, end = function.span
    return start <= choice.span.start < end or (
        choice.span.end <= start and not unit.code[choice.span.end : start].strip()
    )
