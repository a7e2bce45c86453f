"""The first lane of a group's ballot, which has 64 bits in HIP: `__ffs` of it is ambiguous there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.rewrite.warp32 import edited
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.statements import written_call
from hipify_py.source.tokens import A_NAME, follows, token_at, token_before, words
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from hipify_py.model import Edit
    from hipify_py.source.unit import Unit

OF_TILE = re.compile(rb"(?:\.|->)\s*(?:ballot|match_any|match_all)\s*\(")
NEAR = 4000  # bytes before a place in which a name is declared


def leaders(unit: Unit, edits: Iterable[Edit] = (), *, native: bool = False) -> Iterator[tuple[Edit, ...]]:
    """Narrow what `__ffs` takes of a group's ballot: HIP's has 64 bits, for which `__ffs` is ambiguous.

    Those that `edits` send to the header have 32. A `native` group may have more: there it is `__ffsll`.
    """
    if b"__ffs" not in unit.code or OF_TILE.search(unit.code) is None:
        return
    sent = {edit.span.end for edit in edits}
    for word in all_standing(unit, b"__ffs"):
        name = Span(word.start, word.end)
        call = unit.call(name) or written_call(unit.code, name)
        if call is None or len(call.arguments) != 1:
            continue
        argument = call.arguments[0]
        text = unit.code[slice(*argument)]
        if _of_tile(unit, argument, call.name.start, sent) and not text.startswith((b"static_cast", b"(")):
            if native:
                yield (edited(name, b"__ffsll"),)
                continue
            opening = edited(Span(argument.start, argument.start), b"static_cast<unsigned>(")
            yield opening, edited(Span(argument.end, argument.end), b")")


def _of_tile(unit: Unit, argument: Span, before: int, sent: Container[int]) -> bool:
    """Say whether an argument, or what a name in its place was made of, is a ballot by HIP's own member."""
    of = OF_TILE.search(unit.code, *argument)
    name = unit.code[slice(*argument)].strip()
    if of is None and A_NAME.fullmatch(name):
        made = _made_of(unit.code, name, before)
        of = OF_TILE.search(unit.code, *made) if made else None
    return of is not None and of.end() not in sent


def _made_of(code: bytes, name: bytes, before: int) -> Span | None:
    """Give the value that a name is declared with as `auto` some way before a place."""
    for word in words(code, name, within=Span(max(0, before - NEAR), before)):
        end = code.find(b";", word.end, before)
        if follows(code, word.end, b"=") and token_before(code, word.start).text == b"auto" and end >= 0:
            return Span(token_at(code, word.end).end, end)
    return None
