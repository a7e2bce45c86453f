"""Where all threads of a block meet: at its barrier, or in a function or macro of the file that has one."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.find.group_declarations import declarations
from hipify_py.lanes.flow.lambda_values import lambda_parameters
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import closing
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.search import matches
from hipify_py.source.spans import holds
from hipify_py.source.tokens import qualified_start, token_at, token_before, words
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.written_declarations import initial_value

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from hipify_py.lanes.find.group_declarations import Declared
    from hipify_py.source.function_model import Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

BARRIER_WORD = b"__syncthreads"
BARRIER = re.compile(rb"\b__syncthreads(?:_count|_and|_or)?(?=\s*\()")
NEAR = 200  # bytes in which what is given to `sync` ends
THIS_BLOCK = b"this_thread_block"
OF_GROUPS = b"sync"  # a member of all groups: of which, the call alone does not tell
MEMBER = frozenset({b".", b"->"})


def joins(unit: Unit, function: Function) -> list[Span]:
    """Give the barriers of the whole block in a function."""
    body = function.body
    found = [Span(*mark.span()) for mark in matches(unit.code, BARRIER, BARRIER_WORD, within=body)]
    if next(words(unit.code, OF_GROUPS, within=body), None) and has_blocks(unit):
        found += (Span(at, end) for at, end in synced(unit.code, body, blocks_of(unit, function)))
    return sorted(found)


@fact_of
def blocks_of(unit: Unit, function: Function) -> frozenset[bytes]:
    """Give the names under which a function knows the whole block as a group."""
    text = unit.code[min(function.span.start, function.body.start) : function.body.end]
    return frozenset({*_blocks_in(text), *_members(unit)})


def _blocks_in(text: bytes) -> set[bytes]:
    """Give the blocks that a function declares, with its parameters; one may hold the block as any group."""
    declared = [*declarations(text)]
    blocks = {one.name for one in declared if one.kind == "block"}
    for one in declared:
        made = initial_value(text, one.at + len(one.name)) if one.kind == "group" else b""
        if made and is_block(made, blocks) and not _is_given_anew(text, one):
            blocks.add(one.name)
    return blocks


def _is_given_anew(text: bytes, made: Declared) -> bool:
    """Say whether a name is given another group behind its declaration."""
    others = (word.end for word in words(text, made.name) if word.start > made.at)
    return any(token_at(text, end).text == b"=" for end in others)


def is_block(text: bytes, blocks: Collection[bytes]) -> bool:
    """Say whether an expression is the whole block as a group, by one of some names or where it is made."""
    node = expression(text)
    return text in blocks or (node.kind == "call" and node.name == THIS_BLOCK and not node.parts)


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
    homes = sorted({read.home(span.start) for span in joined} - {read.function.body})
    made = [one for one in read.declarations if homes and one.value and _has(one.value, homes)]
    if not made:
        return
    called: dict[bytes, list[Span]] = {}
    for call in read.calls:
        called.setdefault(unit.code[slice(*call.name)], []).append(call.name)
    for one in made:
        scope = Span(one.value.end if one.value else one.at.end, one.scope.end)
        yield from (name for name in called.get(one.name, ()) if holds(scope, name))
    yield from _handed_on(unit, read, {one.name for one in made})


def _has(value: Span, homes: Sequence[Span]) -> bool:
    """Say whether a value holds one of some spans, which are in order."""
    first = bisect_left(homes, value.start, key=lambda one: one.start)
    return first < len(homes) and holds(value, homes[first])


def _handed_on(unit: Unit, read: Model, names: set[bytes]) -> Iterator[Span]:
    """Give the calls by which lambdas of a function are handed some others, to call them."""
    known = calling(unit, read)
    for call in read.calls if known else ():
        taken = known.get(unit.code[slice(*call.name)], frozenset())
        given = (one for number, one in enumerate(call.arguments) if number in taken)
        if any(unit.code[slice(*one)].strip() in names for one in given):
            yield call.name


def calling(unit: Unit, read: Model) -> dict[bytes, frozenset[int]]:
    """Give, by the names of the lambdas that a function holds, which of what they are given they call."""
    found: dict[bytes, frozenset[int]] = {}
    for one in read.declarations:
        if one.value and token_at(unit.code, one.value.start).text == b"[":
            called = {unit.code[slice(*call.name)] for call in read.called_in(one.value)}
            taken = enumerate(lambda_parameters(read, one.value))
            found[one.name] = frozenset(number for number, each in taken if each.name in called)
    return {name: taken for name, taken in found.items() if taken}


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
        return name.start if name.text == THIS_BLOCK else None
    return name.start if name.text in blocks else None


def is_call(unit: Unit, home: Function, name: Span) -> bool:
    """Say whether a name is called where it stands; of what all groups have by that name nothing is known."""
    of_a_group = unit.code[slice(*name)] == OF_GROUPS and token_before(unit.code, name.start).text in MEMBER
    return not of_a_group and bool(model(unit, home).called_in(Span(name.start, name.start + 1)))
