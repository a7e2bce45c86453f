"""What macros of a file declare and assign where they stand in a function."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.assembly_values import register
from hipify_py.lanes.flow.lattice import VARIES
from hipify_py.lanes.flow.member_values import has_member
from hipify_py.lanes.flow.storage import is_shared, led_to
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import arguments, closing
from hipify_py.source.expression_reading import NO_NODE, expression
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

GROWTH = 4  # times the function's length that what macros store in it is read in all
LONG = 200  # bytes of what a macro is given that are read beyond that
ASSIGNS = re.compile(rb"(?<![=!<>])=(?!=)|<<=|>>=|\+\+|--|\basm\b")


class MacroStore(NamedTuple):
    """What a macro stores in a name where it stands, and behind which what it declares is read."""

    name: bytes
    span: Span
    node: Expression
    value: Value | None
    read: int


class Given(NamedTuple):
    """What stands for a macro's parameters at a place, and whether that is all of it."""

    told: dict[bytes, bytes]
    is_whole: bool


def macro_stores(unit: Unit, read: Model, known: FunctionNames) -> Iterator[MacroStore]:
    """Give what macros store in names of a function, with what they are given in the place of parameters.

    Where one is given another, and that a third, too much would be read in all: then it is anything.
    """
    found, (start, end) = _standing(unit), read.function.body
    room = GROWTH * (end - start)
    if read.function.kind == "macro":
        return
    for number in range(bisect_left(found, start, key=lambda one: one.start), len(found)):
        word = found[number]
        if word.start >= end:
            return
        macro = model(unit, macros(unit)[word.text])
        given = _given(unit, macro, word, end if room > 0 else min(end, word.end + LONG))
        room -= sum(map(len, given.told.values())) * len(macro.assignments)
        yield from _by(unit, known, macro, Span(word.start, word.end), given)


@fact
def _standing(unit: Unit) -> list[Token]:
    """Give where macros of a file stand that assign something or declare it with a value."""
    storing = (name for name, one in macros(unit).items() if ASSIGNS.search(unit.code, *one.body))
    return sorted((word for name in storing for word in standing(unit, name)), key=lambda one: one.start)


def _given(unit: Unit, read: Model, at: Token, limit: int) -> Given:
    """Give what stands for the parameters of a macro where it is used, up to a limit."""
    code = unit.code
    opens = token_at(code, at.end)
    if opens.text != b"(":
        return Given({}, is_whole=True)
    passed = arguments(code, opens.start, limit)
    told = {name: code[slice(*each)] for name, each in zip(read.parameters, passed, strict=False)}
    return Given(told, is_whole=closing(code, opens.start, limit) < limit)


def _by(unit: Unit, known: FunctionNames, read: Model, at: Span, passed: Given) -> Iterator[MacroStore]:
    code, given = unit.code, passed.told
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
        if passed.is_whole:
            text = A_NAME.sub(lambda word: given.get(word[0], word[0]), code[slice(*one.value)])
            yield MacroStore(led.name, at, expression(text), _written(unit, one), at.end)
        else:
            yield MacroStore(led.name, at, NO_NODE, VARIES, at.end)


def _written(unit: Unit, one: Assignment) -> Value | None:
    """Give what is known of what assembly writes."""
    return (register(unit, one) or VARIES) if one.operator == b"asm" else None
