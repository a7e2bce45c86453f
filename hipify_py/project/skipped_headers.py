"""Headers with CUDA in them that files of a run include from folders that it skips, such as vendored ones."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.project.file_kinds import folder_kind
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
) -> dict[str, dict[bytes, str]]:
    """Give for each file of a `run` what it includes of such headers, as it writes the paths.

    With each stands the name of the outermost folder around it that is skipped for its name, or nothing.

    `found` are the files of the run and all that they include, `left` those of them that it skips.
    """
    with_cuda = {
        path for path in left if found[path].has_cuda and FOR_HIP.search(contents(path, limit)) is None
    }
    around = {folder for path in run for folder in folders_around(path)}
    bad = units.inclusion.above(with_cuda) & left
    named = {
        path: {
            include: _skipped_folder(place, around)
            for (include, _), place in zip(found[path].includes, places[path], strict=True)
            if place is not None and place in bad
        }
        for path in (found.keys() - left).intersection(run if bad else ())
    }
    return {path: includes for path, includes in named.items() if includes}


def _skipped_folder(path: str, around: Collection[str]) -> str:
    """Give the name of the outermost folder around a path that is skipped for it; "" where none is.

    No file of the run lies in it: `around` are the folders that these lie in.
    """
    names = [posixpath.basename(folder) for folder in folders_around(path) if folder not in around]
    return next((name for name in reversed(names) if folder_kind(name)), "")
