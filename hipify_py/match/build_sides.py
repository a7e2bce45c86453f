"""Sides for CUDA that HIP's compiler reads where no build sets `USE_ROCM` or `__HIP_PLATFORM_AMD__`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lanes.warp_names import INTRINSIC
from hipify_py.lazy import re
from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import PLATFORM, closed_chains, dead
from hipify_py.resolve.for_hip import OF_BUILD, left_to_builds
from hipify_py.resolve.hip_conditions import asks_for_hip, refuses_hip
from hipify_py.resolve.macros import defined
from hipify_py.resolve.platform_includes import is_platform_told
from hipify_py.source.conditions import inside
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

BY_COMPILER = re.compile(rb"__(?:HIP|HIPCC|HIP_DEVICE_COMPILE|AMDGCN|clang|CUDACC|NVCC)__")
OF_TORCH = (b"torch/", b"ATen/", b"c10/", b"caffe2/")  # whose builds set the macro


def left_for_cuda(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report a macro that nothing sets for HIP; that is a note where a build outside of the run may."""
    yield from _by_macro(unit, rule, rules, options)
    yield from _by_platform(unit, rule, rules, options)


def _by_macro(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    given = options.project.side_macro
    if given == "set" or OF_BUILD in defined(unit) or _is_of_torch(unit):
        return
    found = [
        name
        for name, branch in left_to_builds(unit)
        if not inside(dead(unit), name.start)
        and (_is_cuda(unit, branch, rules) or (given and INTRINSIC.search(unit.code, *branch)))  # else W044
    ]
    if found:
        first, *others = dict.fromkeys(found)
        related = tuple(Related(span, "and here") for span in others)
        said = report(rule, first, {"name": OF_BUILD.decode()})._replace(related=related)
        yield Match(findings=(said if given == "unset" else said._replace(severity="note"),))


def _by_platform(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report what stays CUDA's for want of a counterpart where AMD's macro is asked before HIP's headers.

    All else on such a side becomes HIP's, and compilers for the host alone are always given the macro.
    """
    if PLATFORM not in unit.code or options.project.platform_set or _is_of_torch(unit):
        return
    if options.project.cxx or not read_for_device(unit, options):
        return
    found = [
        (chain[0], branch)
        for chain in closed_chains(unit)
        if not is_platform_told(unit, chain[0]) and not inside(dead(unit), chain[0].span.start)
        for branch in _for_others(unit, chain)
        if _lacks(unit, branch, rules)
    ]
    if found:
        places = [unit.code.index(PLATFORM, opens.span.start) for opens, _ in found]
        said = report(rule, Span(places[0], places[0] + len(PLATFORM)), {"name": PLATFORM.decode()})
        related = tuple(Related(branch, "what stays CUDA's stands here") for _, branch in found)
        yield Match(findings=(said._replace(related=related),))


def _for_others(unit: Unit, chain: Sequence[Directive]) -> Iterator[Span]:
    """Give the sides for CUDA of conditions of which AMD's macro is the only one that HIP sets."""
    asked = [unit.code[slice(*one.body)] for one in chain[:-1] if one.name != b"else"]
    if not any(PLATFORM in one for one in asked) or any(map(BY_COMPILER.search, asked)):
        return
    refused = False
    for directive, following in pairwise(chain):
        asks = directive.name != b"else" and asks_for_hip(unit, directive)
        refuses = asks and refuses_hip(unit, directive)
        if not refused and (refuses or not asks):
            yield Span(directive.span.end, following.span.start)
        refused |= refuses


def _lacks(unit: Unit, branch: Span, rules: RuleSet) -> bool:
    """Say whether a branch has a header or a name of CUDA's for which HIP has none."""
    includes = (one.path for one in unit.text.includes if branch.start <= one.path.start < branch.end)
    headers = (rules.headers.get(unit.source[slice(*path)]) for path in includes)
    names = (rules.names.get(name) for name in {*A_NAME.findall(unit.code, *branch)})
    return any(one is not None and one.to is None for one in headers) or any(
        one is not None and not one.to for one in names
    )


def _is_of_torch(unit: Unit) -> bool:
    return any(one.startswith(OF_TORCH) for one in unit.included)


def _is_cuda(unit: Unit, branch: Span, rules: RuleSet) -> bool:
    """Say whether a branch needs CUDA: a header of it, or a name that HIP has otherwise or not at all."""
    includes = (one.path for one in unit.text.includes if branch.start <= one.path.start < branch.end)
    if any(unit.source[slice(*path)] in rules.headers for path in includes):
        return True
    words = {*A_NAME.findall(unit.code, *branch)}
    return any(name in rules.names and rules.names[name].to != name for name in words)
