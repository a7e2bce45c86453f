"""Find states of random generators that HIP cannot keep: those of hipRAND have a constructor."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Finding, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Edit, Options
    from hipify_py.rules import Rule, RuleSet
    from hipify_py.syntax import Unit

# Not MTGP32, whose state has no constructor; not `extern`, which constructs nothing.
STORED = re.compile(
    rb"(?<!extern )\b__(?:shared|device|constant|managed)__\s+(?:static\s+|struct\s+)*"
    rb"(curandState(?!Mtgp32)\w*)\s+\w+\s*[;,\[=]"
)


def random_states(
    unit: Unit, rule: Rule, _rules: RuleSet, _options: Options
) -> Iterator[tuple[list[Edit], list[Finding]]]:
    """Report variables of shared memory and of the device that hold the state of a generator."""
    for found in STORED.finditer(unit.code) if b"curandState" in unit.code else ():
        span = Span(*found.span(1))
        yield [], [Finding(rule.id, rule.severity, span, rule.message, rule.fails, origin=rule.origin)]
