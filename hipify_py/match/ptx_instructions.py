"""Instructions of PTX in inline assembly: what HIP has exactly is written so, for the rest there is advice.

NVIDIA's "Parallel Thread Execution ISA" says what they do; `ptx.toml` holds what HIP has of it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.ptx_registers import stands_alone
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.assembly import is_target, is_value
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from hipify_py.edits import Part
    from hipify_py.source.unit import Unit

RAW = re.compile(rb'R"([^()\\\s"]{0,16})\((.*?)\)\1"', re.DOTALL)
WRITTEN = re.compile(rb'"[=+]')
STRING = re.compile(rb'"((?:[^"\\]++|\\.)*+)"')
WHITE = re.compile(rb"\\[ntr]|\s+")
HELD = re.compile(rb"\{([^{}]*)\}")
INSTRUCTION = re.compile(rb"([a-z][\w.:]*)\s*+([^;]*)")
OPERAND = re.compile(rb"\[?\s*%(?:(\d+)|\[(\w+)\])\s*\]?|(0[xX][\da-fA-F]+|\d+)[uU]?")
PLACE = re.compile(r"\{(\d)\}")
SPOKEN = re.compile(
    rb"(?<![\w.%$])(?:%?%(?=[a-z])[a-z]\w*|@?[a-z]\w*(?:\.[\w:]+)+|(?:exit|brkpt|trap)(?=\s*;|\s*\Z))"
)
PLAIN = re.compile(rb"(?:[\w.*&\[\] ]|->|::)+")  # can be said twice
ASIDE = frozenset({"setp", "cvta", "cvt"})  # what stands beside the instruction that matters
SATURATED = ".sat"
SHARED = frozenset({"shared", "shared::cta"})  # memory of the block, as an instruction names it
NARROW = re.compile(r"(u?e\dm\d)(?:x\d)?")  # a number of 8 bits or fewer, or several of them
DEFAULT = "use a HIP intrinsic, a builtin or plain C++ under a guard"


class Table(NamedTuple):
    """The two parts of ptx.toml: HIP by the name of an instruction, and advice by how one begins."""

    gives: dict[str, str]
    advice: dict[str, str]


class Told(NamedTuple):
    """What a finding says of assembly: what has no meaning on AMD GPUs, and what a person can do."""

    what: str
    way: str


def parts(unit: Unit, span: Span) -> tuple[Part, ...] | None:
    """Give what an `asm` statement becomes whose one instruction HIP has exactly; None for all others."""
    node = statement(unit, span)
    text = _text(unit, node) if node else None
    if node is None or text is None or not stands_alone(unit, span):
        return None
    held = HELD.fullmatch(text)
    found = INSTRUCTION.fullmatch((held[1] if held else text).strip().removesuffix(b";").strip())
    fix = _table().gives.get(found[1].decode("ascii", "replace")) if found else None
    if found is None or fix is None:
        return None
    values = _values(unit, node)
    given = [_operand(one.strip(), values) for one in found[2].split(b",")] if found[2].strip() else []
    asked = [int(one) for one in PLACE.findall(fix)]
    if len(given) != len(asked) or sorted(asked) != [*range(len(given))]:
        return None
    if len({*given}) < len(given) and not all(is_plain(unit, one) for one in given):
        return None
    made: list[Part] = []
    for at, piece in enumerate(PLACE.split(fix)):
        part = given[int(piece)] if at % 2 else piece.encode()
        if part is None:
            return None
        made.append(part)
    return tuple(made)


def told(unit: Unit, span: Span) -> Told:
    """Give what a finding says of an `asm` statement, by the first of its instructions that is known."""
    node = statement(unit, span)
    text = _text(unit, node) if node else None
    spoken = [one[0].lstrip(b"@").decode("ascii", "replace") for one in SPOKEN.finditer(text or b"")]
    names = [word.replace("%%", "%") for word in spoken]
    known = [(name, best) for name in names if (best := _advised(name))]
    if not known:
        return Told(next((one for one in names if not one.startswith("%")), "PTX"), DEFAULT)
    name, best = next((one for one in known if one[1].partition(".")[0] not in ASIDE), known[0])
    return Told(best if best.endswith(SATURATED) else name, _table().advice[best])


def _advised(name: str) -> str:
    """Give the beginning under which there is advice on an instruction, or a register; "" for none.

    One that saturates has advice of its own, wherever the word for it stands and whatever it works on, one
    that works on shared memory, and one that converts to or from narrow numbers by the form of these.
    """
    words = name.split(".")
    narrow = (f"{words[0]}.{found[1]}" for word in words if (found := NARROW.fullmatch(word)))
    if known := next((one for one in narrow if one in _table().advice), None):
        return known
    if SATURATED[1:] in words and words[0] + SATURATED in _table().advice:
        return words[0] + SATURATED
    if SHARED.intersection(words) and words[0] + ".shared" in _table().advice:
        return words[0] + ".shared"
    begins = [one for one in _table().advice if _begins(name, one)]
    return max(begins, key=len, default="")


def _begins(name: str, beginning: str) -> bool:
    """Say whether an instruction begins so: with whole words, or up to digits behind the last one."""
    rest = name.removeprefix(beginning)
    return len(rest) < len(name) and not (rest[:1].isalpha() and beginning[-1].isalpha())


@cache
def _table() -> Table:
    with Path(__file__).with_name("ptx.toml").open("rb") as file:
        read = tomllib.load(file)
    return Table(read["gives"], read["advice"])


def statement(unit: Unit, span: Span) -> Node | None:
    """Give the node of an `asm` statement; None where the grammar does not see it as one."""
    around = (one for one in unit.around(span) if one.type == "gnu_asm_expression")
    return next((one for one in around if span_of(one) == span), None)


def strings(unit: Unit, node: Node) -> bytes | None:
    """Give the strings of the assembly as they are written; None where a macro stands among them.

    A raw one is given as it would be written otherwise.
    """
    code = node.child_by_field_name("assembly_code")
    if code is None or code.type not in {"string_literal", "raw_string_literal", "concatenated_string"}:
        return None
    written = RAW.sub(_quoted, unit.uncommented[slice(*span_of(code))])
    return None if STRING.sub(b"", written).strip() else written


def _quoted(raw: re.Match[bytes]) -> bytes:
    text = raw[2].replace(b"\r\n", b"\n")
    for sign, written in ((b"\\", b"\\\\"), (b'"', b'\\"'), (b"\n", b"\\n")):
        text = text.replace(sign, written)
    return b'"%b"' % text


def _text(unit: Unit, node: Node) -> bytes | None:
    """Give the text of the assembly, its strings in one; None where a macro stands among them."""
    written = strings(unit, node)
    if written is None:
        return None
    return WHITE.sub(b" ", b"".join(STRING.findall(written))).strip()


def _values(unit: Unit, node: Node) -> dict[bytes, Part]:
    """Give the operands by number and by name."""
    found: dict[bytes, Part] = {}
    lists = [node.child_by_field_name(field) for field in ("output_operands", "input_operands")]
    operands = [one for listed in lists if listed for one in listed.children_by_field_name("operand")]
    for at, one in enumerate(operands):
        value, name = one.child_by_field_name("value"), one.child_by_field_name("symbol")
        constraint = one.child_by_field_name("constraint")
        if value is None or constraint is None or not unit.code[slice(*span_of(value))].strip():
            continue
        around = (constraint.end_byte, value.start_byte), (value.end_byte, one.end_byte)
        if [unit.code[slice(*gap)].strip() for gap in around] != [b"(", b")"]:
            continue  # more than one value stands there
        written = WRITTEN.match(unit.uncommented, *span_of(constraint))
        if not (is_target if written else is_value)(unit.code[slice(*span_of(value))]):
            continue
        found[b"%d" % at] = span_of(value)
        if name:
            found[unit.code[slice(*span_of(name))]] = span_of(value)
    return found


def _operand(text: bytes, values: dict[bytes, Part]) -> Part | None:
    found = OPERAND.fullmatch(text)
    if found is None or text.startswith(b"["):
        return None
    return found[3] or values.get(found[1] or found[2])


def is_plain(unit: Unit, part: Part | None) -> bool:
    """Say whether an operand can be said twice, a comment in it included: it cannot."""
    return not isinstance(part, Span) or PLAIN.fullmatch(unit.source, *part) is not None
