"""All tests are run by a command that names none: pytest passes over folders of some names, as `build`."""

from __future__ import annotations

from fnmatch import fnmatch
from typing import TYPE_CHECKING

from helpers.command import ROOT

if TYPE_CHECKING:
    import pytest


def test_no_folder_with_tests_is_passed_over(pytestconfig: pytest.Config) -> None:
    left_out: list[str] = pytestconfig.getini("norecursedirs")
    folders = {path.relative_to(ROOT).parent for path in (ROOT / "tests").rglob("test_*.py")}
    assert len(folders) > 20
    names = {name for folder in folders for name in folder.parts}
    assert [name for name in sorted(names) if any(fnmatch(name, pattern) for pattern in left_out)] == []
