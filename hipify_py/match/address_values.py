"""Functions that give or take a CUdeviceptr, an integer in CUDA and `void *` in HIP, where that matters.

What a function gives is calculated with; a zero that a forwarding function hands to a constructor is an `int`
on the way, of which no pointer is made. Both may be declared in another file, so files tell each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.told import Told
from hipify_py.source.brackets import closing, parameter_spans
from hipify_py.source.search import places
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

TYPE = b"CUdeviceptr"
ABOUT = (TYPE, b"cuMem", b"DevicePtr", b"DevPtr")  # one of which a file has that is about addresses
GIVES = re.compile(rb"CUdeviceptr\s+(?:\w+\s*::\s*)?(\w+)\s*\(")
MADE = re.compile(rb"(?<![\w~:.>])([A-Za-z_]\w*)\s*\(")
CALLED = re.compile(rb"(?<!\w)([A-Za-z_]\w*+)\s*+\([^()]*+\)\s*+[-+](?![-+=>])")
AFTER_SIGN = re.compile(rb"[-+]\s*+(?:[A-Za-z_]\w*+\s*+(?:\.|->|::)\s*+)*+([A-Za-z_]\w*+)\s*+\(")
FORWARDS = re.compile(rb"\bmake_(?:unique|shared)\s*<\s*(?:\w+\s*::\s*)*(\w+)\s*>\s*\(")
ZERO = re.compile(rb"0+(?:[uU]?[lL]{0,2}|[lL]{1,2}[uU])")
TAKES = re.compile(rb"(?:const\s+)?CUdeviceptr(?:\s+const)?(?:\s+\w+)?(?:\s*=.*)?")
OBJECT = re.compile(
    rb"(?<![\w.:>])(?:\w+(?:\(\)|\[\w*\])?\s*(?:->|\.|::)\s*)++\Z"
)  # of which a member is called
MOST_OBJECT = 200
OPERAND = re.compile(rb"[\w)\]]")
MOST = 2000  # bytes that the parameters of a function may have


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the functions that give an address, and of what takes one, with the place among parameters."""
    for name, at in _own(unit).items():
        yield Told("address", name, after=includes_before(unit, at))


def asked(unit: Unit) -> Iterator[bytes]:
    """Ask others for the functions that a file calculates with, and for what it hands a zero to."""
    if any(word in unit.code for word in ABOUT):
        yield from (name for name, _ in _calculated(unit))
        yield from (key for key, _ in _forwarded(unit))


def calculated(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report where the address that a function gives is calculated with."""
    known = {*_own(unit), *options.project.addresses}
    for name, span in _calculated(unit) if known else ():
        if name not in known:
            continue
        object_ = OBJECT.search(unit.code, max(0, span.start - MOST_OBJECT), span.start)
        opening = token_at(unit.code, span.end).start
        behind = token_at(unit.code, closing(unit.code, opening, min(len(unit.code), opening + MOST)))
        before = token_before(unit.code, object_.start() if object_ else span.start)
        left = before.text in {b"+", b"-"} and OPERAND.match(token_before(unit.code, before.start).text)
        if left or (
            behind.text in {b"+", b"-"} and before.text != b")"
        ):  # behind a cast it is what that makes
            said = report(rule, span, {"name": unit.code[slice(*span)].decode()})
            yield Match(findings=(said,))


def forwarded(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report a zero that is handed on to a parameter which is an address."""
    known = {*_own(unit), *options.project.addresses}
    for key, span in _forwarded(unit):
        if key in known:
            names = {"zero": unit.code[slice(*span)].decode(), "type": key.partition(b"#")[0].decode()}
            yield Match(findings=(report(rule, span, names),))


@fact
def _own(unit: Unit) -> dict[bytes, int]:
    """Give the functions of a file that give an address, by name, and what takes one, by name and place."""
    if TYPE not in unit.code:
        return {}
    found = {one[1]: one.start() for one in word_matches(unit, GIVES, TYPE)}
    classes = {one[1] for one in re.finditer(rb"\b(?:struct|class)\s+(\w+)", unit.code)}
    for one in MADE.finditer(unit.code) if classes else ():
        if one[1] in classes:
            opening, limit = one.end() - 1, min(len(unit.code), one.end() + MOST)
            for at, parameter in enumerate(parameter_spans(unit.code, opening, limit)):
                if TAKES.fullmatch(unit.code[slice(*parameter)]):
                    found.setdefault(b"%b#%d" % (one[1], at), one.start())
    return found


@fact
def _calculated(unit: Unit) -> tuple[tuple[bytes, Span], ...]:
    """Give the calls, by name and the place of that, beside which a sign stands."""
    found = {Span(*one.span(1)) for each in (CALLED, AFTER_SIGN) for one in each.finditer(unit.code)}
    return tuple((unit.code[slice(*span)], span) for span in sorted(found))


@fact
def _forwarded(unit: Unit) -> tuple[tuple[bytes, Span], ...]:
    """Give the zeros that are handed to a constructor by a function that forwards what it is given."""
    found = []
    for one in word_matches(unit, FORWARDS, b"make_unique", b"make_shared"):
        name = places(unit.code, b"make_", within=Span(*one.span()))[0]
        call = unit.call(Span(name, name + len(b"make_unique")))
        for at, given in enumerate(call.arguments if call else ()):
            if ZERO.fullmatch(unit.code, *given):
                found.append((b"%b#%d" % (one[1], at), given))
    return tuple(found)
