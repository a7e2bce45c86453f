"""How many lanes side by side meet a condition alike: all of a group, by its number, as `thread / width`.

Which lanes of the warp come is of no matter to a shuffle within such groups: it takes from its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.followed import given_until, held
from hipify_py.lanes.flow.lattice import BEHIND_WARPS, LANE, WHOLE
from hipify_py.lanes.hazards.block_widths import whole_lanes
from hipify_py.lanes.hazards.fixed_numbers import constant_of
from hipify_py.lanes.hazards.group_shuffles import got_by_groups
from hipify_py.lanes.hazards.multiples import Factors
from hipify_py.lanes.hazards.products import Multiple, operands, product
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import alike as alike_text
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.type_sizes import is_unsigned, whole_bits
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LANES, WAVEFRONT = 32, 64
BYTE = 8  # bits
DEEPEST = 6  # names, one made of the other
BOUNDS = frozenset((b"<", b">=", b">", b"<="))
BELOW = frozenset((b"<", b">="))  # that part what is below the right side from what begins there
JOINS = frozenset(("binary", "unary", "cast", "?", "subscript", "list", "other"))
QUOTIENTS = frozenset((b"/", b">>"))
RANK = b"thread_rank"  # in whichever group
ROWS = frozenset((b"y", b"z"))
BLOCK = (b"blockDim", b"x")  # a number of whole groups
GRIDS = frozenset((b"blockDim", b"gridDim"))


def hangs_on_groups(text: bytes, at: int, values: LazyValues, width: bytes) -> bool:
    """Say whether what is asked at a place differs between groups of some width alone, as far as can be told.

    Several things that are asked stand in a row with `;` between.
    """
    parts = [one for one in text.split(b";") if one.strip()]
    number = values.constants.number(width)
    if not parts or not (number or _is_fixed(expression(width), at, values)):
        return False
    lanes = number.value if number else LANES
    if lanes & (lanes - 1):
        return False
    return all(alike(expression(one), at, values, width) >= lanes for one in parts)


def alike(node: Expression, at: int, values: LazyValues, width: bytes = b"") -> int:
    """Give how many lanes side by side have an expression alike: a power of 2.

    A group of a `width` that is no number counts as a whole warp.
    """
    return _Groups(values, width, {}).alike(node, at, DEEPEST)


class _Groups(NamedTuple):
    """How many lanes have something alike; `known` are the names that were asked, each once from a depth."""

    values: LazyValues
    width: bytes
    known: dict[tuple[bytes, int, int], int]

    def alike(self, node: Expression, at: int, left: int) -> int:
        """Give how many lanes have an expression alike, of which names are followed so far."""
        known = self.values.at(at)
        lanes, todo = LANES, [node]
        while todo and lanes > 1:
            node = bare(todo.pop())
            if node.kind == "number" or known.value(node).level < LANE:
                continue
            parts = node.parts if node.kind in JOINS else ()
            by = self._divisor(node, at, left) or self._bound(node, at, left)
            if node.kind == "name":
                lanes = min(lanes, self._named(node.text, at, left))
            elif by or not parts:
                lanes = min(lanes, by or 1)
            else:
                todo += parts
        return lanes

    def _divisor(self, node: Expression, at: int, left: int) -> int:
        """Give how many threads or lanes side by side a quotient puts into one group, each group whole."""
        is_quotient = node.kind == "binary" and node.text in QUOTIENTS
        by = _divisor(node, self.values, self.width) if is_quotient else 0
        group = node.parts[1] if is_quotient and node.text == b"/" else expression(b"%d" % by)
        whole = by and is_aligned(node.parts[0], at, self.values, group, left)
        return min(by, row_of(node.parts[0], self.values, left)) if whole else 0

    def _bound(self, node: Expression, at: int, left: int) -> int:
        """Give how many lanes meet a bound together: `i * V < rows * N` where groups have `N / V` lanes."""
        if node.kind != "binary" or node.text not in BOUNDS:
            return 0
        index, most = node.parts if node.text in BELOW else reversed(node.parts)
        factors = operands(index, b"*")
        known = self.values.at(at)
        counted = [one for one in factors if known.value(bare(one)).level == LANE]
        if len(counted) != 1 or known.value(bare(most)).level == LANE:
            return 0
        own = is_aligned(counted[0], at, self.values, expression(self.width), left)
        lanes = 1 if own else self._quotient(counted[0], at, left)
        each = [one for one in factors if one is not counted[0]]
        reading = Factors(self.values.unit, self._model, self.values, LANES)
        whole, one = reading.multiple(most, at), _exact(reading, each, at)
        elements = _exact(reading, self._elements(each, at), at) if self.width else None
        counts = bool(self.width) and not each and _counts(most, expression(self.width))
        if own and (counts or (one and elements and whole.holds(elements))):
            return LANES
        many = whole.number // one.number or LANES if one and whole.holds(one) else 0
        return min((many & -many) * lanes, LANES, row_of(counted[0], self.values, left))

    def _quotient(self, node: Expression, at: int, left: int) -> int:
        """Give how many lanes have the number of a group alike, be it a name's; 0 of what is none."""
        node = bare(node)
        if node.kind == "name" and left and (made := _made(self.values, node.text, at)):
            return self._quotient(*made, left - 1)
        is_number = node.kind == "binary" and constant_of(bare(node.parts[1]), self.values) is not None
        return self._divisor(node, at, left) if is_number else 0

    def _elements(self, each: Sequence[Expression], at: int) -> Sequence[Expression]:
        """Give the factors of how many elements a group has whose lanes have so many `each`."""
        values = self.values
        known, width = names(values.unit, values.function), expression(self.width)
        group = bare(held(values.unit.code, known, width, at))
        if (group.kind, group.text) != ("binary", b"/"):
            return (*each, group)
        whole, by = map(bare, group.parts)
        rest = [one for one in each if not alike_text(bare(one), by)]
        return (*rest, whole) if len(rest) < len(each) else (*each, group)

    @property
    def _model(self) -> Model:
        return model(self.values.unit, self.values.function)

    def _named(self, name: bytes, at: int, left: int) -> int:
        made = _made(self.values, name, at) if left else None
        asked = name, left, made[1] if made else at
        if asked not in self.known:
            # A name that differs by lane while its value does not is a part of that: `auto [warp, lane]`.
            differs = made and self.values.at(made[1]).value(made[0]).level == LANE
            by_made = self.alike(*made, left - 1) if made and differs else 1
            self.known[asked] = max(by_made, got_by_groups(name, at, self.values, self.width))
        return self.known[asked]


