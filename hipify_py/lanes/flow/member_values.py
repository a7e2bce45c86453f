"""What the members of a file's classes are given: indices of threads and what is made of them.

A member is known by its name alone, whatever object it is one of, but where a function tells of which class
that is and what it is made of. Values that are read of memory do not
count: they say nothing of what another object's member of that name holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.answers import answer_or
from hipify_py.lanes.flow.lattice import NOTHING, THREAD_INDEX, UNIFORM, deciding, joined
from hipify_py.lanes.flow.leads import leads_on
from hipify_py.lanes.flow.member_stores import Store, stores
from hipify_py.lanes.flow.objects import is_of, makes
from hipify_py.lanes.flow.storage import MOST_POINTERS, is_shared
from hipify_py.source.expression_reading import NO_NODE, expression
from hipify_py.source.function_reading import model, names
from hipify_py.source.functions import functions
from hipify_py.source.tokens import token_at
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.lanes.flow.objects import Object
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    ValuesAt = Callable[[Function | None, int], Callable[[Expression], Value]]
    ValuesWith = Callable[[Function, tuple[Value, ...], int], Callable[[Expression], Value]]

READS = frozenset({"subscript", "call"})
INDICES = (b"threadIdx", b"thread_rank", b"meta_group_rank")
KNOWN = frozenset(b"__shfl_sync __shfl min max thread_rank meta_group_rank".split())
ONE_OF = frozenset({("unary", b"!"), ("binary", b"==")})
MOST_STORES = 32  # of a member that are looked at


def member_value(
    unit: Unit, name: bytes, values_at: ValuesAt, values_with: ValuesWith, of: Object | None = None
) -> Value | None:
    """Give what members of a name are given that hangs on a thread's index; None where nothing does.

    They are those of all objects, or of one. `values_at` tells values at a place of a function, `values_with`
    for what its parameters are given.
    """

    def work() -> Value | None:
        told = made_of(unit, of, values_at, values_with) if of else values_at
        stores = [one for one in _stores(unit)[name][:MOST_STORES] if _may_be(unit, name, one, of)]
        found = [_stored(unit, name, one, told) for one in stores]
        known = [one for one in found if one and one.level > UNIFORM]
        return joined(known) if known else None

    return answer_or(unit, ("member", name, of), work, None) if name in _stores(unit) else None


def has_member(unit: Unit, name: bytes) -> bool:
    """Say whether some class of a file has a member of a name whose values are followed."""
    return name in _stores(unit)


def _stored(unit: Unit, name: bytes, one: Store, values_at: ValuesAt) -> Value | None:
    """Give what one place stores in a member; None for what is read of memory, or stored in another name."""
    node = expression(unit.code[slice(*one.value)])
    if any(map(_reads, node.walk())):
        return None
    home = functions(unit, [one.value.start]).get(one.value.start)
    if one.bare and (home is None or name in names(unit, home).declared):
        return None
    if one.object and home:
        if _is_of_block(unit, home, one.object):
            return None  # all threads of the block read the one that was written last
        if _is_pointed_to(unit, one.object) and _by_one_thread(unit, home, one.value.start, values_at):
            return None  # it is there for the others, who see it in memory
    found = values_at(home, one.value.start if one.behind is None else one.behind)(node)
    if one.object and home and _is_own(unit, home, one.object):
        around = model(unit, home).path(one.value.start)
        decided = (
            values_at(home, each.span.start)(expression(unit.code[slice(*each.span)])) for each in around
        )
        level, by_name = joined((deciding(found), *map(deciding, decided)))[::3]
        return found._replace(level=level, by_name=by_name)
    return found


def _may_be(unit: Unit, name: bytes, one: Store, of: Object | None) -> bool:
    """Say whether a place may store something in a member of an object."""
    home = functions(unit, [one.value.start]).get(one.value.start) if of and (one.bare or one.head) else None
    return of is None or home is None or is_of(unit, of, name, home)


def made_of(unit: Unit, of: Object, values_at: ValuesAt, values_with: ValuesWith) -> ValuesAt:
    """Give what tells values where an object is made: what makes it is given nothing but its arguments."""

    def worth(span: Span) -> Value:
        found = values_at(of.home, span.start)(expression(unit.code[slice(*span)]))
        return found if found.level > UNIFORM else NOTHING

    def at(home: Function | None, place: int) -> Callable[[Expression], Value]:
        if home is None or not makes(unit, of, home):
            return values_at(home, place)
        return values_with(home, tuple(map(worth, of.arguments)), place)

    return at


def _is_own(unit: Unit, home: Function, span: Span) -> bool:
    """Say whether an object is a function's own, be it by a pointer or a reference to it."""
    known = names(unit, home)
    made = known.declaration(unit.code[slice(*span)], span.start)
    for _ in range(MOST_POINTERS):
        if made is None or is_shared(unit, made) or not leads_on(unit.code, made):
            break
        node = expression(unit.code[slice(*made.value)]) if made.value else NO_NODE
        node = node.parts[0] if (node.kind, node.text) == ("unary", b"&") else node
        made = known.declaration(node.name, made.at.start) if node.kind == "name" else None
    return made is not None and not leads_on(unit.code, made) and not is_shared(unit, made)


def _is_of_block(unit: Unit, home: Function, span: Span) -> bool:
    """Say whether an object is one that a function shares among the threads of a block, and no array of such.

    It is named itself, or by a pointer that is declared with its address.
    """
    node = expression(unit.code[slice(*span)])
    while node.kind in {"member", "cast"} and node.parts:
        node = node.parts[0]
    made = names(unit, home).declaration(node.name, span.start) if node.kind == "name" else None
    if made is not None and made.pointers and made.value:
        value = expression(unit.code[slice(*made.value)])
        is_address = value.kind == "unary" and value.text == b"&" and value.parts[0].kind == "name"
        made = names(unit, home).declaration(value.parts[0].name, made.value.start) if is_address else None
    return made is not None and is_shared(unit, made) and not made.pointers


def _is_pointed_to(unit: Unit, span: Span) -> bool:
    """Say whether a pointer leads to an object: `s` or `s->in`, behind which stands `->` or `.`."""
    code = unit.code
    return b"->" in code[slice(*span)] or token_at(code, span.end).text == b"->"


def _by_one_thread(unit: Unit, home: Function, place: int, values_at: ValuesAt) -> bool:
    """Say whether a place is for one thread of the block alone: under `t == 0`, or `!t`."""
    for condition in model(unit, home).path(place):
        if condition.keyword != "if" or condition.otherwise:
            continue
        value = values_at(home, condition.span.start)
        todo = [expression(unit.code[slice(*condition.span)])]
        while todo:
            part = todo.pop()
            if part.kind == "binary" and part.text == b"&&":
                todo.extend(part.parts)
            sides = part.parts if (part.kind, part.text) in ONE_OF else ()
            if any(value(side).indices == THREAD_INDEX for side in sides):
                return True
    return False


def _reads(part: Expression) -> bool:
    if part.kind in READS:
        return part.name not in KNOWN
    return part.kind == "unary" and part.text == b"*"


def _stores(unit: Unit) -> dict[bytes, list[Store]]:
    """Give the stores of a file that names an index of a thread, on which they may hang."""
    return stores(unit) if holds_part(unit, *INDICES) else {}
