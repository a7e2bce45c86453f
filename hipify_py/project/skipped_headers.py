"""Headers with CUDA in them that files of a run include from folders that it skips, such as vendored ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.project.files import folders_around
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
) -> dict[str, Mapping[bytes, tuple[str, int]]]:
    """Give for each file of a `run` what it includes of such headers, as it writes the paths, and who tells.

    That is the first file of the run which includes anything of the folder that would have to be converted
    too, and how many files besides do. `found` are the files of the run and all that they include, `left`
    those of them that it skips.
    """
    with_cuda = {
        path for path in left if found[path].has_cuda and FOR_HIP.search(contents(path, limit)) is None
    }
    bad = units.inclusion.above(with_cuda) & left
    if not bad:
        return {}
    own = found.keys() - left
    read = {folder for path in own for folder in folders_around(path)}
    to_convert = {place: _to_convert(place, read) for place in bad}
    return _told_once(
        {
            path: {
                include: to_convert[place]
                for (include, _), place in zip(found[path].includes, places[path], strict=True)
                if place is not None and place in bad
            }
            for path in sorted(own.intersection(run))
        }
    )


def _told_once(named: Mapping[str, Mapping[bytes, str]]) -> dict[str, Mapping[bytes, tuple[str, int]]]:
    """Give for what files include the first that includes anything of its folder, and how many more do."""
    users: dict[str, list[str]] = {}
    for path, includes in named.items():
        for folder in {*includes.values()}:
            users.setdefault(folder, []).append(path)
    return {
        path: {include: (users[folder][0], len(users[folder]) - 1) for include, folder in includes.items()}
        for path, includes in named.items()
        if includes
    }


def _to_convert(place: str, read: Collection[str]) -> str:
    """Give the folder around a header of which a run reads nothing, the outermost; else the header."""
    found = place
    for folder in folders_around(place):
        if folder in read:
            break
        found = folder
    return found
