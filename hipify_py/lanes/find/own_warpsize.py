"""Where `warpSize` is a file's own name: a variable, a parameter, a member or a macro, and not CUDA's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.resolve.hiding_scopes import is_declared
from hipify_py.resolve.macros import made_by
from hipify_py.source.definitions import CLASSES
from hipify_py.source.search import places
from hipify_py.source.spans import merged
from hipify_py.source.tokens import token_before
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

NAME = b"warpSize"
TYPES = frozenset(b"int unsigned auto const constexpr long short".split())  # and those that end in `_t`
FUNCTIONS = {"function_definition", "lambda_expression"}


@fact
def made(unit: Unit) -> tuple[int, ...]:
    """Give the offsets at which a file makes a macro, a variable or a parameter named `warpSize`."""
    return tuple(word.start for word in all_standing(unit, NAME) if _makes(unit, Span(word.start, word.end)))


def _makes(unit: Unit, name: Span) -> bool:
    """Say whether a name is made: by the word that defines a macro, a known type, or as the tree has it."""
    before = token_before(unit.code, name.start)
    while before.text in {b"&", b"&&"}:
        before = token_before(unit.code, before.start)
    known = before.text in TYPES or before.text.endswith(b"_t") or _is_macro(unit.code, name.start)
    return known or is_declared(unit, name)


def _is_macro(code: bytes, at: int) -> bool:
    return token_before(code, at).text == b"define"


def macro_left(unit: Unit) -> int:
    """Give how many includes stand before the macro `warpSize` of a file, which it does not undo; else -1."""
    places = [one.span.start for one in unit.directives if made_by(unit, one) == NAME]
    if not places or undone_behind(unit, places[-1]):
        return -1
    return sum(one.path.start < places[0] for one in unit.text.includes)


def undone_behind(unit: Unit, at: int) -> bool:
    """Say whether a file takes the macro back behind a place."""
    return any(one.span.start > at and undoes(unit, one) for one in unit.directives)


def undoes(unit: Unit, directive: Directive) -> bool:
    """Say whether a directive takes the macro back."""
    return directive.name == b"undef" and unit.code[slice(*directive.body)].split()[:1] == [NAME]


@fact
def owned(unit: Unit) -> tuple[Span, ...]:
    """Give the parts of a file in which `warpSize` is its own; outside of them it is CUDA's.

    A macro and what stands outside of all functions hold in the whole file; a variable or a parameter holds
    in its function; a member in its class, and in functions that are written as a class's outside of it.
    """
    offsets = made(unit)
    spans: list[Span] = []
    member = False
    for at in offsets:
        home = None if _is_macro(unit.code, at) else _home(unit, at)
        if home is None:
            return (Span(0, len(unit.code)),)
        spans.append(span_of(home))
        member = member or home.type in CLASSES
    return merged([*spans, *(_members(unit) if member else ())])


@fact
def is_member(unit: Unit) -> bool:
    """Say whether a file makes a member or a macro named `warpSize`, and `x.warpSize` may be that."""
    for at in made(unit):
        home = None if _is_macro(unit.code, at) else _home(unit, at)
        if home is None or home.type in CLASSES:
            return True
    return False


def _home(unit: Unit, at: int) -> Node | None:
    """Give the function or the class that a name made at an offset belongs to."""
    for node in reversed(unit.around(Span(at, at))):
        if node.type in FUNCTIONS | CLASSES:
            return node
        if node.type in {"declaration", "field_declaration"} and _is_prototype(node, at):
            return node
    return None


def _is_prototype(node: Node, at: int) -> bool:
    """Say whether a declaration is that of a function, and the name one of its parameters."""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator")
    return declarator is not None and declarator.start_byte <= at < declarator.end_byte


def _members(unit: Unit) -> Iterator[Span]:
    """Give the functions of a file that are written as those of a class, outside of it."""
    for at in places(unit.code, NAME):
        node = next(
            (one for one in reversed(unit.around(Span(at, at))) if one.type == "function_definition"), None
        )
        declarator = node.child_by_field_name("declarator") if node else None
        head = unit.code[slice(*span_of(declarator))] if declarator else b""
        if node is not None and b"::" in head.split(b"(")[0]:
            yield span_of(node)
