"""Values that need not be whole: `n / 32.0f * 32` is no multiple of 32, `ceil(n / 32.0f) * 32` is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import is_type

if TYPE_CHECKING:
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

MOST = 64  # nodes that are looked at
FLOATS = frozenset(b"float double half __half".split())
LITERAL = re.compile(rb"(?!0[xXbB])[\d']*+(?:\.(\d*)|[eE]|[fF]\Z)")
DIVIDES = re.compile(rb"__?f(?:ast_)?div\w*|__ddiv\w*")
SIGNS = frozenset((b"+", b"-", b"*", b"/"))


def may_be_fraction(unit: Unit, known: FunctionNames, node: Expression, at: int) -> bool:
    """Say whether a value at a place is calculated in floating point, and not rounded to a whole number."""
    todo, left = [(node, at)], MOST
    while todo and left:
        (one, at), left = todo.pop(), left - 1
        divides = (one.kind, one.text) == ("binary", b"/") and any(
            _is_float(unit, known, part, at) for part in one.parts
        )
        if divides or _is_literal(one, fraction=True) or (one.kind == "call" and DIVIDES.fullmatch(one.name)):
            return True
        if one.kind == "name" and _is_declared(unit, known, one, at):
            once = known.once(one.text, at)
            if once is None:
                return True
            todo.append((expression(unit.code[slice(*once.value)]), once.value.start))
        elif _goes_on(one):
            todo += ((part, at) for part in one.parts)
    return not left


def _goes_on(node: Expression) -> bool:
    """Say whether a node is as whole as its parts are; one to a type of whole numbers cuts off."""
    cuts = node.kind == "cast" and is_type(node.text) and FLOATS.isdisjoint(node.text.split())
    return (
        (node.kind == "binary" and node.text in SIGNS)
        or node.kind == "?"
        or (node.kind in {"cast", "unary"} and not cuts)
    )


def _is_float(unit: Unit, known: FunctionNames, node: Expression, at: int) -> bool:
    """Say whether an operand is in floating point."""
    todo = [node]
    while todo:
        one = todo.pop()
        is_cast = one.kind == "cast" and not FLOATS.isdisjoint(one.text.split())
        if is_cast or _is_literal(one) or (one.kind == "name" and _is_declared(unit, known, one, at)):
            return True
        todo += one.parts if _goes_on(one) else ()
    return False


def _is_literal(node: Expression, *, fraction: bool = False) -> bool:
    """Say whether a node is a number in floating point, or one that is no whole number."""
    found = LITERAL.match(node.text) if node.kind == "number" else None
    return found is not None and (not fraction or (found[1] or b"").strip(b"0") != b"")


def _is_declared(unit: Unit, known: FunctionNames, name: Expression, at: int) -> bool:
    made = known.declaration(name.text, at)
    return made is not None and not made.pointers and not FLOATS.isdisjoint(made.type_in(unit.code).split())