def row_of(node: Expression, values: LazyValues, left: int = DEEPEST) -> int:
    """Give of how many lanes side by side an index along x counts on, where rows begin within a warp."""
    of_rows = whole_lanes(values.unit, values.function, values.constants, DEEPEST)[1]
    if of_rows >= WAVEFRONT:
        return WAVEFRONT
    todo, seen = [(node, left)], set[bytes]()
    while todo:
        node, left = todo.pop()
        for one in node.walk():
            if one.name == RANK or (one.text in ROWS and one.parts and one.parts[0].text == b"threadIdx"):
                return WAVEFRONT  # of the block's threads, in whatever row
            if one.kind == "name" and one.text not in seen and left:
                seen.add(one.text)
                todo += [(made[0], left - 1)] if (made := _made(values, one.text)) else []
    return of_rows


def _exact(reading: Factors, nodes: Sequence[Expression], at: int) -> Multiple | None:
    """Give what the product of some is, if they are numbers and names alone."""
    found = [reading.exact(one, at) for one in nodes]
    return None if None in found else product([one for one in found if one])


def _divisor(node: Expression, values: LazyValues, width: bytes) -> int:
    """Give of how many lanes the groups are whose number a quotient of an index is; 0 where nothing tells."""
    by = bare(node.parts[1])
    number = constant_of(by, values)
    if number is None:
        return LANES if width and node.text == b"/" and alike_text(by, expression(width)) else 0
    lanes = number.value if node.text == b"/" else 1 << max(0, min(number.value, 5))
    return min(lanes & -lanes, LANES) if lanes > 0 else 0


