"""Read the cooperative groups that a source declares: by their types, and by the calls that make them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.brackets import template_arguments
from hipify_py.source.search import matches, places
from hipify_py.source.statements import separators

if TYPE_CHECKING:
    from collections.abc import Iterator

TYPES = {
    b"thread_block_tile": "tile",
    b"coalesced_group": "coalesced",
    b"thread_block": "block",
    b"grid_group": "grid",
    b"thread_group": "group",
    b"multi_grid_group": "group",
}
MAKERS = {
    b"tiled_partition": "tile",
    b"coalesced_threads": "coalesced",
    b"binary_partition": "coalesced",
    b"labeled_partition": "coalesced",
    b"this_thread_block": "block",
    b"this_grid": "grid",
    b"this_multi_grid": "group",
    b"this_thread": "group",
}
WORD = rb"(?<!\w)(%s)\b\s*(<)?"
TYPE = re.compile(WORD % b"|".join(TYPES))
MAKER = re.compile(WORD % b"|".join(MAKERS))
VARIABLE = re.compile(
    rb"\s*(?:const\b\s*)?[&*]*\s*(?:const\b\s*|__restrict__\s*)?([A-Za-z_]\w*)\s*[,)=;({\[:]"
)
OF_AUTO = re.compile(
    rb"\bauto\b(?:[\s&*]|\bconst\b)*?([A-Za-z_]\w*)\s*(?:=|\(|\{|=\s*\{)\s*(?:\w+\s*::\s*|::\s*)*\Z"
)
NAMED_TYPE = re.compile(rb"\busing\s+(\w+)\s*=\s*(?:typename\s+)?(?:\w+\s*::\s*|::\s*)*\Z")
TYPEDEF = re.compile(rb"\btypedef\s+(?:typename\s+)?(?:\w+\s*::\s*|::\s*)*\Z")
MARK = re.compile(rb"[(){}\[\],;]")
ANOTHER = re.compile(rb"\s*[&*]*([A-Za-z_]\w*)\s*[=;,{(]")
FIRST = re.compile(rb"\(\s*([A-Za-z_]\w*)\s*,")  # a name as the first of some arguments
MOST = 240  # bytes around a place that are looked at


class Declared(NamedTuple):
    """A group that a source declares: where, under which name, of which kind."""

    at: int
    name: bytes
    kind: str


def declarations(code: bytes) -> Iterator[Declared]:
    """Give the variables, parameters and members of a text that are groups."""
    aliases: dict[bytes, str] = {}
    for found in matches(code, TYPE, *TYPES):
        end = _type_end(code, found)
        variable = VARIABLE.match(code, end)
        before = code[max(0, found.start() - MOST) : found.start()]
        if made := NAMED_TYPE.search(before):
            aliases[made[1]] = TYPES[found[1]]
        elif variable and TYPEDEF.search(before):
            aliases[variable[1]] = TYPES[found[1]]
        elif variable:
            yield Declared(variable.start(1), variable[1], TYPES[found[1]])
            yield from (Declared(*more, TYPES[found[1]]) for more in _further(code, variable.end(1)))
    for name, kind in aliases.items():
        for at in places(code, name):
            variable = VARIABLE.match(code, at + len(name))
            if variable and code[at - 1 : at] not in b".>" and not code[at - 1 : at].isalnum():
                yield Declared(variable.start(1), variable[1], kind)
    yield from _made(code)


def _made(code: bytes) -> Iterator[Declared]:
    for found in matches(code, MAKER, *MAKERS):
        variable = OF_AUTO.search(code, max(0, found.start() - MOST), found.start())
        if variable:
            kind = MAKERS[found[1]]
            if found[1] == b"tiled_partition" and not found[2]:
                kind = "coalesced" if _is_coalesced(code, found.end()) else "group"
            yield Declared(variable.start(1), variable[1], kind)


def _further(code: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Give the other names that a declaration makes, behind the end of its first."""
    for comma in separators(code, at, at + MOST):
        if code.startswith(b",", comma) and (found := ANOTHER.match(code, comma + 1)):
            yield found.start(1), found[1]


def _is_coalesced(code: bytes, at: int) -> bool:
    """Say whether the first argument of a partition is known to be a coalesced group."""
    first = FIRST.match(code, at)
    if first is None:
        return False
    makers = rb"coalesced_group\b[\s&]*|\bauto\b[\s&]*"
    made = re.compile(rb"(" + makers + rb")" + first[1] + rb"\b\s*([^;]{0,80})")
    last = [*made.finditer(code, max(0, at - 4000), at)][-1:]
    return any(
        b"coalesced" in one[1] or re.search(rb"coalesced_threads|_partition\s*\(", one[2]) for one in last
    )


def _type_end(code: bytes, found: re.Match[bytes]) -> int:
    """Give where a type ends, behind its template arguments."""
    if not found[2]:
        return found.end()
    arguments = template_arguments(code, found.end())
    close = code.find(b">", arguments[-1].end) if arguments else -1
    return close + 1 if close >= 0 else found.end()
