"""Functions for warps that `USE_ROCM` alone keeps from HIP, and that code for HIP calls all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.warp_names import INTRINSIC
from hipify_py.model import Span
from hipify_py.resolve.for_hip import left_to_builds, sides
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import inside
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.spans import merged
from hipify_py.source.tokens import token_at
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.unit import Unit

OPENS = frozenset({b"(", b"<"})


class Use(NamedTuple):
    """A function's name, and where it is called outside of the branch that defines it."""

    name: bytes
    calls: tuple[Span, ...]


def used_outside(unit: Unit) -> Iterator[Use]:
    """Give the functions with CUDA's intrinsics of such branches alone that are called outside of these."""
    branches = merged(branch for _, branch in left_to_builds(unit))
    if not any(INTRINSIC.search(unit.code, *branch) for branch in branches) or _brings_others(unit):
        return
    for name, made in functions_by_name(unit).items():
        if name in defined(unit):
            continue
        places = [one.body.start for one in made]
        works = any(INTRINSIC.search(unit.code, *one.body) for one in made)
        if not name or not works or not all(inside(branches, at) for at in places):
            continue
        found = (Span(one.start, one.end) for one in standing(unit, name))
        calls = tuple(one for one in found if _is_call(unit, one, branches))
        if calls:
            yield Use(name, calls)


def _brings_others(unit: Unit) -> bool:
    """Say whether HIP's side includes a header of the project's, which may define what is called."""
    taken = (
        one for one in unit.directives if one.name == b"include" and inside(sides(unit).own, one.span.start)
    )
    return any(unit.source[slice(*one.body)].lstrip().startswith(b'"') for one in taken)


def _is_call(unit: Unit, at: Span, branches: tuple[Span, ...]) -> bool:
    """Say whether a name is called in code that a build for HIP with the macro reads, and is no method's."""
    if inside(branches, at.start) or token_at(unit.code, at.end).text not in OPENS:
        return False
    return not inside(sides(unit).own, at.start) and unit.code[at.start - 1 : at.start] not in {b".", b">"}
