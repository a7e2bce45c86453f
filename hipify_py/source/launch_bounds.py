"""What `__launch_bounds__` of kernels is given: the most threads of a block, and blocks that are meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.brackets import parts
from hipify_py.source.statements import is_balanced
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.unit import Unit

BOUNDS = re.compile(rb"__launch_bounds__\s*\(")


class LaunchBounds(NamedTuple):
    """Where a `__launch_bounds__` stands, with its brackets, and what it is given."""

    place: Span
    given: tuple[Span, ...]


@fact
def launch_bounds(unit: Unit) -> tuple[LaunchBounds, ...]:
    """Give those of a file, in order; bounds within bounds say nothing."""
    return (*_found(unit),)


def _found(unit: Unit) -> Iterator[LaunchBounds]:
    ends = bracket_ends(unit)
    end = 0
    for found in BOUNDS.finditer(unit.code):
        if found.start() < end or found.end() - 1 not in ends:
            continue
        end = ends[found.end() - 1]
        if unit.code.find(b";", found.end(), end) < 0 and is_balanced(unit.code[found.end() : end - 1]):
            yield LaunchBounds(Span(found.start(), end), (*parts(unit.code, found.end(), end - 1),))
