"""Sides for CUDA that a program chooses by macros of its own, with one for HIP beside them."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.resolve.for_hip import PREDEFINED, SPEAKS_OF_HIP, WORDS
from hipify_py.resolve.linkage import Told
from hipify_py.resolve.platform_branches import BESIDE
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Project
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

# A macro that has to be there, whatever else.
ASKED = re.compile(
    rb"\s*+(?:defined\s*+(\(\s*+)?)?(\w++)\s*+(?(1)\)\s*+)(?:(?:&&(?:(?!\|\|).)*+)|(?:>\s*0|==\s*1)\s*+)?\Z",
    re.DOTALL,
)
OF_CUDA = re.compile(rb"(?!__)\w*(?:CUDA|CU(?:BLAS|DNN|FFT|RAND|SOLVER|SPARSE))")
MOST_WITHIN = 200  # directives of a branch in which code is looked for


class SwitchedSides(NamedTuple):
    """What stands where macros for CUDA are asked for; of these the first, and that for HIP beside it."""

    spans: tuple[Span, ...]
    cuda: bytes
    hip: bytes


def switched_sides(unit: Unit, project: Project) -> SwitchedSides | None:
    """Give the sides for CUDA of a file where a chain of conditions asks for a macro of HIP's in their place.

    Wherever else that macro of CUDA's is asked for it is on the same side. The files of a program say so
    together, and only where nothing of it makes that macro: else the build that is converted reads that side.
    """
    told = project.switches.items()
    pairs = {name: value[len(BESIDE) :] for name, value in told if value.startswith(BESIDE)}
    if not pairs:
        return None
    spans = [
        (Span(one.span.end, following.span.start), asked)
        for chain in closed_chains(unit)
        for one, following in pairwise(chain)
        if (asked := _asked(unit, one)) in pairs
    ]
    first = min(spans, default=None)
    return SwitchedSides(merged([one for one, _ in spans]), first[1], pairs[first[1]]) if first else None


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the macros for CUDA beside which a file asks for one of HIP's."""
    for cuda, hip in _pairs(unit).items():
        yield Told("switch", cuda, BESIDE + hip, 0)


@fact
def _pairs(unit: Unit) -> dict[bytes, bytes]:
    """Give the macros for CUDA of a file, each with the one for HIP in the same chain."""
    if not any(word in unit.code for word in WORDS):
        return {}
    return {cuda: hip for chain in closed_chains(unit) for cuda, hip in _paired(unit, chain)}


def _paired(unit: Unit, chain: list[Directive]) -> list[tuple[bytes, bytes]]:
    """Give the macros for CUDA of a chain, each with the one for HIP that another branch asks for."""
    asked = [(name, *pair) for pair in pairwise(chain) if (name := _asked(unit, pair[0]))]
    for_hip = (one for one in asked if SPEAKS_OF_HIP.search(one[0]) and not PREDEFINED.search(one[0]))
    hip = next((name for name, *pair in for_hip if _has_code(unit, *pair)), b"")
    cuda = (name for name, *_ in asked if OF_CUDA.match(name) and not SPEAKS_OF_HIP.search(name))
    return [(name, hip) for name in cuda if hip]


def _has_code(unit: Unit, head: Directive, end: Directive) -> bool:
    """Say whether a branch has code or headers of its own, outside of further conditions.

    One that gives up, or makes macros alone, may have the side for CUDA do the work.
    """
    at, depth = head.span.end, 0
    first = bisect_right(unit.directives, head.span.start, key=lambda one: one.span.start)
    for one in unit.directives[first : first + MOST_WITHIN]:
        if one is end:
            break
        if not depth and unit.code[at : one.span.start].strip():
            return True
        depth += one.name.startswith(b"if") - (one.name == b"endif")
        if not depth and one.name == b"include":
            return True
        at = one.span.end
    else:
        return False
    return bool(unit.code[at : end.span.start].strip())


def _asked(unit: Unit, directive: Directive) -> bytes:
    """Give the macro that has to be there for a branch to be read; nothing where none or more may be."""
    if directive.name not in {b"if", b"ifdef", b"elif", b"elifdef"}:
        return b""
    found = ASKED.match(unit.code[slice(*directive.body)])
    return found[2] if found else b""
