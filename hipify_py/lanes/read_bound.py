"""How much of a file is read for warps: the one bound on the work of the analysis, which is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


class _Placed(Protocol):
    @property
    def span(self) -> Span: ...


MOST = 8192
"""Statements of a file's device code, with its functions and the places in them that are read for warps; and
words and signs of one statement. Files by others have up to 3,000 and 1,650; a generated one was seen that
has 4,600. A megabyte of nothing but masks would take a quarter of a minute. Conversions keep their number."""
LONG = re.compile(rb"(?<![^;{}])[^;{}]{%d,}+" % MOST)  # a statement that may have as many
ENDS = bytes.maketrans(b"{}", b";;")  # of statements
WORD = re.compile(rb"\w++")
PIECE = re.compile(rb"\w++|[^\w\s]")


@fact
def may_be_too_much(unit: Unit) -> bool:
    """Say whether a file is long enough to have more than is read, before it is asked what is in it."""
    macros = sum(one.name == b"define" for one in unit.directives)  # each counts, and what it holds
    number = _statements(unit, Span(0, len(unit.code))) + 2 * macros
    return number > MOST or any(len(one) >= MOST for one in unit.code.translate(ENDS).split(b";"))


def is_too_much(unit: Unit, by_home: Mapping[Function | None, tuple[Sequence[_Placed], ...]]) -> bool:
    """Say whether the functions of a file that may count on the width of a warp are more than is read.

    Of each it is given by lists what stands in it: works on a warp, is assembly, is a hazard. Those count as
    well into which values are followed from them, or whose values: all that run on the device.
    """
    read = [home for home, parts in by_home.items() if home and (parts[0] or parts[1] or home.kind != "host")]
    others = _on_device(unit) if read and may_be_too_much(unit) else ()
    bodies = {home.body for home in (*read, *others)}
    number = sum(len(part) for parts in by_home.values() for part in parts)
    number += sum(1 + _statements(unit, body) for body in bodies)
    return number > MOST or any(_has_long_statement(unit, body) for body in bodies)


def first_of(by_home: Mapping[Function | None, tuple[Sequence[_Placed], ...]]) -> Span:
    """Give the first of such functions; where there is none, the first of what stands in none."""
    outside = (one.span for part in by_home.get(None, ()) for one in part)
    return min((home.span for home in by_home if home), default=None) or min(outside)


@fact
def _on_device(unit: Unit) -> tuple[Function, ...]:
    """Give the functions of a file that run on the device, with all that are named in one of them."""
    by_name = functions_by_name(unit)
    found = [one for made in by_name.values() for one in made if one.kind != "host"]
    named = {one.called for one in found}
    for one in found:  # which grows
        more = by_name.keys() & set(WORD.findall(unit.code, *one.body)) - named
        named |= more
        found += (each for name in sorted(more) for each in by_name[name])
    return tuple(found)


def _statements(unit: Unit, body: Span) -> int:
    """Give how many statements there are, of those with a body or without one, whichever are more."""
    return max(unit.code.count(b";", *body), unit.code.count(b"{", *body) - 1)


def _has_long_statement(unit: Unit, body: Span) -> bool:
    """Say whether a statement has more words and signs than are read; a list in braces is none."""
    return any(len(PIECE.findall(unit.code, *span)) > MOST for span in _long_pieces(unit.code, body))


def _long_pieces(code: bytes, body: Span) -> Iterator[tuple[int, int]]:
    for found in LONG.finditer(code, *body):
        start, end = found.span()
        if code[start - 1 : start] != b"{" or code[end : end + 1] != b"}":
            yield start, end
