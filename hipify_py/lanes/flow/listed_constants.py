"""Constants that stand in a list: elements of arrays and members of objects, `masks[0]` and `par.width`.

The memory of constants is like what is `const`, but for what the host copies there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.class_fields import fields
from hipify_py.source.brackets import BRACE, closing, parts
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

LISTED = re.compile(
    rb"const(?:expr|ant__)?\s+(?:(?:\w+\s+|\w+\s*::\s*){0,15}(\w+)\s+)([A-Za-z_]\w*+)\s*+(\[[^\[\]{};]{0,200}\])?\s*+=?\s*+\{"
)
MEMBER = re.compile(rb"\s*+\.\s*+([A-Za-z_]\w*+)\s*+[={]\s*+")
COPIED = re.compile(rb"Symbol\w*+\s*+(?:<[^<>;]{0,200}>\s*+)?\(([^;{}]{0,400})")
MOST = 16  # elements of a list; what is longer holds no widths and no masks
LONGEST = 1000  # bytes of a list


def listed_constants(unit: Unit) -> Iterator[tuple[bytes, bytes]]:
    """Give name and text of each part of the constant arrays and objects that a file lists in braces."""
    for made in LISTED.finditer(unit.code):
        end = closing(unit.code, made.end() - 1, min(len(unit.code), made.end() + LONGEST), BRACE)
        given = [unit.code[slice(*one)].strip() for one in parts(unit.code, made.end(), end - 1)]
        if not 0 < len(given) <= MOST or unit.code[end - 1 : end] != b"}" or made[2] in copied(unit):
            continue
        names = () if made[3] else fields(unit, made[1])
        for number, text in enumerate(given):
            if made[3]:
                yield b"%b[%d]" % (made[2], number), text
            elif member := MEMBER.match(text):
                yield b"%b.%b" % (made[2], member[1]), text[member.end() :].removesuffix(b"}").strip()
            elif number < len(names):
                yield b"%b.%b" % (made[2], names[number]), text


@fact
def copied(unit: Unit) -> frozenset[bytes]:
    """Give the names in what the host gives to calls that write to a symbol, or that ask where one lies."""
    found = (one[1] for one in COPIED.finditer(unit.code))
    return frozenset(name for text in found for name in OWN_NAME.findall(text))


def part_name(node: Expression) -> bytes:
    """Give by which name a part of a list is known: `masks[0]`, `par.width`; nothing for anything else."""
    if node.kind not in {"subscript", "member"} or not node.parts or node.parts[0].kind != "name":
        return b""
    of = node.parts[0].name
    if node.kind == "member":
        return b"%b.%b" % (of, node.text)
    index = node.parts[1] if len(node.parts) > 1 else node
    return b"%b[%b]" % (of, index.text) if index.kind == "number" else b""
