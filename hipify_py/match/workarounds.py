"""Conditions by which code that knows nothing of CUDA works around nvcc, whose faults clang does not have."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.source.conditions import CONDITIONS
from hipify_py.source.functions import DEVICE_CODE
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

COMPILERS = re.compile(rb"__(?:CUDACC|NVCC)__")
REFUSED = re.compile(rb"!\s*+(?:defined\s*+(\(\s*+)?)?__(?:CUDACC|NVCC)__(?(1)\s*\))")
CLANG, NOT_CLANG = b"__clang__", re.compile(rb"!\s*+(?:defined\s*+\(?\s*+)?__clang__(?!\w)")
OF_CUDA = re.compile(rb"\b__(?:host|device|global|shared|constant|managed)__\b")


def works_around(unit: Unit, directive: Directive, rules: RuleSet) -> bool:
    """Say whether a condition leaves out CUDA's compilers beside what else it asks, in a file without CUDA.

    Not where that leads to an `#error`, nor where it asks for clang: HIP's compiler is that, and nvcc, which
    calls another for the host, took the other side.
    """
    body = unit.code[slice(*directive.body)]
    if directive.name not in {b"if", b"elif"} or b"&&" not in body or b"||" in body:
        return False
    rest = REFUSED.sub(b" ", body)
    if rest == body or b"CUDA" in rest or b"__NVCC__" in rest or directive.span.start in _refusing(unit):
        return False
    if CLANG in NOT_CLANG.sub(b"", rest):
        return False
    return not _asks_for_cuda(unit) and _is_without_cuda(unit, rules)


@fact
def _asks_for_cuda(unit: Unit) -> bool:
    """Say whether any condition of a file asks for CUDA's compilers rather than leaving them out."""
    asked = (one for one in unit.directives if one.name in CONDITIONS)
    return any(COMPILERS.search(REFUSED.sub(b" ", unit.code[slice(*one.body)])) for one in asked)


def _is_without_cuda(unit: Unit, rules: RuleSet) -> bool:
    """Say whether a file holds no name of CUDA's but its compilers', nor includes a header of it."""
    if DEVICE_CODE.search(unit.code) or OF_CUDA.search(unit.code):
        return False
    if any(path in rules.headers for path in unit.included):
        return False
    known = (name for _, name in candidates(unit, rules) if not COMPILERS.fullmatch(name))
    return not any(name in rules.names or rules.is_unknown.fullmatch(name) for name in known)


@fact
def _refusing(unit: Unit) -> frozenset[int]:
    """Give where the conditions begin of chains of which a side has an `#error`."""
    errors = [one.span.start for one in unit.directives if one.name == b"error"]
    found = (chain for chain in closed_chains(unit) if errors)
    return frozenset(
        one.span.start
        for chain in found
        if any(one.span.end <= at < two.span.start for one, two in pairwise(chain) for at in errors)
        for one in chain
    )
