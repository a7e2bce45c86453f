"""With which types a file declares its names, as far as the text tells."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.declarators import declarators_behind
from hipify_py.source.definitions import in_function
from hipify_py.source.lexer import DEFINE
from hipify_py.source.number_types import BUILTIN, types_in
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tree_sitter import Node

    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

Places = dict[int | None, list[int]]
"""Where a name is declared with a type, in order: by how often it is a pointer, and all under None."""
CONSTANT = re.compile(rb"\b(const|constexpr)\b([^;{}()]*+)")
BEGINS, WORD = re.compile(rb"=[^,]*+"), re.compile(rb"\w+")  # with what a variable begins


def declared_type(unit: Unit, name: bytes, type_name: bytes, at: int, stars: int | None = None) -> bool:
    """Say whether `name`, where it is used, is declared with a type: as a variable, a parameter or a member.

    What the function around the place says of the name comes before what the rest of the file says. Pointers
    to the type and arrays of it count too, unless `stars` says how often it must be one. A macro's parameter
    is whatever its uses give it, and not what the file declares under the name.
    """
    places = _declarations(unit, name, type_name)
    if places and _is_given(unit, name, at):
        return False
    function = in_function(unit, at) if places else None
    if function is None:
        return stars in places
    if _stands_in(places.get(None, ()), function):
        return _stands_in(places.get(stars, ()), function)
    return types_in(unit, function).get(name, "?auto") == "?auto" and stars in places


def _stands_in(places: Sequence[int], function: Span) -> bool:
    first = bisect_left(places, function.start)
    return first < len(places) and places[first] < function.end


def _is_given(unit: Unit, name: bytes, at: int) -> bool:
    """Say whether a place stands in a macro that takes a name as a parameter."""
    directive = unit.directive_at(at)
    head = DEFINE.match(unit.code, *directive.body) if directive and directive.name == b"define" else None
    return head is not None and bool(head[2]) and name in WORD.findall(head[2])


def declared_member(unit: Unit, name: bytes, type_name: bytes) -> bool:
    """Say whether `name` is declared with a type outside of functions, as members of classes are."""
    return any(in_function(unit, at) is None for at in _declarations(unit, name, type_name).get(None, ()))


@fact_of
def names_with(unit: Unit, type_name: bytes) -> Mapping[bytes, Places]:
    """Give the names that a file declares with a type anywhere, with the places."""
    return _declared_with(unit, type_name) if type_name in unit.code else {}


def _declarations(unit: Unit, name: bytes, type_name: bytes) -> Places:
    return names_with(unit, type_name).get(name, {})


@fact_of
def _declared_with(unit: Unit, type_name: bytes) -> dict[bytes, Places]:
    """Give the names that a file declares with a type: where, and how often a pointer."""
    places: dict[bytes, Places] = {}
    for found in re.finditer(rb"\b" + re.escape(type_name) + rb"\b", unit.code):
        for name, stars in declarators_behind(unit.code, found.end()):
            for level in (None, stars):
                places.setdefault(name, {}).setdefault(level, []).append(found.start())
    return places


def varies(unit: Unit, home: Span, size: bytes) -> bool:
    """Say whether a name is a parameter, or a variable that no word calls a constant.

    A template's own parameter is a constant, whatever the text around its uses looks like.
    """
    kind = types_in(unit, home).get(size, "?auto")
    if kind.startswith("?") or size in _constants(unit, home):
        return False
    return not any(size in _template_words(unit, node) for node in unit.around(home))


def _template_words(unit: Unit, node: Node) -> list[bytes]:
    """Give the words of the parameters of a template; of another node none."""
    listed = node.child_by_field_name("parameters") if node.type == "template_declaration" else None
    return WORD.findall(unit.code, listed.start_byte, listed.end_byte) if listed else []


@fact_of
def _constants(unit: Unit, home: Span) -> set[bytes]:
    """Give what is `const` in a function's body and begins with a constant; in its head it varies by call."""
    names, found = types_in(unit, home), set[bytes]()
    for one in CONSTANT.finditer(unit.code, unit.code.find(b"{", *home), home.end):
        made = BEGINS.split(one[2])
        words = {word for text in made for word in WORD.findall(text)}
        values = b" ".join(BEGINS.findall(one[2]))
        read = {word for word in WORD.findall(values) if not names.get(word, "?auto").startswith("?")}
        if one[1] == b"constexpr" or (read <= found and not BUILTIN.search(values)):
            found |= words
    return found
