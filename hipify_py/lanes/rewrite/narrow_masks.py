"""Where a mask of lanes stays within 32 bits in code that is to work on the whole wavefront."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.def_use import NARROW, VOTES, WORD
from hipify_py.lanes.flow.lane_masks import CAST, MAKES
from hipify_py.lanes.flow.value_types import NOT_NARROW
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.widen_masks import ABOVE, alias_of, declarations, gives_narrow, is_full
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.source.unit import Unit

KEPT, PASSED, TAKEN, GIVEN = "keeps", "passes on", "takes", "gives back"
WIDE_WORD = re.compile(rb"long|64|size_t|bool|void")
TYPED = rb"\b([A-Za-z_][\w:]*(?:\s*<[^<>;(){}]*>)?)(?:\s+const)?\s+"
COUNTS = re.compile(rb"__(?:popc|ffs|clz|brev|fns)")
ON_WARP = re.compile(rb"__(?:shfl|ballot|any|all|match|reduce|syncwarp|activemask)")
NO_TYPE = {b"return", b"else", b"do", b"case", b"goto", b"new", b"delete", b"typename"}
NO_CALL = frozenset(
    b"if while for switch return sizeof defined bool asm __asm__ volatile __volatile__".split()
)
C_CAST = re.compile(rb"\(\s*(?:unsigned(?:\s+int)?|int|u?int32_t|uint)\s*\)\s*(?:\(\s*)?([A-Za-z_]\w*)")
PART = re.compile(
    rb"([A-Za-z_]\w*)\s*[&|^]=?\s*(0[xX]\w+|\d\w*)\b|\b(0[xX]\w+|\d\w*)\s*[&|^]\s*([A-Za-z_]\w*)"
)

UPWARDS = re.compile(rb"(?<![\w.>])([A-Za-z_]\w*)\s*<<=?\s*")
BOUNDED = re.compile(rb"(?:\w+|\([^()]*\))[^()&;,?:]*\)?\s*&(?!&)")


def narrow(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report what takes, keeps, passes on or gives back a mask of lanes in 32 bits, and masks of 32 lanes."""
    yield from _kept(unit, body, masks)
    yield from _used(unit, body, masks)
    yield from _passed(unit, body, masks)
    yield from _given(unit, body, masks)
    yield from _values(unit, body, masks)


