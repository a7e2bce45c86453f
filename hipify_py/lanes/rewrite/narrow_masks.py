"""Where a mask of lanes stays within 32 bits in code that is to work on the whole wavefront."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.def_use import VOTES
from hipify_py.lanes.flow.integers import COMPARED
from hipify_py.lanes.flow.known_masks import MAKES
from hipify_py.lanes.flow.mask_declarations import is_chosen
from hipify_py.lanes.flow.mask_nodes import PICKS
from hipify_py.lanes.flow.uniformity import TRUTHS
from hipify_py.lanes.flow.value_types import is_wide
from hipify_py.lanes.flow.wide_declarations import to_wide, wide_names
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.group_masks import MASKS
from hipify_py.lanes.rewrite.counted_masks import is_from_last, narrow_cast, zeros_of
from hipify_py.lanes.rewrite.lane_shares import lane_shares
from hipify_py.lanes.rewrite.lanes_of_32 import counts_in_32
from hipify_py.lanes.rewrite.picked_bits import unheeded_shifts
from hipify_py.lanes.rewrite.stored_bitmaps import Bitmaps
from hipify_py.lanes.rewrite.stored_bits import is_plain_mask, stored_bits
from hipify_py.lanes.rewrite.widen_masks import EQUAL, FULL, WIDER, full_masks, gives_narrow, is_full
from hipify_py.lanes.warp_names import ON_WARP
from hipify_py.source.expression_parser import CASTS
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare, is_type
from hipify_py.source.function_names import name_of
from hipify_py.source.function_reading import model
from hipify_py.source.return_types import returned_type
from hipify_py.source.spans import holds
from hipify_py.source.tokens import A_NAME, OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.lanes.flow.mask_declarations import MaskDeclarations
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

SHUFFLE = b"__shfl"
KEPT, PASSED, TAKEN, GIVEN = "keeps", "passes on", "takes", "gives back"
BITS, LANE = "the bits of a mask", "the lane"
FROM_31 = frozenset((b"<<", b">>", b"*", b"/", b"%", *PICKS))  # what makes of `__clz` no lane
FIRST_LANE = (0, 1)  # masks of none, and of the first lane, in a warp of any width
PUT_TO_MASKS = frozenset((*PICKS, *COMPARED))
CONSTANTS = frozenset({"number", "name", "member", "subscript"})
NARROW = 32  # bits
UPPER_HALF = 0xFFFF  # a mask above it has a lane of the upper half of 32
WIDE_WORDS = (b"long", b"64", b"size_t", b"bool", b"void")
COUNTS = (b"__popc", b"__ffs", b"__clz", b"__brev", b"__fns")  # how their names begin
NO_TYPE = {b"return", b"else", b"do", b"case", b"goto", b"new", b"delete", b"typename"}
NO_CALL = frozenset(
    b"if while for switch return sizeof defined bool asm __asm__ volatile __volatile__".split()
)


def narrow(unit: Unit, body: Body, masks: Masks, declared: MaskDeclarations) -> Iterator[Hazard]:
    """Report what takes, keeps, passes on or gives back a mask of lanes in 32 bits, and masks of 32 lanes."""
    yield from _kept(unit, body, masks, declared)
    yield from _used(unit, body, masks)
    yield from _passed(unit, body, masks)
    yield from _given(unit, body, masks, declared)
    yield from _values(unit, body, masks)
    yield from lane_shares(unit, body, masks)
    yield from stored_bits(unit, body, masks)


def _kept(unit: Unit, body: Body, masks: Masks, declared: MaskDeclarations) -> Iterator[Hazard]:
    code, function = unit.code, body.function
    values = {(one.target, one.value.start): one.value for one in body.given}
    for symbol in sorted(masks.names[function]):
        made = declared.narrow.get(symbol, ())
        for found in made:
            if found.whole.start < function.body.start and masks.is_open(body):
                yield Hazard("W003", found.whole, TAKEN)
        kept = [
            Hazard("W003", one.whole, KEPT)
            for one in declared.initial.get(symbol, ())
            if (value := values.get((name_of(symbol), one.value)))
            and code[slice(*one.type)] not in NO_TYPE
            and masks.holds(value, function)
            and not declared.alias(symbol)  # which is widened
        ]
        yield from kept
        if not (made or kept or declared.alias(symbol)) and (
            place := declared.led_to(symbol) or _narrow_place(unit, body, symbol, declared)
        ):
            yield Hazard("W003", place, TAKEN if place.start < function.body.start else KEPT)
    others = [
        (base[0], one.value)
        for one in body.given
        if not OWN_NAME.fullmatch(one.target) and (base := A_NAME.search(one.target))
        if not masks.is_named(base[0], function, one.value.start) and masks.holds(one.value, function)
    ]
    wide = to_wide(code, function.span) if others else ()
    yield from (Hazard("W003", value, KEPT) for base, value in others if base not in wide)


def _narrow_place(unit: Unit, body: Body, symbol: bytes, declared: MaskDeclarations) -> Span | None:
    """Give where a name that holds a mask is declared with another type, or used without being declared."""
    typed, name = declared.typed.get(symbol), name_of(symbol)
    if typed and unit.code[slice(*typed.type)] not in NO_TYPE:
        return None if symbol in declared.wide else typed.whole
    if declared.is_led_to_wide(symbol):
        return None
    if (body.function.kind == "macro" and name in body.parameters) or name in wide_names(unit):
        return None
    return declared.used.get(symbol)


def _used(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report masks for votes, matches and reductions that come from where their width cannot be seen."""
    for op in body.facts.ops:
        if op.kind not in VOTES or not is_sync(op) or op.call is None or not op.call.arguments:
            continue
        mask = op.call.arguments[0]
        text = unit.code[slice(*mask)].strip()
        number = body.facts.constants.number(text)
        if number is None and not masks.holds(mask, body.function):
            yield Hazard("W003", mask, TAKEN)


