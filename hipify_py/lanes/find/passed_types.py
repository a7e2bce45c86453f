"""Of which type the value is that a group's shuffle passes on, as far as its file tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.open_types import open_types, type_aliases
from hipify_py.source.defined_types import defined_types
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import names
from hipify_py.source.statements import first_argument, first_name
from hipify_py.source.tokens import A_NAME, token_at, token_before
from hipify_py.source.type_sizes import HALVES, bits_of, whole_bits
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.vector_names import is_vector
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.find.groups import Groups
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

COMPLEX = (b"cuComplex", b"cuFloatComplex", b"cuDoubleComplex")
TAGS = frozenset((b"struct", b"class"))
THIS = b"this"
UNKNOWN = b"?"
OPEN = b"??"
"""For what is calculated of values that are of no type known: of a class it is seldom."""
WHOLE = b"int"
CALCULATED = frozenset({"binary", "?", "unary", "cast", "subscript"})
COMPONENTS = (b"x", b"y", b"z", b"w")
PLACES = (b"threadIdx", b"blockIdx", b"blockDim", b"gridDim")
KEEPING = {  # signs of which the result is of the type of what they stand by, by how many values that are
    "binary": frozenset(b"+ - * / % & | ^ << >>".split()),
    "unary": frozenset(b"+ - ~ ++ --".split()),
}


class _Part(NamedTuple):
    """What an argument is a part or a result of: the name, whether it is pointed with or a member's, how.

    `links` are the members, elements and calls behind the name; `last` is a member's name, or `]`.
    """

    name: bytes
    is_led: bool
    links: int
    last: bytes


class _Place(NamedTuple):
    """Where a value stands that is asked for its type."""

    unit: Unit
    groups: Groups
    opening: int
    function: Function | None

    def type_of(self, name: bytes) -> bytes:
        return self.groups.type_of(name, self.function, self.opening)


def passed_type(unit: Unit, groups: Groups, opening: int, function: Function | None) -> bytes:
    """Give the type of the first argument behind a bracket: of a name, of what is made there, of a part.

    It is `UNKNOWN` for a pointer, a part or a result, `OPEN` for what is calculated of such, nothing for
    numbers.
    """
    place = _Place(unit, groups, opening, function)
    if value := first_name(unit.code, opening):
        if _is_pointer(place, value):
            return UNKNOWN
        return place.type_of(value) or _of_outside(place, value)
    word = token_at(unit.code, opening + 1)
    is_made = A_NAME.match(word.text) and token_at(unit.code, word.end).text in {b"(", b"{"}
    name = word.text.removeprefix(b"make_") if is_made else b""
    node = expression(first_argument(unit.code, opening))
    if node.kind in {"call", "cast", "other"} and (is_class(name) or bits_of(name)):
        return name
    if node.kind in CALCULATED and (found := _calculated(place, node)):
        return found if found != WHOLE else b""
    part = _part(node)
    return (_of_part(place, part) if part else b"") or name


def _calculated(place: _Place, node: Expression) -> bytes:
    """Give the type of what is calculated, cast or an element; `WHOLE` for a number, nothing for others."""
    if node.kind == "cast":
        return _cast(place, node)
    if (node.kind, node.text) == ("unary", b"*") or node.kind == "subscript":
        return _pointed(place, node.parts[0])
    leaves = [*_operands(node)]
    if leaves == [node]:
        return b""
    types = [_operand(place, one) for one in leaves]
    known = next((one for one in types if _may_be_class(place.unit, one)), b"")
    if known or any(whole_bits(one) for one in types):
        return known or WHOLE
    return OPEN if UNKNOWN in types or OPEN in types else WHOLE


def _operands(node: Expression) -> Iterator[Expression]:
    """Give the values of which one has the type that a calculation has."""
    todo = [node]
    while todo:
        one = todo.pop()
        if one.kind == "?":
            todo += one.parts[1:]
        elif one.text in KEEPING.get(one.kind, ()):
            todo += one.parts
        elif one.kind not in {"binary", "unary"} or one.text == b"*":
            yield one


def _operand(place: _Place, node: Expression) -> bytes:
    """Give the type of one value of a calculation; nothing for a number."""
    if node.kind == "number":
        return WHOLE if node.text.isdigit() else b""
    if node.kind in {"cast", "subscript", "unary"} and (found := _calculated(place, node)):
        return found
    if node.kind == "call" and is_class(name := node.name.removeprefix(b"make_")):
        return name
    part = _part(node)
    return _of_part(place, part) if part else b""


def _cast(place: _Place, node: Expression) -> bytes:
    """Give the type that a cast makes."""
    text = node.text.replace(b"&", b" ").strip()
    return UNKNOWN if b"*" in text else _named(place.unit, text)


def _named(unit: Unit, text: bytes) -> bytes:
    """Give a type that a file spells: `WHOLE` for one of numbers, `OPEN` for one that it does not know."""
    text = b" ".join(word for word in text.split() if word not in {b"const", b"volatile"})
    text = type_aliases(unit).get(text, text)
    if bits_of(text):
        return WHOLE
    return text if _may_be_class(unit, text) else OPEN


def _pointed(place: _Place, node: Expression) -> bytes:
    """Give the type of what a calculated or cast pointer points to; nothing for others."""
    for one in _operands(node):
        if one.kind == "cast" and one.text.endswith(b"*"):
            return _named(place.unit, one.text[:-1]) if one.text.count(b"*") == 1 else OPEN
        if one is not node and one.kind == "name" and _is_pointer(place, one.text):
            of = place.type_of(one.text)
            return of if _may_be_class(place.unit, of) else WHOLE if bits_of(of) else OPEN
    return b""


def _may_be_class(unit: Unit, name: bytes) -> bool:
    """Say whether a type is a class for all that a file tells, or a half, which is one in older releases."""
    return bool(name) and (
        is_class(name) or name in HALVES or is_made_here(unit, name) or name in open_types(unit)
    )


def _is_pointer(place: _Place, name: bytes) -> bool:
    """Say whether a function declares a name as a pointer or an array, which no shuffle of HIP's takes."""
    if place.function is None:
        return False
    found = names(place.unit, place.function).declaration(name, place.opening)
    return found is not None and found.pointers > 0


