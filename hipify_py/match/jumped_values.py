"""Values that a variable gets in a `switch`, and that the label of a later case leads past.

nvcc warns of it (546-D) in code for the device, and goes on; clang refuses it, as C++ asks for: [stmt.dcl].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.match.runtime_include import read_for_device
from hipify_py.outcomes import Match, beside, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.jumped_declarations import is_jumped_over
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MADE_ONCE = frozenset((b"static", b"__shared__"))


def jumped_values(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report, once a function for the device, the variables that a later label of a `switch` leads past."""
    switches = [one.start for one in standing(unit, b"switch")]
    if not switches or not read_for_device(unit, options):
        return
    around = functions(unit, [one for one in switches if not is_left_alone(unit, one)])
    for function in dict.fromkeys(around.values()):
        if function.of_device:
            jumped = [*_jumped(unit, function)]
            for first in jumped[:1]:
                name = unit.source[slice(*first)].decode("utf-8", "replace")
                said = report(rule, first, {"name": name})
                yield Match(findings=(said._replace(related=beside(jumped[1:])),))


def _jumped(unit: Unit, function: Function) -> Iterator[Span]:
    """Give the names of such variables."""
    for one in model(unit, function).declarations:
        words = unit.code[slice(*one.statement)].split(maxsplit=2)
        is_made = one.value and one.kind == "local" and MADE_ONCE.isdisjoint(words)
        if is_made and is_jumped_over(unit, function, one):
            yield one.at
