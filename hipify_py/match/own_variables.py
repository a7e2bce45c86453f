"""Own declarations of the variables that are built into kernels, which programs make for the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.own_overloads import Owned, left_out
from hipify_py.model import Span
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.outcomes import Match
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

NAMES = (b"threadIdx", b"blockIdx", b"blockDim", b"gridDim")
DECLARED = re.compile(
    rb"\bextern\s+(?:(?:const|__device__|__host__)\s+)*(?:dim3|uint3)\s+(?:const\s+)?(?P<first>%b)"
    rb"(?:\s*,\s*(?:%b))*\s*;" % ((b"|".join(NAMES),) * 2)
)


def built_in(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Leave declarations of the built-in variables to HIP, whose are of other types."""
    declared = word_matches(unit, DECLARED, b"extern")
    owned = (
        Owned(Span(*one.span()), Span(*one.span("first")), one["first"].decode(), same=True)
        for one in declared
    )
    yield from left_out(unit, rule, owned)
