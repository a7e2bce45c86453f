"""The data members of the classes that a file defines, in their order, as its syntax tree has them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import outline
from hipify_py.source.definitions import CLASSES, defining, inner_declarator, outermost_function
from hipify_py.source.named_types import named_types
from hipify_py.source.spans import holds
from hipify_py.source.type_names import last_name
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

BODY = "field_declaration_list"
FIELD = "field_declaration"
METHODS = frozenset(
    {"function_definition", "declaration", "template_declaration", "inline_method_definition"}
)
NAMES = frozenset({"field_identifier", "identifier", "type_identifier"})
BROUGHT = re.compile(
    rb"(?m:^)[ \t]*+#[ \t]*+include\b"
    rb"|(?:^|[{};:])\s*+[A-Z][A-Z0-9_]++(?:\s*+\(|\s++\w++[\s*&]++\w[^;(){}]*+;)"
)
MOST_DECLARATORS = 16  # in each other
OCTAL = b"01234567"
MOST_DIGITS = 5  # of the bound of an array that a list fills value by value


class Field(NamedTuple):
    """A data member: its type as it is spelt, pointers and bounds; no type of a bit-field.

    `size` says how many elements an array has, of all its bounds; 0 where these are not written as numbers.
    A pointer to an array is one element, and `bounds` counts its bounds, too.
    One without a name stands for those of a class without a name.
    """

    name: bytes
    type: bytes
    pointers: int = 0
    bounds: int = 0
    size: int = 0


class Fields(NamedTuple):
    """The data members of a class; `is_aggregate` says that a list of values fills all of them, in order.

    `once` has those whose name no other has, by their names. `is_union` says that they share their bytes.
    """

    listed: tuple[Field, ...]
    is_aggregate: bool
    has_base: bool
    once: Mapping[bytes, Field]
    is_union: bool = False

    def named(self, name: bytes) -> Field | None:
        """Give the member of a name; none where a condition chooses between several."""
        return self.once.get(name)


def class_named(unit: Unit, spelt: bytes) -> Fields | None:
    """Give the members of the class for which a type's spelling stands, if the file defines that once."""
    node = _classes(unit).get(last_name(spelt))
    return _fields(unit, node) if node else None


@fact_of
def class_in(unit: Unit, span: Span) -> Fields | None:
    """Give the members of the class that a declaration at a span makes with what it declares, if it does."""
    nodes = defining(unit)
    found = next(
        (one for kind in ("class", "union") for one in nodes.get(kind, ()) if holds(span, span_of(one))), None
    )
    return _fields(unit, found) if found else None


def class_around(unit: Unit, at: int) -> Fields | None:
    """Give the members of the class in which a place stands, or of which its function is one."""
    for node in reversed([*unit.around(Span(at, at))]):
        if node.type in CLASSES and node.child_by_field_name("body"):
            return _fields(unit, node)
    scope = scope_around(unit, at)
    return class_named(unit, scope) if scope else None


def scope_around(unit: Unit, at: int) -> bytes:
    """Give the last part of the scope that stands before the name of the function around a place."""
    function = outermost_function(unit, at)
    named = inner_declarator(function) if function else None
    while named is not None and named.type not in {"qualified_identifier", *NAMES}:
        named = inner_declarator(named)
    scope = named.child_by_field_name("scope") if named else None
    return last_name(unit.code[slice(*span_of(scope))]) if scope else b""


@fact
def _classes(unit: Unit) -> Mapping[bytes, Node]:
    """Give the nodes of the classes of a file by their names, also those of `typedef` and `using`."""
    nodes = [node for kind in ("class", "union") for node in defining(unit).get(kind, ())]
    names = [_name(unit, node) for node in nodes]
    times = Counter(names)
    found = {name: node for name, node in zip(names, nodes, strict=True) if name and times[name] == 1}
    by_place = {node.start_byte: node for node in nodes}
    for one in named_types(unit):
        node = by_place.get(one.type.start) or found.get(last_name(one.type_in(unit.code).partition(b"{")[0]))
        if one.kind == "type" and node and times[one.name] == (_name(unit, node) == one.name):
            found[one.name] = node
    return found


def _name(unit: Unit, node: Node) -> bytes:
    named = node.child_by_field_name("name")
    return last_name(unit.code[slice(*span_of(named))]) if named else b""


