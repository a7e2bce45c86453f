"""Steps from one element of an array to another some way off, as reductions and scans are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.source.brackets import MOST
from hipify_py.source.expression_reading import expression
from hipify_py.source.lexer import unspliced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Model
    from hipify_py.source.unit import Unit

SYNC = (b"__syncwarp", b"__syncthreads", b"syncwarp", b"sync")


class Step(NamedTuple):
    """An assignment to an element that takes from another, of its own array or not: `s[i] += s[i + 16]`."""

    array: bytes
    place: bytes
    sign: bytes
    far: bytes
    span: Span
    is_own: bool = True


def steps(unit: Unit, given: Assignment) -> Iterator[Step]:
    """Give what an assignment to an element takes from elements at a distance from it."""
    array, _, index = given.target[:-1].rpartition(b"[")
    if not given.target.endswith(b"]"):
        return
    start = unit.code.rfind(given.target, 0, given.value.start)
    text = unit.code[given.value.start : min(given.value.end, given.value.start + MOST)]
    for one in expression(unspliced(text)).walk():
        far = _far(text, one) if one.kind == "subscript" else None
        if far and far.place == index.strip():
            of = text[slice(*one.parts[0].span)]
            end = one.within(given.value.start).end
            yield Step(array.strip(), far.place, far.sign, far.by, Span(start, end), of == array.strip())


class _Far(NamedTuple):
    """The index of an element some way off: from which place, on which side, how far."""

    place: bytes
    sign: bytes
    by: bytes


def _far(text: bytes, element: Expression) -> _Far | None:
    """Read `i + d` in brackets, in which the place is a name or a member of one."""
    index = first = element.parts[1]
    while first.kind == "binary" and first.text in {b"+", b"-"}:
        index, first = first, first.parts[0]
    is_place = first.kind == "name" or (first.kind == "member" and first.parts[0].kind == "name")
    if index is first or not is_place:
        return None
    sign = text.index(index.text, first.span.end)
    by = text[sign + 1 : element.span.end].strip().removesuffix(b"]").strip(b"() \t\r\n")
    return _Far(text[slice(*first.span)], index.text, by)


def waits_in(unit: Unit, read: Model, span: Span) -> list[int]:
    """Give where the lanes of a warp wait for one another."""
    names = ((unit.code[slice(*one.name)], one.name.start) for one in read.called_in(span))
    return [at for name, at in names if name in SYNC or name.startswith(b"__syncthreads")]
