"""Thrust in a namespace of the program's, where its build asks CUDA's headers to put it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, report
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

NAMED = re.compile(rb"thrust\s*::")
AROUND = re.compile(rb"([A-Za-z_]\w*)\s*::\s*\Z")


def wrapped_thrust(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report, once in a file, what names Thrust inside another namespace."""
    named = (one.start() for one in matches(unit.code, NAMED, b"thrust"))
    around = ((AROUND.search(unit.code, max(0, at - 80), at), at) for at in named)
    places = [(one[1], Span(one.start(1), at + len(b"thrust"))) for one, at in around if one]
    if places:
        said = report(rule, places[0][1], {"name": places[0][0].decode()})
        related = tuple(Related(span, "here too") for _, span in places[1:])
        yield Match(findings=(said._replace(related=related),))
