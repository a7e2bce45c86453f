"""What a `goto` to a label behind it parts: who jumps, and who goes on as far as the label or beyond it."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.source.function_model import LOOPS
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.source.function_model import Condition, Jump, Model, Path
    from hipify_py.source.unit import Unit

GOTO = b"goto"
LABELS = frozenset({b";", b"{", b"}", b":", b")", b"else"})  # what stands before a label
MOST_JUMPS = 64  # of one function that are looked at


class Parted(NamedTuple):
    """A part of a function that only those come to who have jumped there, or who have not jumped over it.

    `label` is where the label stands that those come to who have jumped.
    """

    span: Span
    condition: Condition
    label: int


def label(unit: Unit, jump: Jump, within: Span) -> int | None:
    """Give where the label of a `goto` stands, if it does in a part of the code."""
    name = token_at(unit.code, jump.at + len(GOTO))
    known = _labels(unit, name.text)
    first = bisect_left(known, within.start)
    found = known[first] if first < len(known) else within.end
    return found if found + len(name.text) <= within.end else None


@fact_of
def _labels(unit: Unit, name: bytes) -> tuple[int, ...]:
    """Give where the labels of a name stand in a file."""
    words = (one for one in standing(unit, name) if token_at(unit.code, one.end).text == b":")
    return tuple(one.start for one in words if token_before(unit.code, one.start).text in LABELS)


def parted(unit: Unit, of: Model) -> tuple[Parted, ...]:
    """Give what the jumps of a function to labels behind them part."""
    jumps = [one for one in of.jumps if one.kind == "goto"]
    if not jumps or len(jumps) > MOST_JUMPS:
        return ()
    beside = _by_path(of)
    return tuple(part for one in jumps for part in _parts(unit, of, one, beside))


def _by_path(of: Model) -> dict[Path, list[Jump]]:
    """Give the jumps of a function, in order, by the conditions that they stand under."""
    found: dict[Path, list[Jump]] = {}
    for one in of.jumps:
        found.setdefault(of.path(one.at), []).append(one)
    return found


def _parts(unit: Unit, of: Model, jump: Jump, beside: Mapping[Path, Sequence[Jump]]) -> Iterator[Parted]:
    """Give what one jump parts, if it is made under a condition."""
    to = label(unit, jump, Span(jump.at, jump.home.end))
    if to is None or of.home(to) != of.home(jump.at):
        return
    path = of.path(to)
    around = {one.span for one in path}
    asked = [one for one in of.path(jump.at) if one.span not in around and one.keyword not in LOOPS]
    joined = _joined(unit, beside.get(path, ()), to, jump.home.end)
    for one in asked:
        yield Parted(Span(jump.at, to), one._replace(otherwise=not one.otherwise), to)
        if joined > to:
            yield Parted(Span(to, joined), one, to)


def _joined(unit: Unit, beside: Sequence[Jump], to: int, end: int) -> int:
    """Give where those who have not jumped to a label join those who have: there, if nothing leads away.

    `beside` are the jumps under the conditions that the label stands under.
    """
    behind = bisect_left(beside, to, key=lambda one: one.at)
    last = beside[behind - 1] if behind else None
    if last is None or not _is_last(unit, last, to):
        return to
    if last.kind != "goto":
        return end
    further = label(unit, last, Span(to, end))
    return to if further is None else further


def _is_last(unit: Unit, jump: Jump, to: int) -> bool:
    """Say whether the statement of a jump is the last one before a label."""
    ends = unit.code.find(b";", jump.value.end if jump.value else jump.at, to) + 1
    return ends > 0 and not unit.code[ends:to].strip()
