"""The members of a file's classes that others may change at any time: those declared `volatile`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.functions import functions
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

MOST = 400  # bytes of a declaration
ENDS = (b"{", b"(", b"}")


@fact
def volatile_members(unit: Unit) -> frozenset[bytes]:
    """Give the names of what is declared `volatile` outside of functions, but for pointers to such."""
    return frozenset(name for name, declared in _declared(unit) if b"*" not in declared)


@fact
def volatile_names(unit: Unit) -> frozenset[bytes]:
    """Give the same with the pointers to such."""
    return frozenset(name for name, _ in _declared(unit))


@fact
def _declared(unit: Unit) -> tuple[tuple[bytes, bytes], ...]:
    """Give the names that are declared so, each with the text of its declaration up to the name."""
    at = {word.start: word for word in all_standing(unit, b"volatile")}
    found = []
    for start in sorted(at.keys() - functions(unit, at).keys()):
        said, ends, _ = unit.code[at[start].end : at[start].end + MOST].partition(b";")
        if not ends or any(sign in said.partition(b"=")[0] for sign in ENDS):
            continue
        for part in said.split(b","):
            declared = part.partition(b"=")[0].partition(b"[")[0]
            if named := A_NAME.findall(declared):
                found.append((named[-1], declared))
    return tuple(found)
