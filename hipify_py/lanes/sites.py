"""Find what works on a warp: calls of warp intrinsics, `warpSize`, CUB's warp classes, PTX lane registers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.context import may_declare, owner
from hipify_py.declarations import declares
from hipify_py.hits import matches, places
from hipify_py.lanes.branches import decided, inside
from hipify_py.lanes.templates import trimmed
from hipify_py.lanes.words import INTRINSIC
from hipify_py.model import Span
from hipify_py.syntax import Call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules import RuleSet
    from hipify_py.syntax import Unit

SHUFFLE = re.compile(rb"__shfl(_up|_down|_xor)?(_sync)?")
INSIDE_WORD = re.compile(rb"\w\w")
WIDTH = re.compile(rb"warpSize\b")
OF_OTHER = re.compile(rb"(?:\w|\.\s*|->\s*|::\s*)\Z")
OWN_WIDTH = re.compile(  # what makes the `warpSize` behind it the file's own
    rb"(?:#[ \t]*define[ \t]+|\b(?:int|unsigned|auto|size_t|uint32_t|int32_t|const|constexpr|long"
    rb"|short)[ \t&]+)\Z"
)
CUB = re.compile(rb"\b(?:hip)?cub\s*::\s*(Warp(?:Reduce|Scan|Exchange|Load|Store|MergeSort))\s*<")
COALESCED = re.compile(rb"\bcoalesced_threads\s*\(\s*\)")
ALIAS = re.compile(rb"\bnamespace\s+(\w+)\s*=\s*(?:::\s*)?cooperative_groups\s*;")
COLLECTIVES = rb"reduce|(?:in|ex)clusive_scan|labeled_partition|plus|less|greater|bit_(?:and|or|xor)"
COLLECTIVE_HEADERS = {b"cooperative_groups/reduce.h", b"cooperative_groups/scan.h"}
BRACKET = re.compile(rb"\s*\(")
MARK = re.compile(rb"[(){}\[\],]")
KINDS = {
    b"ballot": "vote",
    b"any": "vote",
    b"all": "vote",
    b"activemask": "active",
    b"match": "match",
    b"reduce": "reduce",
    b"syncwarp": "sync",
    b"shfl": "shuffle",
}


class Site(NamedTuple):
    """One place that works on a warp.

    `kind` is "shuffle", "vote", "active", "match", "reduce", "sync", "size" (`warpSize`), "cub", "group"
    (`coalesced_threads`), "collective" or "header" (of groups), or "own" (the file's own stand-in); `call` is
    None where no sound call stands behind the name.
    """

    kind: str
    name: bytes
    span: Span
    call: Call | None = None


def sites(unit: Unit, rules: RuleSet, apart: list[Span] | None = None) -> list[Site]:
    """Give the places that work on a warp, in order; those written for HIP already are left out.

    `apart` is what `decided` gives, for whoever has asked already.
    """
    apart = decided(unit) if apart is None else apart
    found = [*_intrinsics(unit, rules), *_widths(unit), *_classes(unit), *_groups(unit), *_collectives(unit)]
    return sorted((site for site in found if not inside(apart, site.span.start)), key=lambda site: site.span)


def is_sync(site: Site) -> bool:
    """Say whether an intrinsic takes a mask of lanes as its first argument."""
    return site.name.endswith((b"_sync", b"__syncwarp"))


def _intrinsics(unit: Unit, rules: RuleSet) -> Iterator[Site]:
    own: set[bytes] = set()
    found = [
        (span, name)
        for span, name in unit.find(INTRINSIC)
        if span.start == 0 or not INSIDE_WORD.match(unit.code, span.start - 1)
    ]
    for span, name in found:
        if name not in own and _makes(unit, span):
            own.add(name)  # a project's own stand-in for an intrinsic that its compiler lacked
    for span, name in found:
        if name in own:
            yield Site("own", name, span)
        elif owner(unit, span, rules) in {"", None}:
            yield Site(KINDS[name.split(b"_")[2]], name, span, unit.call(span) or written_call(unit, span))


def _makes(unit: Unit, span: Span) -> bool:
    """Say whether the file itself defines the intrinsic that stands at a span, as a macro or a function."""
    before = unit.code[max(0, span.start - 64) : span.start].rstrip()
    return before.endswith(b"define") or (may_declare(unit.code, span) and declares(unit, span))


def written_call(unit: Unit, name: Span) -> Call | None:
    """Read a call from the text alone, where the grammar has lost its way; None where that is not safe."""
    opening = BRACKET.match(unit.code, name.end)
    if opening is None:
        return None
    depth, start, arguments = 1, opening.end(), []
    for mark in MARK.finditer(unit.code, opening.end(), opening.end() + 2000):
        depth += (mark[0] in b"([{") - (mark[0] in b")]}")
        if depth == 0 or (depth == 1 and mark[0] == b","):
            arguments.append(trimmed(unit.code, start, mark.start()))
            start = mark.end()
        if depth == 0:
            text = unit.code[opening.end() : mark.start()]
            if b"<" in text or b";" in text:
                return None
            given = () if not text.strip() else tuple(arguments)
            return Call(name, Span(name.start, mark.end()), opening.end() - 1, mark.end(), given)
    return None


@lru_cache(maxsize=2)
def has_own_width(code: bytes) -> bool:
    """Say whether a text makes a macro or a variable named `warpSize`."""
    return any(
        OWN_WIDTH.search(code, max(0, at - 64), at) is not None
        for at in places(code, b"warpSize")
        if WIDTH.match(code, at)
    )


def _widths(unit: Unit) -> Iterator[Site]:
    if b"warpSize" not in unit.code or has_own_width(unit.code):
        return
    for span, name in unit.find(WIDTH):
        directive = unit.directive_at(span.start)
        own = OF_OTHER.search(unit.code, max(0, span.start - 16), span.start) is not None
        if not own and (directive is None or directive.name == b"define"):
            yield Site("size", name, span)


def _classes(unit: Unit) -> Iterator[Site]:
    for found in matches(unit.code, CUB, b"hipcub", b"cub"):
        yield Site("cub", found[1], Span(found.start(1), found.end()))


def _groups(unit: Unit) -> Iterator[Site]:
    for found in matches(unit.code, COALESCED, b"coalesced_threads"):
        before = unit.code[max(0, found.start() - 32) : found.start()].rstrip()
        if not before.endswith(b"hipify_warp32::"):
            yield Site("group", b"coalesced_threads", Span(*found.span()))


def _collectives(unit: Unit) -> Iterator[Site]:
    """Find what CUDA's groups have and HIP's have not: reductions and scans, and the headers of these."""
    if b"cooperative_groups" not in unit.code:
        return
    for include in unit.text.includes:
        if unit.source[slice(*include.path)] in COLLECTIVE_HEADERS:
            yield Site("header", b"cooperative_groups", include.path)
    aliases = ALIAS.findall(unit.code)
    scopes = b"|".join([b"cooperative_groups", *sorted(set(aliases))])
    pattern = re.compile(
        rb"(?<![\w:])(?:::\s*)?(?:" + scopes + rb")\s*::\s*(" + COLLECTIVES + rb")(?=\s*[(<])"
    )
    for found in pattern.finditer(unit.code):
        yield Site("collective", found[1], Span(*found.span(1)))
