"""The names that look like CUDA's in a file and that it makes, or asks others for, as its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match import extremes
from hipify_py.match.names import is_widened, replaces
from hipify_py.match.names_made import introduces
from hipify_py.match.namespaces import openings, stands
from hipify_py.model import Span
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import is_hip, stands_for_hip
from hipify_py.resolve.linkage import FOUND_OUTSIDE, KEYWORDS, MACRO, includes_before, is_only_in, scope_of
from hipify_py.resolve.lost_definitions import reads_as_definition
from hipify_py.resolve.macros import HIP_GUARD, alias, defined, defines
from hipify_py.resolve.pasted_names import MARK, pasted, uses, whole
from hipify_py.resolve.reach import reach
from hipify_py.resolve.told import Told
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit


class Named(NamedTuple):
    """Names that may be a program's own: where they stand, numbers among them, and namespaces of CUDA's."""

    found: list[tuple[Span, bytes]]
    numbers: list[tuple[Span, bytes]]
    spaces: list[bytes]


NOBODYS = Named([], [], [])
"""Of a file that makes nothing under a name of CUDA's."""


def held(unit: Unit, rules: RuleSet) -> Named:
    """Give what names and namespaces of a file may be its own, in what a build for HIP takes."""
    taken = [one for one in candidates(unit, rules) if not inside(dead(unit), one[0].start)]
    numbers = extremes.written(unit)
    opened = [root for root in rules.roots if root in rules.namespaces and stands(unit, root)]
    return Named([one for one in taken if _may_be_own(rules, one[1])] + numbers, numbers, opened)


def _may_be_own(rules: RuleSet, name: bytes) -> bool:
    """Say whether a name is CUDA's by its look alone, or one that HIP lacks or has for fewer types.

    So too the guard of a header, which a copy of that makes.
    """
    known = rules.names.get(name)
    if known is None:
        return rules.is_unknown.fullmatch(name) is not None
    if known.to is None or HIP_GUARD.fullmatch(known.to):
        return True
    return bool(known.filled(name)) or is_widened(rules, name)


def names(
    unit: Unit, found: Sequence[tuple[Span, bytes]], rules: RuleSet, options: Options
) -> Iterator[Told]:
    """Give the names with a look of CUDA's that a file makes, once for each scope."""
    hip = is_hip(unit, rules)
    said: set[tuple[bytes, bytes]] = set()
    for span, name in found:
        stand_in = hip and any(rule.fix for rule in rules.for_call(name))  # which the fix replaces
        if stand_in or _is_entry(unit, span, rules):
            continue
        made = replaces(unit, span, name, rules, options)
        lost = not made and name not in rules.names and reads_as_definition(unit, span)
        if not made and not lost and not (name not in rules.names and introduces(unit, span)):
            continue
        scope = b"" if lost else scope_of(unit, span)
        if scope not in {None, MACRO} and name not in rules.names:
            scope = b""  # CUDA has no such name in any: where braces are parted by #if the scope may be wrong
        if scope and is_only_in(scope) and reach(unit, span) != "scope":
            scope += FOUND_OUTSIDE
        if scope is not None and (name, scope) not in said:
            said.add((name, scope))
            yield Told("name", name, scope, includes_before(unit, span.start))


def spaces(unit: Unit, rules: RuleSet, roots: Iterable[bytes]) -> Iterator[Told]:
    """Tell of namespaces that a file opens as its own under a name of CUDA's, with those around them.

    So too of the aliases that it gives such a name.
    """
    for root in roots:
        said: set[bytes] = set()
        for span, scope in openings(unit, rules, root):
            if scope not in said:
                said.add(scope)
                yield Told("name", root, scope, includes_before(unit, span.start))


def pasting(unit: Unit) -> Iterator[Told]:
    """Tell of the macros of a file that put names together."""
    for name, span, *_ in pasted(unit):
        yield Told("function", name + MARK, after=includes_before(unit, span.start))


def keywords(unit: Unit) -> Iterator[Told]:
    """Tell of the keywords of CUDA that a file makes as macros, for compilers of plain C++."""
    for name in sorted(KEYWORDS & defined(unit)):
        places = (Span(*found.span()) for found in re.finditer(rb"\b%b\b" % name, unit.code))
        at = next((span.start for span in places if defines(unit, span)), 0)
        yield Told("function", name, after=includes_before(unit, at))


def pasting_asked(unit: Unit, rules: RuleSet) -> Iterator[bytes]:
    """Give the macros that may put a name of CUDA together where the file uses them."""
    for macro, end in {(macro, unit.code[slice(*end)]) for macro, end, _ in uses(unit)}:
        if any(name in rules.names for name, _ in whole(macro, end)):
            yield macro + MARK


def _is_entry(unit: Unit, span: Span, rules: RuleSet) -> bool:
    """Say whether a macro belongs to a list that turns CUDA names into others: it is no definition.

    One of the program's own that stands for a name of CUDA is.
    """
    name = unit.code[slice(*span)]
    if name in rules.names or name.startswith((b"CUDA_", b"CU_")):
        return stands_for_hip(unit, span)
    other = alias(unit, span)
    return stands_for_hip(unit, span) or (other is not None and other not in rules.names)
