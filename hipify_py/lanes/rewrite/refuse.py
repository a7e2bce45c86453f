"""Why a function's warp code is left alone: it speaks of 64 lanes, or it is HIP's own."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.index_splits import arithmetic
from hipify_py.lanes.flow.value_types import is_wide
from hipify_py.lanes.flow.wide_declarations import declared
from hipify_py.lanes.warp_names import INTRINSIC
from hipify_py.lazy import re
from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, finding
from hipify_py.resolve.for_hip import beside_own, sides
from hipify_py.resolve.hip_conditions import SPEAKS_OF_HIP
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

WORDS = (
    b"warpSize",
    b"__AMDGCN",
    b"__GFX",
    b"popcll",
    b"ffsll",
    b"clzll",
)  # one of them is in what that matches
SCOPE = b"::"
WHOLE = {"vote", "match", "reduce", "active"}  # what takes in the warp, whatever width is at hand
FOR_64 = re.compile(
    rb"\bwarpSize\s*(?:[=!]=\s*64|>\s*32)\b|\b64\s*==\s*warpSize\b|__AMDGCN_WAVEFRONT_SIZE|__GFX[89]__"
    rb"|\b__(?:popc|ffs|clz)ll\s*\(\s*(?:\w+\s*&\s*)?__(?:ballot|activemask|match_any)"
)


COMPARED = re.compile(rb"\s*+\(\s*+\)\s*+[=!]=\s*+(?:\w++\s*+::\s*+)*+(\w++)")  # with an active mask


class Refusal(NamedTuple):
    """Why a function's warp code is left alone: the message about it, none for HIP's own, and its words.

    It is `noted` alone where the program has settled for HIP what the code does.
    """

    message: str = ""
    why: str = ""
    noted: bool = False

    def match(self, facts: FunctionFacts, rules: RuleSet) -> Match:
        """Say that a function's warp code was left as it is, where that needs to be said."""
        if not self.message:
            return Match()
        related = tuple(Related(op.span, "left as it is") for op in facts.ops[1:])
        said = finding(rules, self.message, facts.ops[0].span, name=facts.name, why=self.why)
        said = said._replace(related=related)
        return Match(findings=(said._replace(severity="note", fails="never") if self.noted else said,))


def refused(unit: Unit, facts: FunctionFacts, *, hip: bool) -> Refusal | None:
    """Say why a function's warp code is left alone, None where it is not; `hip` is for a file of HIP's."""
    text = _text(unit, facts)
    if any(word in text for word in WORDS) and FOR_64.search(text):
        return _for_64("it asks for 64 lanes already", hip=hip)
    if refusal := for_hip(unit, facts, hip=hip):
        return refusal
    takes_masks = any(map(is_sync, facts.ops))
    wide = frozenset(_declared_wide(text)) if takes_masks else frozenset[bytes]()
    for op in facts.ops:
        if is_sync(op) and op.call and op.call.arguments and (why := _wide(unit, op, wide, facts)):
            return _for_64(why, hip=hip)
        width = _width(unit, op, facts)
        if width is not None and width > 32:
            return _for_64(f"a shuffle has the width {width}", hip=False)
    return _of_hip_file(unit, facts) if hip else None


def for_hip(unit: Unit, facts: FunctionFacts, *, hip: bool) -> Refusal | None:
    """Say what a condition has decided for HIP in a function: a name it uses, or some of its warp code."""
    text = _text(unit, facts)
    wanted = facts.constants.chosen
    if any(op.kind in WHOLE or _takes_its_width(unit, op, facts) for op in facts.ops):
        wanted |= facts.constants.returned
    names = sorted(wanted.intersection(A_NAME.findall(text))) if wanted else []
    if names := names or [*islice(_splitting(unit, facts), 1)]:
        why = f"a condition chooses {names[0].decode()} for HIP{_of_masks(unit, facts)}"
        return _for_64(why, hip=hip)._replace(noted=_is_settled(unit, facts, wanted))
    if facts.function and SPEAKS_OF_HIP.search(text):
        start, end = facts.function.body
        here = [span for span in sides(unit).decided if start <= span.start < end]
        if any(INTRINSIC.search(unit.code, *span) for span in here):
            why = f"a condition in it gives HIP warp code of its own{_of_masks(unit, facts)}"
            return _for_64(why, hip=hip)
    return None


