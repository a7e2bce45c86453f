"""Give masks of lanes 64 bits in the functions of a file, and say where that cannot be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.known_masks import MAKES
from hipify_py.lanes.flow.value_types import is_narrow
from hipify_py.lanes.rewrite.counted_masks import (
    COUNTS_ABOVE,
    is_held,
    last_lane,
    narrow_cast,
    reaches_above,
    reaches_top,
    zeros_of,
)
from hipify_py.lanes.rewrite.shift_edits import DOUBLED, shift_edits
from hipify_py.lanes.rewrite.signed_masks import handed_without_sign, is_in_int, unsigned, without_sign
from hipify_py.lanes.rewrite.warp32 import edited
from hipify_py.lanes.rewrite.wide_values import WideValues
from hipify_py.lanes.rewrite.widened_lists import beside
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.return_types import returned_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.lanes.flow.mask_declarations import MaskDeclarations
    from hipify_py.model import Edit
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.unit import Unit

FULL = 0xFFFFFFFF
ALL = b"~0ull >> (64 - warpSize)"  # all lanes of a wavefront, be it of 64 or of 32
WIDER = {
    b"__popc": b"__popcll",
    b"__ffs": b"__ffsll",
    b"__clz": b"__clzll",
    b"__brev": b"__brevll",
    b"__fns": b"__fns64",
}
EQUAL = frozenset((b"==", b"!="))
AGAINST = EQUAL | {b"^"}
OWN_WIDTH = frozenset((b"warpSize", b"warpSize-1"))


def widened(unit: Unit, body: Body, masks: Masks, declared: MaskDeclarations) -> Iterator[tuple[Edit, ...]]:
    """Give masks, and what counts and makes them, 64 bits in one function: the edits of each place."""
    yield from ((edit,) for edit in _types(unit, body, masks, declared))
    wide = WideValues(unit, body, masks, declared)
    for node, around, start in masks.operations(body):
        if edits := _edits(_Text(unit.code, start), node, around, body, masks):
            yield (*edits, *_cast(_Text(unit.code, start), node, body, wide))
    yield from ((edit,) for edit in full_masks(unit, body, masks))
    yield from ((edit,) for edit in handed_without_sign(body, masks))


def _edits(
    text: _Text, node: Expression, around: Sequence[Expression], body: Body, masks: Masks
) -> tuple[Edit, ...]:
    """Give the edits that one node of a function calls for."""
    if node.kind == "call" and node.name in WIDER and node.parts:
        edits = _count(text, node, around, body, masks)
        return (*edits, *_within_lanes(text, node, body, masks)) if edits else ()
    if node.kind == "binary" and node.text in {b"<<", b">>"}:
        return shift_edits(node, text.start, body, masks, last_lane(node, around))
    if node.kind == "binary" and node.text in EQUAL:
        full = _full_beside_mask(node, text, body, masks)[:1]
        beside = [one for one in node.parts if full and one is not full[0]]
        held = [one for one in beside if is_in_int(one, text.start, body, masks)]
        signs = unsigned(held[0], text.start) if held else without_sign(node, around, text.start, body, masks)
        return (*signs, *(edited(text.span(one), b"(" + ALL + b")") for one in full))
    if signs := (*without_sign(node, around, text.start, body, masks),):
        return signs
    if _is_turned(node, around, text, body, masks) or _is_one_more_than_all(node, around, text, body, masks):
        span = text.span(node)
        return (edited(span, b"(", span, b" & " + ALL + b")"),)
    return ()


def against_all(unit: Unit, body: Body, masks: Masks) -> Iterator[Span]:
    """Give where a function turns a mask of lanes around, or holds it against that of all lanes."""
    for node, around, start in masks.operations(body):
        text = _Text(unit.code, start)
        held = node.kind == "binary" and node.text in AGAINST and _full_beside_mask(node, text, body, masks)
        if held or _is_turned(node, around, text, body, masks):
            yield text.span(node)


def _full_beside_mask(node: Expression, text: _Text, body: Body, masks: Masks) -> list[Expression]:
    """Give those of the two sides of an operation that are all of 32 lanes, beside a mask."""
    return [
        all_
        for mask, all_ in (node.parts, node.parts[::-1])
        if is_full(all_, body.facts.constants) and _wide_mask(mask, text.start, body, masks)
    ]


def _is_turned(node: Expression, around: Sequence[Expression], text: _Text, body: Body, masks: Masks) -> bool:
    """Say whether an expression is a mask turned around, with nothing that clears what is above the lanes."""
    turned = (node.kind, node.text) == ("unary", b"~") and is_held(node.parts[0], text.start, body, masks)
    written = text.of(node) if turned else b""
    is_whole = written.count(b"(") == written.count(b")")  # else a call goes on where the grammar lost it
    return turned and is_whole and not _is_bounded(node, around)


def _is_one_more_than_all(
    node: Expression, around: Sequence[Expression], text: _Text, body: Body, masks: Masks
) -> bool:
    """Say whether an expression asks a mask of all lanes whether one more comes to 0: `mask + 1 == 0`."""
    parent = around[-1] if around else None
    if parent is None or (node.kind, node.text) != ("binary", b"+"):
        return False
    plain = body.facts.constants.plain
    zero = parent.kind == "binary" and parent.text in EQUAL and any(plain(one) == 0 for one in parent.parts)
    asked = zero or (parent.kind, parent.text) == ("unary", b"!")
    pairs = (node.parts, node.parts[::-1]) if asked else ()
    return any(plain(by) == 1 and is_held(one, text.start, body, masks) for one, by in pairs)


def _wide_mask(node: Expression, at: int, body: Body, masks: Masks) -> bool:
    """Say whether an expression is a mask of lanes that no cast in it makes narrow, which is reported."""
    return masks.is_mask(node, body.function, at) and not any(one.kind == "cast" for one in node.walk())


def _is_bounded(node: Expression, around: Sequence[Expression]) -> bool:
    """Say whether an `&` clears what `~` sets above the lanes of a wavefront, of several the first."""
    parent = around[-1] if around else None
    if parent is None or parent.kind != "binary" or parent.text not in {b"&", b"&="}:
        return False
    return parent.parts[1] is node or not (parent.parts[1].kind == "unary" and parent.parts[1].text == b"~")


def _types(unit: Unit, body: Body, masks: Masks, declared: MaskDeclarations) -> Iterator[Edit]:
    open_ = masks.is_open(body)

    def is_mask(one: Declaration) -> bool:
        return masks.is_named(one.name, body.function, one.at.start)

    for symbol in sorted(masks.names[body.function]):
        made = declared.narrow.get(symbol, ())
        if not made and (alias := declared.alias(symbol)):
            yield edited(alias, b"unsigned long long")
        for one in made:
            if one.whole.start >= body.function.body.start or not open_:
                yield from beside(unit, body.function, one.type, is_mask)
    if body.name in masks.givers and not open_ and (head := gives_narrow(unit, body)):
        yield edited(head, b"unsigned long long")


def gives_narrow(unit: Unit, body: Body) -> Span | None:
    """Give the span of the type, of 32 bits, that a function returns."""
    found = returned_type(unit.code, body.function)
    return found if found and is_narrow(unit.code[slice(*found)]) else None


def _count(
    text: _Text, node: Expression, around: Sequence[Expression], body: Body, masks: Masks
) -> tuple[Edit, ...]:
    """Count the bits of a mask in 64 bits, and take off those that it has above the lanes."""
    counted = node.parts[0]
    named = any(
        one.name in masks.givers | MAKES or masks.is_named(one.name, body.function, text.span(one).start)
        for one in counted.walk()
        if one.kind in {"name", "call"}
    )
    if not named and not masks.is_mask(counted, body.function, text.start):
        return ()
    whole = text.span(node)
    name = text.code.rfind(node.name, whole.start, text.span(counted).start)
    if name < 0:  # a method, whose object leads its arguments
        return ()
    wider = edited(Span(name, name + len(node.name)), WIDER[node.name])
    if node.name == b"__brev":
        return wider, edited(Span(whole.end, whole.end), b" >> (64 - warpSize)")
    parent = around[-1] if around else node
    shifts = (parent.kind, parent.text) == ("binary", b">>")
    if node.name != b"__clz" or (shifts and masks.shift(parent, body.function, text.start) == "ones"):
        return (wider,)
    left = parent.parts[0] if (parent.kind, parent.text) == ("binary", b"-") else node
    if left.text in DOUBLED:
        return edited(text.span(left), DOUBLED[left.text]), wider
    if left is node or left is parent.parts[1]:
        own = zeros_of(masks.unit, body, whole) == "lanes"
    else:
        own = b"".join(text.of(left).split()) in OWN_WIDTH
    less = b" - (64 - warpSize))" if own else b" - 32)"
    begins = Span(whole.start, whole.start)
    return edited(begins, b"("), wider, edited(Span(whole.end, whole.end), less)


def _within_lanes(text: _Text, node: Expression, body: Body, masks: Masks) -> tuple[Edit, ...]:
    """Leave what is counted as wide as a mask, and without bits that no lane has."""
    counted = node.parts[0]
    begin, end = text.span(counted)
    has_sign = is_in_int(bare(counted), text.start, body, masks)
    if cast := narrow_cast(counted, text.code, text.start):
        return (edited(cast, b"(unsigned)" if has_sign else b"(unsigned long long)"),)
    if node.name not in COUNTS_ABOVE:
        return ()
    if has_sign and not _is_turned(counted, (), text, body, masks):
        return unsigned(counted, text.start)
    if not (reaches_top(node, body, masks, text.start) or reaches_above(counted, body, masks, text.start)):
        return ()
    return edited(Span(begin, begin), b"("), edited(Span(end, end), b") & " + ALL)


def _cast(text: _Text, node: Expression, body: Body, wide: WideValues) -> tuple[Edit, ...]:
    """Cast what `__ffsll` is given where that is no `long long`: it is one of two by its type."""
    if (
        node.name != b"__ffs"
        or narrow_cast(node.parts[0], text.code, text.start)
        or wide.holds(node.parts[0], text.start)
    ):
        return ()
    begin, end = text.span(node.parts[0])
    simple = node.parts[0].kind in {"name", "call", "subscript", "member"} and body.function.kind != "macro"
    begins, ends = (b"", b"") if simple else (b"(", b")")
    closed = (edited(Span(end, end), ends),) if ends else ()
    return edited(Span(begin, begin), b"(unsigned long long)" + begins), *closed


def full_masks(unit: Unit, body: Body, masks: Masks) -> Iterator[Edit]:
    """Put the mask of all lanes where a mask is given all of 32 bits, or compared with them."""
    spans = [
        one.value
        for one in body.given
        if one.operator in {b"", b"&", b"|", b"^"}
        and masks.is_named(one.target, body.function, one.value.start)
    ]
    if body.name in masks.givers and body.function.kind != "macro":
        spans += body.returned
    passed = masks.passed(body)
    spans += [argument for argument, callee, symbol in passed if symbol in masks.names[callee.function]]
    given = dict.fromkeys(spans)
    seen = set[Span]()
    for span in sorted(given, key=lambda one: (one.start, -one.end)):  # one in another's value is seen there
        text = _Text(unit.code, span.start)
        todo = [expression(unit.code[slice(*span)])]
        while todo:
            node = todo.pop()
            at = text.span(node)
            if at in seen:
                continue
            seen.add(at)
            if not is_full(node, body.facts.constants):
                todo += _came_to(node)
            elif node.text != b"warpSize":  # one of the program's, which stands in what is written
                yield edited(at, ALL if at in given else b"(" + ALL + b")")


def _came_to(node: Expression) -> Sequence[Expression]:
    """Give what an expression may come to, or is put together from as masks are."""
    of_others = node.kind in {"cast", "list", "other", "?"} or node.text in {b"&", b"|", b"^", b"="}
    return node.parts[node.kind == "?" :] if of_others else ()


def is_full(node: Expression, constants: ConstantTable) -> bool:
    """Say whether an expression is the mask of all of 32 lanes."""
    number = constants.of(node)
    return number is not None and number.bits == 32 and number.value == FULL


class _Text(NamedTuple):
    """Where a statement begins in the code, of which the nodes' spans count from there."""

    code: bytes
    start: int

    def span(self, node: Expression) -> Span:
        return node.within(self.start)

    def of(self, node: Expression) -> bytes:
        return self.code[slice(*self.span(node))]
