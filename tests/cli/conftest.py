"""The entries of the rules that ship, made once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from hipify_py.catalogue import coverage, entries
from hipify_py.catalogue import show as show_rules
from hipify_py.choices import Dnn
from hipify_py.releases import NEWEST


@pytest.fixture(scope="module")
def entries_of_what_ships_once() -> Iterator[None]:
    """Make the thousands of entries of the rules that ship once: each command makes them anew."""
    shipped = cache(lambda rocm, dnn: entries.entries((), rocm, dnn))

    def given(folders: Sequence[Path] = (), rocm: str = NEWEST, dnn: Dnn = "keep") -> list[entries.Entry]:
        return entries.entries(folders, rocm, dnn) if folders else list(shipped(rocm, dnn))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(show_rules, "entries", given)
        patch.setattr(coverage, "entries", given)
        yield
