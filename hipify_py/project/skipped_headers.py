"""Headers with CUDA in them that files of a run include from folders that it skips, such as vendored ones."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.project.file_kinds import folder_kind
from hipify_py.project.files import folders_around
from hipify_py.project.includers import contents
from hipify_py.project.unread_headers import NAMES_CUDA
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.source.conditions import inside, pieces
from hipify_py.source.spans import merged
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Places
    from hipify_py.project.translation_units import TranslationUnits

FOR_HIP = re.compile(rb"__HIP|\bUSE_ROCM\b|hip/hip_runtime|(?<![A-Za-z])HIPCC\b")
# In a header that has a side for HIP already, as those of Eigen 3.4 have by EIGEN_HIPCC.

# A condition that nvcc alone decides: a host's compiler reads nothing behind it, and HIP's neither.
OF_NVCC = re.compile(rb"\s*+(?:__CUDACC__|__NVCC__|defined\s*+\(?\s*+(?:__CUDACC__|__NVCC__)\s*+\)?)\s*+")
MARKS = re.compile(rb"\b__(?:global|device|host|shared|constant)__\b|<<<")


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

    `found` are the files of the run and all that they include, `left` those of them that it skips. What a
    header has for nvcc alone a source without CUDA has never seen.
    """
    with_cuda = {
        path for path in left if found[path].has_cuda and FOR_HIP.search(contents(path, limit)) is None
    }
    around = {folder for path in run for folder in folders_around(path)}
    for_nvcc = {path for path in with_cuda if _is_for_nvcc(contents(path, limit))}
    bad = units.inclusion.above(with_cuda) & left
    bad_for_all = units.inclusion.above(with_cuda - for_nvcc) & left if for_nvcc else bad
    named = {
        path: {
            include: _skipped_folder(place, around)
            for (include, _), place in zip(found[path].includes, places[path], strict=True)
            if place is not None and place in (bad if found[path].has_cuda else bad_for_all)
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


def _is_for_nvcc(source: bytes) -> bool:
    """Say whether all of CUDA in a header stands where nvcc alone reads it."""
    if b"CUDACC" not in source and b"NVCC" not in source:
        return False
    unit = Unit(source)
    of_nvcc = merged(
        pieces(chain)[0]
        for chain in closed_chains(unit)
        if chain[0].name in {b"if", b"ifdef"} and OF_NVCC.fullmatch(unit.code, *chain[0].body)
    )
    named = [one.start() for what in (NAMES_CUDA, MARKS) for one in what.finditer(unit.code)]
    named += [one.path.start for one in unit.text.includes if b"cu" in unit.source[slice(*one.path)]]
    return bool(of_nvcc) and all(inside(of_nvcc, at) for at in named)
