"""Keep what rule files come to in the user's cache folder, if there is one that can be written."""

from __future__ import annotations

import os
from _thread import get_ident
from contextlib import suppress
from pathlib import Path

UNUSED = 30 * 24 * 60 * 60  # seconds after which a compiled form is taken away when another is kept


def folder() -> Path:
    """Give the folder of the user's cache; one in which nothing can be kept where there is no home."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(os.devnull if base.startswith("~") else base) / "hipify-py"  # no home, nothing is kept


def keep(path: Path, data: bytes) -> None:
    """Write the compiled form so that a reader sees all of it or none; a failure costs only time."""
    part = path.with_name(f"{path.name}.{os.getpid()}.{get_ident()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
        _clear(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _clear(kept: Path) -> None:
    """Take away what other rules or versions of the program came to a while ago; at need it is made anew."""
    for path in kept.parent.glob("rules-*"):
        with suppress(OSError):
            if path.stat().st_mtime < kept.stat().st_mtime - UNUSED:
                path.unlink()
