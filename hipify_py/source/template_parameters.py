"""What a function's template takes, and what a call gives it: for its own parameters, too."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import template_arguments, trimmed
from hipify_py.source.function_reading import model
from hipify_py.source.functions import head_of
from hipify_py.source.spans import holds
from hipify_py.source.tokens import A_NAME, token_at, words
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.function_model import CallText
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

QUERY = "(template_declaration) @template"
CLASSES = frozenset(("class_specifier", "struct_specifier", "union_specifier"))
TYPES = frozenset((b"typename", b"class", b"template"))
POINTER = re.compile(rb"\(\s*(?:[A-Za-z_]\w*\s*::\s*)*[*&]\s*([A-Za-z_]\w*)\s*\)")  # to a function


class TemplateParameter(NamedTuple):
    """A parameter of a template: its name, the span of its default if it has one, whether it is a type."""

    name: bytes
    default: Span | None
    is_type: bool = False


@fact_of
def template_parameters(unit: Unit, function: Function) -> tuple[TemplateParameter, ...]:
    """Give the parameters of the innermost template that a function's head names, in order."""
    head = head_of(unit.code, function)
    found = [*words(unit.code, b"template", within=Span(function.span.start, head.start))] if head else []
    return parameters_behind(unit.code, found[-1].end) if found else ()


def parameters_behind(code: bytes, at: int) -> tuple[TemplateParameter, ...]:
    """Give the parameters that are listed behind a word `template` which ends at a place, in order."""
    opens = token_at(code, at)
    listed = template_arguments(code, opens.end) if opens.text == b"<" else []
    return tuple(_parameter(code, one) for one in listed)


@fact_of
def class_parameters(unit: Unit, function: Function) -> tuple[TemplateParameter, ...]:
    """Give the parameters of the class templates in whose braces a function stands."""
    heads = (head for head, whole in _class_templates(unit) if holds(whole, function.span))
    return tuple(one for head in heads for one in parameters_behind(unit.code, head))


@fact
def _class_templates(unit: Unit) -> tuple[tuple[int, Span], ...]:
    """Give where the word `template` ends before each class, with the span of the class."""
    found: list[tuple[int, Span]] = []
    for node in unit.nodes(QUERY, unit.tree.root_node).get("template", ()):
        made = next((one for one in node.named_children if one.type in CLASSES), None)
        if made is not None:
            found.append((token_at(unit.code, node.start_byte).end, Span(made.start_byte, made.end_byte)))
    return tuple(found)


@fact
def parameter_names(unit: Unit) -> frozenset[bytes]:
    """Give the names that the templates of a file take."""
    taken = (parameters_behind(unit.code, word.end) for word in words(unit.code, b"template"))
    return frozenset(one.name for each in taken for one in each)


def type_parameters(code: bytes, within: Span | None = None) -> frozenset[bytes]:
    """Give the names of the types that the templates in a text, or in a part of it, take."""
    taken = (
        one for word in words(code, b"template", within=within) for one in parameters_behind(code, word.end)
    )
    return frozenset(one.name for one in taken if one.is_type and one.name not in TYPES)


def _parameter(code: bytes, span: Span) -> TemplateParameter:
    named, equal, _ = code[slice(*span)].partition(b"=")
    default = trimmed(code, span.start + len(named) + len(equal), span.end) if equal else None
    pointer = POINTER.search(named)
    names = [pointer[1]] if pointer else A_NAME.findall(named)
    is_type = token_at(code, span.start).text in TYPES
    return TemplateParameter(names[-1] if names else b"", default, is_type)


def given_to(unit: Unit, function: Function, call: CallText) -> Iterator[tuple[bytes, Span]]:
    """Give what a call gives the parameters of a function and of its template, by their names.

    Of what it leaves out that is the default; what the template deduces is not looked for.
    """
    opens = token_at(unit.code, call.name.end)
    listed = template_arguments(unit.code, opens.end) if opens.text == b"<" else []
    taken, read = template_parameters(unit, function), model(unit, function)
    defaults = _defaults(unit, function)
    for one, argument in zip_longest(taken, listed[: len(taken)]):
        if one.name and (given := argument or one.default):
            yield one.name, given
    for name, argument in zip_longest(read.parameters, call.arguments[: len(read.parameters)]):
        if name and (given := argument or defaults.get(name)):
            yield name, given


@fact_of
def _defaults(unit: Unit, function: Function) -> dict[bytes, Span | None]:
    """Give the parameters of a function, each with what it is by default."""
    return {one.name: one.value for one in model(unit, function).declarations if one.kind == "parameter"}