def _is_settled(unit: Unit, facts: FunctionFacts, chosen: frozenset[bytes]) -> bool:
    """Say whether a function or a macro is CUDA's of two, or only compares masks with what HIP is given."""
    code, whole = unit.code, facts.function
    if whole and whole.called in chosen and inside(beside_own(unit), whole.span.start):
        return True
    compared = (COMPARED.match(code, op.span.end) if op.kind == "active" else None for op in facts.ops)
    return all(one is not None and one[1] in chosen for one in compared)


def _splitting(unit: Unit, facts: FunctionFacts) -> Iterator[bytes]:
    """Give the members of classes, whatever they are called, by which a function splits a thread's index.

    They are those that a condition makes 64 or 32.
    """
    if facts.values and any(SCOPE in name for name in facts.constants.chosen):
        widths = (b"".join(unit.code[slice(*one.width)].split()) for one in arithmetic(facts.values))
        yield from (one for one in widths if SCOPE in one and one in facts.constants.chosen)


def _of_masks(unit: Unit, facts: FunctionFacts) -> str:
    """Say that HIP may refuse masks in a function: such as a call gives, or a name of less than 64 bits."""
    wide = frozenset(_declared_wide(_text(unit, facts)))
    decided = merged(sides(unit).decided)  # of which HIP takes its own side
    ops = (op for op in facts.ops if is_sync(op) and not inside(decided, op.span.start))
    masks = (op.call.arguments[0] for op in ops if op.call and op.call.arguments)
    texts = (unit.code[slice(*one)].strip() for one in masks)
    known = (facts.constants.number(one) for one in texts if one not in wide)
    narrow = any(worth is None or worth.bits < 64 for worth in known)
    return ", which refuses masks of less than 64 bits" if narrow else ""


def _for_64(why: str, *, hip: bool) -> Refusal:
    return Refusal() if hip else Refusal("W033", why)


def _of_hip_file(unit: Unit, facts: FunctionFacts) -> Refusal | None:
    """Say the same of a function in a file of HIP's: with masks of 32 bits it is CUDA's still."""
    if not any(is_sync(op) and _is_32(unit, op, facts) for op in facts.ops):
        return Refusal()
    return Refusal("W034") if any(op.kind == "size" for op in facts.ops) else None


def _text(unit: Unit, facts: FunctionFacts) -> bytes:
    return unit.code[slice(*facts.function.span)] if facts.function else b""


def _declared_wide(text: bytes) -> Iterator[bytes]:
    """Give the names that a text declares with 64 bits."""
    found = declared(text, Span(0, len(text)), is_wide)
    return (one.name.text for one in found if not one.points)


def _wide(unit: Unit, op: WarpOp, wide: frozenset[bytes], facts: FunctionFacts) -> str:
    assert op.call is not None
    mask = unit.code[slice(*op.call.arguments[0])].strip()
    value = facts.constants.number(mask)
    if value is not None:
        return "a mask has more than 32 bits" if value.value > 0xFFFFFFFF else ""
    return "a mask is declared with 64 bits" if mask in wide else ""


def _is_32(unit: Unit, op: WarpOp, facts: FunctionFacts) -> bool:
    if op.call is None or not op.call.arguments:
        return False
    value = facts.constants.number(unit.code[slice(*op.call.arguments[0])])
    return value is not None and value.bits == 32


def _takes_its_width(unit: Unit, op: WarpOp, facts: FunctionFacts) -> bool:
    """Say whether a shuffle goes over the whole warp, or over a width that is not told."""
    return op.kind == "shuffle" and op.call is not None and _width(unit, op, facts) is None


def _width(unit: Unit, op: WarpOp, facts: FunctionFacts) -> int | None:
    least = 2 + is_sync(op)
    if op.kind != "shuffle" or op.call is None or len(op.call.arguments) != least + 1:
        return None
    value = facts.constants.number(unit.code[slice(*op.call.arguments[least])])
    return value.value if value else None
