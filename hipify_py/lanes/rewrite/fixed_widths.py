"""`warpSize` where the compiler has to know it, as it does not in HIP: bounds, templates, constants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span
from hipify_py.source.brackets import MOST
from hipify_py.source.search import last_of, places
from hipify_py.source.tokens import A_NAME, token_at, token_before, words
from hipify_py.source.type_names import past_template
from hipify_py.source.word_places import standing
from hipify_py.source.written_declarations import around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WIDTH = b"warpSize"
KNOWN_EARLY = (b"static_assert", b"constexpr", b"case")
OF_AN_OBJECT = frozenset((b".", b"->"))
CALCULATED = (b"&", b"|", b"(", b")", b"=")  # between comparisons, and in no list of a template's arguments


def fixed_widths(unit: Unit, function: Function) -> Iterator[Hazard]:
    """Report `warpSize` in a function where a constant has to stand, each such place once."""
    end = function.span.start
    for word in words(unit.code, WIDTH, within=function.span):
        found = _in_bound(unit.code, word.start) or _given(unit.code, word.start) or _early(unit, word.end)
        if found and found.start >= end:
            end = found.end
            yield Hazard("W015", found)


def _in_bound(code: bytes, at: int) -> Span | None:
    """Give the declaration of the array in whose bounds a place stands."""
    opened = last_of(code, b"[;{}", at, max(0, at - MOST))
    made = around(code, at) if code[opened : opened + 1] == b"[" else None
    # `T(a[i]).f()` makes an object of what stands there.
    if made is None or token_at(code, made.end).text in OF_AN_OBJECT:
        return None
    for one in made.declarators:
        for bound in one.bounds:
            if bound.start <= at < bound.end:
                return Span(made.type.start, at + len(WIDTH))
    return None


def _given(code: bytes, at: int) -> Span | None:
    """Give the template that is given what stands at a place."""
    start = max(last_of(code, b";{}", at, max(0, at - MOST)) + 1, 0)
    for opens in reversed(places(code, b"<", within=Span(start, at))):
        name = token_before(code, opens)
        end = past_template(code, opens)
        text = code[opens:end]
        if end > at and A_NAME.match(name.text) and not any(sign in text for sign in CALCULATED):
            return Span(name.start, end)
    return None


def _early(unit: Unit, end: int) -> Span | None:
    """Give what is worked out when it is compiled, up to a place in it."""
    start = last_of(unit.code, b";{}:", end, max(0, end - MOST)) + 1
    within = Span(start, end)
    firsts = (next(standing(unit, name, within), None) for name in KNOWN_EARLY)
    first = min((one.start for one in firsts if one), default=None)
    return Span(first, end) if first is not None else None
