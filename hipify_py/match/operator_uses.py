"""Where a file uses an operator of its own between values of a type, as far as their names tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.declared_types import declared_type
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.unit import Unit

# An operand's name, with an index behind it; no number can be one of the two.
LEFT = rb"(?:(?<![\w.>])([A-Za-z_]\w*+)(?:\s*+\[[^\[\];{}]*+\])?|[)\]])\s*+"
RIGHT = rb"\s*+(?:([A-Za-z_]\w*+)|\()"
MOST = 20  # places that are told


def uses(unit: Unit, sign: bytes, kind: bytes, behind: int) -> list[Span]:
    """Give where an operator stands behind a place with a name beside it that is declared with a type."""
    return [use for use in _all_uses(unit, sign, kind) if use.start >= behind][:MOST]


@fact_of
def _all_uses(unit: Unit, sign: bytes, kind: bytes) -> tuple[Span, ...]:
    """Give the places of an operator with a type, once: a file may define many of one."""
    return tuple(_uses(unit, sign, kind))


def _uses(unit: Unit, sign: bytes, kind: bytes) -> Iterator[Span]:
    binary = re.compile(LEFT + rb"(" + re.escape(sign) + rb")" + rb"(?![=*/])" + RIGHT)
    for found in binary.finditer(unit.code):
        if found[1] == kind or unit.directive_at(found.start(2)):
            continue  # a declaration of a pointer, or what a macro stands for
        names = (name for name in (found[1], found[3]) if name)
        if any(declared_type(unit, name, kind, found.start(2)) for name in names):
            yield Span(*found.span(2))
