"""States of random generators that HIP cannot keep: those of hipRAND have a constructor."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.outcomes import Match, report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

# Not MTGP32, whose state has no constructor; not `extern`, which constructs nothing.
STORED = re.compile(
    rb"(?<!extern )\b__(?:shared|device|constant|managed)__\s+(?:static\s+|struct\s+)*"
    rb"(curandState(?!Mtgp32)\w*)\s+\w+\s*[;,\[=]"
)


def random_states(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report variables of shared memory and of the device that hold the state of a generator."""
    for found in STORED.finditer(unit.code):
        yield Match(findings=(report(rule, Span(*found.span(1)), {}),))
