"""What the members of a file's classes are given: indices of threads and what is made of them.

A member is known by its name alone, whatever object it is one of, but where a function tells of which class
that is and what it is made of. Values that are read of memory do not
count: they say nothing of what another object's member of that name holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.open_types import type_aliases
from hipify_py.lanes.find.special_members import class_named
from hipify_py.lanes.flow.answers import answer_or
from hipify_py.lanes.flow.class_fields import classes, fields, text_of, unions
from hipify_py.lanes.flow.lattice import NOTHING, THREAD_INDEX, UNIFORM, deciding, joined
from hipify_py.lanes.flow.leads import leads_on
from hipify_py.lanes.flow.objects import is_of, makes
from hipify_py.lanes.flow.storage import MOST_POINTERS, is_shared
from hipify_py.model import Span
from hipify_py.source.definitions import outermost_function
from hipify_py.source.expression_reading import NO_NODE, expression
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.functions import functions
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tree_sitter import Node

    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.lanes.flow.objects import Object
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    ValuesAt = Callable[[Function | None, int], Callable[[Expression], Value]]
    ValuesWith = Callable[[Function, tuple[Value, ...], int], Callable[[Expression], Value]]

QUERY = """
(field_initializer) @initial (initializer_list) @list (assignment_expression) @assignment
(update_expression argument: (field_expression) @update)
(argument_list (field_expression) @given) (argument_list (pointer_expression (field_expression) @given))
"""
PARTS = frozenset((b"x", b"y", b"z", b"w"))
READS = frozenset({"subscript", "call"})
INDICES = (b"threadIdx", b"thread_rank", b"meta_group_rank")
KNOWN = frozenset(b"__shfl_sync __shfl min max thread_rank meta_group_rank".split())
ONE_OF = frozenset({("unary", b"!"), ("binary", b"==")})
MOST_STORES = 32  # of a member that are looked at


class Store(NamedTuple):
    """A place that gives a member a value; `bare` says that nothing but its name stands for it there.

    So it does in the `head` of a constructor. `object` is what the member is one of, where that is told, and
    `behind` the end of what stores it, if the value is that of the member behind it.
    """

    value: Span
    bare: bool = False
    object: Span | None = None
    behind: int | None = None
    head: bool = False


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


@fact
def stores(unit: Unit) -> dict[bytes, list[Store]]:
    """Give the places that give members values, by the names of the members that classes of the file have.

    The tree is not asked where brackets stand too deep in one another.
    """
    if unit.too_deep:
        return {}
    found: dict[bytes, list[Store]] = {}
    for one in classes(unit):
        for name, value in one.fields:
            found.setdefault(name, []).extend([Store(span_of(value))] if value else ())
    nodes = unit.nodes(QUERY, unit.tree.root_node) if found else {}
    for name, store in (
        *_initialised(unit, nodes.get("initial", ())),
        *_assigned(unit, nodes.get("assignment", ())),
        *_listed(unit, nodes.get("list", ())),
        *_changed(unit, nodes.get("update", ())),
        *_given(unit, nodes.get("given", ())),
    ):
        if name in found:
            found[name].append(store)
    for members in unions(unit):  # what one member is given the others hold as well
        held = list(dict.fromkeys(store for name in members for store in found.get(name, ())))
        found.update(dict.fromkeys(members, held))
    return found


def _initialised(unit: Unit, nodes: Iterable[Node]) -> Iterator[tuple[bytes, Store]]:
    """Give what constructors give members in their heads."""
    for one in nodes:
        if len(one.named_children) > 1:
            span = span_of(one.named_children[1])
            yield text_of(unit, one.named_children[0]), Store(Span(span.start + 1, span.end - 1), head=True)


def _assigned(unit: Unit, nodes: Iterable[Node]) -> Iterator[tuple[bytes, Store]]:
    """Give what is assigned to members, and to names that may be such."""
    for one in nodes:
        left, right = one.child_by_field_name("left"), one.child_by_field_name("right")
        if left is None or right is None:
            continue
        while left.type == "subscript_expression" and left.named_children:
            left = left.named_children[0]
        if left.type == "identifier":
            yield text_of(unit, left), Store(span_of(right), bare=True)
        elif left.type == "field_expression" and (field := left.child_by_field_name("field")):
            of = left.child_by_field_name("argument")
            yield text_of(unit, field), Store(span_of(right), object=span_of(of) if of else None)
            if text_of(unit, field) in PARTS and of is not None:  # of a vector, which may be a member
                yield from _whole(unit, of, span_of(right))


def _whole(unit: Unit, vector: Node, value: Span) -> Iterator[tuple[bytes, Store]]:
    """Give what is assigned to a part of a vector as one of what it is a member of."""
    if vector.type == "identifier":
        yield text_of(unit, vector), Store(value, bare=True)
    elif vector.type == "field_expression" and (field := vector.child_by_field_name("field")):
        of = vector.child_by_field_name("argument")
        yield text_of(unit, field), Store(value, object=span_of(of) if of else None)


def _changed(unit: Unit, nodes: Iterable[Node]) -> Iterator[tuple[bytes, Store]]:
    """Give the members of objects that are counted up or down: by how much hangs on what is around."""
    for one in nodes:
        field, of = one.child_by_field_name("field"), one.child_by_field_name("argument")
        if field is not None and of is not None:
            yield text_of(unit, field), Store(span_of(one), object=span_of(of))


def _given(unit: Unit, nodes: Iterable[Node]) -> Iterator[tuple[bytes, Store]]:
    """Give the members that functions of the file are given, to store something in them."""
    for one in nodes:
        listed = one.parent if one.parent is None or one.parent.type == "argument_list" else one.parent.parent
        call = listed.parent if listed is not None else None
        called = call.child_by_field_name("function") if call is not None else None
        field, of = one.child_by_field_name("field"), one.child_by_field_name("argument")
        if call is None or called is None or field is None or of is None:
            continue
        name = A_NAME.findall(text_of(unit, called).partition(b"<")[0])[-1:]
        if name and name[0] in functions_by_name(unit):
            yield text_of(unit, field), Store(span_of(one), object=span_of(of), behind=call.end_byte)


def _listed(unit: Unit, nodes: Iterable[Node]) -> Iterator[tuple[bytes, Store]]:
    """Give what lists in braces give the members of a class, in order."""
    for one in nodes:
        of = class_named(_type(unit, one))
        listed = fields(unit, class_named(type_aliases(unit).get(of, of)))
        for name, value in zip(listed, one.named_children, strict=False):
            yield name, Store(span_of(value))


def _type(unit: Unit, listed: Node) -> bytes:
    """Give the type that a list in braces makes: as it stands before it, or in the declaration around.

    Of what is returned it is the function's own.
    """
    around = listed.parent
    if around is not None and around.type == "init_declarator":
        around = around.parent
    if around is not None and around.type == "return_statement":
        made = outermost_function(unit, listed.start_byte)
        around = made if made is not None else around
    kind = around.child_by_field_name("type") if around is not None else None
    return text_of(unit, kind) if kind is not None else b""
