"""Of which type is what an expression names that a value can be stored in, as far as its file tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.source.class_fields import class_around, class_named, scope_around
from hipify_py.source.definitions import CLASSES, in_function
from hipify_py.source.function_reading import names
from hipify_py.source.functions import functions
from hipify_py.source.number_types import NAMED_TYPE, spelt
from hipify_py.source.outer_types import types_around
from hipify_py.source.type_names import last_name
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing
from hipify_py.source.written_declarations import around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.source.class_fields import Fields
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 20  # parts of an expression in each other
REACHED = frozenset({"subscript_expression", "pointer_expression"})
HOLDS = re.compile(
    rb"(?:(?:std|thrust)\s*::\s*)?(?:vector|array|deque|host_vector)\s*<\s*([\w:]+(?:\s+\w+)*)\s*[,>]"
)
"""A class whose elements are of the type that it is given first, and stand behind `[]`."""


class Stored(NamedTuple):
    """A type as it is spelt, and how often what is named points to it or is an array of it."""

    type: bytes
    levels: int


def stored_type(unit: Unit, node: Node) -> bytes:
    """Give the type of what an expression names that is no pointer and no array; nothing if not known."""
    found = _stored(unit, node, DEEPEST)
    return found.type if found and not found.levels else b""


def element_type(spelt: bytes) -> bytes:
    """Give the type of the elements of one of the library's classes that hold some; else nothing."""
    found = HOLDS.match(spelt)
    return found[1] if found else b""


def is_member(unit: Unit, name: bytes, at: int) -> bool:
    """Say whether a bare name stands at a place for a member of the class around it; no static one."""
    of = None if unit.directive_at(at) or _local(unit, name, at) else class_around(unit, at)
    return of is not None and of.named(name) is not None


def types_seen(
    unit: Unit, function: Function, at: int, others: Mapping[bytes, Mapping[bytes, str]]
) -> Mapping[bytes, str]:
    """Give the types of what a place in a function may name: `types_around`, and members of classes.

    Such are `x.y`, `x->y`, or a bare name; `others` are the members of classes that other files define.
    """
    return _Seen(types_around(unit, function, others), unit, at)


class _Seen(Mapping[bytes, str]):
    """What `types_seen` gives; a name is looked for where it is asked for."""

    def __init__(self, around: Mapping[bytes, str], unit: Unit, at: int) -> None:
        self._around, self._unit, self._at = around, unit, at
        self._known: dict[bytes, str] = {}
        self._held: dict[bytes, Stored | None] = {}

    def __getitem__(self, name: bytes) -> str:
        if name not in self._known:
            self._known[name] = self._type(name)
        return self._known[name]

    def _type(self, name: bytes) -> str:
        given = self._around.get(name, "?")
        if given and not given.startswith("?"):
            return given
        found = self._named(name)
        if found is None or found.levels or NAMED_TYPE.fullmatch(found.type) is None:
            return self._around[name]
        return spelt(found.type)

    def _named(self, name: bytes) -> Stored | None:
        """Give what a name, or a member of one, is declared with."""
        of, sign, member = name.rpartition(b"->") if b"->" in name else name.rpartition(b".")
        if not sign:
            return self._declared(name)
        held = self._declared(of)
        if of == b"this":
            fields = class_around(self._unit, self._at)
        else:
            fields = class_named(self._unit, held.type) if held else None
        one = fields.named(member) if fields else None
        return Stored(one.type, one.pointers + one.bounds) if one else None

    def _declared(self, name: bytes) -> Stored | None:
        if name not in self._held:
            self._held[name] = declared(self._unit, name, self._at)
        return self._held[name]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._around)

    def __len__(self) -> int:
        return len(self._around)


def object_class(unit: Unit, node: Node, most: int = DEEPEST) -> Fields | None:
    """Give the members of the class of an object, or of what a pointer points to."""
    if node.type == "this":
        return class_around(unit, node.start_byte)
    inner = node.child_by_field_name("argument") if node.type == "pointer_expression" else node
    if inner and node.type == "parenthesized_expression" and node.named_children:
        inner = node.named_children[0]
    if inner and inner.type in {"this", "pointer_expression", "parenthesized_expression"} and most:
        return object_class(unit, inner, most - 1)
    found = _stored(unit, node, most)
    return class_named(unit, found.type) if found else None


