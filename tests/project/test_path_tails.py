"""Files of a tree by the ends of their paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.path_tails import Tails, by_tail, tails

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("folder", "name", "found"),
    [
        ("/t/a/src", "x.h", "/t/a/inc/x.h"),
        ("/t/b", "x.h", "/t/b/x.h"),
        ("/t/c", "x.h", None),  # two are as near
        ("/t/c", "inc/x.h", "/t/a/inc/x.h"),
        ("/t", "y.h", None),
    ],
)
def test_the_nearest_file(folder: str, name: str, found: str | None) -> None:
    assert Tails("/t", ("/t/a/inc/x.h", "/t/b/x.h")).nearest(folder, name) == found


def test_copies_are_one_file(tmp_path: Path) -> None:
    for name, text in (("a/x.h", "1"), ("b/x.h", "1"), ("a/y.h", "1"), ("b/y.h", "2"), ("a/z.h", "1")):
        put(tmp_path / name, text)
    files = tails(str(tmp_path), None, (), vendored=False)
    assert files.copy("x.h") == str(tmp_path / "a" / "x.h")
    assert (files.copy("y.h"), files.copy("z.h"), files.copy("none.h")) == (None, None, None)


def test_what_is_vendored_is_apart(tmp_path: Path) -> None:
    for name in ("src/x.h", "third_party/lib/y.h", "node_modules/z.h", "out/w.h", ".git/v.h"):
        put(tmp_path / name, "")
    top, output = str(tmp_path), str(tmp_path / "out")
    own = tails(top, output, [f"{top}/gone.h"], vendored=False)
    assert [own.has(name) for name in ("x.h", "y.h", "z.h", "w.h", "v.h", "gone.h")] == [1, 0, 0, 0, 0, 1]
    brought = tails(top, output, (), vendored=True)
    assert [brought.has(name) for name in ("x.h", "y.h", "z.h", "w.h", "v.h")] == [0, 1, 0, 0, 0]


def test_paths_and_their_tails() -> None:
    files = by_tail(["src/a/x.h", "src/b/x.h", "src/b/y.h"])
    assert files["src/a/x.h"] == "src/a/x.h"
    assert files["a/x.h"] == "src/a/x.h"
    assert files["y.h"] == files["b/y.h"] == "src/b/y.h"
    assert "x.h" not in files
