"""What nvcc takes as it is spelled and HIP compilers do not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

GLUED = re.compile(rb"operator(?<!\woperator)\s*(<<)<")  # a search for a literal is many times as fast
VECTOR_TAG = re.compile(
    rb"struct(?<!\wstruct)\s+(?:struct\s+)*((?:u?(?:char|short|int|long|longlong)|float|double)[1-4](?:_16a|_32a)?\b)(?!\s*[{;:])"
)


def glued_operators(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Part `operator<<` from the `<` of its template arguments, which HIP compilers read as a launch."""
    for found in GLUED.finditer(unit.code):
        yield Match((Edit(Span(found.end(1), found.end(1)), (b" ",), rule.id, "spelling"),))


def vector_tags(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Drop the word `struct` before a vector type, which is no structure's tag in HIP."""
    for found in VECTOR_TAG.finditer(unit.code):
        yield Match((Edit(Span(found.start(), found.start(1)), (), rule.id, "spelling"),))
