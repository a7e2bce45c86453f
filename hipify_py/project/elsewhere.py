"""Headers of a program that stay as they are: outside of its repositories and folders, or in skipped ones."""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from hipify_py.project.file_kinds import folder_kind
from hipify_py.project.files import folders_around, is_inside

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from hipify_py.project.entries import Entry
    from hipify_py.project.facts import Facts
    from hipify_py.project.include_paths import IncludePaths

RUNTIMES = frozenset({b"hip/hip_runtime.h", b"hip_runtime.h"})


def elsewhere(others: Iterable[str], work: Iterable[Entry], paths: IncludePaths) -> set[str]:
    """Give which of some paths lie outside of the repositories and folders that the files of a run lie in.

    No run that converts these files converts those. Of files in no repository that are named alone, nothing
    tells what lies outside.
    """
    tops = {paths.top(os.path.dirname(entry.path)) for entry in work}
    known = [top for top in tops if top is not None]
    if len(known) < len(tops):
        return set()
    return {one for one in others if not any(is_inside(one, top) for top in known)}


def skipped(others: Iterable[str], work: Iterable[Entry], walked: Collection[str]) -> set[str]:
    """Give which of some paths a run over their project skips, whichever of its files are named.

    That is what lies in a folder that was walked and was not found there, and in one whose name tells that it
    is not converted, unless a file of the run lies in it.
    """
    around = {folder for entry in work for folder in folders_around(entry.path)}
    return {
        one
        for one in others
        if any(is_inside(one, top) for top in walked)
        or any(
            folder not in around and folder_kind(posixpath.basename(folder)) for folder in folders_around(one)
        )
    }


def as_it_stays(fact: Facts) -> Facts:
    """Give what a header tells that is not converted: it brings HIP's runtime only where it includes that."""
    return fact._replace(brings=fact.brings and has_hip(fact))


def has_hip(fact: Facts) -> bool:
    """Say whether a header includes HIP's runtime as it stands."""
    return not RUNTIMES.isdisjoint(path for path, _ in fact.includes)
