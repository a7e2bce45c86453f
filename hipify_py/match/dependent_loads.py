"""Cached loads in templates that may be made for bfloat16, which HIP's `__ldg` does not take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.declared_types import declared_type
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.source.template_parameters import parameters_behind
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import holds_part, standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

LOAD, TEMPLATE = b"__ldg", b"template"
LACKING = (b"nv_bfloat16", b"hip_bfloat16")  # in the names of types that a template may be made for
MEMBER = re.compile(rb"(?:\.|->)\s*+\w++")
CAST = re.compile(rb"(\w++)\s*+(?:const\s*+)?\*\s*+(?:const\s*+)?[>)]")  # to a pointer


def loads(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Write a plain load for a cached one of a template's own type, in a file that speaks of bfloat16."""
    if not holds_part(unit, *LACKING):
        return
    for word in standing(unit, LOAD):
        name = Span(word.start, word.end)
        if unit.directive_at(word.start) or is_left_alone(unit, word.start):
            continue
        call = unit.call(name)
        if call is not None and len(call.arguments) == 1 and _hangs(unit, call.arguments[0]):
            parts = (b"(*(", call.arguments[0], b"))")
            yield Match((Edit(Span(name.start, call.close), parts, rule.id, "load"),))


def _hangs(unit: Unit, given: Span) -> bool:
    """Say whether an argument points to a type that a template around it takes."""
    starts = [node.start_byte for node in unit.around(given) if node.type == "template_declaration"]
    taken = {name for start in starts for name in _types(unit, start)}
    text = MEMBER.sub(b"", unit.code[slice(*given)])
    words = {*A_NAME.findall(text)} if taken else set()
    return not taken.isdisjoint(CAST.findall(text)) or any(
        declared_type(unit, word, type_, given.start) for word in words for type_ in taken
    )


@fact_of
def _types(unit: Unit, start: int) -> frozenset[bytes]:
    """Give the types that the template takes which begins at a place."""
    return frozenset(one.name for one in parameters_behind(unit.code, start + len(TEMPLATE)) if one.is_type)
