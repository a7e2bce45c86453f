"""Preprocessor conditions: the branches of a file, which of them hold a place, and include guards."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

OTHERS = frozenset({b"else", b"elif", b"elifdef", b"elifndef"})  # begin another branch
CONDITIONS = frozenset({b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef"})
ASKS_FOR_CUDA = re.compile(rb"(?<!!)(?:defined\s*+\(?\s*+)?\b__(?:CUDACC(?:_RTC)?|NVCC|CUDA_ARCH)__(?!\w)")
PASS = re.compile(rb"__CUDA_ARCH__|__HIP_DEVICE_COMPILE__")
# The same in converted code, where HIP's compiler is asked for beside CUDA's and nothing else is.
FOR_EITHER = re.compile(
    rb"\s*+defined\s*+\(?\s*+__(?:CUDACC(?:_RTC)?|NVCC|CUDA_ARCH|HIPCC(?:_RTC)?)__\s*+\)?\s*+"
)

SPEAKS_OF_CUDA = re.compile(rb"\b(?!\w*OPENCL)\w*CUDA")
SPEAKS_OF_OPENCL = re.compile(rb"OPENCL", re.IGNORECASE)


@dataclass(frozen=True, eq=False, slots=True)
class Branch:
    """One branch of an `#if`: the directive that begins it, what holds the whole, and which `#if` it is of.

    `opened` is the index, among the file's directives, of the `#if` that opens the chain of branches. What
    stands in it is `conditional` unless only include guards are around it, and `guarded` where one of the
    branches around it is for a CUDA compiler alone. It is equal to itself alone: to compare two by what they
    hold would go down through all that they stand in.
    """

    directive: Directive
    around: Branch | None
    opened: int
    conditional: bool
    guarded: bool


class Branches(NamedTuple):
    """All branches of a file: where each begins, and which is the innermost one from there on.

    `ends` says of a branch where it ends, unless the file does before it.
    """

    starts: tuple[int, ...]
    innermost: tuple[Branch | None, ...]
    ends: dict[Branch, int]


@fact
def branches(unit: Unit) -> Branches:
    """Walk the directives of a file once."""
    last: Branch | None = None
    starts, innermost, ends = [0], [last], dict[Branch, int]()
    for index, directive in enumerate(unit.directives):
        if directive.name.startswith(b"if"):
            last = _branch(unit, directive, last, index)
        elif last is not None and (directive.name in OTHERS or directive.name == b"endif"):
            ends[last] = directive.span.start
            is_other = directive.name in OTHERS
            last = _branch(unit, directive, last.around, last.opened) if is_other else last.around
        else:
            continue
        starts.append(directive.span.start)
        innermost.append(last)
    return Branches(tuple(starts), tuple(innermost), ends)


def _branch(unit: Unit, directive: Directive, outer: Branch | None, opened: int) -> Branch:
    conditional = (outer is not None and outer.conditional) or not opens_guard(unit, opened)
    guarded = (outer is not None and outer.guarded) or asks_for_cuda(unit, directive)
    return Branch(directive, outer, opened, conditional, guarded)


def innermost(unit: Unit, offset: int) -> Branch | None:
    """Give the innermost branch in which a byte stands; a directive stands in its own branch."""
    found = branches(unit)
    return found.innermost[bisect_right(found.starts, offset) - 1]


def branches_around(unit: Unit, offset: int) -> Iterator[Branch]:
    """Give the branches in which a byte stands, the innermost first."""
    branch = innermost(unit, offset)
    while branch is not None:
        yield branch
        branch = branch.around


def any_around(unit: Unit, offset: int, asks: Callable[..., bool], *about: Hashable) -> bool:
    """Say whether something holds for a branch in which a byte stands: `asks(unit, branch, *about)`.

    It is asked once for each branch of a file, not for all that are around each place.
    """
    return inside(_holding(unit, asks, *about), offset)


@fact_of
def _holding(unit: Unit, asks: Callable[..., bool], *about: Hashable) -> tuple[Span, ...]:
    return in_branches(unit, lambda branch: asks(unit, branch, *about))


def in_branches(unit: Unit, holds: Callable[[Branch], bool]) -> tuple[Span, ...]:
    """Give what stands in branches for which something holds, in order; their directives stand in them."""
    found = branches(unit)
    return merged([extent(unit, one) for one in dict.fromkeys(found.innermost) if one and holds(one)])


def extent(unit: Unit, branch: Branch) -> Span:
    """Give what a branch reaches over, the directive that begins it included."""
    return Span(branch.directive.span.start, branches(unit).ends.get(branch, len(unit.code)))


def pieces(chain: Sequence[Directive]) -> list[Span]:
    """Give what stands between the directives of an `#if`, from it to the `#endif`."""
    return [Span(one.span.end, two.span.start) for one, two in pairwise(chain)]


def by_pass(unit: Unit, at: int) -> bool:
    """Say whether a condition that asks for the compiler's pass, host or device, stands around a place."""
    return any_around(unit, at, _asks_pass)


