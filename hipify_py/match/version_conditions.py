"""Macros of numbers of CUDA's that stand for conditions: `#define NEW (CUDART_VERSION >= 12000)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.version_macros import VERSIONS
from hipify_py.model import Span
from hipify_py.resolve.macros import made_by
from hipify_py.source.conditions import CONDITIONS
from hipify_py.source.lexer import DEFINE
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

ASKS = re.compile(rb"\bdefined\b")


@fact
def conditions_by_name(unit: Unit) -> frozenset[int]:
    """Give where macros are made of numbers of CUDA's that stand for conditions, and are no values.

    One that asks whether something is defined can be used in conditions alone; of others the file decides.
    """
    made = {one.span.start: made_by(unit, one) for one in unit.directives if one.name == b"define"}
    asking = [at for at in made if VERSIONS.search(unit.code, *_text(unit, at))]
    names = {made[at] for at in asking}
    if not asking:
        return frozenset()
    asked: set[bytes] = set()
    used: set[bytes] = set()
    for found in all_standing(unit, *(name for name in names if name)):
        directive = unit.directive_at(found.start)
        if directive is not None and directive.name in CONDITIONS:
            asked.add(found.text)
        elif directive is None or (
            directive.name != b"undef" and made.get(directive.span.start) != found.text
        ):
            used.add(found.text)
    return frozenset(
        at
        for at in asking
        if ASKS.search(unit.code, *_text(unit, at)) or (made[at] in asked and made[at] not in used)
    )


def _text(unit: Unit, at: int) -> Span:
    """Give what the macro stands for that the directive at an offset makes, if it has no parameters."""
    directive = unit.directive_at(at)
    head = DEFINE.match(unit.code, *directive.body) if directive else None
    return Span(head.end(), directive.body.end) if directive and head and not head[2] else Span(at, at)