def _passed(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    code, function = unit.code, body.function
    for call in body.called:
        name = code[slice(*call.name)]
        counts = _meant(unit, name, masks) in WIDER and name not in WIDER
        if not counts and (
            name in NO_CALL
            or name in CASTS
            or is_type(name)
            or name in masks.by_name
            or name.startswith(COUNTS)
            or name in MAKES
            or is_chosen(unit, name, body.facts.constants.chosen)
        ):
            continue
        skipped = 1 if name.startswith(ON_WARP) and name.endswith((b"_sync", b"syncwarp")) else 0
        if name.startswith(b"__shfl"):
            skipped += 1  # HIP's shuffles take 64 bits
        gone = masks.dropping.get(name, ())
        for number, argument in enumerate(call.arguments[skipped:], skipped):
            if number not in gone and masks.holds(argument, function):
                yield Hazard("W003", argument, PASSED)


def _meant(unit: Unit, name: bytes, masks: Masks) -> bytes:
    """Give the name that a macro without parameters stands for, or the name itself."""
    seen = set[bytes]()
    while name in masks.by_name and name not in seen:
        seen.add(name)
        made = masks.by_name[name]
        words = unit.code[slice(*made.function.body)].split() if made.function.kind == "macro" else []
        name = words[-1] if len(words) == 3 else name  # `define NAME MEANT`
    return name


def _given(unit: Unit, body: Body, masks: Masks, declared: MaskDeclarations) -> Iterator[Hazard]:
    function = body.function
    if body.name not in masks.givers or function.kind == "macro":
        return
    type_ = returned_type(unit.code, function)
    text = unit.code[slice(*type_)] if type_ else b""
    if is_wide(text) or is_chosen(unit, text, body.facts.constants.chosen) or declared.alias(body.name):
        return
    if gives_narrow(unit, body) is None or masks.is_open(body):
        places = [one for one in body.returned if masks.holds(one, function)]
        for place in places or body.returned:
            yield Hazard("W003", place, GIVEN)


def _values(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report what a mask is given that names lanes of the first 32 alone."""
    bitmaps = Bitmaps(unit, body, masks)
    for one in body.given:
        if (
            one.operator in {b"", b"&", b"|", b"^"}
            and masks.is_named(one.target, body.function, one.value.start)
            and not _suits(unit, one.value, body, masks)
            and not bitmaps.is_given(one)
        ):
            yield Hazard("W024", one.value)
    widened = frozenset(edit.span for edit in full_masks(unit, body, masks))
    unheeded = unheeded_shifts(unit, body, masks)
    for node, around, start in masks.operations(body):
        if _is_picked(node, start, body, masks, widened):
            yield Hazard("W024", node.within(start))
        elif node.within(start) not in unheeded and (found := _narrowed(node, around, start, body, masks)):
            message, said = found
            yield Hazard(message, node.within(start), said)
        elif masks.picks_in_32(node, body.function, start) or masks.stays_narrow(node, start):
            yield Hazard("W012", node.within(start), BITS)
        elif counts_in_32(node, around, body, start, masks):
            yield Hazard("W012", node.within(start), "lanes")
    for argument, callee, symbol in masks.passed(body):
        if symbol in masks.names[callee.function] and not _suits(unit, argument, body, masks):
            yield Hazard("W024", argument)


def _is_picked(node: Expression, start: int, body: Body, masks: Masks, widened: frozenset[Span]) -> bool:
    """Say whether an operator puts a constant of 32 bits to a mask; what is `widened` has as many as that."""
    constants = body.facts.constants
    if node.kind != "binary" or node.text not in PUT_TO_MASKS:
        return False
    if not any(is_plain_mask(part, body.function, start, masks) for part in node.parts):
        return False
    picked = [one for one in node.parts if one.kind in CONSTANTS and one.within(start) not in widened]
    if node.text in EQUAL:  # one with all lanes is widened
        picked = [part for part in picked if not is_full(part, constants)]
    elif node.text in COMPARED:
        picked = [part for part in picked if (constants.plain(part) or 0) >= UPPER_HALF]
    numbers = [constants.of(part) for part in picked]
    return any(one and one.bits == NARROW and one.value > 1 for one in numbers)


def _narrowed(
    node: Expression, around: Sequence[Expression], start: int, body: Body, masks: Masks
) -> tuple[str, str] | None:
    """Say what an operator or a cast makes of a mask: its message, and what that says."""
    function = body.function
    if (node.kind, node.name) == ("call", b"__clz") and node.parts:
        counted = masks.is_mask(node.parts[0], function, start)
        of_31 = counted and _is_from_31(node, around, function, start, masks)
        mixed = counted and zeros_of(masks.unit, body, node.within(start)) == "both"
        return ("W012", LANE) if of_31 or mixed else None
    if node.kind == "cast" and _is_counted(masks.unit, node, around, start):
        return None
    if node.kind == "cast" and not any(word in node.text for word in WIDE_WORDS):
        return ("W003", PASSED) if masks.is_mask(node.parts[0], function, start) else None
    if node.kind != "binary" or not any(is_plain_mask(part, function, start, masks) for part in node.parts):
        return None
    left, right = node.parts
    named = node.text in {b"<<", b"<<="} and masks.is_named(
        bare(left).text, function, bare(left).within(start).start
    )
    if not named:
        return None
    outer = [one.text if one.kind == "binary" else b"" for one in around[::-1]]
    bounded = outer[:1] == [b"&"] or (outer[:1] in ([b"|"], [b"^"]) and outer[1:] == [b"&"])
    told = bounded or masks.from_top(right, function, start) or is_from_last(node, around, start, body, masks)
    told = told or _goes_on_with_lanes(masks.unit, node, function, start)
    return None if told else ("W012", BITS)


def _goes_on_with_lanes(unit: Unit, node: Expression, function: Function, start: int) -> bool:
    """Say whether one bit goes on in each turn of a loop over all lanes: `bit <<= 1` up to `warpSize`."""
    if node.text != b"<<=" or bare(node.parts[1]).text != b"1":
        return False
    at = node.within(start)
    around = [one for one in model(unit, function).loops if holds(one.whole, at)]
    innermost = max(around, key=lambda one: one.whole.start, default=None)
    return innermost is not None and b"warpSize" in unit.code[slice(*innermost.condition)]


def _is_counted(unit: Unit, node: Expression, around: Sequence[Expression], start: int) -> bool:
    """Say whether a cast is of what is counted in 64 bits, and is widened with that."""
    parent = around[-1] if around else node
    counts = parent.kind == "call" and parent.name in WIDER and len(parent.parts) > 0
    return counts and parent.parts[0] is node and narrow_cast(node, unit.code, start) is not None


def _is_from_31(
    node: Expression, around: Sequence[Expression], function: Function, start: int, masks: Masks
) -> bool:
    """Say whether something is made of how far a lane is from the last one of 32."""
    parent = around[-1] if around else node
    if parent.kind == "call" and parent.name.startswith(SHUFFLE):
        return False
    if parent.kind != "binary":
        return parent.kind in {"subscript", "call"} and parent is not node
    ones = parent.text == b">>" and masks.shift(parent, function, start) == "ones"
    return parent.text in FROM_31 and not ones


def _suits(unit: Unit, value: Span, body: Body, masks: Masks) -> bool:
    """Say whether a value is a mask of as many lanes as a wavefront has."""
    text = unit.code[slice(*value)]
    node = expression(text)
    number = body.facts.constants.of(node)
    if number is not None:
        wide = number.bits == 64 and number.value != FULL
        return wide or number.value in FIRST_LANE or is_full(node, body.facts.constants)
    truth = node.kind in {"binary", "unary"} and node.text in TRUTHS  # 0 or 1, of whatever width
    known = truth or masks.is_mask(node, body.function, value.start) or b"warpSize" in text
    return known or _votes_of_tile(body, value)


def _votes_of_tile(body: Body, value: Span) -> bool:
    """Say whether a value is what the lanes of a tile vote, by their ranks: a tile has 32 at most."""
    ops = body.facts.ops
    first = bisect_left(ops, value.start, key=lambda op: op.span.start)
    made = ops[first] if first < len(ops) else None
    return made is not None and made.span.end <= value.end and made.kind == "passed" and made.name in MASKS
