"""Find what works on a warp: calls of warp intrinsics, `warpSize`, CUB's warp classes.

What works on cooperative groups is found in `collectives`, lane registers of PTX in `registers`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.find.cub_classes import classes
from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.find.warp_ops import Kind, WarpOp
from hipify_py.lanes.warp_names import INTRINSIC
from hipify_py.model import Span
from hipify_py.resolve.declarations import declares, may_declare
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.macros import defines
from hipify_py.resolve.ownership import owner
from hipify_py.source.conditions import conditional, inside
from hipify_py.source.search import matches
from hipify_py.source.statements import written_call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

INSIDE_WORD = re.compile(rb"\w\w")
WIDTH = re.compile(rb"warpSize\b")
REGISTER = re.compile(rb"get_sreg_(laneid|lanemask_(?:eq|lt|le|gt|ge))\b(?=\s*\(\s*\))")
OF_PTX = re.compile(rb"\b(?:cuda\s*::\s*)?ptx\s*::\s*\Z")
OF_OTHER = re.compile(rb"(?:\w|\.\s*|->\s*|\w\s*::\s*)\Z")
PARAMETERS = re.compile(rb"\([^()]*\)")
KINDS: dict[bytes, Kind] = {
    b"ballot": "vote",
    b"any": "vote",
    b"all": "vote",
    b"activemask": "active",
    b"match": "match",
    b"reduce": "reduce",
    b"syncwarp": "sync",
    b"shfl": "shuffle",
}


def warp_ops(unit: Unit, rules: RuleSet, overloads: frozenset[bytes] = frozenset()) -> list[WarpOp]:
    """Give the places that work on a warp, in order; those written for HIP already are left out.

    `overloads` are intrinsics of which other files of the project make their own functions.
    """
    apart = sides(unit).own
    found = [*_intrinsics(unit, rules, overloads), *_widths(unit), *_classes(unit), *_registers(unit)]
    return sorted((op for op in found if not inside(apart, op.span.start)), key=lambda op: op.span)


def _intrinsics(unit: Unit, rules: RuleSet, overloads: frozenset[bytes]) -> Iterator[WarpOp]:
    found = [
        (span, name)
        for span, name in unit.find(INTRINSIC)
        if span.start == 0 or not INSIDE_WORD.match(unit.code, span.start - 1)
    ]
    own: dict[bytes, bool] = {}  # a project's own stand-ins: whether the intrinsic can take their place
    through = {name for span, name in found if _is_settled(unit, span, name)}
    ever = {name for span, name in found if defines(unit, span) and not conditional(unit, span.start)}
    for span, name in found:
        if not own.get(name) and _makes(unit, span):
            own[name] = name in through or _stands_for(unit, span, name)
    for span, name in found:
        kind = KINDS[name.split(b"_")[2]]
        if name in own:
            made = _makes(unit, span)
            if not own[name] or (made and unit.directive_at(span.start) is None):
                yield WarpOp("own", name, span, stand_in="overload" if own[name] else "")
            elif not made and name not in through:
                yield WarpOp(kind, name, span, stand_in="macro" if name in ever else "stand-in")
        elif owner(unit, span, rules) in {"", None}:
            read = name not in overloads and _in_code(unit, span)
            call = unit.call(span) or written_call(unit.code, span) if read else None
            yield WarpOp(kind, name, span, call)


def _in_code(unit: Unit, span: Span) -> bool:
    """Say whether a name stands in code, or in a macro's text: not in any other directive."""
    directive = unit.directive_at(span.start)
    return directive is None or directive.name == b"define"


def _makes(unit: Unit, span: Span) -> bool:
    """Say whether the file itself defines the intrinsic that stands at a span, as a macro or a function."""
    before = unit.code[max(0, span.start - 64) : span.start].rstrip()
    return before.endswith(b"define") or (may_declare(unit.code, span) and declares(unit, span))


def overloaded(unit: Unit) -> Iterator[Span]:
    """Give where a file makes functions of its own, for types of its own, of intrinsics with a mask."""
    apart = sides(unit).own
    for span, name in unit.find(INTRINSIC):
        alike = name.endswith(b"_sync") and may_declare(unit.code, span)
        if (
            alike
            and not inside(apart, span.start)
            and not unit.directive_at(span.start)
            and declares(unit, span)
        ):
            yield span


def _stands_for(unit: Unit, span: Span, name: bytes) -> bool:
    """Say whether an intrinsic of the header does for the calls of a file's own: for an overload it does.

    A macro has to call an intrinsic, or to be empty; shuffles without a mask have no counterpart.
    """
    if name.startswith(b"__shfl") and not name.endswith(b"_sync"):
        return False
    directive = unit.directive_at(span.start)
    if directive is None:
        return True
    head = PARAMETERS.match(unit.code, span.end, directive.span.end)
    body = unit.code[head.end() if head else span.end : directive.span.end]
    return not body.strip() or INTRINSIC.search(body) is not None


def _is_settled(unit: Unit, span: Span, name: bytes) -> bool:
    """Say whether a shuffle without a mask is a macro of the file's own, under no condition, for another.

    The macro's text is converted, and its calls stay: within its text its name is HIP's.
    """
    directive = unit.directive_at(span.start)
    if not name.startswith(b"__shfl") or name.endswith(b"_sync") or not directive or not defines(unit, span):
        return False
    head = PARAMETERS.match(unit.code, span.end, directive.span.end)
    calls = head is not None and INTRINSIC.search(unit.code, head.end(), directive.span.end)
    return calls is not None and not conditional(unit, span.start)


def _widths(unit: Unit) -> Iterator[WarpOp]:
    if b"warpSize" not in unit.code:
        return
    elsewhere = owned(unit)
    for span, name in unit.find(WIDTH):
        own = OF_OTHER.search(unit.code, max(0, span.start - 256), span.start) is not None
        if not own and not inside(elsewhere, span.start) and _in_code(unit, span):
            yield WarpOp("size", name, span)


def _registers(unit: Unit) -> Iterator[WarpOp]:
    """Find the functions of libcu++ that read a lane register."""
    for found in matches(unit.code, REGISTER, b"get_sreg_lane"):
        scope = OF_PTX.search(unit.code, max(0, found.start() - 32), found.start())
        if scope:
            name, span = found[1].replace(b"laneid", b"lane_id"), Span(*found.span())
            call = unit.call(span) or written_call(unit.code, span)
            yield WarpOp("register", name, Span(scope.start(), found.end()), call)


def _classes(unit: Unit) -> Iterator[WarpOp]:
    for name, span in classes(unit):
        yield WarpOp("cub", name, span)
