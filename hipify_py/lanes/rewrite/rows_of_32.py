"""Arrays with a bound of 32 that a function names: in shared memory, as members, and by pointers to rows.

So are those of a few more, as of 33, which keep threads from the same bank: they are fewer than 64 as well.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.array_uses import uses
from hipify_py.lanes.flow.call_classes import class_called, own_class
from hipify_py.lanes.flow.class_fields import fields, member_bounds, members
from hipify_py.lanes.hazards.element_steps import indices
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_model import CallText
from hipify_py.source.function_reading import model, names
from hipify_py.source.functions import functions
from hipify_py.source.tokens import token_at, token_before, words
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import all_standing
from hipify_py.source.written_declarations import declaration

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

WARP, WIDTH = 32, b"warpSize"
FEW = range(WARP, 64)  # elements that are enough for the lanes of a warp, and not for those of a wavefront
MOST = 64  # places that name a member
MEMBER = frozenset((b".", b"->"))
POINTS = frozenset((b"*", b"&"))
MARKS = (b"__constant__", b"__device__", b"__shared__")


class Bound(NamedTuple):
    """A bound of 32, or a few more, or so many times what has a name; `number` is that of its index."""

    number: int
    size: int
    factor: bytes = b""


Short = tuple[Bound, ...]


class Row(NamedTuple):
    """An array: which of the indices behind its name are of 32, where its name ends in use, what to show.

    `said` is None where each use is to be shown itself.
    """

    short: Short
    used: Sequence[int]
    said: Span | None


def rows_of_32(unit: Unit, function: Function, constants: ConstantTable) -> Iterator[Row]:
    """Give the arrays with a bound of 32 that a function names."""
    for word in words(unit.code, b"__shared__", within=function.body):
        made = declaration(unit.code, word.start)
        for one in made.declarators if made else ():
            short = _short((unit.code[slice(*bound)] for bound in one.bounds), constants)
            used = uses(unit, function, Span(*one.name)) if short else []
            yield Row(short, used, Span(word.start, one.bounds[-1].end + 1) if short else None)
    for made_row in model(unit, function).declarations:
        if short := _short(_bounds_of_pointer(unit, made_row), constants):
            yield Row(short, uses(unit, function, made_row.at), None)
    yield from _members(unit, function, constants)
    yield from _of_file(unit, function, constants)


def _short(bounds: Iterable[bytes], constants: ConstantTable) -> Short:
    """Give which of some bounds are 32, whatever the width of a warp, or so many times something else."""
    read = (_bound(number, size.strip(), constants) for number, size in enumerate(bounds))
    return tuple(one for one in read if one is not None)


def _bound(number: int, size: bytes, constants: ConstantTable) -> Bound | None:
    """Give a bound of 32 elements, or of so many times what a name says; None of others."""
    if not size or WIDTH in size:
        return None
    if (worth := constants.worth(size)) is not None:
        return Bound(number, worth) if worth in FEW else None
    node = expression(size)
    sides = (*map(bare, node.parts),) if (node.kind, node.text) == ("binary", b"*") else ()
    for of, by in (sides, sides[::-1]) if sides else ():
        lanes = constants.plain(of)
        if lanes is not None and lanes in FEW and by.kind == "name":
            return Bound(number, lanes, by.text)
    return None


def _bounds_of_pointer(unit: Unit, made: Declaration) -> Iterator[bytes]:
    """Give the bounds behind a pointer or a reference to rows: of `(*p)[32]`, `(&r)[32]`, `p[][32]`."""
    before, behind = token_before(unit.code, made.at.start), token_at(unit.code, made.at.end)
    if behind.text == b")" and before.text in POINTS:
        opens = token_before(unit.code, before.start)
        listed = indices(unit.code, behind.end) if opens.text == b"(" else []
        yield from [b""] if listed and before.text == b"*" else []
    else:
        listed = indices(unit.code, made.at.end) if made.kind == "parameter" and behind.text == b"[" else []
        listed = listed if len(listed) > 1 else []
    yield from (unit.code[slice(*one)] for one in listed)


def _members(unit: Unit, function: Function, constants: ConstantTable) -> Iterator[Row]:
    """Give the members of the file's classes with such a bound that a function names."""
    known = _short_members(unit, constants)
    if not known:
        return
    own, declared = fields(unit, own_class(unit, function)), names(unit, function)
    for word in islice(words(unit.code, *known, within=function.body), MOST):
        is_member = token_before(unit.code, word.start).text in MEMBER
        is_own = word.text in own and declared.declaration(word.text, word.start) is None
        if (is_member and _may_be(unit, function, word)) or is_own:
            yield Row(known[word.text], [word.end], None)


def _may_be(unit: Unit, function: Function, member: Token) -> bool:
    """Say whether a member may be one of a class of the file, by what is told of its object."""
    of = class_called(unit, function, CallText(Span(member.start, member.end), ()))
    return not of or of in members(unit)


def _of_file(unit: Unit, function: Function, constants: ConstantTable) -> Iterator[Row]:
    """Give the arrays with such a bound that a file declares outside of functions and a function names."""
    known, declared = _outside(unit, constants), names(unit, function)
    for word in islice(words(unit.code, *known, within=function.body), MOST) if known else ():
        member = token_before(unit.code, word.start).text in MEMBER
        if not member and declared.declaration(word.text, word.start) is None:
            yield Row(known[word.text], [word.end], None)


@fact_of
def _outside(unit: Unit, constants: ConstantTable) -> dict[bytes, Short]:
    """Give which bounds are 32 of the arrays of the device that a file declares outside of functions."""
    marks = all_standing(unit, *MARKS)
    homes = functions(unit, [one.start for one in marks]) if marks else {}
    found: dict[bytes, Short] = {}
    for word in marks:
        made = None if word.start in homes else declaration(unit.code, word.start)
        for one in made.declarators if made else ():
            if short := _short((unit.code[slice(*bound)] for bound in one.bounds), constants):
                found[unit.code[slice(*one.name)]] = short
    return found


@fact_of
def _short_members(unit: Unit, constants: ConstantTable) -> dict[bytes, Short]:
    """Give which bounds of members are 32, by the names of those that have the same in all classes."""
    found = {name: {_short(one, constants) for one in each} for name, each in member_bounds(unit).items()}
    return {name: short for name, (short, *others) in found.items() if short and not others}
