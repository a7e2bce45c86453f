"""Steps from one element of an array to another some way off, as reductions and scans are made of."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.special_members import class_of
from hipify_py.lanes.flow.lambda_values import lambda_bodies
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import MOST
from hipify_py.source.conditions import conditional
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import is_called_alone, model, names
from hipify_py.source.functions import functions
from hipify_py.source.lexer import unspliced
from hipify_py.source.tokens import A_NAME, token_at, token_before
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import all_standing, standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, CallText, Declaration, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

SQUARE = re.compile(rb"[\[\]]")
SYNC = (b"__syncwarp", b"__syncthreads", b"syncwarp", b"sync")
WAITS = (*SYNC, *(b"__syncthreads_" + one for one in (b"count", b"and", b"or")))
WITHIN = frozenset((b".", b"->", b"::"))
DEEPEST = 3  # functions that call one another up to the wait


class Step(NamedTuple):
    """An assignment to an element that takes from another, of its own array or not: `s[i] += s[i + 16]`."""

    array: bytes
    place: bytes
    sign: bytes
    far: bytes
    span: Span
    is_own: bool = True
    by: bytes = b""  # the name that keeps what is taken, to be put into the element behind it


def steps(unit: Unit, given: Assignment) -> Iterator[Step]:
    """Give what an assignment to an element takes from elements at a distance from it."""
    array, place = element(given.target)
    if place:
        for of, far, span in _taken(unit, given):
            if b"".join(far.place.split()) == b"".join(place.split()):
                yield Step(array, place, far.sign, far.by, span, of == array)


def kept_steps(unit: Unit, given: Assignment) -> Iterator[Step]:
    """Give what an assignment to a name takes from elements at a distance: `v += s[i - 1]`."""
    name = given.target.strip()
    if A_NAME.fullmatch(name):
        for of, far, span in _taken(unit, given):
            yield Step(of, far.place, far.sign, far.by, span, by=name)


def element(target: bytes) -> tuple[bytes, bytes]:
    """Give the array and the index of an element that is named; nothing of anything else."""
    array, _, index = target.strip()[:-1].rpartition(b"[")
    return (array.strip(), index.strip()) if target.strip().endswith(b"]") else (b"", b"")


def indices(code: bytes, at: int) -> list[Span]:
    """Give what stands in the square brackets behind a place, one pair behind the other."""
    found: list[Span] = []
    depth = start = 0
    for bracket in SQUARE.finditer(code, at, at + MOST):
        if bracket[0] == b"[":
            if not depth and token_at(code, at).start != bracket.start():
                break
            start = start if depth else bracket.end()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                found.append(Span(start, bracket.start()))
                at = bracket.end()
        else:
            break
    return [] if depth else found


def _taken(unit: Unit, given: Assignment) -> Iterator[tuple[bytes, _Far, Span]]:
    """Give the elements some way off that a value names, each with its array and the span up to its end."""
    start = unit.code.rfind(given.target, 0, given.value.start)
    text = unit.code[given.value.start : min(given.value.end, given.value.start + MOST)]
    for one in expression(unspliced(text)).walk():
        far = _far(text, one) if one.kind == "subscript" else None
        if far:
            yield text[slice(*one.parts[0].span)], far, Span(start, one.within(given.value.start).end)


class _Far(NamedTuple):
    """The index of an element some way off: from which place, on which side, how far."""

    place: bytes
    sign: bytes
    by: bytes


def _far(text: bytes, element: Expression) -> _Far | None:
    """Read `i + d` in brackets, or `i ^ d`: behind a name or a member of one, or else the last term."""
    index = first = element.parts[1]
    if (first.kind, first.text) == ("binary", b"^"):
        first = first.parts[0]
    while first.kind == "binary" and first.text in {b"+", b"-"} and index.text != b"^":
        index, first = first, first.parts[0]
    is_place = first.kind == "name" or (first.kind == "member" and first.parts[0].kind == "name")
    if index is not first and not is_place:  # from the first term of a sum on, but for the last
        index, first = element.parts[1], element.parts[1].parts[0]
    if index is first:
        return None
    sign = text.index(index.text, first.span.end)
    by = text[sign + 1 : element.span.end].strip().removesuffix(b"]").strip(b"() \t\r\n")
    return _Far(text[slice(*first.span)], index.text, by)


def waits_in(unit: Unit, read: Model, span: Span) -> list[int]:
    """Give where the lanes of a warp wait for one another, there or for sure in what is called there."""
    return [one.name.start for one in read.called_in(span) if _waits(unit, read, one)]


def _waits(unit: Unit, read: Model, call: CallText) -> bool:
    name, at = unit.code[slice(*call.name)], call.name.start
    if _is_wait(name):
        return True
    made = names(unit, read.function).declaration(name, at)
    if made is not None:
        return made.at in _waiting_lambdas(unit, read.function)
    is_own = read.function.called == name
    return not is_own and name in _waiting(unit) and token_before(unit.code, at).text not in WITHIN


def _is_wait(name: bytes) -> bool:
    return name in SYNC or name.startswith(b"__syncthreads")


@fact
def _waiting(unit: Unit) -> frozenset[bytes]:
    """Give the functions and macros in which all that call them wait, by names that mean no other."""
    found: set[bytes] = set()
    new = {*WAITS}
    for _ in range(DEEPEST):
        homes = functions(unit, [word.start for word in all_standing(unit, *new)]) if new else {}
        sure = {one for at, one in homes.items() if _is_sure(unit, model(unit, one), at, one.body)}
        new = {one.called for one in sure if _is_one(unit, one)} - found
        found |= new
    return frozenset(found)


def _is_sure(unit: Unit, read: Model, at: int, body: Span) -> bool:
    """Say whether a body calls what stands at a place whenever it is run, of no object nor scope."""
    around = next(read.regions.around(at), None)
    is_whole = (around is None and body == read.function.body) or (around is not None and around.span == body)
    if not is_whole or not read.called_in(Span(at, at + 1)) or conditional(unit, at):
        return False
    is_free = _is_wait(token_at(unit.code, at).text) or token_before(unit.code, at).text not in WITHIN
    jump = bisect_left(read.jumps, body.start, key=lambda one: one.at)
    return is_free and not any(one.at < at for one in read.jumps[jump : jump + 1])


def _is_one(unit: Unit, home: Function) -> bool:
    """Say whether a function or a macro is all that its name means in a file, and always there."""
    if home.kind not in {"device", "macro"} or class_of(unit, home) or conditional(unit, home.span.start):
        return False
    if home.kind == "device" and not is_called_alone(unit, home):
        return False
    found = [*standing(unit, home.called)]
    homes = functions(unit, [word.start for word in found])
    others = (homes.get(word.start) for word in found if not home.span.start <= word.start < home.body.end)
    return all(one is not None and one.called != home.called for one in others)


@fact_of
def _waiting_lambdas(unit: Unit, function: Function) -> frozenset[Span]:
    """Give where a function declares lambdas in which all that call them wait for one another."""
    read = model(unit, function)
    found: set[Span] = set()
    for one in read.declarations:  # what they call of others is held before
        bodies = lambda_bodies(read, one.value) if one.value and _is_lambda(unit, one) else []
        for call in read.called_in(bodies[0]) if bodies else ():
            if _is_sure(unit, read, call.name.start, bodies[0]) and _waits_in_lambda(unit, read, call, found):
                found.add(one.at)
    return frozenset(found)


def _waits_in_lambda(unit: Unit, read: Model, call: CallText, known: set[Span]) -> bool:
    name = unit.code[slice(*call.name)]
    made = names(unit, read.function).declaration(name, call.name.start)
    return _is_wait(name) or (made.at in known if made else name in _waiting(unit))


def _is_lambda(unit: Unit, made: Declaration) -> bool:
    """Say whether a name holds one lambda for good."""
    is_auto = b"auto" in made.type_in(unit.code).split()
    return is_auto and made.value is not None and token_at(unit.code, made.value.start).text == b"["
