"""Where all threads of a block meet: at its barrier, or in a function or macro of the file that has one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.find.group_declarations import declarations
from hipify_py.model import Span
from hipify_py.source.brackets import closing
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.search import matches
from hipify_py.source.spans import holds
from hipify_py.source.tokens import qualified_start, token_at, token_before, words
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from hipify_py.source.function_model import Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

BARRIER_WORD = b"__syncthreads"
BARRIER = re.compile(rb"\b__syncthreads(?:_count|_and|_or)?(?=\s*\()")
MADE = re.compile(rb"(?:\w+\s*::\s*)*this_thread_block\s*\(\s*\)")
HOLDS = re.compile(rb"\s*[=({]\s*((?:\w+\s*::\s*)*\w+\s*(?:\(\s*\))?)\s*[;,)}]")  # what a name is given
NEAR = 200  # bytes in which what is given to `sync` ends
OF_GROUPS = b"sync"  # a member of all groups: of which, the call alone does not tell
MEMBER = frozenset({b".", b"->"})


def joins(unit: Unit, function: Function) -> list[Span]:
    """Give the barriers of the whole block in a function."""
    body = function.body
    found = [Span(*mark.span()) for mark in matches(unit.code, BARRIER, BARRIER_WORD, within=body)]
    if next(words(unit.code, OF_GROUPS, within=body), None) and has_blocks(unit):
        found += (Span(at, end) for at, end in synced(unit.code, body, blocks_of(unit, function)))
    return sorted(found)


def blocks_of(unit: Unit, function: Function) -> frozenset[bytes]:
    """Give the names under which a function knows the whole block as a group."""
    known = _known_blocks(unit)
    if function not in known:
        text = unit.code[min(function.span.start, function.body.start) : function.body.end]
        known[function] = frozenset({*_blocks_in(text), *_members(unit)})
    return known[function]


@fact
def _known_blocks(_unit: Unit) -> dict[Function, frozenset[bytes]]:
    return {}


def _blocks_in(text: bytes) -> set[bytes]:
    """Give the blocks that a function declares, with its parameters; one may hold the block as any group."""
    declared = [*declarations(text)]
    blocks = {one.name for one in declared if one.kind == "block"}
    for one in declared:
        made = HOLDS.match(text, one.at + len(one.name)) if one.kind == "group" else None
        if made and is_block(made[1], blocks):
            blocks.add(one.name)
    return blocks


def is_block(text: bytes, blocks: Collection[bytes]) -> bool:
    """Say whether an expression is the whole block as a group, by one of some names or where it is made."""
    return text in blocks or MADE.fullmatch(text) is not None


@fact
def has_blocks(unit: Unit) -> bool:
    """Say whether a file speaks of blocks as groups."""
    return b"thread_block" in unit.code


@fact
def _members(unit: Unit) -> set[bytes]:
    """Give the blocks that a file declares outside of functions: as members of classes."""
    made = {one.at: one.name for one in declarations(unit.code) if one.kind == "block"}
    homes = functions(unit, made)
    return {name for at, name in made.items() if at not in homes}


def held(unit: Unit, read: Model, joined: Sequence[Span]) -> Iterator[Span]:
    """Give the calls of what a function holds in a name, of lambdas that have a barrier in them."""
    homes = {read.home(span.start) for span in joined} - {read.function.body}
    for one in read.declarations if homes else ():
        if one.value and any(holds(one.value, home) for home in homes):
            scope = read.called_in(Span(one.value.end, one.scope.end))
            yield from (call.name for call in scope if unit.code[slice(*call.name)] == one.name)


def synced(code: bytes, body: Span, blocks: Collection[bytes]) -> Iterator[tuple[int, int]]:
    """Give each `sync` of a block, as its member with what it is called on, or as a function of its name."""
    for word in words(code, OF_GROUPS, within=body):
        bracket, sign = token_at(code, word.end), token_before(code, word.start)
        if bracket.text != b"(":
            continue
        if sign.text == b".":
            if (start := _block(code, sign.start, blocks)) is not None:
                yield start, word.end
        else:
            end = closing(code, bracket.start, min(body.end, bracket.end + NEAR)) - 1
            start = _block(code, end, blocks)
            if start is not None and qualified_start(code, start) == token_at(code, bracket.end).start:
                yield word.start, word.end


def _block(code: bytes, end: int, blocks: Collection[bytes]) -> int | None:
    """Give where what names a block begins that ends at a place: a name, or the call that gives it."""
    name = token_before(code, end)
    if name.text == b")":
        name = token_before(code, token_before(code, name.start).start)
        return name.start if name.text == b"this_thread_block" else None
    return name.start if name.text in blocks else None


def is_call(unit: Unit, home: Function, name: Span) -> bool:
    """Say whether a name is called where it stands; of what all groups have by that name nothing is known."""
    of_a_group = unit.code[slice(*name)] == OF_GROUPS and token_before(unit.code, name.start).text in MEMBER
    return not of_a_group and bool(model(unit, home).called_in(Span(name.start, name.start + 1)))
