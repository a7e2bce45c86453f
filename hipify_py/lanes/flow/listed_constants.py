"""Constants that stand in a list: elements of arrays and members of objects, `masks[0]` and `par.width`.

The memory of constants is like what is `const`, but for what the host copies there.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.class_fields import fields
from hipify_py.source.brackets import BRACE, closing, parts
from hipify_py.source.functions import functions
from hipify_py.source.tokens import OWN_NAME, words
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

LISTED = re.compile(
    rb"const(?:expr|ant__)?\s+(?:(?:\w+\s+|\w+\s*::\s*){0,15}(\w+)\s+)([A-Za-z_]\w*+)\s*+(\[[^\[\]{};]{0,200}\])?\s*+=?\s*+\{"
)
MEMBER = re.compile(rb"\s*+\.\s*+([A-Za-z_]\w*+)\s*+[={]\s*+")
COPIED = re.compile(rb"Symbol\w*+\s*+(?:<[^<>;]{0,200}>\s*+)?\(([^;{}]{0,400})")
# What a type's word stands before, as it does where something is declared: an array or object, or a pointer.
DECLARED = re.compile(
    rb"\b([A-Za-z_]\w*+)(?:(?=\s++([A-Za-z_]\w*+)\s*+(?:\[[^\[\]]*\]\s*+)?(?:=(?!=)|[;,{)(]))"
    rb"|(?=\s*+[*&]++\s*+([A-Za-z_]\w*+)\s*+(?:=(?!=)|[;,)])))"
)
NO_TYPES = frozenset((b"return", b"else", b"case", b"goto", b"throw", b"delete", b"new", b"co_return"))
PART = re.compile(rb"(\w++)[.\[]")
MEMORY = re.compile(rb"\b__constant__\b[^;={}()]*?([A-Za-z_]\w*+)\s*+(?:\[[^;{}]*?\]\s*+)?[={]")
SIZE = re.compile(rb"\bsizeof\s*+\(?\s*+\Z")
NEAR = 16  # bytes before a name in which that stands
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


def without_hidden(unit: Unit, texts: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
    """Leave out the parts of lists of whose name a file declares something else, be it in one function."""
    parts = {name: found[1] for name in texts if (found := PART.match(name))}
    if not parts:
        return {**texts}
    own = Counter(one[2] for one in LISTED.finditer(unit.code))
    wanted, times = {*parts.values()}, Counter[bytes]()
    for one in DECLARED.finditer(unit.code):
        name = one[2] or one[3]
        times[name] += name in wanted and one[1] not in NO_TYPES
    hidden = {name for name in wanted if times[name] > min(own[name], 1)}
    return {name: text for name, text in texts.items() if parts.get(name) not in hidden}


@fact
def copied(unit: Unit) -> frozenset[bytes]:
    """Give the names in the memory of constants that the host may write to.

    So are those that it gives to calls that write to a symbol or ask where one lies, be it by a function of
    the program's or by the name in quotes, as the driver's calls do.
    """
    found = (one[1] for one in COPIED.finditer(unit.code))
    given = {name for text in found for name in OWN_NAME.findall(text)}
    return frozenset(given | _named_by_host(unit))


@fact
def in_memory(unit: Unit) -> frozenset[bytes]:
    """Give the names that a file makes in the memory of constants with a value."""
    return frozenset(one[1] for one in MEMORY.finditer(unit.code))


def _named_by_host(unit: Unit) -> set[bytes]:
    """Give the names in the memory of constants that the host's functions name, or that stand in quotes."""
    made = in_memory(unit)
    places = [*words(unit.code, *made)] if made else []
    homes = functions(unit, [one.start for one in places]) if places else {}
    named = {
        one.text
        for one in places
        if (home := homes.get(one.start)) and home.kind == "host"
        if not SIZE.search(unit.code, max(0, one.start - NEAR), one.start)
    }
    return named | {name for name in made if name + b'"' in unit.source}


def part_name(node: Expression) -> bytes:
    """Give by which name a part of a list is known: `masks[0]`, `par.width`; nothing for anything else."""
    if node.kind not in {"subscript", "member"} or not node.parts or node.parts[0].kind != "name":
        return b""
    of = node.parts[0].name
    if node.kind == "member":
        return b"%b.%b" % (of, node.text)
    index = node.parts[1] if len(node.parts) > 1 else node
    return b"%b[%b]" % (of, index.text) if index.kind == "number" else b""
