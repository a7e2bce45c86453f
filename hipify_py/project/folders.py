"""Folders and all in them, however deep: `os.walk` calls itself before Python 3.12, and ends at 1,000."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def walk(top: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Give each folder from `top` on, with the names of the folders and those of the files in it.

    As with `os.walk`: what is taken out of the folders' names is not entered, no link is followed, and what
    cannot be read is left out.
    """
    left = [top]
    while left:
        place = left.pop()
        inner: list[str] = []
        names: list[str] = []
        try:
            with os.scandir(place) as listing:
                for item in listing:
                    (inner if _is_folder(item) else names).append(item.name)
        except OSError:
            continue
        yield place, inner, names
        paths = (os.path.join(place, name) for name in reversed(inner))
        left += [path for path in paths if not os.path.islink(path)]


def _is_folder(item: os.DirEntry[str]) -> bool:
    try:
        return item.is_dir()
    except OSError:
        return False
