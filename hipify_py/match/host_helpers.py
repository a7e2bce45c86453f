"""Functions of a header for the host that decide by a compute capability, and who in it calls them.

Headers such as that of CUDA's samples bring many, of which a program calls few.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.uncalled_functions import WITHIN
from hipify_py.source.functions import head, written_functions
from hipify_py.source.includes import HEADERS
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

CAPABILITY = re.compile(
    rb"(?:\.|->)\s*+(?:major|minor)\b|\w+ComputeCapabilityM(?:aj|in)or\b|\w+COMPUTE_CAPABILITY_M(?:AJ|IN)OR\b"
)
MOST = 64  # functions, and places of a name, that are looked at
Callers = tuple[tuple[bytes, frozenset[bytes]], ...]


def helpers(unit: Unit, options: Options) -> Callers:
    """Give such functions of a header, each with itself and those by which the header calls it.

    Not what it calls elsewhere than in functions of this kind, be it in a macro.
    """
    if not options.name.endswith(HEADERS) or not CAPABILITY.search(unit.code):
        return ()
    made = written_functions(unit)
    own = [one for one in made if one.kind == "host" and WITHIN.search(head(unit, one))]
    asking = {one.called for one in own if CAPABILITY.search(unit.code, *one.span)}
    if not 0 < len(asking) <= MOST:
        return ()
    starts, names = [one.span.start for one in made], {one.called for one in own}
    callers: dict[bytes, frozenset[bytes] | None] = {}
    found = ((name, _above(unit, name, made, starts, names, callers)) for name in sorted(asking))
    return tuple((name, above) for name, above in found if above)


def _above(  # noqa: PLR0913, PLR0917
    unit: Unit,
    name: bytes,
    made: Sequence[Function],
    starts: Sequence[int],
    names: set[bytes],
    callers: dict[bytes, frozenset[bytes] | None],
) -> frozenset[bytes]:
    """Give a function and those that call it, directly or through others; nothing where others do."""
    above, todo = {name}, [name]
    while todo:
        one = todo.pop()
        if one not in callers:
            callers[one] = _callers(unit, one, made, starts, names)
        by = callers[one]
        if by is None or len(above) > MOST:
            return frozenset()
        todo += by - above
        above |= by
    return frozenset(above)


def _callers(
    unit: Unit, name: bytes, made: Sequence[Function], starts: Sequence[int], names: set[bytes]
) -> frozenset[bytes] | None:
    """Give the functions that name another; None where something else does."""
    places = [*islice(standing(unit, name), MOST + 1)]
    found = set[bytes]()
    for place in places:
        at = bisect_right(starts, place.start) - 1
        home = made[at] if at >= 0 and place.start < made[at].span.end else None
        if home is None or home.called not in names or len(places) > MOST:
            return None
        found.add(home.called)
    return frozenset(found - {name})
