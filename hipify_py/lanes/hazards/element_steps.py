"""Steps from one element of an array to another some way off, as reductions and scans are made of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.source.brackets import MOST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.function_model import Assignment, Model
    from hipify_py.source.unit import Unit

FAR = re.compile(rb"\[\s*+([A-Za-z_][\w.]*)\s*+([-+])\s*+([^\[\]]+)\]")  # an element some way off
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
    for one in FAR.finditer(unit.code, given.value.start, min(given.value.end, given.value.start + MOST)):
        if one[1] == index.strip():
            own = unit.code[: one.start()][-len(array) :] == array
            far = one[3].strip(b"() \t\r\n")
            yield Step(array.strip(), one[1], one[2], far, Span(start, one.end()), own)


def waits_in(unit: Unit, read: Model, span: Span) -> list[int]:
    """Give where the lanes of a warp wait for one another."""
    names = ((unit.code[slice(*one.name)], one.name.start) for one in read.called_in(span))
    return [at for name, at in names if name in SYNC or name.startswith(b"__syncthreads")]
