"""Which versions of names are left to work out, and what they hold where others meet in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.lattice import LANE, OPEN, UNKNOWN, Value, added, deciding, joined, mixed
from hipify_py.lanes.flow.uniformity import SUMS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hipify_py.lanes.flow.given_values import Given

KEEPS_VALUE = frozenset((b"", b"asm", b"++", b"--"))  # operators whose value tells all


def meeting(
    one: Given, before: Value, value: Value, fresh: Iterable[bytes], held: Mapping[bytes, Value]
) -> Value:
    """Give what a version holds behind an assignment of a value, or where versions meet.

    Of these those that are `fresh` count: what the others hold is part of what it held `before`.
    """
    if one.operator not in KEEPS_VALUE:  # it is made of what it was
        slope = added(value) if one.operator in SUMS else mixed((before, value)).slope
        value = value._replace(slope=slope)
    if not one.sources and not one.conditions:
        return before if value == before else joined((before, value))
    made = joined((before, value, *(held[source] for source in fresh if source in one.sources)))
    if not one.conditions:
        return made
    decided = joined(deciding(held[each]) for each in fresh if each in one.conditions and each in held)
    level, by_name = joined((deciding(made), decided))[::3]
    return Value(level, made.indices, UNKNOWN if decided.level == LANE else made.slope, by_name)


class Work:
    """What is left to work out, by its number, and the versions that have changed since it was."""

    def __init__(self, said: Sequence[Given], users: Mapping[bytes, Sequence[int]]) -> None:
        """Take all there is, the first first; `users` are in order."""
        self.said, self.users = said, users
        self.todo = [*range(len(said))][::-1]
        self.new = {*self.todo}
        self.fresh: dict[int, list[bytes]] = {}

    def next(self) -> tuple[int, Iterable[bytes]] | None:
        """Take what comes next, with the versions that have changed; None where none has since."""
        number = self.todo.pop()
        fresh = self.fresh.pop(number, None)
        if number in self.new:
            self.new.remove(number)
            return number, (*self.said[number].sources, *self.said[number].conditions)
        return None if fresh is None else (number, fresh)

    def changed(self, version: bytes) -> Sequence[int]:
        """Note that a version has changed for what uses it; give that, in order."""
        found = self.users.get(version, ())
        for number in found:
            self.fresh.setdefault(number, []).append(version)
        return found

    def settle(self, held: dict[bytes, Value]) -> bool:
        """Take what is made of itself alone for uniform; say whether that may tell more."""
        blank = [version for version, value in held.items() if value.slope == OPEN]
        held.update({version: held[version]._replace(slope=0) for version in blank})
        self.todo += sorted({number for version in blank for number in self.changed(version)})
        return bool(self.todo)
