"""Files that makefiles include are makefiles, whatever they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

FLAGS = "NVCCFLAGS = -lineinfo\n"


def converted(tree: Path, text: str, names: tuple[str, ...]) -> set[str]:
    """Convert a tree with a makefile of this text; give the files that changed, of those with flags."""
    put(tree / "Makefile", text)
    for name in names:
        put(tree / name, FLAGS)
    report = convert_tree([str(tree)], Settings())
    done = {one.path.removeprefix(f"{tree}/") for one in report.files if one.status == "converted"}
    return done - {"Makefile"}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("include hosts/site.summit\n", {"hosts/site.summit"}),
        ("-include hosts/site.$(MACHINE)\n", {"hosts/site.summit", "hosts/site.lux"}),
        ("sinclude $(wildcard hosts/*.lux) common\n", {"hosts/site.lux", "common"}),
        ("include $(DEPENDENCIES)\n", set()),
        ("#include hosts/site.lux\n", set()),
        ("A = include hosts/site.lux\n", set()),
        ("include next\n", {"next", "hosts/site.lux"}),
    ],
)
def test_they_are_found_by_the_words_of_include(tmp_path: Path, text: str, changed: set[str]) -> None:
    put(tmp_path / "next", "include hosts/site.lux\n" + FLAGS)
    names = ("hosts/site.summit", "hosts/site.lux", "common")
    assert converted(tmp_path, text, names) == changed


def test_what_is_left_out_stays(tmp_path: Path) -> None:
    put(tmp_path / ".gitignore", "site\n")
    assert converted(tmp_path, "include site\n", ("site",)) == set()
