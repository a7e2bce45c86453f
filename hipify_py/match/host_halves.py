"""Functions on half that CUDA has on the host, too, and HIP on the device alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.declared_attributes import macros, marked
from hipify_py.match.emitted import is_emitted, lambda_heads
from hipify_py.match.host_calls import MACRO
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.for_hip import is_hip
from hipify_py.resolve.ownership import owner
from hipify_py.source.conditions import by_pass, inside
from hipify_py.source.functions import DEVICE, functions, marking_words
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

# By cuda_fp16.h of CUDA 13.0 and amd_hip_fp16.h of ROCm 7.2; `__int2half_rn` is for both sides in HIP, too.
CALLED = re.compile(
    rb"__(?<!\w__)(?:half2(?:u?short|u?int|u?ll)_rz"
    rb"|(?:u?short|u?ll|uint)2half_r[nzdu]|int2half_r[zdu]|h(?:add|sub|mul)2?_sat)(?=\s*\()"
)


def calls(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report calls in functions that are made for the host, unless the program has its own of the name."""
    found = [Span(*one.span()) for one in CALLED.finditer(unit.code)]
    if not found or is_hip(unit, rules):
        return
    homes = functions(unit, [span.start for span in found])
    own = {unit.code[slice(*span)] for span in found if makes(unit, span)} | options.project.names
    for span in found:
        home, name = homes.get(span.start), unit.code[slice(*span)]
        if home is None or name in own or not _is_on_host(unit, home, span, options):
            continue
        if not inside(dead(unit), span.start) and not owner(unit, span, rules):
            yield Match(findings=(report(rule, span, {"name": name.decode()}),))


def _is_on_host(unit: Unit, home: Function, span: Span, options: Options) -> bool:
    """Say whether a call is read for the host: in a function for that alone, or for both and made for it."""
    if home.kind == "host":
        return not _may_be_device(unit, home, span, options)
    return is_emitted(unit, home.body, "host") and not by_pass(unit, span.start)


def _may_be_device(unit: Unit, home: Function, span: Span, options: Options) -> bool:
    """Say whether a call may be one of the device: in a lambda for that, or by a macro or a declaration."""
    words = marking_words(unit, home)
    if MACRO.search(words) or not macros(unit, options).keys().isdisjoint(A_NAME.findall(words)):
        return True
    if by_pass(unit, span.start) or marked(unit, home.called, options):
        return True
    return any(map(DEVICE.search, lambda_heads(unit, span)))
