"""Conditions by which code that knows nothing of CUDA works around nvcc, whose faults clang does not have."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.resolve.hip_conditions import chains
from hipify_py.resolve.macros import made_alone
from hipify_py.source.conditions import CONDITIONS
from hipify_py.source.device_code import has_device_code
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

COMPILERS = re.compile(rb"__(?:CUDACC|NVCC)__")
REFUSED = re.compile(rb"!\s*+(?:defined\s*+(\(\s*+)?)?__(?:CUDACC|NVCC)__(?(1)\s*\))")
CLANG, NOT_CLANG = b"__clang__", re.compile(rb"!\s*+(?:defined\s*+\(?\s*+)?__clang__(?!\w)")
# `using ::name`, which nvcc needs of functions for its device, and what clang has for both sides.
GLOBAL = re.compile(rb"\s*+(\w++)\s*+\(\s*+(\w++)\s*+\)\s*+using\s*+::\s*+(\w++)\s*+;?\s*+")
STD = re.compile(rb"\s*+(\w++)\s*+\(\s*+(\w++)\s*+\)\s*+using\s++(?:::\s*+)?std\s*+::\s*+(\w++)\s*+;?\s*+")
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
def takes_std(unit: Unit) -> frozenset[int]:
    """Give where conditions begin by which a macro names functions of `std`, but for nvcc of none.

    To clang those of `std` are for both sides, and of some, as of `arg`, there is no other.
    """
    if b"using" not in unit.code:
        return frozenset()
    found = set[int]()
    for first, *others in chains(unit):
        if [unit.directives[one].name for one in others] == [b"else", b"endif"]:
            made = [made_alone(unit, *side) for side in pairwise((first, *others))]
            if _are_of_std(*(unit.code[slice(*one.body)] if one else b"" for one in made)):
                found.add(unit.directives[first].span.start)
    return frozenset(found)


def _are_of_std(first: bytes, second: bytes) -> bool:
    one, other = GLOBAL.fullmatch(first), STD.fullmatch(second)
    return bool(one and other) and all(each[2] == each[3] for each in (one, other) if each)


@fact
def _asks_for_cuda(unit: Unit) -> bool:
    """Say whether any condition of a file asks for CUDA's compilers rather than leaving them out."""
    asked = (one for one in unit.directives if one.name in CONDITIONS)
    return any(COMPILERS.search(REFUSED.sub(b" ", unit.code[slice(*one.body)])) for one in asked)


def _is_without_cuda(unit: Unit, rules: RuleSet) -> bool:
    """Say whether a file holds no name of CUDA's but its compilers', nor includes a header of it."""
    if has_device_code(unit) or OF_CUDA.search(unit.code):
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
