"""The version of the driver or the runtime as a number: what compares it counts as CUDA does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.ownership import owner
from hipify_py.source.definitions import in_function
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

ASKS = re.compile(rb"\b(?:cuda(?:Driver|Runtime)|cuDriver)GetVersion\s*+\(\s*+&?\s*+(\w+)\s*+\)")
ASKED = (b"cudaDriverGetVersion", b"cudaRuntimeGetVersion", b"cuDriverGetVersion")
COMPARED = rb"(?:[<>]=?|[=!]=)"


def driver_versions(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report where the version that a driver or runtime says is compared in the function that asks for it."""
    for found in matches(unit.code, ASKS, *ASKED):
        span = Span(*found.span())
        function = in_function(unit, span.start)
        if function is None or owner(unit, Span(span.start, span.start + 1), rules):
            continue
        name = re.escape(found[1])
        behind = rb"\b%b\b(?:\s*+[/%%]\s*+\d++)?\s*+%b\s*+(?:\w++|\()" % (name, COMPARED)
        compared = re.compile(behind + rb"|\b\w++\s*+%b\s*+%b\b(?!\s*+[.(])" % (COMPARED, name))
        if place := compared.search(unit.code, span.end, function.end):
            yield Match(findings=(report(rule, Span(*place.span()), {"name": found[1].decode()}),))
