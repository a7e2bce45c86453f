"""What nvcc takes as it is spelled and HIP compilers do not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.source.grammar_text import VECTOR_TAG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

GLUED = re.compile(rb"operator(?<!\woperator)\s*(<<)<")  # a search for a literal is many times as fast
MARK = re.compile(rb"__(?:global|device|host|shared|constant|managed|forceinline|noinline|launch_bounds)__")


def glued_words(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Part `operator<<` from the `<` behind it, and a string from a word that is a macro in HIP.

    HIP compilers read the one as a launch, the other as a literal with a suffix.
    """
    places = [found.end(1) for found in GLUED.finditer(unit.code)]
    strings = (found.start() for found in MARK.finditer(unit.code))
    places += [at for at in strings if unit.source[at - 1 : at] == b'"']
    for at in places:
        yield Match((Edit(Span(at, at), (b" ",), rule.id, "spelling"),))


def vector_tags(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Drop the word `struct` before a vector type, which is no structure's tag in HIP."""
    for found in VECTOR_TAG.finditer(unit.code):
        yield Match((Edit(Span(found.start(), found.start(1)), (), rule.id, "spelling"),))
