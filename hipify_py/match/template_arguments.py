"""Arguments in templates that nvcc reads late, or as numbers, and clang does not take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

NAME = rb"((?:\w++\s*+::\s*+)*+\w++)"
# A reference to what may be changed, which a value that is made for it is to stand for.
MADE = rb"&\s*\w+(\s*=\s*" + NAME + rb"\s*(?:\(\s*\)|\{\s*\}))\s*(?=[,)])"
TEMPORARY = re.compile(rb"[(,]\s*(?!const\b)" + NAME + rb"\s*" + MADE)
BEGUN = re.compile(MADE)  # by whose sign it is found fast
NO_ADDRESS = re.compile(rb"\bCUdeviceptr\s*,\s*(0[uUlL]+)\s*(?=[,>])")


def temporaries(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Leave out default arguments of function templates that no call can use."""
    may_be = b"template" in unit.code and BEGUN.search(unit.code)
    for found in TEMPORARY.finditer(unit.code) if may_be else ():
        span = Span(*found.span(2))
        if b"".join(found[1].split()) != b"".join(found[3].split()):  # comments may stand in them
            continue
        kinds = [node.type for node in unit.around(span)]
        lists = [node for node in unit.around(span) if node.type == "parameter_list"]
        if "template_declaration" not in kinds or not lists or "compound_statement" in kinds:
            continue
        earlier = unit.code[lists[-1].start_byte : found.start()]
        if b"=" not in earlier and not inside(sides(unit).own, span.start):
            yield Match((Edit(span, (), rule.id, "template"),))


def no_addresses(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Write `nullptr` for the number that stands for no address, behind `CUdeviceptr` in a list of types."""
    for found in word_matches(unit, NO_ADDRESS, b"CUdeviceptr"):
        span = Span(*found.span(1))
        if any(node.type == "template_argument_list" for node in unit.around(span)):
            yield Match((Edit(span, (b"nullptr",), rule.id, "value"),))