def _asks_pass(unit: Unit, branch: Branch) -> bool:
    conditions = (unit.directives[branch.opened], branch.directive)
    return any(PASS.search(unit.code, *one.body) for one in conditions)


def goes_with(unit: Unit, at: int, other: int) -> bool:
    """Say whether what stands at a place is compiled wherever what stands at another is."""
    branch = innermost(unit, at)
    return branch is None or inside([extent(unit, branch)], other)


def in_condition(unit: Unit, offset: int) -> bool:
    """Say whether a byte stands in the text of a condition."""
    directive = unit.directive_at(offset)
    return directive is not None and directive.name in CONDITIONS


def conditional(unit: Unit, offset: int) -> bool:
    """Say whether a byte stands in a branch of a condition, be it what it may; an include guard is none."""
    branch = innermost(unit, offset)
    return branch is not None and branch.conditional


def guarded(unit: Unit, offset: int) -> bool:
    """Say whether a byte stands in a branch that only a CUDA compiler takes."""
    branch = innermost(unit, offset)
    return branch is not None and branch.guarded


def beside_opencl(unit: Unit, offset: int) -> bool:
    """Say whether a byte stands in a branch for CUDA, by whatever name, of a file that OpenCL reads as well.

    That branch names CUDA in its condition, or another of the same `#if` names OpenCL.
    """
    return bool(_for_opencl(unit)) and any_around(unit, offset, _is_beside_opencl)


def _is_beside_opencl(unit: Unit, branch: Branch) -> bool:
    body = branch.directive.body
    return branch.opened in _for_opencl(unit) or SPEAKS_OF_CUDA.search(unit.code, *body) is not None


@fact
def _for_opencl(unit: Unit) -> frozenset[int]:
    """Give the `#if` of which a branch is for OpenCL, by their place among the directives."""
    return frozenset(
        one.opened
        for one in branches(unit).innermost
        if one is not None and SPEAKS_OF_OPENCL.search(unit.code, *one.directive.body)
    )


def asks_for_cuda(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition asks for a CUDA compiler, so that no other takes what it opens."""
    if directive.name not in {b"if", b"ifdef", b"elif"}:
        return False
    body = unit.code[slice(*directive.body)]
    if ASKS_FOR_CUDA.search(body) is None:
        return False
    parts = body.split(b"||")
    return directive.name == b"elif" or len(parts) == 1 or all(map(FOR_EITHER.fullmatch, parts))


def opens_guard(unit: Unit, index: int) -> bool:
    """Say whether a directive begins an include guard: `#ifndef X` with `#define X` behind it."""
    pair = unit.directives[index : index + 2]
    if [half.name for half in pair] != [b"ifndef", b"define"]:
        return False
    names = [unit.code[slice(*half.body)].split()[:1] for half in pair]
    return names[0] == names[1] != []


def inside(spans: Sequence[Span], offset: int) -> bool:
    """Say whether a byte lies in one of some spans, which are as `merged` gives them."""
    at = bisect_right(spans, offset, key=lambda span: span.start) - 1 if spans else -1
    return at >= 0 and offset < spans[at].end
