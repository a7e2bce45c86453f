"""What a file declares with some types, and which object stands before a member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.brackets import opening, template_end
from hipify_py.source.declarators import declared_behind
from hipify_py.source.named_types import named_types
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.type_names import last_name
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hipify_py.source.named_types import NamedType
    from hipify_py.source.unit import Unit

CLOSES = {b")": b"()", b"]": b"[]"}
AUTO = re.compile(rb"\bauto\b[\s*&]*+(\w++)\s*+=[^;{}]{1,200}(?=;)")
LIST_ENDS = re.compile(rb"(?:\s*+(?:\*\s*+)?+>)*+")  # of the template that is given the type
DEEPEST, LONGEST = 8, 2_000  # brackets behind a name, and bytes of each


def own_names(unit: Unit, types: Collection[bytes]) -> frozenset[bytes]:
    """Give the names that a file makes for some types by `typedef` and `using`."""
    return frozenset(one.name for one in aliases(unit) if last_name(one.type_in(unit.code)) in types)


def aliases(unit: Unit) -> Iterator[NamedType]:
    """Give the names that `typedef` and `using` make for types as they are, and not for pointers to them."""
    return (one for one in named_types(unit) if one.kind == "type" and one.by != "define")


def objects(unit: Unit, types: Collection[bytes]) -> frozenset[bytes]:
    """Give the names that a file declares with some types, arrays and lists of them, and `auto` of these."""
    found: set[bytes] = set()
    for word in all_standing(unit, *types):
        if unit.code[word.start - 1 : word.start] == b".":
            continue
        end, opens = word.end, token_at(unit.code, word.end)
        if opens.text == b"<":
            end = template_end(unit.code, opens.start, min(len(unit.code), end + LONGEST), None)
        listed = LIST_ENDS.match(unit.code, end)
        found.update(declared_behind(unit.code, listed.end() if listed else end))
    for one in AUTO.finditer(unit.code):
        if object_before(unit.code, one.end()) in found:
            found.add(one[1])
    return frozenset(found)


def object_before(code: bytes, sign: int) -> bytes:
    """Give the last name of what stands before a place, without the brackets behind it."""
    of = token_before(code, sign)
    for _ in range(DEEPEST):
        if of.text not in CLOSES:
            break
        start = opening(code, of.start, max(0, of.start - LONGEST), CLOSES[of.text])
        if start < 0:
            return b""
        before = token_before(code, start)
        is_behind = before.is_word or before.text in CLOSES
        if not is_behind and of.text != b")":
            return b""
        of = before if is_behind else token_before(code, of.start)  # `(*p)`
    return of.text if of.is_word else b""