def _part(node: Expression) -> _Part | None:
    """Read an argument that is a part, a result, or in brackets; None for what is calculated."""
    led, links, last = False, 0, b""
    while node.kind != "name":
        step = b"]" if node.kind == "subscript" else node.text if node.kind == "member" else b""
        if (node.kind, node.text) == ("unary", b"*"):
            led, node = True, node.parts[0]
            continue
        if node.kind == "member" and node.parts[0].text == THIS:
            return _Part(node.text, is_led=True, links=links, last=last)
        last = last if links else step
        if node.kind == "call":
            if not (node.parts and node.parts[0].span.start == node.span.start):
                return _Part(node.name, led or b"::" in node.text, links + 1, last) if node.text else None
            links += 1  # the member that is called
        elif node.kind not in {"member", "subscript"}:
            return None
        links, node = links + 1, node.parts[0]
    return _Part(node.name, led or b"::" in node.text, links, last)


def _of_part(place: _Place, part: _Part) -> bytes:
    """Give the type of a part or a result, else nothing."""
    of = place.type_of(part.name)
    if not part.links:
        return of or (UNKNOWN if part.is_led else _of_outside(place, part.name))
    number = bits_of(of) if part.last == b"]" else part.last in COMPONENTS and is_class(of)
    built_in = part.name in PLACES or part.name.startswith(b"__")  # intrinsics give numbers
    return b"" if part.links == 1 and (number or built_in) else UNKNOWN


def _of_outside(place: _Place, name: bytes) -> bytes:
    """Give `UNKNOWN` for a name that a function does not declare: a member of its class, or the file's."""
    if place.function is None or names(place.unit, place.function).declaration(name, place.opening):
        return b""
    return UNKNOWN


def is_class(name: bytes) -> bool:
    """Say whether a type is a vector or a complex number."""
    return is_vector(name) or name in COMPLEX


@fact_of
def is_made_here(unit: Unit, name: bytes) -> bool:
    """Say whether a file makes a class of a name."""
    return name in _classes(unit) or any(
        token_before(unit.code, one.start).text in TAGS and token_at(unit.code, one.end).text == b";"
        for one in standing(unit, name)
    )


@fact
def _classes(unit: Unit) -> frozenset[bytes]:
    """Give the names of the classes that a file makes."""
    return frozenset(one.name for one in defined_types(unit) if one.keyword in TAGS)
