"""What assembly writes into the names of a function: registers of the lane, and what it makes of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.lattice import NOTHING, OF_LANE, OF_WARP, THREAD, WARP_ALONE
from hipify_py.source.expression_reading import NO_NODE, expression

if TYPE_CHECKING:
    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment
    from hipify_py.source.unit import Unit

REGISTERS = {b"%laneid": OF_LANE, b"%tid.x": THREAD, b"%warpid": OF_WARP}
JOINS = (b"vote.", b"redux.", b"activemask.")  # give all lanes of a warp the same
ASSEMBLY = 400  # bytes before what it writes in which its text begins


def register(unit: Unit, given: Assignment) -> Value | None:
    """Give what assembly writes as far as its text tells; None where it makes it of what it reads."""
    end = given.value.start
    start = unit.source.rfind(b"asm", max(0, end - ASSEMBLY), end)
    text = unit.source[start:end] if start >= 0 else b""
    if any(join in text for join in JOINS):
        return WARP_ALONE
    named = next((value for name, value in REGISTERS.items() if name in text), None)
    return named or (None if _read(unit, given).parts else NOTHING)


def read_by(unit: Unit, given: Assignment) -> Expression:
    """Give what the assembly reads that writes a value; nothing where its text tells of a register."""
    return _read(unit, given) if register(unit, given) is None else NO_NODE


def _read(unit: Unit, given: Assignment) -> Expression:
    """Give the operands behind the colon that ends those which are written."""
    end = unit.code.find(b";", given.value.end)
    behind = unit.code[given.value.end : max(end, given.value.end)].partition(b":")[2]
    return expression(b"f(" + behind.replace(b":", b",") + b")") if behind.strip(b" )") else NO_NODE
