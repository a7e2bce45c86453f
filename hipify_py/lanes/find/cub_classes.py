"""Find CUB's classes for warps, by whatever name a file gives their namespace."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.resolve.qualified_names import standing_for
from hipify_py.source.search import matches
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.resolve.qualified_names import Standing
    from hipify_py.source.unit import Unit

ROOTS = b"cub", b"hipcub"
CLASS = rb"(Warp(?:Reduce|Scan|Exchange|Load|Store|MergeSort))"
OPENED = re.compile(CLASS + rb"\s*<")
SCOPE = re.compile(rb"\b(\w++)\s*::\s*\Z")
OTHERS = re.compile(rb"[\w:.>]")
BEFORE = 256  # bytes before a class in which its namespace stands
MADE = re.compile(rb"(?:struct|class)\s+(Warp\w+)")


def classes(unit: Unit) -> Iterator[tuple[bytes, Span]]:
    """Give each warp class of CUB that a file names with template arguments: its name, the span up to `<`."""
    code = unit.code
    if b"cub" not in code:
        return
    names = _standing(unit)
    for found in matches(code, OPENED, b"Warp"):
        at = found.start()
        if scope := SCOPE.search(code, max(0, at - BEFORE), at):
            if scope[1] in names.heads:
                yield found[1], Span(*found.span())
        elif (
            not OTHERS.match(code, max(0, at - 1), at)
            and (names.whole or found[1] in names.brought)
            and found[1] not in _made(unit)
        ):
            yield found[1], Span(*found.span())


def brought(unit: Unit) -> frozenset[bytes] | None:
    """Give the names of CUB that a file uses without their namespace; None for all of them."""
    names = _standing(unit)
    return None if names.whole else names.brought


@fact
def _made(unit: Unit) -> frozenset[bytes]:
    return frozenset(MADE.findall(unit.code))


@fact
def _standing(unit: Unit) -> Standing:
    return standing_for(unit.code, *ROOTS)
