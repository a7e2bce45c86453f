"""Trees of files, and what a run finds in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.project.discover import Entry


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
