"""Device code inside string literals, for a run-time compiler."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.warp_names import INTRINSIC
from hipify_py.outcomes import Match, report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

# What may have to be written otherwise, besides names: PTX, a launch, a header, a width that is CUDA's.
OTHERWISE = re.compile(
    rb"\basm\b|<<<|#[ \t]*include\b|\bwarpSize\b|__CUDA|\b(?:nv)?cuda\s*::|\bcooperative_groups\b"
)
NOTHING_TO_DO = "device code in a string, in which no name becomes another in HIP: compile it with hiprtc"


def kernel_strings(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report device code inside string literals, which is never converted; what is HIP's too in a note."""
    for span in unit.text.strings:
        text = unit.source[slice(*span)]
        if b"__global__" in text:
            said = report(rule, span, {})
            is_raw = unit.source[span.start - 1 : span.start] == b"R"
            if is_raw and _is_hips_too(text, rules):
                said = said._replace(severity="note", fails="never", message=NOTHING_TO_DO)
            yield Match(findings=(said,))


def _is_hips_too(text: bytes, rules: RuleSet) -> bool:
    """Say whether a literal has all of a kernel, and in it nothing that is written otherwise in HIP."""
    if b"{" not in text or OTHERWISE.search(text) or INTRINSIC.search(text):
        return False
    names = {one[0] for one in rules.candidate.finditer(text)}
    return not any(name in rules.calls or _acts(rules, name) for name in names)


def _acts(rules: RuleSet, name: bytes) -> bool:
    known = rules.names.get(name)
    return known.acts(name) if known is not None else rules.is_unknown.fullmatch(name) is not None
