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
BARE = re.compile(rb"(?<![\w:.>])" + CLASS + rb"\s*<")
MADE = re.compile(rb"(?:struct|class)\s+(Warp\w+)")


def classes(unit: Unit) -> Iterator[tuple[bytes, Span]]:
    """Give each warp class of CUB that a file names with template arguments: its name, the span up to `<`."""
    code = unit.code
    if b"cub" not in code:
        return
    names = _standing(unit)
    for head in sorted(names.heads):  # each begins with a literal: a search for one is many times as fast
        scoped = re.compile(head + rb"(?<!\w" + head + rb")\s*::\s*" + CLASS + rb"\s*<")
        for found in matches(code, scoped, head):
            yield found[1], Span(found.start(1), found.end())
    for found in matches(code, BARE, b"Warp") if names.whole or names.brought else ():
        if (names.whole or found[1] in names.brought) and found[1] not in MADE.findall(code):
            yield found[1], Span(found.start(1), found.end())


def brought(unit: Unit) -> frozenset[bytes] | None:
    """Give the names of CUB that a file uses without their namespace; None for all of them."""
    names = _standing(unit)
    return None if names.whole else names.brought


@fact
def _standing(unit: Unit) -> Standing:
    return standing_for(unit.code, *ROOTS)
