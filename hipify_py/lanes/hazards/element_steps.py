"""Steps from one element of an array to another some way off, as reductions and scans are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import MOST
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.lexer import unspliced
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

SQUARE = re.compile(rb"[\[\]]")
SYNC = (b"__syncwarp", b"__syncthreads", b"syncwarp", b"sync")
WAITS = (*SYNC, *(b"__syncthreads_" + one for one in (b"count", b"and", b"or")))
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
    """Give where the lanes of a warp wait for one another, there or in what is called there."""
    called = ((unit.code[slice(*one.name)], one.name.start) for one in read.called_in(span))
    known = (_waiting(unit) | _waiting_lambdas(unit, read.function)) - {read.function.called}
    return [at for name, at in called if _waits(name) or name in known]


def _waits(name: bytes) -> bool:
    return name in SYNC or name.startswith(b"__syncthreads")


@fact
def _waiting(unit: Unit) -> frozenset[bytes]:
    """Give the functions and macros of a file in which lanes wait for one another, by their names."""
    found: set[bytes] = set()
    new = {*WAITS}
    for _ in range(DEEPEST):
        homes = functions(unit, [word.start for word in all_standing(unit, *new)]) if new else {}
        new = {one.called for one in homes.values() if one.kind in {"device", "macro"}} - found
        found |= new
    return frozenset(found)


@fact_of
def _waiting_lambdas(unit: Unit, function: Function) -> frozenset[bytes]:
    """Give the names by which a function holds lambdas in which lanes wait for one another."""
    read = model(unit, function)
    lambdas = [
        (one.name, one.value) for one in read.declarations if one.value and _is_lambda(unit, one.value)
    ]
    found: set[bytes] = set()
    for name, value in lambdas:  # what they call of others is held before
        called = (unit.code[slice(*one.name)] for one in read.called_in(value))
        if any(_waits(one) or one in _waiting(unit) or one in found for one in called):
            found.add(name)
    return frozenset(found)


def _is_lambda(unit: Unit, value: Span) -> bool:
    return token_at(unit.code, value.start).text == b"["
