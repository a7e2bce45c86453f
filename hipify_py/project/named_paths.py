"""PATHs that lie in one another's folders, or in repositories that are not named."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hipify_py.project.files import is_inside, repository

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def outer_folders(paths: Sequence[str]) -> dict[str, str]:
    """Give, for each PATH in the folder of others, the widest of these."""
    folders = {os.path.realpath(given): given for given in reversed(paths) if os.path.isdir(given)}
    found: dict[str, str] = {}
    for given in paths:
        place = os.path.realpath(given)
        around = [folder for folder in folders if folder != place and is_inside(place, folder)]
        if around and not os.path.islink(given) and (os.path.isdir(given) or os.path.isfile(given)):
            found[given] = folders[min(around, key=len)]
    return found


def in_repositories(paths: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Give, for each PATH that is a file in a repository, the top of that and the way from there."""
    found: dict[str, tuple[str, str]] = {}
    tops: dict[str, str | None] = {}
    for given in paths:
        folder = os.path.realpath(os.path.dirname(given) or ".")
        if folder not in tops:
            tops[folder] = repository(folder)
        top = tops[folder]
        if top is not None and os.path.isfile(given):
            found[given] = top, os.path.relpath(os.path.join(folder, os.path.basename(given)), top)
    return found


def by_top(parts: Mapping[str, tuple[str, str]]) -> dict[tuple[str, str], set[str]]:
    """Give for each repository, and how it is shown, the files that are wanted and the folders above them."""
    found: dict[tuple[str, str], set[str]] = {}
    for given, (top, relative) in parts.items():
        shown = top if os.path.isabs(given) else os.path.relpath(top)
        wanted = found.setdefault((top, shown), set())
        way = relative
        while way and way not in wanted:
            wanted.add(way)
            way = os.path.dirname(way)
    return found
