"""Find what works on cooperative groups: collectives of CUDA's header, and members that a release lacks.

Names are known qualified, by an alias of the namespace, by `using`, and bare by the group they are given.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.find.group_members import is_old, member, uses
from hipify_py.lanes.find.groups import OF_WARPS, ROOT, Groups, speaks
from hipify_py.lanes.find.warp_ops import WarpOp
from hipify_py.model import Span
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside
from hipify_py.source.functions import functions
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

COALESCED = re.compile(rb"\bcoalesced_threads\s*\(\s*\)")
FUNCTIONS = (b"reduce", b"inclusive_scan", b"exclusive_scan", b"labeled_partition", b"binary_partition")
OPERATORS = (b"plus", b"less", b"greater", b"bit_and", b"bit_or", b"bit_xor")
HEADERS = {b"cooperative_groups/reduce.h", b"cooperative_groups/scan.h"}
NAMES = re.compile(rb"(?<!\w)(" + b"|".join([*FUNCTIONS, *OPERATORS]) + rb")\b(?=\s*[(<;])")
SCOPE = re.compile(rb"(?<![\w:])(?:::\s*)?(\w+)\s*::\s*\Z")
OTHERS = re.compile(rb"(?:\.|->|::)\s*\Z")
USING = re.compile(rb"\busing\s+(?:::\s*)?\w+\s*::\s*\Z")
PARTITION = re.compile(rb"(?<!\w)tiled_partition\b\s*(<)?")
NESTED = re.compile(rb"thread_block_tile\s*<[^<>;{}]*,\s*(?:\w+\s*::\s*)*thread_block_tile\b")


def of_groups(unit: Unit, rules: RuleSet) -> list[WarpOp]:
    """Give the places that work on groups and are not HIP's as they stand, in order."""
    if not speaks(unit):
        return []
    apart = sides(unit).own
    groups = Groups(unit)
    old = is_old(rules)
    found = [*_coalesced(unit), *_headers(unit), *_collectives(unit, groups)]
    if old:
        found += [*_partitions(unit, groups), *_nested(unit)]
    found += (op for use in uses(unit, groups) if (op := member(unit, use, old=old)))
    return sorted((op for op in found if not inside(apart, op.span.start)), key=lambda op: op.span)


def _coalesced(unit: Unit) -> Iterator[WarpOp]:
    for found in matches(unit.code, COALESCED, b"coalesced_threads"):
        before = unit.code[max(0, found.start() - 32) : found.start()].rstrip()
        if not before.endswith(b"hipify_warp32::"):
            yield WarpOp("group", b"coalesced_threads", Span(*found.span()))


def _headers(unit: Unit) -> Iterator[WarpOp]:
    """Find the headers of what HIP's groups have not: reductions and scans."""
    for include in unit.text.includes:
        if unit.source[slice(*include.path)] in HEADERS:
            yield WarpOp("header", ROOT, include.path)


def _collectives(unit: Unit, groups: Groups) -> Iterator[WarpOp]:
    """Find the functions for groups that HIP lacks, and the operators that are given to them."""
    named = [*matches(unit.code, NAMES, *FUNCTIONS, *OPERATORS)]
    bare = []
    for found in named:
        before = unit.code[max(0, found.start() - 64) : found.start()]
        scope = SCOPE.search(before)
        if scope is None:
            bare += [] if OTHERS.search(before) else [found]
        elif scope[1] in groups.heads and (
            unit.code[found.end() :].lstrip()[:1] != b";" or USING.search(before)
        ):
            yield WarpOp("collective", found[1], Span(*found.span(1)))
    reach = 0  # of the calls so far: they stand in each other or behind each other
    homes = functions(unit, [found.start() for found in bare]) if bare else {}
    for found in bare:
        span = Span(*found.span(1))
        if found[1] in FUNCTIONS:
            call = unit.call(span)
            first = call.arguments[0] if call and call.arguments else None
            if call and first and groups.expression(*first, homes.get(span.start)) in {*OF_WARPS, "group"}:
                reach = max(reach, call.whole.end)
                yield from () if found[1] in groups.brought else [WarpOp("collective", found[1], span)]
        elif found[1] not in groups.brought and span.start < reach:
            yield WarpOp("collective", found[1], span)


def _partitions(unit: Unit, groups: Groups) -> Iterator[WarpOp]:
    """Find tiles of tiles, and parts of coalesced groups, which are wrong in a wavefront's upper half."""
    found = [*matches(unit.code, PARTITION, b"tiled_partition")]
    homes = functions(unit, [one.start() for one in found]) if found else {}
    for one in found:
        span = Span(one.start(), one.start() + len(b"tiled_partition"))
        before = unit.code[max(0, one.start() - 32) : one.start()].rstrip()
        call = unit.call(span)
        if call is None or not call.arguments or before.endswith((b"hipify_warp32::", b".", b"->")):
            continue
        kind = groups.expression(*call.arguments[0], homes.get(span.start))
        if kind == "coalesced" if one[1] is None else kind != "block":
            yield WarpOp("tile", b"tiled_partition", span, call)


def _nested(unit: Unit) -> Iterator[WarpOp]:
    for found in matches(unit.code, NESTED, b"thread_block_tile"):
        yield WarpOp("lacking", b"a tile of a tile as a type", Span(*found.span()))
