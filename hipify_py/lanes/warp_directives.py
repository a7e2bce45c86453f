"""Comments that choose how warps are treated: `// hipify: warp=native` atop a file or above a function."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import WARPS
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import BLANK
from hipify_py.source.search import before

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

CHOICE = re.compile(rb"hipify:[ \t]*warp[ \t]*=[ \t]*([\w-]*)")
BEFORE_CODE = b"\xef\xbb\xbf" + BLANK
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
    bare = unit.code.lstrip(BEFORE_CODE)
    top = len(unit.code) - len(bare) if bare.startswith(b"#") else 0
    for comment in unit.text.comments:
        found = CHOICE.search(unit.source, *comment)
        if found:
            yield Choice(Span(*found.span()), found[1], comment.start < top)


def mode(unit: Unit, function: Function | None, made: list[Choice], options: Options) -> str:
    """Give the way that holds for a function: what is said at it, else atop the file, else by the run.

    A comment speaks of a function when it stands in it or right above it, with nothing but comments and
    the head of a template between. `made` are in order; who asks for many functions leaves out those that
    choose nothing.
    """
    last = next((one.value for one in _at(unit, function, made) if one.value in CHOICES), b"")
    of_file = bisect_left(made, 1, key=lambda one: not one.of_file)  # they are the first
    said = (made[at].value for at in range(of_file - 1, -1, -1))
    atop = next((value for value in said if value in CHOICES), b"")
    return (last or atop).decode() or options.warp or "32"


def _at(unit: Unit, function: Function | None, made: list[Choice]) -> Iterator[Choice]:
    """Give what is chosen in a function or right above it, the last first."""
    if function is None or not made:
        return
    start = before(unit.code, function.span.start, b" \t\r\n\f\v")
    for at in range(bisect_left(made, function.span.end, key=lambda one: one.span.start) - 1, -1, -1):
        if made[at].span.start < start:
            return
        yield made[at]
