"""Headers of HIP that tell its platform, and what conditions behind them may take for told."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hipify_py.resolve.compiler_chains import taken_by_hip
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.project_files import brings_platform
from hipify_py.source.conditions import branches, in_branches, innermost, inside, opens_guard
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.conditions import Branch
    from hipify_py.source.lexer import Directive, Include
    from hipify_py.source.unit import Unit

FILE, NOWHERE = -1, sys.maxsize


def is_platform_told(unit: Unit, directive: Directive) -> bool:
    """Say whether a header of HIP comes before a condition for every compiler.

    One that a condition of the program's may leave out does not, unless the same holds here.
    """
    own = innermost(unit, directive.span.start)
    behind = own.around if own is not None and own.directive == directive else own
    found = _first(unit)[_begin(behind)]
    return found < directive.span.start and not _is_left_open(unit, found)


@fact
def _first(unit: Unit) -> dict[int, int]:
    """Give for each branch where the first such header is included in it or in what is around it.

    Branches go by where they begin; what include guards hold counts for what is around them, and so does
    what HIP's compiler surely reads: no other has a build of the file for HIP.
    """
    listed = [one for one in branches(unit).innermost if one is not None]
    home = {FILE: FILE}
    for one in listed:
        begin = one.directive.span.start
        is_open = opens_guard(unit, one.opened) or begin in taken_by_hip(unit)
        home.setdefault(begin, home[_begin(one.around)] if is_open else begin)
    found = {FILE: NOWHERE}
    for include in unit.text.includes:
        if _brings_platform(unit, include):
            branch = home[_begin(innermost(unit, include.path.start))]
            found[branch] = min(include.path.start, found.get(branch, NOWHERE))
    for one in listed:  # each behind what is around it
        begin = one.directive.span.start
        found[begin] = min(found.get(begin, NOWHERE), found[_begin(one.around)])
    return found


def _begin(branch: Branch | None) -> int:
    return FILE if branch is None else branch.directive.span.start


def _is_left_open(unit: Unit, at: int) -> bool:
    """Say whether a place stands in a chain that asks for HIP, and not on a side that its compiler takes."""
    return inside(_decided(unit), at) and not inside(_sure(unit), at)


@fact
def _decided(unit: Unit) -> tuple[Span, ...]:
    return merged(sides(unit).decided)


@fact
def _sure(unit: Unit) -> tuple[Span, ...]:
    taken = taken_by_hip(unit)
    return in_branches(unit, lambda one: one.directive.span.start in taken)


def _brings_platform(unit: Unit, include: Include) -> bool:
    """Say whether an include names a header of HIP that tells its platform, after conversion."""
    path = unit.source[slice(*include.path)]
    return brings_platform(path) or path in unit.replaced
