"""Trees of files, what a run finds in one, and what stands in one."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.project.entries import Entry

NOBODY = 65534
only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give up its rights for a moment")


def mode(path: Path) -> int:
    """The permission bits of what stands at a path."""
    return stat.S_IMODE(path.lstat().st_mode)


def listing(folder: Path) -> list[str]:
    """The names in a folder."""
    return sorted(os.listdir(folder))


@contextmanager
def as_nobody() -> Iterator[Path]:
    """A folder of somebody without rights, who is us for a moment."""
    with tempfile.TemporaryDirectory() as name:
        os.chown(name, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            yield Path(name)
        finally:
            os.seteuid(0)


def plant(root: Path, *paths: str, text: str = "int x;\n") -> None:
    for path in paths:
        place = root / path
        if path.endswith("/"):
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)


def kinds(entries: tuple[Entry, ...]) -> dict[str, str]:
    """What was found but for the folders that were entered, by the shown path."""
    return {e.shown: f"{e.kind}: {e.reason}" if e.reason else e.kind for e in entries if e.kind != "folder"}
