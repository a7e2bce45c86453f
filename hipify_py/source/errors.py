"""Where the grammar loses its way in a source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.unit import Unit


def errors(unit: Unit) -> Iterator[Span]:
    """Give the places in the file's tree that the grammar could not make sense of, outermost only.

    What it dislikes about an `#include`, such as a blank behind the path, does not count. What is too deep
    for it does, and arguments of a call that a condition cuts; and a condition with several beginnings, or
    ends, of one block: what stands in that is read as the last one's.
    """
    yield from unit.too_deep
    yield from unit.given_up
    yield from sorted(unit.cut)
    yield from unit.in_a_row
    yield from map(span_of, unit.misread)
