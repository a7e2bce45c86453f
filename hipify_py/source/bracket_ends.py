"""Where each round bracket and each brace of a file ends, for who asks for one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.brackets import BRACE, closings
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.source.unit import Unit


@fact
def bracket_ends(unit: Unit) -> Mapping[int, int]:
    """Give for each round bracket that is closed the offset behind its other end; the file is read once."""
    return closings(unit.code, 0, len(unit.code))


@fact
def brace_ends(unit: Unit) -> Mapping[int, int]:
    """Give the same of braces."""
    return closings(unit.code, 0, len(unit.code), BRACE)


def outlined(unit: Unit, start: int, end: int) -> bytes:
    """Give what `outline` gives of a part of a file; those in it are not read again."""
    ends, made, at = brace_ends(unit), list[bytes](), start
    while (opens := unit.code.find(b"{", at, end)) >= 0:
        made += [unit.code[at:opens], b"{}"]
        at = min(ends.get(opens, end), end)
    return b"".join(made) + unit.code[at:end]
