"""Give masks of lanes 64 bits in the functions of a file, and say where that cannot be done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.def_use import NARROW, WORD
from hipify_py.lanes.flow.lane_masks import BELOW, BIT, MAKES, SHIFTED
from hipify_py.lanes.rewrite.warp32 import edited
from hipify_py.model import Span
from hipify_py.source.brackets import unbracketed
from hipify_py.source.functions import head_of
from hipify_py.source.search import before
from hipify_py.source.statements import written_call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.lanes.flow.mask_declarations import MaskDeclarations
    from hipify_py.model import Edit
    from hipify_py.source.call_parts import Call
    from hipify_py.source.unit import Unit

FULL = 0xFFFFFFFF
ALL = b"~0ull >> (64 - warpSize)"  # all lanes of a wavefront, be it of 64 or of 32
COUNT = re.compile(rb"\b(?:(31|32)\s*-\s*)?__(popc|ffs|clz|brev|fns)\s*\(")
WIDER = {b"popc": b"popcll", b"ffs": b"ffsll", b"clz": b"clzll", b"brev": b"brevll", b"fns": b"fns64"}
OF_WIDTH = re.compile(rb"\bwarpSize\s*(?:-\s*1\s*)?-\s*\Z")
DOUBLED = {b"31": b"63", b"32": b"64"}
ABOVE = re.compile(rb"(\w+)\s*<<\s*\(\s*(31)\s*-\s*([^()]*(?:\([^()]*\))?[^()]*)\)")
FULL_WORD = re.compile(
    rb"(?<![\w.])(?:0[xX][fF]{8}[uU]?(?!\w)|~\s*0[uU]?(?!\w)|UINT(?:32)?_MAX\b|-\s*1(?!\w)|(?:[A-Za-z_]\w*\s*::\s*){0,16}[A-Za-z_]\w*(?!\s*[(.\[]))"
)
RETURNS = re.compile(rb"\b(" + NARROW + rb")\s+(?:\w+\s*::\s*)*\Z")
SHIFT = re.compile(rb"\s*(?:<<|>>)(?!=)")
MAY_STAND_BEFORE = frozenset((b"(", b"=", b",", b"?", b":", b"&", b"|", b"^", b"{"))  # a minus of one operand
EQUAL = re.compile(rb"([=!]=)\s*")
NOT = re.compile(rb"(?<!\w)~\s*([A-Za-z_]\w*)(?![\w(.\[])")
AND_BEFORE, AND_AFTER = re.compile(rb"&\s*\(?\s*\Z"), re.compile(rb"\s*\)?\s*&(?!\s*\(?\s*~(?!0))")


def widened(unit: Unit, body: Body, masks: Masks, declared: MaskDeclarations) -> Iterator[tuple[Edit, ...]]:
    """Give masks, and what counts and makes them, 64 bits in one function: the edits of each place."""
    yield from ((edit,) for edit in _types(unit, body, masks, declared))
    yield from _counts(unit, body, masks)
    yield from _shifts(unit, body, masks)
    yield from ((edit,) for edit in (*_full(unit, body, masks), *_lone(unit, body, masks)))


def _lone(unit: Unit, body: Body, masks: Masks) -> Iterator[Edit]:
    for found in NOT.finditer(unit.code, *body.function.body):
        lone = not AND_BEFORE.search(
            unit.code[max(0, found.start() - 16) : found.start()]
        ) and not AND_AFTER.match(unit.code, found.end())
        if lone and found[1] in masks.names[body.function]:
            yield edited(Span(*found.span()), b"(" + found[0] + b" & " + ALL + b")")


def _types(unit: Unit, body: Body, masks: Masks, declared: MaskDeclarations) -> Iterator[Edit]:
    open_ = masks.is_open(body)
    for name in sorted(masks.names[body.function]):
        made = declared.narrow.get(name, ())
        if not made and (alias := declared.alias(name)):
            yield edited(alias, b"unsigned long long")
        for one in made:
            if one.whole.start >= body.function.body.start or not open_:
                yield edited(one.type, b"unsigned long long")
    if body.name in masks.givers and not open_ and (head := gives_narrow(unit, body)):
        yield edited(head, b"unsigned long long")


def gives_narrow(unit: Unit, body: Body) -> Span | None:
    """Give the span of the type, of 32 bits, that a function returns."""
    head = head_of(unit.code, body.function) if body.function.kind != "macro" else None
    found = RETURNS.search(unit.code, body.function.span.start, head.start) if head else None
    return Span(*found.span(1)) if found else None


def _counts(unit: Unit, body: Body, masks: Masks) -> Iterator[tuple[Edit, ...]]:
    for count in COUNT.finditer(unit.code, *body.function.body):
        name = Span(count.start(2) - 2, count.end(2))
        call = unit.call(name) or written_call(unit.code, name)
        if call is None or not call.arguments:
            continue
        text = unit.code[slice(*call.arguments[0])]
        words = set(WORD.findall(text))
        if words & (masks.names[body.function] | masks.givers | MAKES) or masks.holds(text, body.function):
            wider = edited(Span(count.start(2), count.end(2)), WIDER[count[2]])
            more = _from_the_top(unit, count, call) if count[2] in {b"clz", b"brev"} else ()
            yield (wider, *more)


def _from_the_top(unit: Unit, count: re.Match[bytes], call: Call) -> Iterator[Edit]:
    """Take off the bits that a mask has above those of 32 lanes, or of the wavefront."""
    before = OF_WIDTH.search(unit.code, max(0, count.start() - 40), count.start())
    if count[2] == b"brev":
        yield edited(Span(call.close, call.close), b" >> (64 - warpSize)")
    elif count[1]:
        yield edited(Span(*count.span(1)), DOUBLED[count[1]])
    else:
        less = b" - (64 - warpSize))" if before else b" - 32)"
        yield edited(Span(count.start(2) - 2, count.start(2) - 2), b"(")
        yield edited(Span(call.close, call.close), less)


def _shifts(unit: Unit, body: Body, masks: Masks) -> Iterator[tuple[Edit, ...]]:
    """Widen what is shifted by a lane's number: one bit, or all of them."""
    code, within = unit.code, body.function.body
    for one in BIT.finditer(code, *within):
        if masks.of_lane(one[1], body.function) and b"l" not in code[one.start() : one.start(1)].lower():
            end = one.start() + 1
            suffix = code[end : end + 1] in {b"u", b"U"}
            yield (edited(Span(one.start(), end + suffix), code[one.start() : end] + b"ull"),)
    for full in SHIFTED.finditer(code, *within):
        if masks.of_lane(full[2], body.function):
            yield (edited(Span(*full.span(1)), _wide(full[1])),)
    for full in BELOW.finditer(code, *within):
        if masks.of_lane(full[3], body.function):
            all_bits = edited(Span(*full.span(1)), _wide(full[1]))
            yield all_bits, edited(Span(*full.span(2)), DOUBLED[full[2]])
    for mask in ABOVE.finditer(code, *within):
        if mask[1] in masks.names[body.function] and masks.of_lane(mask[3], body.function):
            yield (edited(Span(*mask.span(2)), DOUBLED[mask[2]]),)