def member_elsewhere(unit: Unit, node: Node, others: Mapping[bytes, Mapping[bytes, str]]) -> str:
    """Give the type of a member, or of an element of one, of a class that another file defines; else "".

    `others` are these members, as `resolve.class_members` gives them: pointers are not told from values.
    """
    member, of = _inner(node), b""
    named: Node | None = member
    if member.type == "field_expression":
        held, named = member.child_by_field_name("argument"), member.child_by_field_name("field")
        inner = _inner(held) if held else None
        if inner and inner.type == "identifier":
            found = declared(unit, unit.code[slice(*span_of(inner))], inner.start_byte)
            of = last_name(found.type) if found else b""
        elif inner and inner.type == "this":
            of = scope_around(unit, inner.start_byte)
    elif member.type == "identifier":
        known = declared(unit, unit.code[slice(*span_of(member))], node.start_byte)
        of = b"" if known else scope_around(unit, node.start_byte)
    return others.get(of, {}).get(unit.code[slice(*span_of(named))], "") if of and named else ""


def _inner(node: Node) -> Node:
    """Give what an element is of, or what is in brackets, or pointed to."""
    for _ in range(DEEPEST):
        inner = node.child_by_field_name("argument") if node.type in REACHED else None
        if node.type == "parenthesized_expression" and node.named_children:
            inner = node.named_children[0]
        if inner is None:
            break
        node = inner
    return node


def _stored(unit: Unit, node: Node | None, most: int) -> Stored | None:
    if node is None or not most:
        return None
    if node.type == "identifier":
        return declared(unit, unit.code[slice(*span_of(node))], node.start_byte)
    if node.type == "field_expression":
        return _member(unit, node, most)
    if node.type == "parenthesized_expression":
        return _stored(unit, node.named_children[0] if node.named_children else None, most - 1)
    return _pointed(unit, node, most)


def _member(unit: Unit, node: Node, most: int) -> Stored | None:
    of, name = node.child_by_field_name("argument"), node.child_by_field_name("field")
    fields = object_class(unit, of, most - 1) if of and name else None
    one = fields.named(unit.code[slice(*span_of(name))]) if fields and name else None
    return Stored(one.type, one.pointers + one.bounds) if one else None


def _pointed(unit: Unit, node: Node, most: int) -> Stored | None:
    """Read an element, what a pointer points to, and a pointer that is moved."""
    if node.type == "binary_expression":
        sign, left = node.child_by_field_name("operator"), node.child_by_field_name("left")
        found = _stored(unit, left, most - 1) if sign and sign.type in {"+", "-"} else None
        return found if found and found.levels else None
    is_element = node.type == "subscript_expression"
    if not is_element and (node.type != "pointer_expression" or node.children[0].type != "*"):
        return None
    of = _stored(unit, node.child_by_field_name("argument"), most - 1)
    if of and of.levels:
        return Stored(of.type, of.levels - 1)
    held = element_type(of.type) if of and is_element else b""
    return Stored(held, 0) if held else None


def declared(unit: Unit, name: bytes, at: int) -> Stored | None:
    """Give the type with which a name is declared that is used at a place: in its function, class or file."""
    if unit.directive_at(at):
        return None  # of a macro's name its uses tell
    if local := _local(unit, name, at):
        return local
    of = class_around(unit, at)
    if of and (one := of.named(name)):
        return Stored(one.type, one.pointers + one.bounds)
    return None if of and of.has_base else _outer(unit, name)


def _local(unit: Unit, name: bytes, at: int) -> Stored | None:
    """Give what the function around a place declares of a name, in the innermost scope."""
    home = functions(unit, [at]).get(at)
    found = names(unit, home).declaration(name, at) if home else None
    return Stored(found.type_in(unit.code), found.pointers) if found else None


@fact_of
def _outer(unit: Unit, name: bytes) -> Stored | None:
    """Give the one type with which a file declares a name outside of functions and classes."""
    found = set[Stored]()
    for word in standing(unit, name):
        if in_function(unit, word.start) is not None:
            continue
        made = around(unit.code, word.start)
        for one in made.declarators if made else ():
            inner = any(node.type in CLASSES for node in unit.around(one.name))
            if made and one.name.start == word.start and not one.taken and not inner:
                levels = sum(sign == b"*" for sign in (*one.signs, *one.pointed)) + len(one.bounds)
                found.add(Stored(made.type_in(unit.code), levels))
    return found.pop() if len(found) == 1 else None
