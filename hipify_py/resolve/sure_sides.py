"""Sides of conditions that are taken for sure, as the file makes before the macro that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.macros import made_by
from hipify_py.source.conditions import conditional
from hipify_py.source.lexer import DEFINE
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

ASKS = re.compile(rb"\s*+(?:(defined)\s*+)?+(?:\(\s*+(\w++)\s*+\)|(\w++))\s*+")
"""The text of a condition on one macro."""
NOT_ZERO = re.compile(rb"\s*+\(?\s*+[1-9]\d*+[uUlL]*+\s*+\)?\s*+")


def is_surely_taken(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition asks for nothing but a macro that the file surely makes before.

    Who reads the file takes that side, or one before it, be it for HIP or CUDA: nobody reads those behind.
    """
    if directive.name not in {b"if", b"ifdef", b"elif", b"elifdef"}:
        return False
    asked = ASKS.fullmatch(unit.code, *directive.body)
    made = _made(unit).get(asked[2] or asked[3]) if asked else None
    if asked is None or made is None or made.span.start > directive.span.start:
        return False
    return bool(asked[1]) or directive.name.endswith(b"def") or _is_number(unit, made)


@fact
def _made(unit: Unit) -> Mapping[bytes, Directive]:
    """Give the macros that a file makes once, outside of all conditions, and never takes back."""
    made: dict[bytes, Directive] = {}
    others: set[bytes] = set()
    for one in unit.directives:
        name = made_by(unit, one)
        taken_back = A_NAME.search(unit.code, *one.body) if one.name == b"undef" else None
        if taken_back:
            others.add(taken_back[0])
        elif name in made or (name and conditional(unit, one.span.start)):
            others.add(name)
        elif name:
            made[name] = one
    return {name: one for name, one in made.items() if name not in others}


def _is_number(unit: Unit, made: Directive) -> bool:
    head = DEFINE.match(unit.code, *made.body)
    return head is not None and NOT_ZERO.fullmatch(unit.code, head.end(), made.body.end) is not None
