"""Functions for both sides that a file makes for the host, and for the device.

clang takes any call in them until one is reached from a side, or may be from another file: then it
refuses what that side lacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.definitions import CLASSES
from hipify_py.source.functions import head, written_functions
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

Side = Literal["host", "device"]
USE = re.compile(rb"([A-Za-z_](?<!\w.)\w*+)\s*+[(<{]")
IF_REACHED = re.compile(rb"\b(?:template|(?:__)?inline(?:__)?|static|constexpr|__forceinline__)\b")


@fact
def heads(unit: Unit) -> Mapping[Function, bytes]:
    """Give the functions of a file, as far as they look like some, with the words before their names."""
    return {one: head(unit, one) for one in written_functions(unit)}


@fact
def for_both(unit: Unit) -> tuple[Function, ...]:
    """Give the functions that are marked for both sides."""
    if not is_for_both(unit.code):  # macros of other files mark none
        return ()
    return tuple(one for one, words in heads(unit).items() if is_for_both(words))


def is_emitted(unit: Unit, body: Span, side: Side) -> bool:
    """Say whether the function of a body is for both sides and made for one."""
    return body in _bodies(unit, side)


@fact_of
def _bodies(unit: Unit, side: Side) -> frozenset[Span]:
    return frozenset(one.body for one in emitted(unit, side))


@fact_of
def emitted(unit: Unit, side: Side) -> frozenset[Function]:
    """Give the functions for both sides that are made for one: reached from it, or seen from outside."""
    by_name: dict[bytes, list[Function]] = {}
    for one in for_both(unit):
        by_name.setdefault(one.called, []).append(one)
    if not by_name:
        return frozenset()
    made = heads(unit)
    found = {one for one in for_both(unit) if not (IF_REACHED.search(made[one]) or in_class(unit, one))}
    todo = [*found, *(one for one, words in made.items() if _is_of(side, one, words))]
    while todo:
        for name in {*USE.findall(unit.code, *todo.pop().body)}:
            fresh = [one for one in by_name.pop(name, ()) if one not in found]
            found.update(fresh)
            todo += fresh
    return frozenset(found)


def is_for_both(words: bytes) -> bool:
    """Say whether the words before a function's name mark it for both sides."""
    return b"__host__" in words and b"__device__" in words


def _is_of(side: Side, one: Function, words: bytes) -> bool:
    """Say whether a function is for a side alone."""
    on_device = one.kind != "host" and b"__host__" not in words
    return on_device if side == "device" else one.kind == "host"


def in_class(unit: Unit, one: Function) -> bool:
    """Say whether a function stands in a class."""
    at = one.body.start
    return any(node.type in CLASSES for node in unit.around(Span(at, at)))


def lambda_heads(unit: Unit, span: Span) -> Iterator[bytes]:
    """Give what stands before the bodies of the lambdas around a place, where their side is marked."""
    for node in unit.around(span):
        body = node.child_by_field_name("body") if node.type == "lambda_expression" else None
        if body:
            yield unit.code[node.start_byte : body.start_byte]
