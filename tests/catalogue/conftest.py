"""A small world in the place of the rules and facts that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.catalogue import world

from hipify_py.catalogue import coverage, declared, entries, sound
from hipify_py.rules import load

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

READERS = (coverage, declared, entries, load, sound)


def forget_headers() -> None:
    """Let the next look at the headers be the first of the process."""
    declared.headers.cache_clear()
    declared.facts.cache_clear()


@pytest.fixture(scope="session")
def small_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return world(tmp_path_factory.mktemp("small"))


@pytest.fixture
def small(small_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Put the small world in the place of what ships; gives its folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(small_folder / "cache"))
    for module in READERS:
        monkeypatch.setattr(module, "builtin_folder", lambda: small_folder)
    forget_headers()
    yield small_folder
    forget_headers()
