"""Headers without a counterpart of which a file uses nothing: to leave the line out is all there is to do."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.conditions import inside
from hipify_py.source.includes import HEADERS
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from hipify_py.outcomes import Match
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

STEM = re.compile(rb"[A-Za-z]\w*?(?=[_./])")
# What headers of vectors give, of which no name begins as theirs do: `dot(`, or a type with operators.
OF_VECTORS = {
    b"cutil_math.h": (
        rb"(?:clamp|cross|dot|f(?:abs|floor|rac|min|max)[fs]?|length|lerp|normalize|reflect|rsqrtf)\s*\("
        rb"|(?:make_)?u?(?:float|int)[234]\b"
    )
}
UNUSED = "; nothing in this file is called as its names are: leave the line out"


def unless_used(unit: Unit, rules: RuleSet, options: Options, path: bytes, told: Match) -> Match:
    """Say of a header without a counterpart where its file has nothing that is called as its names are.

    What a header includes may be for those who include that.
    """
    stem = None if options.name.endswith(HEADERS) else STEM.match(path)
    if stem is None or not any(one.rule == "N005" for one in told.findings):
        return told
    if names := OF_VECTORS.get(path):
        return told if _speaks_of(unit, names) else _without_use(told)
    at = bisect_left(rules.in_order, stem[0])
    known = at < len(rules.in_order) and rules.in_order[at].startswith(stem[0])
    ways = [way for way, library in rules.unknown.items() if library.lower() == told.findings[0].family]
    if not (known or ways) or _speaks_of(unit, b"|".join((stem[0], *(way.encode() for way in ways)))):
        return told
    return _without_use(told)


def _without_use(told: Match) -> Match:
    return told._replace(findings=tuple(one._replace(message=one.message + UNUSED) for one in told.findings))


@fact_of
def _speaks_of(unit: Unit, ways: bytes) -> bool:
    """Say whether a word of a file begins in some way, in capitals or not, but in its includes."""
    paths = merged([include.path for include in unit.text.includes])
    words = re.compile(rb"(?i)(?<![a-z0-9])(?:" + ways + rb")").finditer(unit.code)
    return any(not inside(paths, one.start()) for one in words)
