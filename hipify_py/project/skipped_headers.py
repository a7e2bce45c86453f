"""Headers with CUDA in them that files of a run include from folders that it skips, such as vendored ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.project.files import is_inside
from hipify_py.project.includers import contents

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from hipify_py.project.facts import Facts
    from hipify_py.project.translation_units import Places

FOR_HIP = re.compile(rb"__HIP|\bUSE_ROCM\b|hip/hip_runtime")  # in a header that has a side for HIP already


def skipped_headers(
    found: Mapping[str, Facts], places: Places, listed: Collection[str], roots: Iterable[str], limit: int
) -> dict[str, frozenset[bytes]]:
    """Give for each file of a run what it includes of such headers, as it writes the path.

    `listed` are the files of the run, `found` those and all that they include, and `roots` the folders that
    were named: what lies outside of them belongs to others.
    """
    tops = [*roots]
    left = {path for path in found if path not in listed and any(is_inside(path, top) for top in tops)}
    bad = {path for path in left if found[path].has_cuda and FOR_HIP.search(contents(path, limit)) is None}
    queue = [*bad]
    above: dict[str, set[str]] = {}
    for path in left if bad else ():
        for place in places.get(path, ()):
            if place in left:
                above.setdefault(place, set()).add(path)
    while queue:
        more = above.get(queue.pop(), set()) - bad
        bad |= more
        queue += more
    return {
        path: named
        for path in found.keys() & listed
        if (named := frozenset(_naming(found[path].includes, places[path], bad)))
    }


def _naming(
    includes: Sequence[tuple[bytes, bool]], places: Sequence[str | None], bad: Collection[str]
) -> Iterator[bytes]:
    yield from (include for (include, _), place in zip(includes, places, strict=True) if place in bad)
