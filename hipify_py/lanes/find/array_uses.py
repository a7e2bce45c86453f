"""Places that name an array: the indices behind its name, and the conditions that such a place runs under."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import model, path
from hipify_py.source.tokens import token_at, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LONGEST = 200  # bytes of an index that is read
MOST = 64  # places that name an array


def uses(unit: Unit, function: Function, name: Span) -> list[int]:
    """Give where the name of an array ends at each other place that names it; of many none."""
    text = unit.code[slice(*name)]
    found = [one.end for one in words(unit.code, text, within=function.body) if one.start != name.start]
    return found if len(found) <= MOST else []


def indices(unit: Unit, end: int) -> Iterator[Span]:
    """Give what stands in the brackets behind a name, one after the other."""
    opens = token_at(unit.code, end)
    while opens.text == b"[":
        closes = unit.code.find(b"]", opens.end, opens.end + LONGEST)
        if closes < 0 or b"[" in unit.code[opens.end : closes]:
            return
        yield Span(opens.end, closes)
        opens = token_at(unit.code, closes + 1)


def asked(unit: Unit, function: Function, at: int) -> set[Span]:
    """Give the conditions around a place, and those on which a function or a turn has ended before it."""
    read = model(unit, function)
    around = path(unit, read, at)
    ended = [read.path(one.at) for one in read.jumps_in(Span(function.body.start, at))]
    ways = [way for way in ended if all(one in around for one in way if one.keyword in LOOPS)]
    return {one.span for way in (around, *ways) for one in way if one.keyword not in LOOPS}
