"""Conditions behind which nothing stands but includes of headers that HIP lacks."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.match.headers import looked_up
from hipify_py.resolve.for_hip import chains
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

PATH = re.compile(rb"\s*[<\"]([^<>\"]+)[>\"]")


def is_of_lacking(unit: Unit, rules: RuleSet, directive: Directive) -> bool:
    """Say whether a condition keeps off such includes alone, so that HIP is right not to read them."""
    paths = _alone(unit).get(directive.span.start, ())
    known = [looked_up(rules, path) for path in paths]
    return bool(known) and all(one is not None and one.to is None for one in known)


@fact
def _alone(unit: Unit) -> dict[int, tuple[bytes, ...]]:
    """Give what is included behind the conditions without another side behind which no more stands."""
    found: dict[int, tuple[bytes, ...]] = {}
    for indices in chains(unit):
        if len(indices) == 2:  # `#if` and `#endif`
            first, last = indices
            lines = unit.directives[first : last + 1]
            gaps = (unit.code[one.span.end : other.span.start] for one, other in pairwise(lines))
            paths = [
                PATH.match(unit.source, *one.body) if one.name == b"include" else None for one in lines[1:-1]
            ]
            if all(paths) and not any(map(bytes.strip, gaps)):
                found[lines[0].span.start] = tuple(path[1] for path in paths if path)
    return found