def is_aligned(node: Expression, at: int, values: LazyValues, by: Expression, left: int) -> bool:
    """Say whether something is the index of a thread or of a lane, behind whole groups at most."""
    if _is_of_a_byte(node, at, values):
        return False
    node = bare(node)
    slope = values.at(at).value(node).slope
    if node.kind == "name" and _is_moved(values.unit, values.function, values.constants, node.text):
        return False
    if slope in {WHOLE, BEHIND_WARPS} or (node.kind == "call" and node.name == RANK):
        return True
    if node.kind == "name" and left and (made := _made(values, node.text, at)):
        return is_aligned(*made, values, by, left - 1)
    if any(is_aligned(one, at, values, by, left) for one in _within_groups(node, by, values)):
        return True
    # a name or a call may stand for an index moved by some threads
    return slope == 1 and (node.kind == "member" or node.text in {b"&", b"%"})


def _within_groups(node: Expression, by: Expression, values: LazyValues) -> Iterator[Expression]:
    """Give the index that stands behind whole groups, `n * 8 + t`, or counts on in several: `t % 64`."""
    if node.kind != "binary":
        return
    if node.text == b"+":
        pairs = (node.parts, node.parts[::-1])
        yield from (other for one, other in pairs if _counts(one, by))
    if node.text in {b"%", b"&"}:
        group, number = (constant_of(one, values) for one in (by, node.parts[1]))
        lanes, many = group.value if group else 0, number.value if number else 0
        is_power = lanes > 0 and not lanes & (lanes - 1)
        whole = many if node.text == b"%" else many + 1 if is_power else None
        if many and whole and lanes > 0 and whole % lanes == 0:
            yield node.parts[0]


def _is_of_a_byte(node: Expression, at: int, values: LazyValues) -> bool:
    """Say whether an index is held in a byte with a sign, by which it is less than 0 from 128 on."""
    kinds = []
    while node.kind == "cast" and node.parts:
        kinds.append(node.text)
        node = node.parts[0]
    known = names(values.unit, values.function)
    made = known.declaration(node.text, at) if node.kind == "name" else None
    kinds += [made.type_in(values.unit.code)] if made and not made.pointers else []
    return any(whole_bits(one) == BYTE and not is_unsigned(one) for one in kinds)


@fact_of
def _is_moved(unit: Unit, function: Function, constants: ConstantTable, name: bytes) -> bool:
    """Say whether an index is moved on by anything but blocks or whole warps: `i += 5`."""
    known = names(unit, function)
    for one in known.given.get(name, ()):
        step = held(unit.code, known, bare(expression(unit.code[slice(*one.value)])))
        number = constants.of(step)
        by_blocks = any(part.kind == "member" and part.parts[0].text in GRIDS for part in step.walk())
        if one.operator and not (by_blocks or (number is not None and number.value % LANES == 0)):
            return True
    return False


def _counts(node: Expression, by: Expression) -> bool:
    """Say whether something is a number of whole groups: so many times a group, or a row of the block."""
    node = bare(node)
    if (node.kind, node.text) == ("binary", b"*"):
        return any(_counts(one, by) for one in node.parts)
    return alike_text(node, by) or (node.kind == "member" and (node.parts[0].text, node.text) == BLOCK)


def _made(values: LazyValues, name: bytes, at: int | None = None) -> tuple[Expression, int] | None:
    """Give what a name is given, and where, if it is so once and as a whole, or once until it is asked."""
    once = names(values.unit, values.function).once(name)
    if once is None and at is not None:
        unit, function = values.unit, values.function
        once = given_until(unit, model(unit, function), names(unit, function), name, at)
    if once is None or once.target.strip() != name:
        return None
    return expression(values.unit.code[slice(*once.value)]), once.value.start


def _is_fixed(width: Expression, at: int, values: LazyValues) -> bool:
    """Say whether a width is alike for the lanes of a warp, and throughout the function."""
    given = names(values.unit, values.function).given
    taken = model(values.unit, values.function).parameters
    own = [one.text for one in width.walk() if one.kind == "name"]
    return values.at(at).value(width).level < LANE and not any(
        len(given.get(name, ())) > (name not in taken) for name in own
    )
