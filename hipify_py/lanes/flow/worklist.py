"""Which versions of names are left to work out, and what they hold where others meet in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.uniformity import LANE, NOTHING, OPEN, SUMS, UNKNOWN, added, joined, mixed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.lanes.flow.given_values import Given
    from hipify_py.lanes.flow.uniformity import Value

KEEPS_VALUE = frozenset((b"", b"asm", b"++", b"--"))  # operators whose value tells all


def meeting(
    one: Given, before: Value, value: Value, fresh: Sequence[bytes], held: Mapping[bytes, Value]
) -> Value:
    """Give what a version holds behind an assignment of a value, or where versions meet.

    Of these those that are `fresh` count: what the others hold is part of what it held `before`.
    """
    if one.operator not in KEEPS_VALUE:  # it is made of what it was
        value = value._replace(slope=added(value) if one.operator in SUMS else mixed((before, value)).slope)
    made = joined((before, value, *(held[source] for source in fresh if source in one.sources)))
    decided = max((held.get(each, NOTHING).level for each in fresh if each in one.conditions), default=0)
    return made._replace(level=max(made.level, decided), slope=UNKNOWN if decided == LANE else made.slope)


class Work:
    """What is left to work out, by its number, and the versions that have changed since it was."""

    def __init__(self, said: Sequence[Given], users: Mapping[bytes, list[int]]) -> None:
        """Take all there is, the first first."""
        self.todo, self.users = [*range(len(said))][::-1], users
        self.fresh = {at: [*one.sources, *one.conditions] for at, one in enumerate(said)}

    def next(self) -> tuple[int, list[bytes]]:
        """Take what comes next."""
        number = self.todo.pop()
        return number, self.fresh.pop(number, [])

    def changed(self, *versions: bytes) -> set[int]:
        """Put what uses some versions back to the others."""
        found = [(number, one) for one in versions for number in self.users.get(one, ())]
        for number, one in found:
            self.fresh.setdefault(number, []).append(one)
        return {number for number, _ in found}

    def settle(self, held: dict[bytes, Value]) -> bool:
        """Take what is made of itself alone for uniform; say whether that may tell more."""
        blank = [version for version, value in held.items() if value.slope == OPEN]
        held.update({version: held[version]._replace(slope=0) for version in blank})
        self.todo += sorted(self.changed(*blank))
        return bool(self.todo)
