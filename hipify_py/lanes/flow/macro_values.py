"""The macros of a file that take arguments and stand for a value: `#define IS_LOADER() (warp == 0)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.expression_reading import expression
from hipify_py.source.functions import Function, parameters
from hipify_py.source.lexer import DEFINE
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

MOST = 400  # bytes of a macro's text that is read as a value
STATEMENTS = (b";", b"{", b"#")  # are in no value


class MacroValue(NamedTuple):
    """One meaning of a macro: the names of its parameters, and the value that it stands for."""

    parameters: tuple[bytes, ...]
    node: Expression


@fact
def macro_values(unit: Unit) -> dict[bytes, tuple[MacroValue, ...]]:
    """Give the macros that are called and stand for a value, by their names: each with all its meanings."""
    found: dict[bytes, tuple[MacroValue, ...]] = {}
    for one in unit.directives:
        head = DEFINE.match(unit.code, *one.body) if one.name == b"define" else None
        text = unit.code[head.end() : one.body.end].strip() if head and head[2] else b""
        if head and 0 < len(text) <= MOST and not any(sign in text for sign in STATEMENTS):
            made = Function(head[1].decode(), one.span, one.span, "macro")
            meaning = MacroValue(parameters(unit.code, made), expression(text))
            found[head[1]] = (*found.get(head[1], ()), meaning)
    return found
