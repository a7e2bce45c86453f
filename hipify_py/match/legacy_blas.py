"""cuBLAS's first interface, of cublas.h, whose functions take no handle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.ownership import owner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

HEADER, SECOND = b"cublas.h", b"cublas_v2.h"  # of which a unit can have one alone
# The functions of BLAS themselves; those that set and get arrays are the same in both interfaces.
CALLED = re.compile(
    rb"cublas(?<!\wcublas)(?!Set|Create|Destroy|Shutdown|Check|St[ar])(?:[SDCZ][a-z]|I[sdcz]a)\w*(?=\s*\()"
)


def calls_without_handle(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report the calls of a file that includes cublas.h, maybe through others: hipBLAS's take a handle."""
    through = options.project.legacy_blas and SECOND not in unit.included
    if HEADER not in unit.included and not through:
        return
    for found in CALLED.finditer(unit.code):
        span = Span(*found.span())
        if not owner(unit, span, rules):
            yield Match(findings=(report(rule, span, {}),))
