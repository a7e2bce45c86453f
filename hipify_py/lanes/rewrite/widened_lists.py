"""Give masks 64 bits where other names are declared beside them.

Those keep their type where one is a pointer or an argument of a call: that may take a reference, or be chosen
by its type. Else they get 64 bits too: one of them may be given a mask in a way that is not followed.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.rewrite.warp32 import edited
from hipify_py.model import Span
from hipify_py.source.function_reading import model
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hipify_py.model import Edit
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WIDE = b"unsigned long long"


def beside(
    unit: Unit, function: Function, type_: Span, is_mask: Callable[[Declaration], bool]
) -> Iterator[Edit]:
    """Give the edits by which a declaration gives masks 64 bits, and other names what they have."""
    listed = _listed(unit, function, type_)
    wide = [is_mask(one) for one in listed]
    if not any(_is_passed(unit, function, one) for one, mask in zip(listed, wide, strict=True) if not mask):
        yield edited(type_, WIDE)
        return
    start, first = listed[0].statement.start, listed[0].at.start
    before, behind = unit.code[start : type_.start], unit.code[type_.end : first]
    if wide[0]:
        yield edited(type_, WIDE)
    for number, one in enumerate(listed[1:]):
        if wide[number] != wide[number + 1]:
            comma = _comma(unit, one)
            text = WIDE if wide[number + 1] else unit.code[slice(*type_)]
            led = (before + text + behind).rstrip(b"*& \t\r\n")
            parted = unit.source[comma + 1 : comma + 2].isspace()
            yield edited(Span(comma, comma + 1), b"; " + led + (b"" if parted else b" "))


def _listed(unit: Unit, function: Function, type_: Span) -> Sequence[Declaration]:
    """Give the names that a statement of its own declares with a type; none where it cannot be parted."""
    read = model(unit, function)
    first = bisect_left(read.declarations, type_.end, key=lambda one: one.at.start)
    behind = (read.declarations[at] for at in range(first, len(read.declarations)))
    led = next((one for one in behind if one.type == type_), None)
    if read.read != "tree" or led is None:
        return ()
    last = bisect_left(read.declarations, led.statement.end, first, key=lambda one: one.at.start)
    found = [one for one in read.declarations[first:last] if one.type == type_ and one.kind == "local"]
    if len(found) < 2 or token_before(unit.code, found[0].statement.start).text in {b"(", b","}:
        return ()
    ends = unit.code[found[0].statement.end - 1 : found[0].statement.end] == b";"
    plain = b"(" not in unit.code[type_.end : found[0].at.start]
    parted = all(_comma(unit, one) >= 0 for one in found[1:])
    return found if ends and plain and parted else ()


def _is_passed(unit: Unit, function: Function, made: Declaration) -> bool:
    """Say whether a name, or its address, is an argument of a call, or a pointer."""
    if made.sign_in(unit.code):
        return True
    places = _passed(unit, function).get(made.name, [])
    return bisect_left(places, made.at.end) < bisect_left(places, made.scope.end)


@fact_of
def _passed(unit: Unit, function: Function) -> dict[bytes, list[int]]:
    """Give where calls begin that are given a name or its address, by the names."""
    found: dict[bytes, list[int]] = {}
    for call in model(unit, function).calls:
        for one in call.arguments:
            found.setdefault(unit.code[slice(*one)].strip(b"& \t\r\n"), []).append(call.name.start)
    return found


def _comma(unit: Unit, one: Declaration) -> int:
    """Give the comma before a name, -1 where none is."""
    sign = token_before(unit.code, one.at.start)
    while sign.text in {b"*", b"&"}:
        sign = token_before(unit.code, sign.start)
    return sign.start if sign.text == b"," else -1
