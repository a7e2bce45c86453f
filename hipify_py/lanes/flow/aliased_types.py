"""Whether a class has members that clang takes for unchanged where words of another type are written to it.

By the rules of C++ (strict aliasing) these are of any other type than the words', but for bytes, for the same
type with or without a sign, and for the vectors of HIP. A number alone, and an array of such, clang was not
seen to take for unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.open_types import open_types, type_aliases
from hipify_py.lanes.find.passed_types import is_class
from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.flow.word_views import members
from hipify_py.model import Span
from hipify_py.source.class_fields import class_named
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_model import CallText
from hipify_py.source.function_reading import model, names
from hipify_py.source.number_types import spelt
from hipify_py.source.search import last_of
from hipify_py.source.template_parameters import given_to
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.type_sizes import HALVES, bits_of, plain
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from hipify_py.lanes.flow.call_sites import Site
    from hipify_py.lanes.flow.word_views import View
    from hipify_py.source.class_fields import Field, Fields
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 6  # classes in each other, and functions that call each other
BYTES = frozenset(("char", "signed char", "unsigned char", "byte"))
WITHOUT = frozenset((b"const", b"volatile", b"struct", b"class", b"typename", b"&", b"*"))
NUMBER = b"int"
FREE = (b"may_alias", b"__may_alias__")
SPECIFIERS = frozenset((*FREE, b"__attribute__", b"__attribute", b"gnu"))
LONGEST = 400  # bytes of what names a type


class _Words(NamedTuple):
    """What is asked: of a file, by words of which type; nothing where their type is not known."""

    unit: Unit
    kind: str


def is_aliased(unit: Unit, function: Function, view: View) -> bool:
    """Say whether an object has members that clang may take for unchanged where its words are written.

    What a template leaves open is what its calls in the file give, and a class where there are none.
    """
    word = _bare(unit, view.word)
    kind = _kind(word)
    if kind in BYTES or is_class(word) or _last(view.word) in _free_names(unit):
        return False
    asked, made = _Words(unit, kind), members(unit, view.of)
    if made:
        return _has_others(asked, function, made, DEEPEST)
    return _is_class_of_others(asked, function, view.of.type_in(unit.code), DEEPEST)


def _last(spelling: bytes) -> bytes:
    """Give the name of a type, without what is said around it."""
    return b"".join(OWN_NAME.findall(spelling)[-1:])


@fact
def _free_names(unit: Unit) -> frozenset[bytes]:
    """Give the types that stand for any other: `typedef int __attribute__((may_alias)) word;`."""
    found, code = set[bytes](), unit.code
    for at in all_standing(unit, *FREE):
        begin = last_of(code, b";{}", at.start, max(at.start - LONGEST, 0)) + 1
        end = code.find(b";", at.end, at.end + LONGEST)
        said = [one for one in OWN_NAME.findall(code, begin, max(end, begin)) if one not in SPECIFIERS]
        if said[:1] == [b"typedef"]:
            found.add(said[-1])
        elif said[:1] == [b"using"]:
            found.update(said[1:2])
    return frozenset(found)


def _has_others(asked: _Words, function: Function, made: Fields, left: int) -> bool:
    """Say whether members of a class are of another type, or have such; those of a union itself are seen."""
    return any(
        (not made.is_union and _is_other(asked, one))
        or _is_class_of_others(asked, function, one.type, left - 1)
        for one in made.listed
    )


def _is_other(asked: _Words, one: Field) -> bool:
    """Say whether a member is a number of another type, or something of no type that is known."""
    text = _bare(asked.unit, one.type)
    if one.pointers or not text or text in HALVES:
        return True
    kind = _kind(text)
    return bool(kind) and kind not in BYTES and kind != asked.kind


def _is_class_of_others(asked: _Words, function: Function, spelling: bytes, left: int) -> bool:
    """Say whether a type is a class with members of another type, as far as the file tells."""
    text = _bare(asked.unit, spelling)
    if not text or is_class(text) or text in HALVES or bits_of(text) is not None or _kind(text):
        return False
    made = class_named(asked.unit, text)
    if not left or (made is None and text not in open_types(asked.unit)):
        return True
    return _has_others(asked, function, made, left) if made else _is_given(asked, function, text, left)


def _is_given(asked: _Words, function: Function, name: bytes, left: int) -> bool:
    """Say whether a type that a template leaves open is such a class at one of the calls."""
    found = [*sites(asked.unit, function)]
    types = [(one.home, _type_given(asked.unit, function, one, name)) for one in found]
    return not types or any(
        not text or _is_class_of_others(asked, home, text, left - 1) for home, text in types
    )


def _type_given(unit: Unit, function: Function, site: Site, name: bytes) -> bytes:
    """Give the type that a call gives a template for a name, written out or by an argument."""
    call = CallText(Span(site.at, site.at + len(function.called)), site.arguments)
    written = next(
        (unit.code[slice(*span)] for given, span in given_to(unit, function, call) if given == name), b""
    )
    read = model(unit, function)
    taken = {
        one.name
        for one in read.declarations
        if one.kind == "parameter" and _bare(unit, one.type_in(unit.code)) == name
    }
    for parameter, argument in zip(read.parameters, site.arguments, strict=False):
        if parameter in taken and not written:
            node = expression(unit.code[slice(*argument)])
            written = _type_of(unit, site.home, node, argument.start, DEEPEST)
    return written


def _type_of(unit: Unit, home: Function, node: Expression, at: int, left: int) -> bytes:
    """Give the type of an expression; nothing where that is not seen."""
    if node.kind in {"number", "cast"}:
        return node.text if node.kind == "cast" else NUMBER
    if node.kind == "call":
        called = node.name.removeprefix(b"make_")
        return called if is_class(called) or class_named(unit, called) else b""
    if not left or node.kind == "name":
        return _type_of_name(unit, home, node.text, at, left) if left else b""
    if node.kind == "member":
        of = class_named(unit, _type_of(unit, home, node.parts[0], at, left - 1))
        member = of.named(node.text) if of else None
        return member.type if member else b""
    parts = node.parts[1:] if node.kind == "?" else node.parts[:1] if node.kind == "subscript" else node.parts
    return next((found for one in parts if (found := _type_of(unit, home, one, at, left - 1))), b"")


def _type_of_name(unit: Unit, home: Function, name: bytes, at: int, left: int) -> bytes:
    """Give the type with which a function declares a name, or of its value where that is `auto`."""
    made = names(unit, home).declaration(name, at)
    text = made.type_in(unit.code) if made else b""
    if made and made.value and text.endswith(b"auto"):
        return _type_of(unit, home, expression(unit.code[slice(*made.value)]), made.value.start, left - 1)
    return text


def _bare(unit: Unit, spelling: bytes) -> bytes:
    """Give the name of a type, for which another may stand in the file, without what is said around it."""
    text = spelling.replace(b"&", b" ").replace(b"*", b" ")
    text = plain(b" ".join(word for word in text.split() if word not in WITHOUT))
    return plain(type_aliases(unit).get(text, text))


def _kind(name: bytes) -> str:
    """Give the type of a number without its sign, `byte` for that; nothing for any other type."""
    if name == b"byte":
        return "byte"
    return (
        spelt(name).removeprefix("unsigned ").replace("unsigned", "int") if bits_of(name) is not None else ""
    )
