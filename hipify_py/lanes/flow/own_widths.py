"""Names that may stand for a warp's width: `W` of `int W = warpSize;`, or of a call that gives it that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.call_sites import sites
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model, names
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

OWN_WIDTH, LANES = b"warpSize", 32
NAMES = frozenset({"name", "member"})
DEEPEST = 4  # names, one by another
LONGEST = 200  # bytes of a value that is looked at


def may_be_own_width(unit: Unit, home: Function, node: Expression) -> bool:
    """Say whether a value hangs on `warpSize`, by names and calls in the file, or on what is named so."""
    return _hangs(unit, home, node, None, DEEPEST)


def may_be_width(unit: Unit, home: Function, node: Expression, constants: ConstantTable) -> bool:
    """Say the same, or whether a name in it is given 32."""
    return _hangs(unit, home, node, constants, DEEPEST)


def _hangs(unit: Unit, home: Function, node: Expression, constants: ConstantTable | None, left: int) -> bool:
    said = {one.text for one in node.walk() if one.kind in NAMES}
    return any(_is_width(unit, home, name, constants, left) for name in said)


@fact_of
def _is_width(unit: Unit, home: Function, name: bytes, constants: ConstantTable | None, left: int) -> bool:
    """Say whether a name is that of a warp's width, or is given one."""
    if name == OWN_WIDTH:
        return not owned(unit)
    if b"warp" in name.lower():
        return True
    for around, value in _given(unit, home, name) if left else ():
        node = expression(unit.code[slice(*value)])
        number = constants.of(node) if constants else None
        if (number and number.value == LANES) or _hangs(unit, around, node, constants, left - 1):
            return True
    return False


def _given(unit: Unit, home: Function, name: bytes) -> Iterator[tuple[Function, Span]]:
    """Give what a function and its calls give a name, and where that stands."""
    found = [(home, value) for value in names(unit, home).values_of(name)]
    taken = model(unit, home).parameters
    if name in taken:
        number = taken.index(name)
        calls = (one for one in sites(unit, home) if number < len(one.arguments))
        found += [(one.home, one.arguments[number]) for one in calls]
    return ((around, value) for around, value in found if value.end - value.start <= LONGEST)
