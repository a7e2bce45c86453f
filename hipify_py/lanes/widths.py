"""What counts by 32 in code that is to work on the whole wavefront: what `--warp native` reports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes import native
from hipify_py.lanes.functions import functions
from hipify_py.lanes.idioms import Trouble
from hipify_py.lanes.ownwidth import owned
from hipify_py.lanes.sites import is_sync
from hipify_py.lanes.values import NAMED_LANE, THREAD, WORD, split_kind, splits
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.lanes.constants import Known
    from hipify_py.lanes.sites import Site
    from hipify_py.lanes.work import Work
    from hipify_py.syntax import Unit

WARP = 32
SHARED = re.compile(rb"__shared__[^;{}()]*?\[([^\];]+)\]")
BUTTERFLY = re.compile(rb"\bfor\s*\([^;{}]*?=\s*([^;{}]+);")
HALVES = re.compile(rb">>=\s*1\b|/=\s*2\b|=\s*\w+\s*(?:/\s*2|>>\s*1)\b")
CONSTANT = re.compile(  # an array's bound, a template argument, what else the compiler has to know
    rb"\b(?!return\b|else\b)[A-Za-z_][\w>]*[\s*]+[A-Za-z_]\w*\s*\[[^\];{}]*\bwarpSize\b"
    rb"|\w<[^<>;{}()&|]*\bwarpSize\b[^<>;{}()&|]*>|\b(?:static_assert|constexpr|case)\b[^;{}:]*\bwarpSize\b"
)
# 32 and 31 where they bound or step something, by what stands before them, and before what stands behind.
NUMBER = rb"(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*|(?:[A-Za-z_]\w*\s*::\s*)*[A-Za-z_]\w*(?:\(\))?"
BOUND = re.compile(
    rb"(?:[<>]=?|[=!]=|[-+*]=?|(?<![=!<>+\-*/&|^%])=)\s*\(?\s*("
    + NUMBER
    + rb")(?![\w.(\[])(?!\s*(?:-\s*__|<<|>>))"
)
FROM = re.compile(rb"(?<![\w.])(" + NUMBER + rb")\s*-\s*([A-Za-z_]\w*)")
LEAST = re.compile(
    rb"\b(?:min|max)\s*\(\s*(" + NUMBER + rb")\s*,|\b(?:min|max)\s*\([^;(){}]*,\s*(" + NUMBER + rb")\s*\)"
)
PARAMETER = (  # a number among those of a template, up to its name
    rb"\btemplate\s*<(?:[^;{}()]*,)?\s*(?:const\s+)?(?:unsigned\s+|std\s*::\s*)?"
    rb"(?!typename\b|class\b)\w+\s+"
)


def is_confined(site: Site, unit: Unit, known: Known) -> bool:
    """Say whether a place works on 32 lanes at most, whatever the wavefront's width."""
    if site.kind == "shuffle":
        return _is_half(unit, site, known)
    # What is left has findings of its own.
    return site.kind not in {"vote", "active", "match", "reduce", "register"}


def spans_wavefronts(unit: Unit, work: Work) -> bool:
    """Say whether a function has a place that works on all lanes of a wavefront."""
    return any(not is_confined(site, unit, work.known) for site in work.sites)


def connected(unit: Unit, works: Iterable[Work]) -> set[bytes]:
    """Give the names of the functions that work on a wavefront, by themselves or by others of their file."""
    by_name = {work.function.name.rpartition("::")[2].encode(): work for work in works if work.function}
    found = {name for name, work in by_name.items() if spans_wavefronts(unit, work)}
    words = {
        name: set(WORD.findall(unit.code, *work.function.body)) - {name}
        for name, work in by_name.items()
        if work.function and found
    }
    before = -1
    while found and before != (before := len(found)):
        found |= {name for name in by_name if not words[name].isdisjoint(found)}
    return found


def widths(unit: Unit, work: Work, joined: set[bytes]) -> Iterator[Trouble]:
    """Give the places in a function that a wavefront of 64 lanes changes in meaning.

    `joined` are the functions that `connected` gives; what these call counts by the wavefront as well.
    """
    if work.function is None:
        return
    yield from _confined(unit, work)
    here = spans_wavefronts(unit, work)
    helper = bool(joined) and work.function.kind != "kernel"
    if here or helper or work.function.name.encode() in joined:
        yield from _split(unit, work)
    if here or (work.sites and work.function.name.encode() in joined):
        yield from _bounds(unit, work)
        yield from _shared(unit, work)
        yield from _butterflies(unit, work)
    if work.sites:
        for found in CONSTANT.finditer(unit.code, *work.function.span):
            yield Trouble("W015", Span(*found.span()))


def _confined(unit: Unit, work: Work) -> Iterator[Trouble]:
    for site in work.sites:
        if site.kind == "cub":
            yield Trouble("W028", site.span, site.name.decode())
        elif is_sync(site) and site.call and site.call.arguments:
            text = unit.code[slice(*site.call.arguments[0])].strip()
            value = work.known.worth(text)
            if value is not None and value not in {native.FULL, 2**64 - 1}:
                yield Trouble("W024", site.call.arguments[0])
            if site.kind == "reduce" and value not in {native.FULL, 2**64 - 1}:
                yield Trouble("W037", site.span, site.name.decode())


