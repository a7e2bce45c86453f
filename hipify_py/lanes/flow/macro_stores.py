"""What macros of a file declare and assign where they stand in a function."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.assembly_values import register
from hipify_py.lanes.flow.lattice import VARIES
from hipify_py.lanes.flow.member_values import has_member
from hipify_py.lanes.flow.storage import is_shared, led_to
from hipify_py.model import Span
from hipify_py.source.brackets import arguments
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model
from hipify_py.source.functions import macros
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

ASSIGNS = re.compile(rb"(?<![=!<>])=(?!=)|<<=|>>=|\+\+|--|\basm\b")


class MacroStore(NamedTuple):
    """What a macro stores in a name where it stands, and behind which what it declares is read."""

    name: bytes
    span: Span
    node: Expression
    value: Value | None
    read: int


def macro_stores(unit: Unit, read: Model, known: FunctionNames) -> Iterator[MacroStore]:
    """Give what macros store in names of a function, with what they are given in the place of parameters."""
    found, (start, end) = _standing(unit), read.function.body
    if read.function.kind == "macro":
        return
    for number in range(bisect_left(found, start, key=lambda one: one.start), len(found)):
        word = found[number]
        if word.start >= end:
            return
        yield from _by(unit, known, model(unit, macros(unit)[word.text]), Span(word.start, word.end))


@fact
def _standing(unit: Unit) -> list[Token]:
    """Give where macros of a file stand that assign something or declare it with a value."""
    storing = (name for name, one in macros(unit).items() if ASSIGNS.search(unit.code, *one.body))
    return sorted((word for name in storing for word in standing(unit, name)), key=lambda one: one.start)


def _by(unit: Unit, known: FunctionNames, read: Model, at: Span) -> Iterator[MacroStore]:
    code = unit.code
    opens = token_at(code, at.end)
    passed = arguments(code, opens.start, known.function.body.end) if opens.text == b"(" else []
    given = {name: code[slice(*each)] for name, each in zip(read.parameters, passed, strict=False)}
    own = {each.value for each in read.declarations}
    for one in read.assignments:
        target = A_NAME.sub(lambda word: given.get(word[0], word[0]), one.target)
        led = led_to(expression(target))
        made = known.declaration(led.name, at.start) if led.name else None
        declares = one.value in own and led.name not in known.declared
        if made is None and not declares:
            continue
        if made is not None and (is_shared(unit, made) or (led.member and has_member(unit, led.member))):
            continue
        text = A_NAME.sub(lambda word: given.get(word[0], word[0]), code[slice(*one.value)])
        yield MacroStore(led.name, at, expression(text), _written(unit, one), at.end)


def _written(unit: Unit, one: Assignment) -> Value | None:
    """Give what is known of what assembly writes."""
    return (register(unit, one) or VARIES) if one.operator == b"asm" else None
