"""Assembly that splits a thread's index by a warp of 32: `bfe.u32 %0, %1, 0, 5`, `and.b32 %0, %1, 31`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.assembly_values import ASSEMBLY
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.hazard import Hazard
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import closing
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.function_model import Assignment
    from hipify_py.source.unit import Unit

NUMBER = rb"\s*,\s*(0[xX][\da-fA-F]+|\d+)\s*"
SPLITS = re.compile(
    rb"\b(bfe|and|shr|rem|div)\.[usb]32\s+%0\s*,\s*(%{0,2}\w+(?:\.x)?)" + NUMBER + rb"(?:" + NUMBER + rb")?;"
)
THREAD = b"tid.x"
MOVES = re.compile(rb"\bmov\.[usb]32\s+(%{0,2}\w+)\s*,\s*%{1,2}tid\.x\s*;")
MEANT: dict[tuple[bytes | int, ...], str] = {
    (b"bfe", 0, 5): "the lane",
    (b"and", 31): "the lane",
    (b"rem", 32): "the lane",
    (b"shr", 5): "the warp",
    (b"div", 32): "the warp",
}


def assembly_splits(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report where assembly in a function splits the index of a thread by 32."""
    if facts.function is None or facts.values is None or facts.function.kind == "macro":
        return
    for given in model(unit, facts.function).assignments if holds_part(unit, b"asm") else ():
        start = unit.source.rfind(b"asm", max(0, given.value.start - ASSEMBLY), given.value.start)
        if given.operator != b"asm" or start < 0:
            continue
        text = unit.source[start : given.value.start]
        for found in SPLITS.finditer(text):
            said = MEANT.get((found[1], *(_number(one) for one in found.group(3, 4) if one)))
            if said and _reads_index(unit, facts, given, text, found[2]):
                yield Hazard("W012", Span(start + found.start(), start + found.end()), said)


def _number(text: bytes) -> int:
    return int(text, 16 if text[:2].lower() == b"0x" else 10)


def _reads_index(unit: Unit, facts: FunctionFacts, given: Assignment, text: bytes, operand: bytes) -> bool:
    """Say whether an operand of assembly is the index of a thread, a register with it, or given that."""
    if operand.lstrip(b"%") == THREAD or operand in MOVES.findall(text):
        return True
    if facts.values is None or operand != b"%1":
        return False
    end = unit.code.find(b";", given.value.end)
    inputs = unit.code.find(b":", given.value.end, max(end, given.value.end))
    opens = unit.code.find(b"(", inputs, end) if inputs >= 0 else -1
    text = unit.code[opens + 1 : closing(unit.code, opens, end) - 1] if opens >= 0 else b""
    return facts.values.at(given.value.start).value(expression(text)).indices & INDEX != 0
