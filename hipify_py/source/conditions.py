"""Preprocessor conditions: the branches of a file, which of them hold a place, and include guards."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Span
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


class Branch(NamedTuple):
    """One branch of an `#if`: the directive that begins it, what holds the whole, and which `#if` it is of.

    `opened` is the index, among the file's directives, of the `#if` that opens the chain of branches. What
    stands in it is `conditional` unless only include guards are around it, and `guarded` where one of the
    branches around it is for a CUDA compiler alone.
    """

    directive: Directive
    around: Branch | None
    opened: int
    conditional: bool
    guarded: bool


class Branches(NamedTuple):
    """All branches of a file: where each begins, and which is the innermost one from there on."""

    starts: tuple[int, ...]
    innermost: tuple[Branch | None, ...]


@fact
def branches(unit: Unit) -> Branches:
    """Walk the directives of a file once."""
    last: Branch | None = None
    starts, innermost = [0], [last]
    for index, directive in enumerate(unit.directives):
        if directive.name.startswith(b"if"):
            last = _branch(unit, directive, last, index)
        elif last is not None and directive.name in OTHERS:
            last = _branch(unit, directive, last.around, last.opened)
        elif last is not None and directive.name == b"endif":
            last = last.around
        else:
            continue
        starts.append(directive.span.start)
        innermost.append(last)
    return Branches(tuple(starts), tuple(innermost))


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


def by_pass(unit: Unit, at: int) -> bool:
    """Say whether a condition that asks for the compiler's pass, host or device, stands around a place."""
    return any(
        PASS.search(unit.code, *one.body)
        for branch in branches_around(unit, at)
        for one in (unit.directives[branch.opened], branch.directive)
    )


def goes_with(unit: Unit, at: int, other: int) -> bool:
    """Say whether what stands at a place is compiled wherever what stands at another is."""
    asked = {one.directive.span for one in branches_around(unit, at)}
    return asked <= {one.directive.span for one in branches_around(unit, other)}


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
    known = _for_opencl(unit)
    return bool(known) and any(
        one.opened in known or SPEAKS_OF_CUDA.search(unit.code, *one.directive.body)
        for one in branches_around(unit, offset)
    )


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
