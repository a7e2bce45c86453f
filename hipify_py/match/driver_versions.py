"""The version of the driver or the runtime as a number: what compares it counts as CUDA does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.match.version_macros import VERSIONS
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.ownership import owner
from hipify_py.source.definitions import in_function
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

ASKS = re.compile(rb"\b(?:cuda(?:Driver|Runtime)|cuDriver)GetVersion\s*+\(\s*+&?\s*+(\w+)\s*+\)")
ASKED = (b"cudaDriverGetVersion", b"cudaRuntimeGetVersion", b"cuDriverGetVersion")
COMPARED = rb"(?:[<>]=?|[=!]=)"


def driver_versions(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report where the version that a driver or runtime says is compared in the function that asks for it.

    Not with another one that is asked for there, which is HIP's too, nor with a macro of CUDA's: that such
    is used is told by itself.
    """
    asked: dict[Span, set[bytes]] = {}  # by the function
    for found in matches(unit.code, ASKS, *ASKED):
        span = Span(*found.span())
        function = in_function(unit, span.start)
        if function is None or owner(unit, Span(span.start, span.start + 1), rules):
            continue
        if function not in asked:
            within = (one[1] for one in ASKS.finditer(unit.code, *function))
            asked[function] = {*within}
        name = re.escape(found[1])
        behind = rb"\b%b\b(?:\s*+[/%%]\s*+\d++)?\s*+%b\s*+(?:(\w++)|\()" % (name, COMPARED)
        compared = re.compile(behind + rb"|\b(\w++)\s*+%b\s*+%b\b(?!\s*+[.(])" % (COMPARED, name))
        places = compared.finditer(unit.code, span.end, function.end)
        if place := next((one for one in places if not _is_told(one[1] or one[2], asked[function])), None):
            yield Match(findings=(report(rule, Span(*place.span()), {"name": found[1].decode()}),))


def _is_told(other: bytes | None, asked: Collection[bytes]) -> bool:
    """Say whether what a version is compared with is another that HIP says, or one of CUDA's macros."""
    return other is not None and (other in asked or VERSIONS.fullmatch(other) is not None)