def _kept(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    code, function = unit.code, body.function
    for name in sorted(masks.names[function]):
        made = declarations(unit, body, name)
        for found in made:
            if found.start() < function.body.start and masks.is_open(body):
                yield Hazard("W003", Span(*found.span()), TAKEN)
        kept = [*_initialised(unit, body, masks, name)]
        yield from kept
        if not (made or kept or alias_of(unit, body, name)) and (place := _narrow_place(unit, body, name)):
            yield Hazard("W003", place, KEPT)
    wide: dict[bytes, bool] = {}
    for one in body.given:
        base = re.search(rb"\w+", one.target)
        if not WORD.fullmatch(one.target) and base and masks.holds(code[slice(*one.value)], function):
            if base[0] not in wide:
                of_wide = re.compile(NOT_NARROW + rb"[\s*&]*(?:const\s+|__restrict__\s+)*" + base[0] + rb"\b")
                wide[base[0]] = of_wide.search(code, *function.span) is not None
            if not wide[base[0]] and base[0] not in masks.names[function]:
                yield Hazard("W003", one.value, KEPT)


def _initialised(unit: Unit, body: Body, masks: Masks, name: bytes) -> Iterator[Hazard]:
    """Report declarations that begin with a mask in a type of fewer bits, in whichever block they stand."""
    code, function = unit.code, body.function
    suits = rb"(?:\b(?:" + NARROW + rb"|" + NOT_NARROW + rb")(?:\s+const)?\s+|" + TYPED + rb")"
    typed = re.compile(suits + rb"(" + name + rb")\s*=\s*")
    values = {one.value.start: one.value for one in body.given if one.target == name}
    for found in typed.finditer(code, *function.body):
        value = values.get(found.end()) if found[1] and found[1] not in NO_TYPE else None
        if value and masks.holds(code[slice(*value)], function):
            yield Hazard("W003", Span(found.start(), found.end(2)), KEPT)


def _narrow_place(unit: Unit, body: Body, name: bytes) -> Span | None:
    """Give where a name that holds a mask is declared with another type, or used without being declared."""
    code, function = unit.code, body.function
    typed = re.compile(TYPED + name + rb"\b(?=\s*[=;,)({\[])").search(code, *function.span)
    if typed and typed[1] not in NO_TYPE:
        wide = re.compile(NOT_NARROW + rb"\s+(?:const\s+)?" + name + rb"\b")
        return None if wide.search(code, *function.span) else Span(*typed.span())
    if (function.kind == "macro" and name in body.parameters) or _is_wide(code, name):
        return None
    found = re.compile(rb"\b" + name + rb"\b").search(code, *function.body)
    return Span(*found.span()) if found else None


def _used(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report masks for votes, matches and reductions that come from where their width cannot be seen."""
    for op in body.facts.ops:
        if op.kind not in VOTES or not is_sync(op) or op.call is None or not op.call.arguments:
            continue
        mask = op.call.arguments[0]
        text = unit.code[slice(*mask)].strip()
        number = body.facts.constants.number(text)
        if number is None and not masks.holds(text, body.function):
            yield Hazard("W003", mask, TAKEN)


def _is_wide(code: bytes, name: bytes) -> bool:
    """Say whether a file declares a name with 64 bits, be it as a member or for all functions."""
    among = rb"\s+(?:const\s+)?(?:\w[^;{}()]{0,400}(?:\([^()]{0,400}\)[^;{}()]{0,400}){0,16},\s*)?"
    return re.search(NOT_NARROW + among + name + rb"\b", code) is not None


def _passed(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    code, function = unit.code, body.function
    for call in body.called:
        name = code[slice(*call.name)]
        if name in NO_CALL or name in masks.by_name or COUNTS.match(name) or name in MAKES:
            continue
        if CAST.search(name) and WIDE_WORD.search(code[call.name.start : call.name.end + 40].split(b"(")[0]):
            continue
        skipped = 1 if ON_WARP.match(name) and name.endswith((b"_sync", b"syncwarp")) else 0
        if name.startswith(b"__shfl"):
            skipped += 1  # HIP's shuffles take 64 bits
        for argument in call.arguments[skipped:]:
            if masks.holds(code[slice(*argument)], function):
                yield Hazard("W003", argument, PASSED)
    for cast in C_CAST.finditer(code, *function.body):
        if cast[1] in masks.names[function] | masks.givers | MAKES:
            yield Hazard("W003", Span(*cast.span()), PASSED)


def _given(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    code, function = unit.code, body.function
    if body.name not in masks.givers or function.kind == "macro":
        return
    head = code[function.span.start : function.body.start].split(b"(", 1)[0]
    if re.search(NOT_NARROW + rb"\s+(?:\w+\s*::\s*)*\w+\s*\Z", head) or alias_of(unit, body, body.name):
        return
    if gives_narrow(unit, body) is None or masks.is_open(body):
        places = [one for one in body.returned if masks.holds(code[slice(*one)], function)]
        for place in places or body.returned:
            yield Hazard("W003", place, GIVEN)


def _values(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report what a mask is given that names lanes of the first 32 alone."""
    code, names, constants = unit.code, masks.names[body.function], body.facts.constants
    for one in body.given:
        text = code[slice(*one.value)]
        if (
            one.target not in names
            or one.operator not in {b"", b"&", b"|", b"^"}
            or _suits(text, body, masks)
        ):
            continue
        yield Hazard("W024", one.value)
    for found in PART.finditer(code, *body.function.body):
        name, number = found[1] or found[4], constants.number(found[2] or found[3])
        if name in names and number and number.bits == 32 and number.value > 1:
            yield Hazard("W024", Span(*found.span()))
    for found in UPWARDS.finditer(code, *body.function.body):
        if found[1] in names and not (ABOVE.match(code, found.start()) or BOUNDED.match(code, found.end())):
            yield Hazard("W012", Span(*found.span()), "the bits of a mask")
    for argument, callee, name in masks.passed(body):
        if name in masks.names[callee.function] and not _suits(code[slice(*argument)], body, masks):
            yield Hazard("W024", argument)


def _suits(text: bytes, body: Body, masks: Masks) -> bool:
    """Say whether a value is a mask of as many lanes as a wavefront has."""
    number = body.facts.constants.number(text)
    if number is not None:
        return number.bits == 64 or number.value == 0 or is_full(text, body.facts.constants)
    if is_full(text, body.facts.constants):
        return True
    return masks.holds(text, body.function) or b"warpSize" in text
