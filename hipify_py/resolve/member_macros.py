"""Macros that make a member of what they are given: `#define CALL(f, c) check((f)->c)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.linkage import includes_before, marked
from hipify_py.resolve.told import Told
from hipify_py.source.brackets import arguments
from hipify_py.source.lexer import DEFINE
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.model import Span
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

MARK = b"."
"""Stands between the name of such a macro and the number of the argument, where a file tells others of it."""
MEMBER = re.compile(rb"(?:->|(?<![.\d])\.)\s*+([A-Za-z_]\w*+)")
CALLED = re.compile(rb"(?<![\w.>:])([A-Za-z_]\w*+)\s*+\(")
MOST_WAYS = 5  # macros through which an argument is handed on
MOST = 4000  # bytes that the arguments of a call may have

Places = dict[bytes, frozenset[int]]


@fact
def member_macros(unit: Unit) -> Places:
    """Give the macros of a file that make a member of an argument, with the numbers of these from 0.

    Those too that hand an argument of theirs on to such a macro of the file.
    """
    heads = [
        (head[1], A_NAME.findall(head[2]), one.body._replace(start=head.end()))
        for one in unit.directives
        if one.name == b"define" and (head := DEFINE.match(unit.code, *one.body)) and head[2]
    ]
    found: Places = {}
    for _ in range(MOST_WAYS):
        new = {
            name: places
            for name, parameters, body in heads
            if name not in found and (places := _places(unit, parameters, body, found))
        }
        if not new:
            break
        found |= new
    return found


def _places(
    unit: Unit, parameters: list[bytes], body: Span, known: Mapping[bytes, frozenset[int]]
) -> frozenset[int]:
    """Give the numbers of the parameters of which a macro's text makes a member."""
    members = {one[1] for one in MEMBER.finditer(unit.code, *body)}
    if known:
        members |= {token_at(unit.code, at).text for at in _given(unit, known, body)}
    return frozenset(at for at, name in enumerate(parameters) if name in members)


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the macros of a file that make members of their arguments."""
    at = {head[1]: one.span.start for one in unit.directives if (head := DEFINE.match(unit.code, *one.body))}
    for name, places in member_macros(unit).items():
        for place in sorted(places):
            yield Told("function", b"%b%b%d" % (name, MARK, place), after=includes_before(unit, at[name]))


def member_arguments(unit: Unit, options: Options) -> frozenset[int]:
    """Give where those arguments of macros begin of which the macros make members."""
    known = dict(member_macros(unit))
    for name, place in marked(options.project.functions, MARK):
        known[name] = known.get(name, frozenset()) | {int(place)}
    return frozenset(_given(unit, known, None)) if known else frozenset()


def _given(unit: Unit, known: Mapping[bytes, frozenset[int]], within: Span | None) -> Iterator[int]:
    """Give where the arguments begin of which some macros make members, in all or a part of a file."""
    found = CALLED.finditer(unit.code, *within) if within else CALLED.finditer(unit.code)
    for one in found:
        places = known.get(one[1])
        if places:
            opening, limit = one.end() - 1, min(len(unit.code), one.end() + MOST)
            given = arguments(unit.code, opening, limit)
            yield from (span.start for at, span in enumerate(given) if at in places)
