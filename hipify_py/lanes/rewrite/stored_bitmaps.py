"""Bitmaps of 64 bits in memory, in which one asks for bits from the upper end on: no masks of lanes.

`word = words[i]; word & (1ull << 63 - k)` finds no lane of a warp of 32, whose masks have no such bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.mask_nodes import PICKS
from hipify_py.lanes.flow.storage import led_to
from hipify_py.lanes.rewrite.stored_bits import stored_width
from hipify_py.lazy import cached_property
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.type_sizes import whole_bits
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment
    from hipify_py.source.unit import Unit

WIDE, NARROW = 64, 32  # bits
COUNTS = frozenset((b"__popcll", b"__ffsll", b"__clzll", b"__brevll"))  # of 64 bits
SHIFTS = frozenset((b"<<", b">>"))


class Bitmaps:
    """Tells such words of one function, whose operators are read once for all of them."""

    def __init__(self, unit: Unit, body: Body, masks: Masks) -> None:
        """Read nothing yet."""
        self.unit, self.body, self.masks = unit, body, masks

    def is_given(self, given: Assignment) -> bool:
        """Say whether a name is given such a word, and used as one wherever it stands."""
        code, name, at = self.unit.code, given.target, given.value.start
        names = self.body.names
        made = names.declaration(name, at)
        if made is None or made.pointers or whole_bits(made.type_in(code)) != WIDE or given.operator:
            return False
        if len(names.given.get(name, ())) != 1 or len(names.declared.get(name, ())) != 1:
            return False
        word = expression(code[slice(*given.value)])
        if stored_width(self.unit, word, self.body.function, at) != WIDE or led_to(word).name in self._stored:
            return False
        own = {made.at.start, code.rfind(name, made.at.start, at)}  # where it is declared, and given the word
        used = {one.start for one in standing(self.unit, name, self.body.function.body)} - own
        kinds = self._uses.get(name, {})
        return used <= kinds.keys() and any(kinds[place] for place in used)

    @cached_property
    def _stored(self) -> frozenset[bytes]:
        """Give the arrays in which the function stores something, which may be masks of its lanes."""
        made = (one for one in self.body.given if one.target.strip() != one.name or b"*" in one.target)
        return frozenset(led_to(expression(one.target)).name for one in made) - {b""}

    def _is_of_bits(self, around: Sequence[Expression]) -> bool:
        """Say whether of what is shifted one bit is taken, or bits are counted, by what is around it."""
        of = next((one for one in reversed(around) if one.kind != "cast"), None)
        if of is None or of.kind == "call":
            return of is not None and of.name in COUNTS
        is_bit = (of.kind, of.text) == ("binary", b"&")
        return is_bit and any(self.body.facts.constants.plain(bare(one)) == 1 for one in of.parts)

    @cached_property
    def _uses(self) -> dict[bytes, dict[int, bool]]:
        """Give where names are operands that may be bitmaps, and whether an upper bit is asked for there."""
        found: dict[bytes, dict[int, bool]] = {}
        for node, around, start in self.masks.operations(self.body):
            counted = node.kind == "call" and node.name in COUNTS
            if counted or (node.kind == "binary" and node.text in SHIFTS and self._is_of_bits(around)):
                for one in node.parts[:1]:
                    found.setdefault(one.text, {})[one.within(start).start] = False
            elif node.kind == "binary" and node.text in PICKS:
                for one, other in (node.parts, node.parts[::-1]):
                    if _is_upper(bare(other), self.body):
                        found.setdefault(one.text, {})[one.within(start).start] = True
        return found


def _is_upper(node: Expression, body: Body) -> bool:
    """Say whether a node is one bit of 64 that is counted from the upper half: `1ull << 63 - k`."""
    constants = body.facts.constants
    if (node.kind, node.text) != ("binary", b"<<"):
        return False
    bit, count = constants.of(node.parts[0]), bare(node.parts[1])
    is_from = (count.kind, count.text) == ("binary", b"-")
    first = constants.plain(count.parts[0]) if is_from else None
    one = bit is not None and (bit.value, bit.bits) == (1, WIDE)
    return one and first is not None and NARROW < first < WIDE  # by 32 - k masks of 32 lanes are shifted
