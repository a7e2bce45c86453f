"""Find what works on cooperative groups: collectives of CUDA's header, and members that a release lacks.

Names are known qualified, by an alias of the namespace, by `using`, and bare by the group they are given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.group_members import all_uses, is_old, member
from hipify_py.lanes.find.groups import OF_WARPS, ROOT, Groups, speaks
from hipify_py.lanes.find.warp_ops import WarpOp
from hipify_py.lanes.prefilter import names_groups, works_on_groups
from hipify_py.lanes.warp_names import COLLECTIVES
from hipify_py.model import Span
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.for_hip import sides
from hipify_py.source.brackets import template_arguments
from hipify_py.source.conditions import inside
from hipify_py.source.functions import functions
from hipify_py.source.tokens import NO_SCOPES, follows, qualified_start, token_at, token_before, words
from hipify_py.source.type_names import last_name
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

COPIED = (b"memcpy_async", b"wait", b"wait_prior")
FUNCTIONS = (*COLLECTIVES, *COPIED)
OPERATORS = (b"plus", b"less", b"greater", b"bit_and", b"bit_or", b"bit_xor")
REDUCE, SCAN = b"cooperative_groups/reduce.h", b"cooperative_groups/scan.h"
COPIES = b"cooperative_groups/memcpy_async.h"
DECLARED_IN = {b"reduce": REDUCE, b"inclusive_scan": SCAN, b"exclusive_scan": SCAN}
TILE = b"thread_block_tile"
PARTITIONS = (b"binary_partition", b"labeled_partition")


def of_groups(
    unit: Unit, rules: RuleSet, others: frozenset[bytes] = frozenset(), *, shared: bool = True
) -> list[WarpOp]:
    """Give the places that work on groups and are not HIP's as they stand, in order.

    `others` are functions that other files of the program make; those of a `shared` file others may call.
    """
    if not (speaks(unit) or works_on_groups(unit) or names_groups(unit)):
        return []
    apart = sides(unit).own
    groups = Groups(unit, shared=shared)
    old = is_old(rules)
    found = [*_coalesced(unit), *_headers(unit), *_collectives(unit, groups, others)]
    if old:
        found += [*_partitions(unit, groups), *_nested(unit)]
    known = (use for use in all_uses(unit, shared) if use.on.kind or speaks(unit))
    found += (op for use in known if (op := member(unit, use, old=old)))
    return sorted((op for op in found if not inside(apart, op.span.start)), key=lambda op: op.span)


def on_tiles(op: WarpOp) -> bool:
    """Say whether a place is right on whole wavefronts, too: it joins or parts the lanes of a tile.

    So are the operators, which any function may be given, copies by groups of any kind, and the headers: each
    function is reported itself.
    """
    if op.kind == "header" or (op.kind == "collective" and op.name in {*OPERATORS, *COPIED}):
        return True
    return op.kind == "collective" and op.group == "tile" and op.name in {*DECLARED_IN, *PARTITIONS}


def _coalesced(unit: Unit) -> Iterator[WarpOp]:
    for word in all_standing(unit, b"coalesced_threads"):
        scope = token_before(unit.code, token_before(unit.code, word.start).start)
        if follows(unit.code, word.end, b"(", b")") and scope.text != b"hipify_warp32":
            closed = token_at(unit.code, token_at(unit.code, word.end).end)
            yield WarpOp("group", b"coalesced_threads", Span(word.start, closed.end))


def _headers(unit: Unit) -> Iterator[WarpOp]:
    """Find the headers of what HIP's groups have not: reductions, scans and copies."""
    for include in unit.text.includes:
        if unit.source[slice(*include.path)] in {REDUCE, SCAN, COPIES}:
            yield WarpOp("header", ROOT, include.path)


