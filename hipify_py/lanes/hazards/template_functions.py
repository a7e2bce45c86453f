"""Functions that are handed to templates, `reduce<warp_sum>(x)`, and calls of what a template is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.source.brackets import template_arguments
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.search import last_of
from hipify_py.source.template_parameters import parameters_behind
from hipify_py.source.tokens import qualified_start, token_at, token_before

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

NEAR = 200  # bytes before a name in which a list of a template's arguments begins


class Taking(NamedTuple):
    """A template that is given an argument, by its name, and whether it is called or launched there."""

    name: bytes
    is_called: bool
    is_launched: bool


def argument_at(unit: Unit, name: Span) -> Span | None:
    """Give what may be a template's argument, by its last name: `&own::warp_sum`."""
    if token_at(unit.code, name.end).text not in {b",", b">"}:
        return None
    start = qualified_start(unit.code, name.start)
    before = token_before(unit.code, start)
    if before.text == b"&":
        start, before = before.start, token_before(unit.code, before.start)
    return Span(start, name.end) if before.text in {b"<", b","} else None


def taking(unit: Unit, argument: Span) -> Taking | None:
    """Give the template among whose arguments something stands; None where it is none's."""
    least = max(0, argument.start - NEAR)
    opens = last_of(unit.code, b"<;{}", argument.start, least)
    while opens >= least and unit.code[opens : opens + 1] == b"<":
        listed, word = template_arguments(unit.code, opens + 1), token_before(unit.code, opens)
        if argument in listed and word.is_word:
            closed = token_at(unit.code, unit.code.find(b">", listed[-1].end) + 1)
            launched = unit.code.startswith(b"<<<", closed.start)
            return Taking(word.text, launched or closed.text == b"(", launched)
        opens = last_of(unit.code, b"<;{}", opens, least)
    return None


def is_for_device(unit: Unit, name: Span) -> bool:
    """Say whether a name is handed to a template that is launched there, or is for the device."""
    argument = argument_at(unit, name)
    found = taking(unit, argument) if argument else None
    if found is None:
        return False
    made = functions_by_name(unit).get(found.name, ())
    return found.is_launched or any(one.of_device for one in made)


def is_parameter(unit: Unit, name: Span) -> bool:
    """Say whether a name is a parameter of a template around it: a function that each use of that names."""
    around = (node.start_byte for node in unit.around(name) if node.type == "template_declaration")
    listed = (one for at in around for one in parameters_behind(unit.code, at + len(b"template")))
    return any(one.name == unit.code[slice(*name)] for one in listed)
