"""Names that are given by themselves to what may be a macro: `WRAP(1, name)`."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.brackets import MOST, macro_arguments
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.model import Span
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

FARTHEST = 8  # brackets before a name that are looked at for the one around it
BESIDE = frozenset({b"(", b","})


class Given(NamedTuple):
    """Where a name is an argument: the word before the bracket, and the argument's number from 0."""

    callee: Token
    number: int


def given(unit: Unit, span: Span) -> Given | None:
    """Say to what the name at `span` is given; None where it is no whole argument."""
    if token_before(unit.code, span.start).text not in BESIDE:
        return None
    opens = _around(unit, span)
    listed = macro_arguments(unit.code, opens + 1, bracket_ends(unit)[opens] - 1) if opens >= 0 else []
    number = next((at for at, one in enumerate(listed) if one == span), -1)
    return Given(token_before(unit.code, opens), number) if number >= 0 else None


def _around(unit: Unit, span: Span) -> int:
    """Give the bracket around a name, if it is among the last few before it; else -1."""
    ends, opens = bracket_ends(unit), _openings(unit)
    last = bisect_left(opens, span.start)
    near = reversed(opens[max(0, last - FARTHEST) : last])
    return next((at for at in near if span.end < ends[at] <= span.end + MOST), -1)


@fact
def _openings(unit: Unit) -> Sequence[int]:
    return sorted(bracket_ends(unit))
