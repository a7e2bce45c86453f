"""Inline assembly of several instructions, or of one with types and orders, that C++ can say exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.ptx_registers import stands_alone
from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lazy import re
from hipify_py.match.ptx_instructions import STRING, is_plain, statement, strings
from hipify_py.model import Span
from hipify_py.ptx.block import Operand, translated
from hipify_py.ptx.text import unescaped
from hipify_py.source.assembly import is_target, is_value
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.search import last_of
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from hipify_py.edits import Part
    from hipify_py.source.unit import Unit

VOLATILE, GOTO = re.compile(rb"\b(?:volatile|__volatile__)\b"), re.compile(rb"\bgoto\b")
MEMORY = b'"memory"'
MOST_OPERANDS = 1024  # matrix instructions have a few hundred
LANES, PLACE_OF_LANES = 32, 8
POINTER = re.compile(rb"\*\s*+(?:(?:const|volatile|__restrict__|__restrict)\b\s*+)*+([A-Za-z_]\w*+)")


def block(unit: Unit, span: Span, *, of_warp: bool = False) -> tuple[Part, ...] | None:
    """Give what an `asm` statement does in C++; None where that cannot be said exactly.

    One that works on the warp calls CUDA's functions; it is given where it is asked for, and no other then.
    """
    node = statement(unit, span)
    written = strings(unit, node) if node else None
    if node is None or written is None or not stands_alone(unit, span):
        return None
    head = unit.code[span.start : unit.code.index(b"(", span.start)]
    operands, values = _operands(unit, node)
    if operands is None or GOTO.search(head):
        return None
    changed = (value for one, value in zip(operands, values, strict=True) if one.constraint[:1] == "+")
    if not all(is_plain(unit, one) for one in changed):  # they are named twice
        return None
    text = "".join(unescaped(one.decode("latin-1")) for one in STRING.findall(written))
    made = translated(
        text,
        operands,
        is_volatile=VOLATILE.search(head) is not None,
        clobbers_memory=MEMORY in unit.uncommented[values[-1].end if values else span.start : span.end],
    )
    if made is None or made.of_warp != of_warp:
        return None
    *inner, last = made.pieces
    line = _line(unit, span)
    indented = line + b"    " if line != b" " else line
    parts = [one if isinstance(one, int) else one.encode("latin-1").replace(b"\n", indented) for one in inner]
    closing = last if isinstance(last, int) else last.encode("latin-1").replace(b"\n", line)
    return tuple(_value(unit, values, one) if isinstance(one, int) else one for one in (*parts, closing))


def _value(unit: Unit, values: Sequence[Span], number: int) -> Span:
    """Give the text of an operand, or of the number of lanes in one."""
    lanes = _lanes_in(unit, values[~number]) if number < 0 else None
    return lanes.at if lanes else values[number]


@fact
def _numbers(_unit: Unit) -> ConstantTable:
    """Give what knows what expressions without names are worth."""
    return ConstantTable({})


class Lanes(NamedTuple):
    """Where the number of lanes stands in the operand of a shuffle, and the bits below it."""

    at: Span
    last: int


def _lanes_in(unit: Unit, value: Span) -> Lanes | None:
    """Give the number of lanes in `((32 - lanes) << 8) | last`, or without the last part."""
    node, last, known = bare(expression(unit.code[slice(*value)])), 0, _numbers(unit)
    if node.kind == "binary" and node.text == b"|":
        given = known.plain(node.parts[1])
        node, last = bare(node.parts[0]), -1 if given is None else given
    if (node.kind, node.text) != ("binary", b"<<") or known.plain(node.parts[1]) != PLACE_OF_LANES:
        return None
    less = bare(node.parts[0])
    if (less.kind, less.text) != ("binary", b"-") or known.plain(less.parts[0]) != LANES:
        return None
    start, end = (value.start + at for at in less.parts[1].span)
    return Lanes(Span(start, end), last)


def _line(unit: Unit, span: Span) -> bytes:
    """Give what begins a line below a statement; a blank in a macro, which is one line."""
    if unit.directive_at(span.start):
        return b" "
    # A line as it is written: in `code` a spliced one goes on, with as many blanks as the splice has bytes.
    start = last_of(unit.source, b"\r\n", span.start) + 1
    blanks = len(unit.code[start : span.start]) - len(unit.code[start : span.start].lstrip(b" \t"))
    return unit.newline + unit.code[start : start + blanks]


def _may_point(unit: Unit, value: Span) -> bool:
    """Say whether a name stands behind a star in the file, as one that is declared as a pointer does."""
    return unit.code[slice(*value)].strip() in _behind_stars(unit)


@fact
def _behind_stars(unit: Unit) -> frozenset[bytes]:
    return frozenset(POINTER.findall(unit.code))


def _operands(unit: Unit, node: Node) -> tuple[list[Operand] | None, list[Span]]:
    """Give the operands in order with the texts of their values; None for too many, or one not understood."""
    lists = [node.child_by_field_name(field) for field in ("output_operands", "input_operands")]
    listed = [one for each in lists if each for one in each.children_by_field_name("operand")]
    operands: list[Operand] = []
    values: list[Span] = []
    if len(listed) > MOST_OPERANDS:
        return None, []
    for at, one in enumerate(listed):
        value, constraint = one.child_by_field_name("value"), one.child_by_field_name("constraint")
        name = one.child_by_field_name("symbol")
        if value is None or constraint is None or not unit.code[slice(*span_of(value))].strip():
            return None, []
        around = (constraint.end_byte, value.start_byte), (value.end_byte, one.end_byte)
        if [unit.code[slice(*gap)].strip() for gap in around] != [b"(", b")"]:
            return None, []  # more than one value stands there
        letters = unit.uncommented[slice(*span_of(constraint))].strip(b'" ').decode("latin-1")
        called = unit.code[slice(*span_of(name))].decode("latin-1") if name else ""
        text = unit.code[slice(*span_of(value))].strip()
        worth, lanes = _numbers(unit).number(text), _lanes_in(unit, span_of(value))
        is_pointer = letters[:1] in {"=", "+"} and _may_point(unit, span_of(value))
        constant, last = worth.value if worth else None, lanes.last if lanes else None
        operands.append(Operand(at, letters, called, is_pointer, constant, last))
        written = operands[-1].constraint[:1] in {"=", "+"}
        if not (is_target if written else is_value)(unit.code[slice(*span_of(value))]):
            return None, []
        values.append(span_of(value))
    return operands, values
