"""Headers with CUDA in them that files of a run include from folders that it skips, such as vendored ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.project.includers import contents

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Places
    from hipify_py.project.translation_units import TranslationUnits

FOR_HIP = re.compile(rb"__HIP|\bUSE_ROCM\b|hip/hip_runtime")  # in a header that has a side for HIP already


def skipped_headers(  # noqa: PLR0913, PLR0917  what is known of the files, and which are which
    units: TranslationUnits,
    found: Mapping[str, Facts],
    places: Places,
    run: Collection[str],
    left: set[str],
    limit: int,
) -> dict[str, frozenset[bytes]]:
    """Give for each file of a `run` what it includes of such headers, as it writes the paths.

    `found` are the files of the run and all that they include, `left` those of them that it skips.
    """
    with_cuda = {
        path for path in left if found[path].has_cuda and FOR_HIP.search(contents(path, limit)) is None
    }
    bad = units.inclusion.above(with_cuda) & left
    named = {
        path: frozenset(
            include
            for (include, _), place in zip(found[path].includes, places[path], strict=True)
            if place is not None and place in bad
        )
        for path in (found.keys() - left).intersection(run if bad else ())
    }
    return {path: includes for path, includes in named.items() if includes}
