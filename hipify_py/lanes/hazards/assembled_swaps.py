"""Locks that a loop takes by inline assembly: `atom.cas` and `atom.exch` of PTX, translatable or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.hazards.lock_places import Turn, of_swap
from hipify_py.model import Span
from hipify_py.ptx.text import Instruction, items, unescaped
from hipify_py.source.function_model import CallText
from hipify_py.source.search import places
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.lanes.hazards.loop_kinds import Kind
    from hipify_py.source.function_model import Assignment
    from hipify_py.source.unit import Unit

STATEMENT = "gnu_asm_expression"
OPERANDS = frozenset({"gnu_asm_output_operand", "gnu_asm_input_operand"})
TEXT = frozenset({"string_literal", "concatenated_string"})
SWAPS = frozenset({"cas", "exch"})
STORES = (b"st.", b"red.", b"atom.")  # in the text of what may give a lock back
LITERAL = Span(0, 0)  # of an operand that stands in the text itself


class Assembly(NamedTuple):
    """An `asm` statement: its text, and the spans of its operands in their order."""

    text: str
    operands: tuple[Span, ...]


def of_assembly(turn: Turn, given: Assignment, followed: frozenset[bytes]) -> Kind | None:
    """Say whether the atomic swap of PTX that gives a name its value takes a lock; None where it is none."""
    read = _assembly(turn.function.unit, given.value)
    swapped = _swapped(read, given.value) if read else None
    if swapped is None:
        return None
    kind = of_swap(turn, CallText(given.value, swapped), swapped, followed)
    return "turn" if kind == "lock" and _is_freed(turn, given.value.end, swapped[0]) else kind


def _assembly(unit: Unit, at: Span) -> Assembly | None:
    node = next((one for one in reversed(unit.around(at)) if one.type == STATEMENT), None)
    if node is None:
        return None
    text = next((one for one in node.children if one.type in TEXT), None)
    listed = (one for part in node.children for one in part.children if one.type in OPERANDS)
    values = (one.child_by_field_name("value") for one in listed)
    return Assembly(_text(unit, text), tuple(span_of(one) for one in values if one)) if text else None


def _text(unit: Unit, node: Node) -> str:
    parts = [one for one in node.children if one.type in TEXT] or [node]
    written = (unit.source[one.start_byte + 1 : one.end_byte - 1].decode("latin-1") for one in parts)
    return "".join(map(unescaped, written))


def _swapped(read: Assembly, written: Span) -> tuple[Span, ...] | None:
    """Give the address and the values of the one swap in an assembly, if it writes an operand."""
    made = [one for one in items(read.text) or () if isinstance(one, Instruction)]
    swaps = [
        one for one in made if not SWAPS.isdisjoint(one.name.split(".")) and one.name.startswith("atom.")
    ]
    if len(swaps) != 1 or len(swaps[0].operands) < 3:
        return None
    target, address, *values = (_operand(read, one) for one in swaps[0].operands)
    return (address, *values) if target == written else None


def _operand(read: Assembly, text: str) -> Span:
    number = text.strip("[] ").removeprefix("%")
    known = text.strip("[ ").startswith("%") and number.isdigit() and int(number) < len(read.operands)
    return read.operands[int(number)] if known else LITERAL


def _is_freed(turn: Turn, behind: int, address: Span) -> bool:
    """Say whether assembly behind a swap in the loop stores to what its address names."""
    names = {*OWN_NAME.findall(turn.code, *address)}
    return any(
        any(store in text for store in STORES) and not names.isdisjoint(OWN_NAME.findall(operands))
        for text, operands in _statements(turn, behind)
    )


def _statements(turn: Turn, behind: int) -> Iterator[tuple[bytes, bytes]]:
    """Give the `asm` statements of the loop behind a place, as they stand and without what is in quotes."""
    code, source = turn.code, turn.function.unit.source
    for word in places(code, b"asm", within=Span(behind, turn.loop.whole.end)):
        end = code.find(b";", word)
        yield source[word:end], code[word:end]
