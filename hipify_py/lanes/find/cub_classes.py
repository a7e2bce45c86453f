"""Find CUB's classes for warps, by whatever name a file gives their namespace."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.unit import Unit

# Each begins with a literal where it can: a search for one is many times as fast.
CLASS = rb"(Warp(?:Reduce|Scan|Exchange|Load|Store|MergeSort))"
SCOPED = re.compile(rb"\b(?:hip)?cub\s*::\s*" + CLASS + rb"\s*<")
BARE = re.compile(rb"(?<![\w:.>])" + CLASS + rb"\s*<")
ALIAS = re.compile(rb"namespace\s+(\w+)\s*=\s*(?:::\s*)?(?:hip)?cub\s*;")
USED = re.compile(rb"using\s+namespace\s+(?:::\s*)?(?:hip)?cub\s*;")
NAMED = re.compile(rb"using\s+(?:::\s*)?(?:hip)?cub\s*::\s*(Warp\w+)\s*;")
MADE = re.compile(rb"(?:struct|class)\s+(Warp\w+)")


def classes(unit: Unit) -> Iterator[tuple[bytes, Span]]:
    """Give each warp class of CUB that a file names with template arguments: its name, the span up to `<`."""
    code = unit.code
    if b"cub" not in code:
        return
    for found in matches(code, SCOPED, b"hipcub", b"cub"):
        yield found[1], Span(found.start(1), found.end())
    for alias in dict.fromkeys(ALIAS.findall(code)):
        scoped = re.compile(alias + rb"\s*::\s*" + CLASS + rb"\s*<")
        for found in matches(code, scoped, alias) if alias not in {b"cub", b"hipcub"} else ():
            yield found[1], Span(found.start(1), found.end())
    names = brought(unit)
    for found in matches(code, BARE, b"Warp") if names is None or names else ():
        if (names is None or found[1] in names) and found[1] not in MADE.findall(code):
            yield found[1], Span(found.start(1), found.end())


def brought(unit: Unit) -> frozenset[bytes] | None:
    """Give the names of CUB for warps that a file uses without their namespace; None for all of them."""
    if b"cub" not in unit.code or b"using" not in unit.code:
        return frozenset()
    return None if USED.search(unit.code) else frozenset(NAMED.findall(unit.code))
