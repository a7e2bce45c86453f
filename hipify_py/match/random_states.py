"""States of random generators: those of hipRAND have a constructor, and none of the members of CUDA's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.shared_objects import constructed
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.word_places import word_matches

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
# A state or a pointer to one by its name, and what those of CUDA hold that few other structures do.
NAMED = re.compile(
    rb"(?:cu|hip)randState(?!Mtgp32)\w*\b(?!\s*[(;])[\s*&]*(?:(?:const|__restrict__)\b[\s*&]*)*"
    rb"([A-Za-z_]\w*+)(?!\s*\()"
)
INSIDE = re.compile(
    rb"\b([A-Za-z_]\w*)\s*(?:\[[^\]]{0,200}\]\s*)?(?:\.|->)\s*"
    rb"(d|v|ctr|key|output|STATE|direction_vectors|boxmuller_\w+)\b(?!\s*\()"
)


def inside_states(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report what is read or written inside of a state, by names that the function around declares as one."""
    homes: dict[bytes, set[Span | None]] = {}
    for made in word_matches(unit, NAMED, b"curandState", b"hiprandState"):
        homes.setdefault(made[1], set()).add(in_function(unit, made.start(1)))
    for found in INSIDE.finditer(unit.code) if homes else ():
        known = homes.get(found[1], ())
        if known and (None in known or in_function(unit, found.start()) in known):
            yield Match(findings=(report(rule, Span(*found.span(2)), {"name": found[2].decode()}),))


def random_states(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report variables of the device that hold the state of a generator; M029 has those of shared memory."""
    there = [Span(*made.span(1)) for made, _ in constructed(unit)]
    for found in STORED.finditer(unit.code):
        if inside(there, found.start(1)):
            continue
        yield Match(findings=(report(rule, Span(*found.span(1)), {}),))
