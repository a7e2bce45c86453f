"""What stands behind the name of an array or an object: indices and members, `c[w].base`, `sums[w][0]`."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.lattice import LANE
from hipify_py.lanes.hazards.element_steps import indices
from hipify_py.source.tokens import token_at

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


MEMBER = frozenset((b".", b"->"))


class Part(NamedTuple):
    """An index as it is written, or the name of a member."""

    text: bytes
    is_member: bool = False


class ElementPath(NamedTuple):
    """The parts behind a name, and where the last of them ends."""

    parts: tuple[Part, ...]
    end: int

    @property
    def indices(self) -> Sequence[bytes]:
        """Give the indices alone."""
        return [one.text for one in self.parts if not one.is_member]

    def is_apart(self, other: ElementPath) -> bool:
        """Say whether another leads to another member."""
        pairs = zip(self.parts, other.parts, strict=False)
        return any(one.is_member and of.is_member and one.text != of.text for one, of in pairs)

    def may_be(self, read: ElementPath, level: Callable[[bytes], int], own: Callable[[bytes], int]) -> bool:
        """Say whether another leads there: by the same indices, or by one of some lanes' `own`.

        One may be the whole object of which the other is a member; a row of an array is only an address.
        """
        for one, of in zip_longest(self.parts, read.parts):
            if one is None or of is None:
                return bool((one or of).is_member)
            if one.is_member != of.is_member:
                return False
            is_of_lanes = not one.is_member and own(one.text) == LANE
            if not (level(of.text) < LANE if is_of_lanes else _plain(one.text) == _plain(of.text)):
                return False
        return True


def path_behind(code: bytes, at: int) -> ElementPath:
    """Read the indices and members that stand behind a place."""
    found: list[Part] = []
    while True:
        sign = token_at(code, at)
        listed = indices(code, at) if sign.text == b"[" else []
        named = token_at(code, sign.end) if sign.text in MEMBER else None
        if listed:
            found += (Part(code[slice(*one)]) for one in listed)
            at = listed[-1].end + 1
        elif named and named.is_word:
            found.append(Part(named.text, is_member=True))
            at = named.end
        else:
            return ElementPath(tuple(found), at)


def _plain(text: bytes) -> bytes:
    return b"".join(text.split())
