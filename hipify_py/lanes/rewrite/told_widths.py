"""Widths of shuffles that a function or a macro is given: 32 at most in each of its calls, or by default.

`#define down(x, d, w) __shfl_down_sync(~0u, x, d, w)` works on 32 lanes where each use of it says so.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.rewrite.default_widths import kept
from hipify_py.model import Span
from hipify_py.resolve.macros import defines
from hipify_py.source.brackets import unbracketed
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.statements import written_call
from hipify_py.source.template_parameters import template_parameters
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WARP = 32
OWN_WIDTH = b"warpSize"
DEEPEST = 3  # functions that pass a width on
MOST_USES = 64  # of a macro that are looked at
DEFINE = b"define"


class _Use(NamedTuple):
    home: Function
    arguments: Sequence[Span]


def is_told_half(unit: Unit, home: Function, name: bytes, constants: ConstantTable) -> bool:
    """Say whether a parameter is 32 at most in each call that a file makes of a function, or a macro.

    Not of one that the file does not call: who includes it may give another.
    """
    return _is_told(unit, home, name, constants, DEEPEST)


def waits_for_width(unit: Unit, facts: FunctionFacts) -> bool:
    """Say whether a macro shuffles by a width alone that it is given, and the file never gives it one."""
    home = facts.function
    if home is None or home.kind != "macro" or not facts.ops:
        return False
    taken = model(unit, home).parameters
    widths = [width_of(unit, one) for one in facts.ops]
    return all(one in taken for one in widths) and not any(True for _ in _uses(unit, home))


def width_of(unit: Unit, op: WarpOp) -> bytes | None:
    """Give the width that a shuffle is given; None without one."""
    given = op.call.arguments[2 + is_sync(op) :] if op.call and op.kind == "shuffle" else ()
    return unbracketed(unit.code[slice(*given[0])]) if given else None


def fits_half(unit: Unit, width: bytes, constants: ConstantTable) -> bool | None:
    """Say whether a width is 32 at most as it is written; None where that does not tell."""
    if OWN_WIDTH in width and not owned(unit):
        return False  # it is 32 in CUDA alone
    worth = constants.worth(width)
    return None if worth is None else worth <= WARP


def is_half_written(unit: Unit, op: WarpOp, constants: ConstantTable) -> bool:
    """Say whether a shuffle is given a width that is written as 32 at most: others may be the wavefront's."""
    width = width_of(unit, op)
    return width is not None and fits_half(unit, width, constants) is True


@fact_of
def _is_told(unit: Unit, home: Function, name: bytes, constants: ConstantTable, left: int) -> bool:
    taken = model(unit, home).parameters
    if name not in taken or not left or (home.kind != "macro" and not kept(unit, home, name)):
        return False
    number = taken.index(name)
    values = [one.value for one in model(unit, home).declarations if one.name == name and one.value]
    default = values[0] if values and home.kind != "macro" else None
    uses = [*_uses(unit, home)]

    def is_half(one: _Use | None) -> bool:
        given = one.arguments[number] if one and number < len(one.arguments) else default
        return one is not None and given is not None and _is_half(unit, one.home, given, constants, left - 1)

    return bool(uses) and all(map(is_half, uses))


def _is_half(unit: Unit, home: Function, given: Span, constants: ConstantTable, left: int) -> bool:
    """Say whether what is given for a width is 32 at most, be it by a template or by another's parameter."""
    text = unbracketed(unit.code[slice(*given)])
    told = fits_half(unit, text, constants)
    if told is not None or not OWN_NAME.fullmatch(text):
        return bool(told)
    by_template = any(one.name == text and not one.is_type for one in template_parameters(unit, home))
    return by_template or _is_told(unit, home, text, constants, left)


def _uses(unit: Unit, home: Function) -> Iterator[_Use | None]:
    """Give where a file calls a function or a macro; None for what cannot be read."""
    if home.kind != "macro":
        yield from (_Use(one.home, one.arguments) for one in sites(unit, home))
        in_macros = (one for one in standing(unit, home.called) if unit.directive_at(one.start))
        yield from (None for _ in in_macros)
        return
    found = [*islice(standing(unit, home.called), MOST_USES + 1)]
    spans = [span for one in found if _is_used(unit, span := Span(one.start, one.end))]
    homes = functions(unit, [one.start for one in spans])
    for span in spans:
        call, around = unit.call(span) or written_call(unit.code, span), homes.get(span.start)
        yield _Use(around, call.arguments) if call and around and len(found) <= MOST_USES else None


def _is_used(unit: Unit, span: Span) -> bool:
    """Say whether the name of a macro stands where that is used: in code, or in another macro's text."""
    directive = unit.directive_at(span.start)
    return directive is None or (directive.name == DEFINE and not defines(unit, span))
