"""Sides for CUDA that a HIP compiler reads where no build sets `USE_ROCM`, as PyTorch's builds for HIP do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.warp_names import INTRINSIC
from hipify_py.model import Related
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import OF_BUILD, left_to_builds
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import inside
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

OF_TORCH = (b"torch/", b"ATen/", b"c10/", b"caffe2/")  # whose builds set the macro


def left_for_cuda(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report a macro that nothing sets for HIP; that is a note where a build outside of the run may."""
    given = options.project.side_macro
    if given == "set" or OF_BUILD in defined(unit) or any(one.startswith(OF_TORCH) for one in unit.included):
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
        said = report(rule, first, {})._replace(related=related)
        yield Match(findings=(said if given == "unset" else said._replace(severity="note"),))


def _is_cuda(unit: Unit, branch: Span, rules: RuleSet) -> bool:
    """Say whether a branch needs CUDA: a header of it, or a name that HIP has otherwise or not at all."""
    includes = (one.path for one in unit.text.includes if branch.start <= one.path.start < branch.end)
    if any(unit.source[slice(*path)] in rules.headers for path in includes):
        return True
    words = {*A_NAME.findall(unit.code, *branch)}
    return any(name in rules.names and rules.names[name].to != name for name in words)