def _collectives(unit: Unit, groups: Groups, others: frozenset[bytes]) -> Iterator[WarpOp]:
    """Find the functions for groups that HIP lacks, and the operators that are given to them."""
    code = unit.code
    bare: list[Token] = []
    qualified: list[Token] = []
    for found in words(code, *FUNCTIONS, *OPERATORS):
        behind, sign = token_at(code, found.end), token_before(code, found.start)
        if behind.text not in {b"(", b"<", b";"}:
            continue
        if sign.text != b"::":
            bare += [] if sign.text in {b".", b"->"} else [found]
            continue
        scope = token_before(code, sign.start)
        outer = token_before(code, scope.start)
        known = scope.text in groups.heads and (outer.text != b"::" or not _is_scope(code, outer.start))
        if known and (behind.text != b";" or _is_used(code, found.start)):
            qualified.append(found)
    own = _own(unit, bare, others)
    bare = [found for found in bare if found.text not in own]
    called = [found for found in (*qualified, *bare) if found.text in FUNCTIONS]
    homes = functions(unit, [found.start for found in called]) if called else {}
    given = {found: _given(unit, groups, found, homes.get(found.start)) for found in called}
    for found in qualified:
        kind = given[found][0] if found in given else ""
        yield WarpOp("collective", found.text, Span(found.start, found.end), group=kind)
    reach = 0  # of the calls so far: they stand in each other or behind each other
    for found in bare:
        kind, end = given.get(found, ("", 0))
        if kind in {*OF_WARPS, "group"} or (kind and found.text in COPIED):
            reach = max(reach, end)
        elif found.text in FUNCTIONS or found.start >= reach:
            continue
        if found.text not in groups.brought:
            yield WarpOp("collective", found.text, Span(found.start, found.end), group=kind)


def _given(unit: Unit, groups: Groups, found: Token, home: Function | None) -> tuple[str, int]:
    """Give the kind of group that a call of a function is given, "" where it cannot be told, and its end."""
    call = unit.call(Span(found.start, found.end))
    if call is None or not call.arguments:
        return "", 0
    return groups.expression(*call.arguments[0], home), call.whole.end


def _own(unit: Unit, bare: list[Token], others: frozenset[bytes]) -> set[bytes]:
    """Give the functions that the program makes itself, and that the file has from no header of CUDA's."""
    called = [one for one in bare if one.text in FUNCTIONS]
    made = {one.text for one in called if one.text in others or makes(unit, Span(one.start, one.end))}
    return {name for name in made if DECLARED_IN.get(name) not in unit.included}


def _is_scope(code: bytes, sign: int) -> bool:
    """Say whether a word before `::` makes that a part of a longer name."""
    word = token_before(code, sign)
    return word.is_word and word.text not in NO_SCOPES


def _is_used(code: bytes, at: int) -> bool:
    """Say whether a qualified name stands behind `using`."""
    return token_before(code, qualified_start(code, at)).text == b"using"


def _partitions(unit: Unit, groups: Groups) -> Iterator[WarpOp]:
    """Find tiles of tiles, and parts of coalesced groups, which are wrong in a wavefront's upper half."""
    found = [*all_standing(unit, b"tiled_partition")]
    homes = functions(unit, [one.start for one in found]) if found else {}
    for one in found:
        span = Span(one.start, one.end)
        sign = token_before(unit.code, one.start)
        call = unit.call(span)
        of_header = sign.text == b"::" and token_before(unit.code, sign.start).text == b"hipify_warp32"
        if call is None or not call.arguments or of_header or sign.text in {b".", b"->"}:
            continue
        kind = groups.expression(*call.arguments[0], homes.get(span.start))
        sized = token_at(unit.code, one.end).text == b"<"
        if kind != "block" if sized else kind == "coalesced":
            yield WarpOp("tile", b"tiled_partition", span, call)


def _nested(unit: Unit) -> Iterator[WarpOp]:
    for word in all_standing(unit, TILE):
        opens = token_at(unit.code, word.end)
        given = template_arguments(unit.code, opens.end) if opens.text == b"<" else []
        if len(given) > 1 and last_name(unit.code[slice(*given[1])]) == TILE:
            end = unit.code.index(TILE, given[1].start) + len(TILE)
            yield WarpOp("lacking", b"a tile of a tile as a type", Span(word.start, end))
