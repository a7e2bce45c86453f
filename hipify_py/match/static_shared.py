"""Arrays in shared memory whose size the source tells, where they are more than a block of AMD GPUs has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.gpus import most_shared
from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.source.definitions import in_function
from hipify_py.source.spans import holds
from hipify_py.source.type_sizes import size_of
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

ARRAY = re.compile(
    rb"\b__shared__\s++(?:(?:volatile|const)\s++)*+(\w++(?:\s++(?:long|int|char|short)\b)*+)\s++(\w++)\s*+((?:\[[^][;]++\]\s*+)++);"
)
EXTENT = re.compile(rb"\[([^][]++)\]")


def static_shared(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report the array with which those of a function come to be more than a block has, once a function."""
    most, constants = most_shared(options.archs), None
    taken: dict[Span, int] = {}
    for found in word_matches(unit, ARRAY, b"__shared__"):
        constants = constants or constant_table(
            unit, {**options.project.constants, **declared_constants(unit)}
        )
        size = _bytes(found, constants)
        home = in_function(unit, found.start()) if size else None
        if home is None or not holds(home, Span(*found.span())):
            continue
        before = taken.get(home, 0)
        taken[home] = before + size
        if before <= most < taken[home]:
            values = {"name": found[2].decode(), "bytes": f"{taken[home]:,}", "most": f"{most:,}"}
            yield Match(findings=(report(rule, Span(*found.span(2)), values),))


def _bytes(found: re.Match[bytes], constants: ConstantTable) -> int:
    """Give the bytes of an array; 0 where its type or an extent is not known."""
    size = size_of(b" ".join(found[1].split())) or 0
    for extent in EXTENT.findall(found[3]):
        number = constants.number(extent.strip())
        size *= number.value if number is not None and number.value > 0 else 0
    return size
