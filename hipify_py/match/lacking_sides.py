"""Conditions behind which nothing stands but what HIP lacks, or hints to caches: it is right to skip them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.ptx_registers import BEGIN, END
from hipify_py.lazy import re
from hipify_py.match.headers import looked_up
from hipify_py.model import Span
from hipify_py.resolve.hip_conditions import GROWTH, chains
from hipify_py.source.bracket_ends import brace_ends
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.rules.model import RuleSet
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

PATH = re.compile(rb"\s*[<\"]([^<>\"]+)[>\"]")
# A call of which nothing is read, and whose arguments do nothing by themselves.
CALL = re.compile(rb"\s*+([A-Za-z_]\w*+)\s*+\([^()=;+{}#-]*+\)\s*+;")
# Statements of inline PTX that only tell a cache what may be read next.
HINTS = re.compile(
    rb"(?:\s*+\b(?:asm|__asm__)\s*+(?:(?:volatile|__volatile__)\s*+)?\(\s*+"
    + BEGIN
    + rb'\s*+\{?\s*+prefetchu?\.[^";{}()]*+;?\s*+\}?\s*+'
    + END
    + rb"\s*+::[^;{}]*+;)++\s*+"
)
LONGEST = 2000  # bytes of what stands behind a condition that is looked through for loads
# A body that only reads by way of a cache that CUDA has for it, such a statement, and one that reads plainly.
LOAD = rb"\s*+return\b\s*+(?:\([\w\s:*&<>]*+\)\s*+)?__ldg\s*+\(((?:[^(){};]++|\([^(){};]*+\))*+)\)\s*+;\s*+"
LOADING_BODY, LOADING = re.compile(rb"\{" + LOAD + rb"\}"), re.compile(LOAD)
READS = re.compile(rb"\s*+return\b([^;{}]*+);")
PLAIN = re.compile(rb"\breturn\s*+\*\s*+\w++\s*+;")
INDEXED = re.compile(rb"(\w++)\+(\w++)")
SPECIAL = rb"\s*+template\s*+<[^{};]*?>\s*+(?:struct|class)\s++(\w++)\s*+<[^{};]*+\{[^{}]*+\}\s*+;"
SPECIALS, ONE_SPECIAL = re.compile(rb"(?:" + SPECIAL + rb")++\s*+"), re.compile(SPECIAL)


class Side(NamedTuple):
    """What stands behind a condition: the paths of its includes, and the functions that it calls."""

    paths: tuple[bytes, ...]
    functions: tuple[bytes, ...]


def is_of_lacking(unit: Unit, rules: RuleSet, directive: Directive) -> bool:
    """Say whether a condition keeps off such includes and calls alone, so that HIP is right to skip them."""
    side = _alone(unit).get(directive.span.start, Side((), ()))
    headers = [looked_up(rules, path) for path in side.paths]
    known = [*headers, *(rules.names.get(name) for name in side.functions)]
    return bool(known) and all(one is not None and one.to is None for one in known)


def is_of_hints(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition keeps off hints to a cache alone."""
    return directive.span.start in _hinting(unit)


@fact
def _hinting(unit: Unit) -> frozenset[int]:
    """Give where those conditions begin, without another side, behind which only hints to a cache stand."""
    if b"prefetch" not in unit.source:
        return frozenset()
    ends = (
        (lines[0].span, Span(lines[0].span.end, lines[-1].span.start)) for lines in _without_other_side(unit)
    )
    return frozenset(first.start for first, side in ends if HINTS.fullmatch(unit.uncommented, *side))


def is_of_loads(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition keeps off what only reads by `__ldg`, where something else reads plainly.

    That is a special case of a class template, or a statement before one that does so. HIP has `__ldg`, which
    is a plain read: it does the same on either side.
    """
    return directive.span.start in _loading(unit)


@fact
def _loading(unit: Unit) -> frozenset[int]:
    found = set[int]()
    for first, *between, last in _without_other_side(unit) if b"__ldg" in unit.code else ():
        side = unit.code[first.span.end : last.span.start]
        if between or len(side) > LONGEST:
            continue
        load, read = LOADING.fullmatch(side), READS.match(unit.code, last.span.end)
        if (load and read and _is_same(load[1], read[1])) or _specialises(unit, side):
            found.add(first.span.start)
    return frozenset(found)


def _is_same(loaded: bytes, read: bytes) -> bool:
    """Say whether an expression reads what `__ldg` is given the address of."""
    address, value = (b"".join(text.split()) for text in (loaded, read))
    indexed = INDEXED.fullmatch(address)
    forms = {b"*" + address, b"*(%b)" % address, address[1:] if address.startswith(b"&") else b"*" + address}
    return value in forms | ({b"%b[%b]" % indexed.groups()} if indexed else set())


def _specialises(unit: Unit, side: bytes) -> bool:
    """Say whether a piece of code has special cases alone of classes of the file that read plainly."""
    text, count = LOADING_BODY.subn(b";", side)
    if not count or not SPECIALS.fullmatch(text):
        return False
    names = {one[1] for one in ONE_SPECIAL.finditer(text)}
    return all(_reads_plainly(unit, name) for name in names)


def _reads_plainly(unit: Unit, name: bytes) -> bool:
    """Say whether a class of a file has functions that read what a pointer leads to, and no others."""
    made = re.search(rb"\b(?:struct|class)\s++%b\s*+[^{};<]*+\{" % name, unit.code)
    end = brace_ends(unit).get(made.end() - 1) if made else None
    body = unit.code[made.end() : end - 1] if made and end else b""
    returned = body.count(b"return")
    return returned > 0 and returned == len(PLAIN.findall(body)) == body.count(b"{")


@fact
def _alone(unit: Unit) -> dict[int, Side]:
    """Give what stands behind the conditions without another side, where `Side` tells all of it."""
    found: dict[int, Side] = {}
    for lines in _without_other_side(unit):
        paths = [
            PATH.match(unit.source, *one.body) if one.name == b"include" else None for one in lines[1:-1]
        ]
        gaps = (Span(one.span.end, other.span.start) for one, other in pairwise(lines))
        functions = [_called(unit, gap) for gap in gaps] if all(paths) else [None]
        if None not in functions:
            called = tuple(name for names in functions for name in names or ())
            found[lines[0].span.start] = Side(tuple(path[1] for path in paths if path), called)
    return found


def _without_other_side(unit: Unit) -> Iterator[Sequence[Directive]]:
    """Give the directives of each `#if` that has an `#endif` and nothing between, with those inside it."""
    room = GROWTH * len(unit.directives)
    for first, *others in chains(unit):
        room -= others[-1] - first if others else 0
        if len(others) == 1 and room >= 0:
            yield unit.directives[first : others[0] + 1]


def _called(unit: Unit, gap: Span) -> list[bytes] | None:
    """Give what a piece of code calls, if it does nothing else."""
    names, at = [], gap.start
    while found := CALL.match(unit.code, at, gap.end):
        names.append(found[1])
        at = found.end()
    return None if unit.code[at : gap.end].strip() else names