@fact_of
def _fields(unit: Unit, node: Node) -> Fields:
    body = node.child_by_field_name("body")
    parts = [part for part in body.named_children if part.type != "comment"] if body else []
    has_base = any(part.type == "base_class_clause" for part in node.named_children)
    is_open = node.type != "class_specifier" or (bool(parts) and parts[0].type == "access_specifier")
    plain = is_open and not has_base and not any(_forbids(unit, node, part) for part in parts)
    plain = plain and body is not None and not may_bring(unit, span_of(body))
    listed = tuple(_declared(unit, parts))
    times = Counter(one.name for one in listed)
    once = {one.name: one for one in listed if times[one.name] == 1}
    is_union = node.type == "union_specifier"
    return Fields(listed, plain and not is_union and not node.has_error, has_base, once, is_union)


def may_bring(unit: Unit, body: Span) -> bool:
    """Say whether there may be a macro among the members in a class's braces that brings some, or a file."""
    members = outline(unit.code[body.start + 1 : body.end - 1])
    return BROUGHT.search(members) is not None


def _forbids(unit: Unit, node: Node, part: Node) -> bool:
    """Say whether a part of a class makes that no aggregate, or its order unknown."""
    text = unit.code[slice(*span_of(part))]
    if part.type == "access_specifier":
        return text != b"public"
    if part.type in METHODS | {FIELD} and text.startswith(b"virtual"):
        return True
    if part.type in METHODS:
        return _called(unit, part) == _name(unit, node)
    return part.type.startswith(("preproc_if", "ERROR"))


def _called(unit: Unit, node: Node) -> bytes:
    """Give the name of a function, be it a template."""
    inner: Node | None = node.named_children[-1] if node.type == "template_declaration" else node
    for _ in range(MOST_DECLARATORS):
        if inner is None or inner.type in NAMES:
            break
        inner = inner_declarator(inner)
    return unit.code[slice(*span_of(inner))] if inner else b""


def _declared(unit: Unit, parts: list[Node]) -> Iterator[Field]:
    """Give the members that parts of a class declare, those under conditions among them."""
    todo = [*reversed(parts)]
    while todo:
        part = todo.pop()
        if part.type.startswith("preproc_"):
            todo += reversed(part.named_children)
        elif part.type == FIELD:
            yield from _of_one(unit, part)


def _of_one(unit: Unit, part: Node) -> Iterator[Field]:
    """Give the members of one declaration; a static one is no part of an object."""
    words = {unit.code[slice(*span_of(one))] for one in part.children if one.type.endswith(("fier", "expr"))}
    type_ = part.child_by_field_name("type")
    declarators = part.children_by_field_name("declarator")
    if b"static" in words or type_ is None:
        return
    has_bits = any(one.type == "bitfield_clause" for one in part.named_children)
    of_class = type_.type in CLASSES and not declarators
    spelt = b"" if has_bits else b" ".join(unit.code[slice(*span_of(type_))].split())
    if of_class and type_.child_by_field_name("body"):  # what it holds is named without it
        yield Field(b"", b"")
    for one in declarators:
        if made := _field(unit, one, spelt):
            yield made


def _field(unit: Unit, declarator: Node, spelt: bytes) -> Field | None:
    """Give one member; None for a function."""
    inner: Node | None = declarator
    pointers = bounds = 0
    size, is_called = 1, False
    for _ in range(MOST_DECLARATORS):
        if inner is None or inner.type in NAMES:
            break
        if inner.type == "pointer_declarator":
            pointers, size = pointers + 1, 1
        elif inner.type == "array_declarator":
            bounds, size = bounds + 1, size * _bound(unit, inner)
        elif inner.type == "function_declarator":  # what stands before it is of what that returns
            is_called, pointers, bounds, size = True, 0, 0, 1
        inner = inner_declarator(inner) or next(
            (one for one in inner.named_children if "declarator" in one.type), None
        )
    if inner is None or inner.type not in NAMES or (is_called and not pointers):
        return None
    size = size if bounds else 0
    return Field(unit.code[slice(*span_of(inner))], b"" if is_called else spelt, pointers, bounds, size)


def _bound(unit: Unit, array: Node) -> int:
    """Give how many elements a bound says that is written as a number, else 0."""
    written = array.child_by_field_name("size")
    text = unit.code[slice(*span_of(written))] if written else b""
    is_octal = text.startswith(b"0")
    if not text.isdigit() or len(text) >= MOST_DIGITS or (is_octal and text.strip(OCTAL)):
        return 0
    return int(text, 8 if is_octal else 10)
