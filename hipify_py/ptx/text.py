"""The text of an `asm` statement, taken apart into registers and instructions."""

from __future__ import annotations

from typing import NamedTuple

from hipify_py.lazy import re

COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
ESCAPE = re.compile(r"\\(?:([ntvr])|([\"'\\]))")
REGISTERS = re.compile(r"\.reg\s*+\.(\w+)\s++(.+)")
DECLARED = re.compile(r"(?:%%)?[A-Za-z_$][\w$]*")
INSTRUCTION = re.compile(
    r"(?:@(!?)\s*+(%{0,2}[\w$]+|%\[\w+\])\s*+)?"
    r"([a-z]\w*(?:\.[\w:]+)*)\s*+(.*)",
    re.DOTALL,
)
OPERAND = re.compile(r"(?:[^,{}\[\]]|\{[^{}]*+\}|\[[^\[\]]*+\])*+")
PRAGMA = re.compile(r"\.pragma\s*\"[^\"]*\"")  # which says how fast, and not what
MOST, MOST_TEXT = 400, 20_000  # instructions in one statement, and characters


class Declared(NamedTuple):
    """Registers that a block makes: their type, as `u32`, and their names."""

    type: str
    names: tuple[str, ...]


class Instruction(NamedTuple):
    """One instruction: the predicate that guards it, its name with all modifiers, its operands as written."""

    guard: str
    negated: bool
    name: str
    operands: tuple[str, ...]


class Border(NamedTuple):
    """Where a block within the statement opens or closes."""

    opens: bool


Item = Declared | Instruction | Border


def unescaped(written: str) -> str:
    """Give what the compiler reads of a string as it is written between its quotation marks."""
    return ESCAPE.sub(lambda found: found[2] or ("\n" if found[1] == "n" else " "), written)


def items(text: str) -> tuple[Item, ...] | None:
    """Give what a text holds, in order; None where something stands in it that is none of these."""
    if len(text) > MOST_TEXT:
        return None
    found: list[Item] = []
    depth = 0
    for piece in _pieces(COMMENT.sub(" ", text)):
        if piece in {"{", "}"}:
            depth += 1 if piece == "{" else -1
            found.append(Border(piece == "{"))
        elif PRAGMA.fullmatch(piece):
            continue
        elif item := _item(piece):
            found.append(item)
        else:
            return None
        if depth < 0 or len(found) > MOST:
            return None
    return tuple(found) if depth == 0 else None


def _pieces(text: str) -> list[str]:
    """Give the statements and the braces around some of them; those of a vector stay where they are."""
    pieces: list[str] = []
    start = 0
    for at, char in enumerate(text):
        if char == ";":
            pieces.append(text[start:at])
            start = at + 1
        elif char in "{}" and not text[start:at].strip():
            pieces.append(char)
            start = at + 1
    return [piece.strip() for piece in (*pieces, text[start:]) if piece.strip()]


def _item(piece: str) -> Item | None:
    if made := REGISTERS.fullmatch(piece):
        names = tuple(name.strip() for name in made[2].split(","))
        return Declared(made[1], names) if all(map(DECLARED.fullmatch, names)) else None
    found = INSTRUCTION.fullmatch(piece)
    if found is None:
        return None
    operands = _operands(found[4].strip())
    return None if operands is None else Instruction(found[2] or "", bool(found[1]), found[3], operands)


def _operands(text: str) -> tuple[str, ...] | None:
    """Give what stands between the commas, but for those in braces; None where a bracket has no other."""
    found: list[str] = []
    at = 0
    while text:
        operand = OPERAND.match(text, at)
        end = operand.end() if operand else at
        found.append(text[at:end].strip())
        if end == len(text):
            break
        if text[end] != ",":
            return None
        at = end + 1
    return tuple(found)
