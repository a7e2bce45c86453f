"""Variables of which a file does no more than show the value, if that: what it is decides nothing.

A variable is one of a function, or a member of a class that a source makes itself, so that no other reads it.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.capability_floors import factor_of, is_floor
from hipify_py.match.hardware import PRINTED
from hipify_py.resolve.said_values import is_said
from hipify_py.source.definitions import in_function
from hipify_py.source.includes import HEADERS
from hipify_py.source.search import last_of
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.model import Span
    from hipify_py.settings import Options
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

NAMED = rb"(?P<of>(?:\w++\s*+(?:\[[^\[\];]{0,80}\]\s*+)?(?:\.|->)\s*+)*+)(?P<name>[A-Za-z_]\w*+)\s*+"
FILLED = re.compile(rb"&\s*+" + NAMED + rb",\s*+\Z")  # what a function is given to put a value there
FILLED_TWO = re.compile(rb"\s*+\(\s*+&\s*+(\w++)\s*+,\s*+&\s*+(\w++)\s*+,")
TAKEN = rb"(?<![\w.>])(\w++)\s*+=\s*+%b\s*+;"  # who is given a variable
SIGN = rb"\s*(?:[<>]=?|=(?!=))\s*"
MOST = 64  # places that are looked at
NEAR = 200  # bytes before the place of a value in which the name that gets it is looked for
GETS = re.compile(rb"\s*+(?:(?:const|auto|unsigned|int)\s++)*+" + NAMED + rb"=(?!=)")
GIVEN = re.compile(rb"\s*=(?!=)")
TYPE = rb"\s*+(?!(?:return|else|do|goto|throw|delete|case|using|typedef)\b)(?:[A-Za-z_][\w:]*+\s++)++"
MADE = re.compile(TYPE)  # what stands before a name that is given a value at once
ONE = rb"[A-Za-z_]\w*+\s*+(?:=\s*+-?\d++\s*+|\{\s*+\d*+\s*+\}\s*+)?"
DECLARED = re.compile(TYPE.replace(b"++)++", b"++)+") + ONE + rb"(?:,\s*+" + ONE + rb")*+;")
ASKS = re.compile(rb"(?:GetAttribute|DeviceComputeCapability)\s*\(")
READ_BY_OTHERS = (*HEADERS, ".inl")


def filled_and_shown(unit: Unit, at: int, options: Options) -> bool:
    """Say whether the variable that a call fills in, which goes on at a byte, is shown at most."""
    found = FILLED.search(unit.code, max(0, at - NEAR), at)
    return found is not None and _shown(unit, found, at, options)


def both_filled_and_shown(unit: Unit, at: int) -> bool:
    """Say whether the two variables that a call fills in, whose name ends at a byte, are shown at most."""
    found = FILLED_TWO.match(unit.code, at)
    if found is None:
        return False
    home = in_function(unit, at)
    return home is not None and all(_only_shown(unit, name, home, 1) for name in found.groups())


def given_and_shown(unit: Unit, start: int, at: int, options: Options) -> bool:
    """Say whether a statement gives what stands at a byte to a variable that is shown at most."""
    found = GETS.match(unit.code, start, at)
    return found is not None and _shown(unit, found, at, options, _factor(unit, found.end(), at))


def _factor(unit: Unit, start: int, at: int) -> int:
    """Give what the major number at a byte is multiplied by in the value that starts before it."""
    return factor_of(unit.code[start : unit.code.find(b";", at, at + NEAR)])


def given_and_ranked(unit: Unit, start: int, at: int) -> bool:
    """Say whether a statement gives what stands at a byte to a variable of which only the best is kept.

    As in `if (cc > best) best = cc;`: the best is shown at most, or keeps old GPUs out.
    """
    found, home = GETS.match(unit.code, start, at), in_function(unit, at)
    if found is None or found["of"] or home is None:
        return False
    name = found["name"]
    taken = {one[1] for one in re.finditer(TAKEN % re.escape(name), unit.code[slice(*home)])}
    if len(taken) != 1:
        return False
    best, factor = taken.pop(), _factor(unit, found.end(), at)
    uses = [one for each in (name, best) for one in islice(standing(unit, each, home), MOST + 1)]
    others = {name: best, best: name}
    return len(uses) <= MOST and all(_is_ranked(unit, one, others, factor) for one in uses)


def _is_ranked(unit: Unit, place: Token, others: Mapping[bytes, bytes], factor: int) -> bool:
    """Say whether a variable is made at a place, compared with another, given that, or shown."""
    other = re.escape(others[place.text])
    around = unit.code[max(0, place.start - NEAR) : place.start]
    if re.match(SIGN + other + rb"\b", unit.code[place.end : place.end + NEAR]):
        return True
    if re.search(rb"\b" + other + SIGN + rb"\Z", around):
        return True
    return _use(unit, place, factor) in {"made", "given", "shown"}


def _shown(unit: Unit, found: re.Match[bytes], at: int, options: Options, factor: int = 1) -> bool:
    home = in_function(unit, at)
    by_others = options.name.endswith(READ_BY_OTHERS) or options.project.included
    if home is None or (found["of"] and by_others):
        return False
    return _only_shown(unit, found["name"], None if found["of"] else home, factor)


@fact_of
def _only_shown(unit: Unit, name: bytes, home: Span | None, factor: int) -> bool:
    """Say whether a variable is made in its function, or a member in the file, and at most shown.

    It holds a capability, the major number times `factor`: to leave where that is too small decides nothing.
    """
    places = [*islice(standing(unit, name, home), MOST + 1)]
    uses = [_use(unit, one, factor) for one in places] if len(places) <= MOST else []
    return "made" in uses and "read" not in uses


def _use(unit: Unit, place: Token, factor: int) -> str:
    """Say what is done with a variable at a place: it is made, given a value, shown, or read."""
    code = unit.code
    start = last_of(code, b";{}", place.start) + 1
    if unit.directive_at(place.start):
        return "read"
    if DECLARED.match(code, start):
        return "made"
    if GIVEN.match(code, place.end):
        return "made" if MADE.fullmatch(code, start, place.start) else "given"
    if PRINTED.search(code, start, place.start) or is_said(unit, start, place.start):
        return "shown"
    if is_floor(unit, place.start, place.text, factor):
        return "shown"
    fills = token_before(code, place.start - len(_path(code, place.start))).text == b"&"
    return "given" if fills and ASKS.search(code, start, place.start) else "read"


def _path(code: bytes, at: int) -> bytes:
    """Give what stands before a member's name, to its object."""
    found = re.search(rb"(?:\w++\s*+(?:\.|->)\s*+)*+\Z", code[max(0, at - NEAR) : at])
    return found[0] if found else b""
