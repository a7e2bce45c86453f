"""The flags by which a unit's original is given to GCC."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from realcode import quoted_first


@pytest.mark.parametrize(
    ("flags", "kept"),
    [
        (["-iquote", "d", "-idirafter", "d"], ["-iquote", "d"]),
        (["-idirafter", "e", "-iquote", "d", "-DX"], ["-idirafter", "e", "-iquote", "d", "-DX"]),
        (["-idirafter", "d", "-iquote", "d", "-idirafter", "e"], ["-iquote", "d", "-idirafter", "e"]),
        ([], []),
    ],
)
def test_gcc_gets_one_folder_once_and_for_quotes(flags: list[str], kept: list[str]) -> None:
    assert quoted_first(flags) == kept
