"""The functions of a file as `--warp native` reads them: what they give names, call, return and take."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.hits import matches, places
from hipify_py.lanes.blocks import closing
from hipify_py.lanes.expressions import Called, Given, assignments, calls, returned
from hipify_py.lanes.sites import is_sync

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.functions import Function
    from hipify_py.lanes.work import Work
    from hipify_py.model import Span
    from hipify_py.syntax import Unit

WORD = re.compile(rb"[A-Za-z_](?<![\w.].)(?<!->.)\w*")
LEADS = re.compile(rb"(\w(?<!\w\w)\w*+)\s*+=\s*(?:(?:31|63)\s*-\s*)?__(?:ffs|clz)(?:ll)?\s*\(")
COUNTS = (b"__ffs", b"__clz")  # one of them is in what that matches
PARAMETER = re.compile(rb"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?(?:=[^,]*)?\Z")
NARROW = rb"(?:(?:std\s*::\s*)?uint32_t|unsigned(?:\s+int)?(?!\s+(?:int|long|char|short))|uint)"
ARRAY = re.compile(rb"\b" + NARROW + rb"\s+(\w+)\s*\[")
VOTES = {"vote", "match", "reduce"}
YES = re.compile(rb"b(?<!\wb)ool\s+(?:\w+\s*::\s*)*(\w+)")
# What may count masks, make them or split an index, in functions without an intrinsic of the warp.
PLACES = {
    word: re.compile(re.escape(word) + rb"(?!<)")
    for word in (b"__popc", b"__ffs", b"__clz", b"__brev", b"__fns", b"threadIdx", b"<<")
}
BEGINS = re.compile(rb"[{;]")


class Body(NamedTuple):
    """One function with what its text says, read once."""

    work: Work
    function: Function
    given: tuple[Given, ...]
    called: tuple[Called, ...]
    returned: tuple[Span, ...]
    parameters: tuple[bytes, ...]
    lanes: frozenset[bytes]
    yes: frozenset[bytes]  # what is declared `bool`
    arrays: frozenset[bytes]  # those of elements of 32 bits

    @property
    def name(self) -> bytes:
        """Give the name by which the function is called."""
        return self.function.name.rpartition("::")[2].encode()


def read(unit: Unit, work: Work) -> Body:
    """Read a function whose values are followed."""
    assert work.function is not None
    assert work.held is not None
    code, function = unit.code, work.function
    body = function.body
    initialised = body if function.kind == "macro" else function.span  # with default arguments
    leads = LEADS.findall(code, *body) if places(code, *COUNTS, within=body) else ()
    lanes = work.held().lane.union(leads)
    return Body(
        work,
        function,
        tuple(assignments(code, initialised)),
        tuple(calls(code, body)),
        tuple(returned(code, body)),
        parameters(code, function),
        lanes,
        frozenset(YES.findall(code, *function.span)),
        frozenset(ARRAY.findall(code, *body)),
    )


def look(unit: Unit) -> Iterator[int]:
    """Give where masks of lanes, or indices of lanes, may be besides: in all functions of the device."""
    for word, one in PLACES.items():
        yield from (hit.start() for hit in matches(unit.code, one, word))
    for mark in places(unit.code, b"__device__", b"__global__"):
        found = BEGINS.search(unit.code, mark)
        if found and found[0] == b"{":
            yield found.end()


def used_as_masks(unit: Unit, body: Body) -> set[bytes]:
    """Give the names that stand where votes, matches and reductions take their masks."""
    masks = (
        unit.code[slice(*site.call.arguments[0])].strip().removeprefix(b"this->")
        for site in body.work.sites
        if site.kind in VOTES and is_sync(site) and site.call and site.call.arguments
    )
    registers = {
        unit.code[slice(*read.value)].strip()
        for read in body.work.assemblies
        if read.kind == "register" and read.value and read.name.startswith(b"lanemask")
    }
    return {
        mask for mask in (*masks, *registers) if WORD.fullmatch(mask) and body.work.known.number(mask) is None
    }


def parameters(code: bytes, function: Function) -> tuple[bytes, ...]:
    """Give the names of a function's or a macro's parameters, in order."""
    start = function.span.start
    opening = code.find(b"(", start, function.body.end if function.kind == "macro" else function.body.start)
    if opening < 0:
        return ()
    name = function.name.rpartition("::")[2].encode()
    at = re.compile(rb"\b" + re.escape(name) + rb"\s*\(").search(code, start, function.body.end)
    if at is None or (function.kind != "macro" and at.end() > function.body.start):
        return ()
    listed = code[at.end() : closing(code, at.end() - 1, function.body.end) - 1]
    found = [PARAMETER.search(part.strip()) for part in listed.split(b",")]
    return tuple(one[1] if one else b"" for one in found)
