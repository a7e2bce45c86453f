"""What the bits of a mask are counted of: nothing above the lanes, and of zeros those before the lanes alone.

In 64 bits `~`, `-`, `<<` and the sign of an `int` set bits that no lane of a wavefront of 32 has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.known_masks import MAKES
from hipify_py.lanes.flow.mask_shifts import ONE_BIT
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.type_sizes import whole_bits
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

Zeros = Literal["lanes", "32", "both"]
"""Of what leading zeros are counted: of the wavefront's lanes, of 32 as `31 - zeros` does, or of either."""

NARROW = 32  # bits
LAST = frozenset((NARROW, NARROW - 1))
ZEROS = b"__clz"
COUNTS_ABOVE = frozenset((b"__popc", ZEROS))  # for which a bit above the lanes counts
KEEPS = frozenset((b"|", b"^", b"+", b"*", b">>"))  # a bit above the lanes that is there


def reaches_above(node: Expression, body: Body, masks: Masks, at: int, *, by_name: bool = False) -> bool:
    """Say whether an expression of masks may have a bit above the lanes, which nothing in it clears.

    It is `by_name` where it is what a name is given that an expression says: names in it are not followed.
    """
    node = bare(node)
    if node.kind == "name":
        return not by_name and _keeps_above(node, body, masks, at)
    if node.kind == "binary" and node.text == b"<<":
        return _moves_above(node, body, masks, at)
    if node.kind == "unary" and node.text in {b"~", b"-"}:
        held = node.text == b"~" and bare(node.parts[0]).kind in {"name", "call"}  # which is cleared itself
        return not held and masks.is_mask(node.parts[0], body.function, at)
    of = node.parts[node.kind == "?" :] if node.kind != "call" else ()
    parts = [reaches_above(one, body, masks, at, by_name=by_name) for one in of]
    if node.kind == "binary" and node.text == b"&":
        return all(parts)
    if node.kind == "binary" and node.text == b"-":
        return parts[0] or not _is_below(node, body, masks, at)
    return any(parts) and (node.kind in {"cast", "?"} or node.text in KEEPS)


def _moves_above(node: Expression, body: Body, masks: Masks, at: int) -> bool:
    """Say whether a shift has bits above the lanes: of all lanes, or of a mask, unless up to the last."""
    if masks.shift(node, body.function, at):
        return not _is_bit(node, body)
    moved = masks.is_mask(node.parts[0], body.function, at)
    return moved and not masks.from_top(bare(node.parts[1]), body.function, at)


def _is_below(node: Expression, body: Body, masks: Masks, at: int) -> bool:
    """Say whether a difference is of no mask, or the lanes below one: `(1u << lane) - 1`."""
    bit = bare(node.parts[0])
    one = node.parts[1].kind == "number" and node.parts[1].text.rstrip(b"uUlL") == b"1"
    below = one and bit.kind == "binary" and masks.shift(bit, body.function, at) != "" and _is_bit(bit, body)
    return below or not masks.is_mask(node.parts[0], body.function, at)


def _is_bit(node: Expression, body: Body) -> bool:
    """Say whether a shift of a constant makes one bit of a mask."""
    return node.text == b"<<" and body.facts.constants.plain(node.parts[0]) in ONE_BIT


def _keeps_above(node: Expression, body: Body, masks: Masks, at: int) -> bool:
    """Say whether a mask's name is given what may have a bit above the lanes."""
    return any(
        reaches_above(expression(masks.unit.code[slice(*one)]), body, masks, one.start, by_name=True)
        for one in masks.values(body).get(body.names.symbol(node.text, at + node.span.start), ())
    )


def reaches_top(node: Expression, body: Body, masks: Masks, at: int) -> bool:
    """Say whether zeros are counted of a mask moved up to the last lane: `__clz(m << (31 - lane))`."""
    moved = bare(node.parts[0])
    shifts = (node.name, moved.kind, moved.text) == (ZEROS, "binary", b"<<")
    return shifts and masks.from_top(bare(moved.parts[1]), body.function, at)


