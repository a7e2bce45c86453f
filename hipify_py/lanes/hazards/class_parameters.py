"""Where members of class templates call what the template is given: `f()`, where `F f;` is a member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.open_types import type_aliases
from hipify_py.lanes.find.special_members import CLASSES, class_named, class_of
from hipify_py.model import Span
from hipify_py.source.brackets import template_arguments
from hipify_py.source.functions import functions
from hipify_py.source.tokens import A_NAME, follows, token_at, token_before, words
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

QUERY = "(template_declaration) @template"
MADE = ((b"(", b")"), (b"{", b"}"))
SIGNS = frozenset({b"&", b"*", b"const"})  # between a type and the name that is declared with it


def parameter_calls(unit: Unit, meeting: set[bytes]) -> Iterator[tuple[Function, Span]]:
    """Give where members of a file's class templates call a parameter that stands for one of some classes.

    These, in `meeting`, are those whose objects have a barrier where they are called.
    """
    if not meeting:
        return
    meeting = meeting | {name for name, of in type_aliases(unit).items() if class_named(of) in meeting}
    for name, taken in class_templates(unit).items():
        given = {taken[at] for at in _given(unit, name, meeting) if at < len(taken)} - {b""}
        objects = {made for one in given for made in _objects(unit.code, one)}
        at = [
            Span(word.start, word.end)
            for word in (all_standing(unit, *given, *objects) if given else ())
            if _is_called(unit.code, Span(word.start, word.end), is_type=word.text in given)
        ]
        homes = functions(unit, [one.start for one in at])
        for one in at:
            home = homes.get(one.start)
            if home and one.start >= home.body.start and _is_member(unit, home, name):
                yield home, one


def _is_member(unit: Unit, function: Function, name: bytes) -> bool:
    """Say whether a function is one of a class's, as its place says or its head: `C<F>::f()`."""
    head = Span(function.span.start, function.body.start)
    return class_of(unit, function) == name or any(words(unit.code, name, within=head))


@fact
def class_templates(unit: Unit) -> dict[bytes, tuple[bytes, ...]]:
    """Give the parameters of the class templates of a file, by the names of the classes."""
    found: dict[bytes, tuple[bytes, ...]] = {}
    for node in unit.nodes(QUERY, unit.tree.root_node).get("template", ()):
        made = next((one for one in node.named_children if one.type in CLASSES), None)
        named = made.child_by_field_name("name") if made else None
        taken = node.child_by_field_name("parameters")
        if named is not None and taken is not None and named.type == "type_identifier":
            listed = template_arguments(unit.code, taken.start_byte + 1)
            texts = (unit.code[slice(*one)].partition(b"=")[0] for one in listed)
            name = unit.code[named.start_byte : named.end_byte]
            found[name] = tuple((A_NAME.findall(text) or [b""])[-1] for text in texts)
    return found


def _given(unit: Unit, name: bytes, meeting: set[bytes]) -> Iterator[int]:
    """Give the places of the parameters of a class template that it is given one of some classes for."""
    for word in all_standing(unit, name):
        opens = token_at(unit.code, word.end)
        for at, one in enumerate(template_arguments(unit.code, opens.end) if opens.text == b"<" else ()):
            if class_named(unit.code[slice(*one)]) in meeting:
                yield at


def _objects(code: bytes, type_: bytes) -> Iterator[bytes]:
    """Give the names that are declared with a type."""
    for word in words(code, type_):
        named = token_at(code, word.end)
        while named.text in SIGNS:
            named = token_at(code, named.end)
        if named.is_word:
            yield named.text


def _is_called(code: bytes, name: Span, *, is_type: bool) -> bool:
    """Say whether an object is called by its name, or one that is made of a type where it stands."""
    if is_type:
        return any(follows(code, name.end, *made, b"(") for made in MADE)
    before = token_before(code, name.start)
    return follows(code, name.end, b"(") and not before.is_word and before.text not in SIGNS
