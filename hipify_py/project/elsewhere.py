"""Headers of a program that lie in none of the repositories and folders of a run: they stay as they are."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hipify_py.project.files import is_inside

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def as_it_stays(fact: Facts) -> Facts:
    """Give what a header tells that is not converted: it brings HIP's runtime only where it includes that."""
    return fact._replace(brings=fact.brings and has_hip(fact))


def has_hip(fact: Facts) -> bool:
    """Say whether a header includes HIP's runtime as it stands."""
    return not RUNTIMES.isdisjoint(path for path, _ in fact.includes)
