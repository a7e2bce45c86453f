"""Headers with CUDA in them that files of a run include from folders that it skips, such as vendored ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.project.includers import contents

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Places
    from hipify_py.project.translation_units import TranslationUnits

FOR_HIP = re.compile(rb"__HIP|\bUSE_ROCM\b|hip/hip_runtime")  # in a header that has a side for HIP already


def skipped_headers(
    units: TranslationUnits, found: Mapping[str, Facts], places: Places, left: set[str], limit: int
) -> dict[str, frozenset[bytes]]:
    """Give for each file of a run what it includes of such headers, as it writes the path.

    `found` are the files of the run and all that they include, `left` those of them that it skips.
    """
    with_cuda = {
        path for path in left if found[path].has_cuda and FOR_HIP.search(contents(path, limit)) is None
    }
    bad = units.inclusion.above(with_cuda) & left
    return {
        path: named
        for path in found.keys() - left
        if (named := frozenset(_naming(found[path].includes, places[path], bad)))
    }


def _naming(
    includes: Sequence[tuple[bytes, bool]], places: Sequence[str | None], bad: Collection[str]
) -> Iterator[bytes]:
    yield from (include for (include, _), place in zip(includes, places, strict=True) if place in bad)
