"""How far what a file makes of a name reaches: all of the file, a scope, or so far as nobody can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hipify_py.resolve.declarations import own_scope
from hipify_py.resolve.hiding_scopes import other_parts
from hipify_py.resolve.linkage import MACRO, names, scope_of
from hipify_py.resolve.macros import made_by
from hipify_py.source.conditions import inside
from hipify_py.source.defined_types import TAGS
from hipify_py.source.definitions import CLASSES
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import all_standing, standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

Reach = Literal["file", "scope", "unread", "argument"]


def reach(unit: Unit, span: Span) -> Reach:
    """Say how far the declaration of a name at a span reaches.

    It is `unread` where the grammar lost its way around it, and an `argument` may find it from outside of its
    scope if a friend is declared, or a function of a namespace that takes what is declared there.
    """
    scope = scope_of(unit, span)
    if scope == MACRO:
        return "file"
    nodes = unit.around(span)
    if unit.is_given_up or any(node.type == "ERROR" for node in nodes):
        return "unread"
    if any(node.type == "friend_declaration" for node in nodes):
        return "argument"
    if scope is None or _is_of_scoped_enumeration(unit, span, nodes):
        return "scope"
    if names(unit, scope.split(b"::") if scope else (), ()):
        return "file"
    return "argument" if _takes_neighbour(unit, nodes) else "scope"


def _is_of_scoped_enumeration(unit: Unit, span: Span, nodes: Sequence[Node]) -> bool:
    """Say whether a name is in an `enum class`, outside of which it is always qualified."""
    is_listed = len(nodes) > 1 and nodes[-2].type == "enumerator"
    enum = next((node for node in reversed(nodes) if node.type == "enum_specifier"), None)
    scope = own_scope(unit, span) if is_listed and enum is not None else None
    return scope is not None and enum is not None and scope.start == enum.start_byte


def _takes_neighbour(unit: Unit, nodes: Sequence[Node]) -> bool:
    """Say whether a function of a namespace takes a type that is declared there."""
    function = next((node for node in reversed(nodes) if node.type == "function_declarator"), None)
    space = next((node for node in reversed(nodes) if node.type in {*CLASSES, "namespace_definition"}), None)
    given = function.child_by_field_name("parameters") if function is not None else None
    if given is None or space is None or space.type != "namespace_definition":
        return False
    home = merged((span_of(space), *other_parts(unit, span_of(space))))
    taken = {*A_NAME.findall(unit.code, given.start_byte, given.end_byte)} & _tagged(unit).keys()
    return any(inside(home, at) for name in taken for at in _tagged(unit)[name])


@fact
def _tagged(unit: Unit) -> dict[bytes, list[int]]:
    """Give the names behind `struct` and its like, each with the places of these words."""
    found: dict[bytes, list[int]] = {}
    for one in all_standing(unit, *TAGS):
        found.setdefault(token_at(unit.code, one.end).text, []).append(one.start)
    return found


def read_at(unit: Unit, at: int) -> tuple[int, ...]:
    """Give where code at a place is read: in a macro where the file uses that, if it does; else there."""
    macro = made_by(unit, unit.directive_at(at))
    return (_used_at(unit, macro) if macro else ()) or (at,)


@fact_of
def _used_at(unit: Unit, macro: bytes) -> tuple[int, ...]:
    """Give where a macro is used outside of directives, be it through others."""
    found, queue, done = list[int](), [macro], {macro}
    while queue:
        for one in standing(unit, queue.pop()):
            directive = unit.directive_at(one.start)
            user = made_by(unit, directive)
            if directive is None:
                found.append(one.start)
            elif user and user not in done:
                done.add(user)
                queue.append(user)
    return tuple(sorted(found))
