"""Votes and masks of active lanes that give nothing but the masks of shuffles, which natively take none.

`m = __ballot_sync(~0u, i < n); v += __shfl_down_sync(m, v, o, 32);` works on 32 lanes: who votes does not
matter any more. The same holds where a function is handed the mask that does no more with it.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.rewrite.warp32 import does_nothing
from hipify_py.lanes.warp_names import SHUFFLES
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import trimmed, unbracketed
from hipify_py.source.expression_reading import LONGEST, NO_NODE, expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.functions import macros
from hipify_py.source.spans import holds
from hipify_py.source.statements import expression_end
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

BARRIER = b"__syncwarp"
BOTH = (b"__shfl", BARRIER)
DROP = frozenset((BARRIER, *(name + b"_sync" for name in SHUFFLES)))  # take a mask in CUDA and natively none
NOBODY: Mapping[bytes, frozenset[int]] = MappingProxyType({})
GIVE = frozenset((b"__activemask", b"__ballot_sync", b"__ballot"))
TAKE = frozenset(("shuffle", "sync"))
DEEPEST = 3  # functions that hand a mask on
MOST = 64  # places that name one
ELEMENT = re.compile(rb"\s*+\[")
FARTHEST = 1000  # bytes from the name of a call to what it is given


def without_dropped(
    unit: Unit, all_facts: Sequence[FunctionFacts], elsewhere: Mapping[bytes, frozenset[int]] = NOBODY
) -> list[FunctionFacts]:
    """Give the same of functions, without the places that only give such masks.

    `elsewhere` are macros of other files, as `dropping` gives them.
    """
    if not any(op.name in GIVE for facts in all_facts for op in facts.ops):
        return [*all_facts]
    masks = _Masks(unit, all_facts, elsewhere)
    return [
        facts._replace(
            ops=tuple(
                op for op in facts.ops if op.name not in GIVE or not masks.is_dropped(facts.function, op)
            )
        )
        for facts in all_facts
    ]


class _Masks:
    def __init__(
        self, unit: Unit, all_facts: Sequence[FunctionFacts], elsewhere: Mapping[bytes, frozenset[int]]
    ) -> None:
        self.unit, self.elsewhere = unit, elsewhere
        self.taken = {
            self._trimmed(op.call.arguments[0])
            for facts in all_facts
            for op in facts.ops
            if op.kind in TAKE and is_sync(op) and op.call and op.call.arguments
        }

    def is_dropped(self, home: Function | None, op: WarpOp) -> bool:
        """Say whether what a vote gives is a mask alone, be it by the name that it is given to."""
        if home is None or home.kind == "macro" or op.call is None:
            return False
        whole = Span(op.span.start, op.call.close)
        if self._is_mask(home, whole, DEEPEST):
            return True
        near = Span(max(home.body.start, whole.start - FARTHEST), whole.start + 1)
        inside = reversed(model(self.unit, home).assigned_in(near))
        given = next((one for one in inside if holds(one.value, whole) and self._is_quiet(one.value)), None)
        base = A_NAME.match(given.target) if given else None  # of an array, of which an element is given
        return base is not None and self._only_masks(home, base[0], DEEPEST)

    def _is_quiet(self, value: Span) -> bool:
        """Say whether a value is made by operators of votes, names and numbers alone."""
        text = self.unit.code[slice(*value)]
        nodes = expression(text).walk() if len(text) <= LONGEST else (NO_NODE,)
        return all(
            one.name in GIVE if one.kind == "call" else one.kind == "?" or does_nothing(one) for one in nodes
        )

    def _trimmed(self, span: Span) -> Span:
        """Give what is given without blanks and brackets around it."""
        code = self.unit.code
        span = trimmed(code, *span)
        while code[span.start : span.start + 1] == b"(" and _is_bracketed(code[slice(*span)]):
            span = trimmed(code, span.start + 1, span.end - 1)
        return span

    def _only_masks(self, home: Function, name: bytes, left: int) -> bool:
        """Say whether all that is done with a name that is given its value once is to take it for a mask."""
        known = names(self.unit, home)
        declared = [one.at for one in known.declared.get(name, ())]
        read = model(self.unit, home)
        parts = (one for one in read.assignments if not one.name and one.target.startswith(name))
        given = known.given.get(name, ()) or [one for one in parts if ELEMENT.match(one.target, len(name))]
        is_parameter = name in read.parameters
        if len(given) != (not is_parameter):
            return False
        used = [Span(one.start, one.end) for one in standing(self.unit, name, home.body)]
        if home.kind == "macro":
            declared = used[:1]  # in its head
        if len(declared) != 1:
            return False
        used = [one for one in used if one != declared[0] and not self._is_target(one)]
        whole = (self._element(one) for one in used)
        return 0 < len(used) <= MOST and all(self._is_mask(home, one, left) for one in whole)

    def _is_target(self, place: Span) -> bool:
        """Say whether a name, or an element of it, is given its one value behind its declaration."""
        return token_at(self.unit.code, self._element(place).end).text == b"="

    def _element(self, place: Span) -> Span:
        """Give the place of the element of an array that is named at a place; of others that of the name."""
        opens = token_at(self.unit.code, place.end)
        if opens.text != b"[":
            return place
        closes = token_at(self.unit.code, expression_end(self.unit.code, opens.end, len(self.unit.code)))
        return Span(place.start, closes.end) if closes.text == b"]" else place

    def _is_mask(self, home: Function, place: Span, left: int) -> bool:
        """Say whether what stands at a place is the mask of a shuffle, or of a function that shuffles."""
        if place in self.taken:
            return True
        near = Span(max(home.body.start, place.start - FARTHEST), place.start)
        for call in model(self.unit, home).called_in(near) if left else ():
            if call.arguments and call.arguments[0].start <= place.start < call.arguments[-1].end:
                number = next((n for n, one in enumerate(call.arguments) if self._trimmed(one) == place), -1)
                name = self.unit.code[slice(*call.name)]
                if number in self.elsewhere.get(name, ()):
                    return True
                made = defined_functions(self.unit).get(name) or macros(self.unit).get(name)
                taken = model(self.unit, made).parameters if made and number >= 0 else ()
                if made and 0 <= number < len(taken) and self._only_masks(made, taken[number], left - 1):
                    return True
        return False


def dropping(names_: Iterable[bytes], texts: Mapping[bytes, bytes]) -> dict[bytes, frozenset[int]]:
    """Give some macros by their texts, each with the numbers of its parameters that are such masks alone."""
    found = {name: _masks_of(name, texts[name]) for name in names_ if any(one in texts[name] for one in BOTH)}
    return {name: taken for name, taken in found.items() if taken}


def _masks_of(name: bytes, text: bytes) -> frozenset[int]:
    """Give the numbers of the parameters of a macro that it gives shuffles and barriers for masks alone."""
    opens, _, body = text.removeprefix(name).partition(b")")
    if not opens.startswith(b"(") or len(body) > LONGEST:
        return frozenset()
    calls = [one for one in expression(body).walk() if one.kind == "call" and one.name in DROP]
    masks = [bare(one.parts[0]).text for one in calls if one.parts]
    used = A_NAME.findall(body)
    taken = [one.strip() for one in opens[1:].split(b",")]
    return frozenset(
        number for number, one in enumerate(taken) if one in masks and masks.count(one) == used.count(one)
    )


def _is_bracketed(text: bytes) -> bool:
    """Say whether one pair of brackets stands around all of a text."""
    return unbracketed(text) != text
