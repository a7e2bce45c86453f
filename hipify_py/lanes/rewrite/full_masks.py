"""Masks of all lanes that a function works off, bit by bit: in a block of 32 threads 32 of them have no lane.

`unsigned left = ~0u; while (left) { ...; left &= ~same; }` never ends there once the mask has 64 bits.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_sites import all_sites
from hipify_py.lanes.rewrite import native
from hipify_py.lazy import re
from hipify_py.source.function_reading import model
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.function_model import Model
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

FULL = frozenset((native.FULL, 2**64 - 1))
COMPARED = frozenset((b"==", b"!="))
OPENS, CLOSES = frozenset((b"(", b",")), frozenset((b")", b","))
ASKS = frozenset((b"if", b"while", b"switch", b"return", b"for"))
COUNTS = re.compile(rb"__(?:popc|ffs|clz|brev|fns)")  # what bits a mask has
MOST = 64  # uses of a name


def works_off(unit: Unit, facts: FunctionFacts) -> bool:
    """Say whether a function has all lanes in a name that is more than handed on as it is, or compared."""
    if facts.function is None or facts.function.kind == "macro":
        return False
    read = model(unit, facts.function)
    found = {name for name in _full(unit, read, facts) if name}
    return any(_is_worked_off(unit, read, name) for name in found)


def _full(unit: Unit, read: Model, facts: FunctionFacts) -> Iterator[bytes]:
    """Give the names that are given all lanes, by the function itself or by a call of it."""
    yield from _given(unit, read, facts)
    for site in all_sites(unit, read.function) if read.parameters else ():
        theirs = {*_given(unit, model(unit, site.home), facts)}
        for name, given in zip(read.parameters, site.arguments, strict=False):
            if _is_full(unit, given, facts) or unit.code[slice(*given)].strip() in theirs:
                yield name


def _given(unit: Unit, read: Model, facts: FunctionFacts) -> Iterator[bytes]:
    for one in read.assignments:
        if not one.operator and _is_full(unit, one.value, facts):
            yield one.name


def _is_full(unit: Unit, span: Span, facts: FunctionFacts) -> bool:
    return facts.constants.worth(unit.code[slice(*span)].strip()) in FULL


def _is_worked_off(unit: Unit, read: Model, name: bytes) -> bool:
    uses = [*islice(standing(unit, name, read.function.body), MOST + 1)]
    return len(uses) > MOST or not all(_is_plain(unit, use) for use in uses)


def _is_plain(unit: Unit, use: Token) -> bool:
    """Say whether a name is given a value, is compared, or is all of an argument."""
    before, behind = token_before(unit.code, use.start), token_at(unit.code, use.end)
    if behind.text == b"=" or COMPARED & {before.text, behind.text}:
        return True
    if before.text not in OPENS or behind.text not in CLOSES:
        return behind.text in {b";", b","} and before.is_word and before.text not in ASKS  # `unsigned m;`
    named = token_before(unit.code, before.start)
    return before.text == b"," or (named.is_word and named.text not in ASKS and not COUNTS.match(named.text))