def _wide(text: bytes) -> bytes:
    """Give a constant with its upper bits set for 64 bits."""
    digits = text[2:].rstrip(b"uU") if text[:2].lower() == b"0x" else b"ffffffff"
    return b"0xffffffff" + digits + b"ull"


def _full(unit: Unit, body: Body, masks: Masks) -> Iterator[Edit]:
    """Put the mask of all lanes where a mask is given all of 32 bits, or compared with them."""
    code, names = unit.code, masks.names[body.function]
    spans = [
        one.value for one in body.given if one.target in names and one.operator in {b"", b"&", b"|", b"^"}
    ]
    if body.name in masks.givers and body.function.kind != "macro":
        spans += body.returned
    passed = masks.passed(body)
    spans += [argument for argument, callee, name in passed if name in masks.names[callee.function]]
    for span in dict.fromkeys(spans):
        for found in FULL_WORD.finditer(code, *span):
            if (
                is_full(found[0], body.facts.constants)
                and found[0] != b"warpSize"  # one of the program's, which stands in what is written
                and _unary(code, found.start())
                and not SHIFT.match(code, found.end())
            ):
                alone = Span(*found.span()) == span
                yield edited(Span(*found.span()), ALL if alone else b"(" + ALL + b")")
    for sign in EQUAL.finditer(code, *body.function.body):
        word = FULL_WORD.match(code, sign.end())
        left = re.search(rb"(\w+)\s*\Z", code[max(0, sign.start() - 80) : sign.start()])
        if word and left and left[1] in names and is_full(word[0], body.facts.constants):
            yield edited(Span(*word.span()), b"(" + ALL + b")")


def _unary(code: bytes, at: int) -> bool:
    """Say whether a minus stands before its only operand."""
    end = before(code, at, b" \t\r\n")
    return code[at : at + 1] != b"-" or code[end - 1 : end] in MAY_STAND_BEFORE


def is_full(text: bytes, constants: ConstantTable) -> bool:
    """Say whether an expression is the mask of all of 32 lanes."""
    number = constants.number(unbracketed(text).rpartition(b"::")[2])
    return number is not None and number.bits == 32 and number.value == FULL