def _is_half(unit: Unit, site: Site, known: Known) -> bool:
    least = 2 + is_sync(site)
    if site.call is None or len(site.call.arguments) <= least:
        return False
    text = unit.code[slice(*site.call.arguments[least])].strip()
    width = known.worth(text)
    return width <= WARP if width is not None else _is_template_parameter(unit, site, text)


def _is_template_parameter(unit: Unit, site: Site, name: bytes) -> bool:
    """Say whether a name is a number that a template is given: `warpSize` is none that it can be given."""
    home = functions(unit, [site.span.start]).get(site.span.start) if WORD.fullmatch(name) else None
    if home is None:
        return False
    made = re.compile(PARAMETER + name + rb"\s*[=,>]")
    return made.search(unit.code, home.span.start, home.body.start) is not None


def _split(unit: Unit, work: Work) -> Iterator[Trouble]:
    """Report what splits a thread's index by 32."""
    if work.function is None or work.held is None:
        return
    code, body, own = unit.code, work.function.body, bool(owned(unit))
    for split in splits(code, body):
        kind = split_kind(split, work.known)
        if kind is None or (b"warpSize" in split[3] and not own):
            continue
        operand = split[1] if split[1] != b")" else code[max(body.start, split.start() - 120) : split.start()]
        if THREAD.search(operand) or not (work.held().thread | work.held().lane).isdisjoint(
            WORD.findall(operand)
        ):
            yield Trouble("W012", Span(*split.span()), "the lane" if kind == "lane" else "the warp")


def _bounds(unit: Unit, work: Work) -> Iterator[Trouble]:
    """Report 32 and 31 where they bound a loop, name a lane or step from one warp's part to the next."""
    assert work.function is not None
    code, within = unit.code, work.function.span
    for bound in BOUND.finditer(code, *within):
        if bounds(unit, bound, work.known) and not _subscript(code, bound.start()):
            yield Trouble("W012", Span(*bound.span()), "lanes")
    for found in FROM.finditer(code, *within):
        lane = work.held is not None and (found[2] in work.held().lane or found[2] in work.held().thread)
        if (lane or NAMED_LANE.fullmatch(found[2])) and counts(unit, found[1], work.known):
            yield Trouble("W012", Span(*found.span()), "lanes")
    for found in LEAST.finditer(code, *within):
        if counts(unit, found[1] or found[2], work.known):
            yield Trouble("W012", Span(*found.span()), "lanes")
    for site in work.sites:
        if site.kind == "shuffle" and site.call and not is_confined(site, unit, work.known):
            given = site.call.arguments[1 + is_sync(site) :][:1]
            number = work.known.number(code[slice(*given[0])]) if given else None
            if number and WARP // 2 <= number.value < WARP:
                yield Trouble("W011", site.span)


def bounds(unit: Unit, bound: re.Match[bytes], known: Known) -> bool:
    """Say whether what `BOUND` has found bounds or steps by a warp; a factor of 31 makes checksums."""
    return counts(unit, bound[1], known) and not (bound[0].startswith(b"*") and known.worth(bound[1]) != WARP)


def counts(unit: Unit, text: bytes, known: Known) -> bool:
    """Say whether an expression is the width of a warp of 32 lanes, or its last lane."""
    if text == b"warpSize" and not bool(owned(unit)):
        return False
    return known.worth(text) in {WARP, WARP - 1}


def _subscript(code: bytes, at: int) -> bool:
    """Say whether a place stands in a declaration of shared memory, of which another rule speaks."""
    start = max(code.rfind(mark, 0, at) for mark in (b";", b"{", b"}"))
    return b"__shared__" in code[start + 1 : at]


def _shared(unit: Unit, work: Work) -> Iterator[Trouble]:
    assert work.function is not None
    for shared in SHARED.finditer(unit.code, *work.function.body):
        if _by_warp(shared[1], work.known):
            yield Trouble("W014", Span(*shared.span()))


def _by_warp(size: bytes, known: Known) -> bool:
    size = known.texts.get(size.strip(), size)
    if b"warpSize" not in size and known.worth(size.strip()) == WARP:
        return True
    divided = re.search(rb"/\s*(\w+)\s*\Z", size)
    return divided is not None and divided[1] != b"warpSize" and known.worth(divided[1]) == WARP


def _butterflies(unit: Unit, work: Work) -> Iterator[Trouble]:
    """Report loops over 16, 8, 4, 2, 1 that should begin at half a wavefront."""
    assert work.function is not None
    for loop in BUTTERFLY.finditer(unit.code, *work.function.body):
        end = unit.code.find(b")", loop.end())
        if (
            b"warpSize" not in loop[1]
            and work.known.worth(loop[1].strip()) == WARP // 2
            and HALVES.search(unit.code, loop.end(), end + 1)
        ):
            yield Trouble("W011", Span(loop.start(), loop.end()))