def last_lane(node: Expression, around: Sequence[Expression]) -> bytes:
    """Give up to which lane a mask is moved in 64 bits: the wavefront's own last one, before zeros count."""
    return b"warpSize - 1" if _is_counted(node, around, ZEROS) else b"63"


def _is_counted(node: Expression, around: Sequence[Expression], *by: bytes) -> bool:
    """Say whether something is what a call of one of some names counts."""
    parent = around[-1] if around else node
    return parent.kind == "call" and parent.name in by and bare(parent.parts[0]) is node


def is_from_last(node: Expression, around: Sequence[Expression], at: int, body: Body, masks: Masks) -> bool:
    """Say whether bits are counted of a mask moved up to a wavefront's last lane, by its `warpSize`."""
    by = bare(node.parts[1])
    last = bare(by.parts[0]) if (by.kind, by.text) == ("binary", b"-") else by
    counted = (last.kind, last.text) == ("binary", b"-") and last is not by
    if not counted or [bare(one).text for one in last.parts] != [b"warpSize", b"1"]:
        return False
    return _is_counted(node, around, *COUNTS_ABOVE) and masks.is_lane(by.parts[1], body.function, at)


def is_held(node: Expression, start: int, body: Body, masks: Masks) -> bool:
    """Say whether an expression is a name that holds a mask, or a call that gives one."""
    if node.kind == "call":
        return node.name in masks.givers | MAKES
    return node.kind == "name" and masks.is_named(node.text, body.function, node.within(start).start)


def narrow_cast(node: Expression, code: bytes, start: int) -> Span | None:
    """Give where a cast of what is counted makes 32 bits of it: `(int)mask`."""
    if node.kind != "cast" or whole_bits(node.text) != NARROW:
        return None
    begin, end = start + node.span.start, token_before(code, start + node.parts[0].span.start)
    closes = end.start if end.text == b")" else -1
    plain = code.startswith(b"(", begin) and code[begin + 1 : closes].strip() == node.text.strip()
    return Span(begin, end.end) if closes > begin and plain else None


def zeros_of(unit: Unit, body: Body, whole: Span) -> Zeros:
    """Say of what the leading zeros are that a call counts, by what takes them from which number."""
    uses = [*_uses(unit, body, whole)]
    of_32 = [_is_from_32(unit.code, at, body.facts.constants) for at in uses]
    if not any(of_32):
        return "lanes"
    return "32" if all(of_32) else "both"


def _uses(unit: Unit, body: Body, whole: Span) -> Iterator[int]:
    """Give where the value of a call is used that a name holds, or that the function gives back."""
    code = unit.code
    if any(_is_all_of(code, one, whole) for one in body.returned):
        yield from (one.at for one in sites(unit, body.function))
    given = [one for one in body.given if _is_all_of(code, one.value, whole)]
    for one in given[:1]:
        targets = {each.value.start: each for each in body.given if each.name == one.name}
        written = {word.start for word in standing(unit, one.name, body.function.body)}
        for at in sorted(written):
            sign = token_at(code, at + len(one.name))
            declared = any(start >= sign.end and start - sign.end < 2 for start in targets)
            if not (declared and sign.text in {b"=", b"(", b"{"}):
                yield at


def _is_all_of(code: bytes, value: Span, whole: Span) -> bool:
    return code[slice(*value)].strip() == code[slice(*whole)] and value.start <= whole.start < value.end


def _is_from_32(code: bytes, at: int, constants: ConstantTable) -> bool:
    """Say whether something at a place is taken from 31 or 32."""
    sign = token_before(code, at)
    number = token_before(code, sign.start) if sign.text == b"-" else None
    worth = constants.of(expression(number.text), TOLD) if number and number.text != b"warpSize" else None
    return worth is not None and worth.value in LAST
