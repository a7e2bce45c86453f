"""Places of memory that a call may be given as a structure, as in CUDA 13, or as the number of a device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declared_types import declared_type
from hipify_py.source.conditions import inside
from hipify_py.source.word_places import found_words, words_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

CALLS = (b"cudaMemAdvise", b"cuMemAdvise")
COUNT = 4  # arguments
WORD = re.compile(rb"\w+")
# Numbers of devices, as programs call them; whatever they are declared as.
NUMBER = re.compile(
    rb"(?:\(\s*int\s*\)\s*)?(?:-?\d\w*|[A-Z_\d]+|cudaCpuDeviceId|\w*[Dd]ev\w*|\w*gpu\w*|\w*id)"
)
PLACE = re.compile(rb"\{|\(?\s*(?:struct\s+)?(?:cuda|CU)[Mm]emLocation\b")
TYPES = (b"cudaMemLocation", b"CUmemLocation", b"int", b"unsigned", b"CUdevice", b"size_t", b"long", b"short")


def unknown(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report advice about memory whose place is neither a number nor a structure as far as is seen.

    Asked are files that name the structure, others have numbers.
    """
    if not words_with(unit, b"emLocation"):
        return
    for span, _ in found_words(unit, *CALLS):
        call = None if inside(dead(unit), span.start) else unit.call(span)
        if call is not None and len(call.arguments) == COUNT and _is_unknown(unit, call.arguments[-1]):
            given = unit.source[slice(*call.arguments[-1])].strip().decode("utf-8", "replace")
            yield Match(findings=(report(rule, call.arguments[-1], {"given": given}),))


def _is_unknown(unit: Unit, argument: Span) -> bool:
    text = unit.code[slice(*argument)].strip()
    if NUMBER.fullmatch(text) or PLACE.match(text):
        return False
    known = WORD.fullmatch(text) and any(declared_type(unit, text, one, argument.start) for one in TYPES)
    return not known
