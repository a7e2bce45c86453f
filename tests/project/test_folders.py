"""A walk through folders of any depth, as `os.walk` goes where it can."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from hipify_py.project.folders import walk
from hipify_py.verify.include_paths import Headers

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DEEP = 1500  # folders in each other; a path of Linux has 4,096 bytes


@pytest.fixture
def deep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    for _ in range(DEEP):
        os.mkdir("d")
        os.chdir("d")
    with open("a.h", "w"):
        os.chdir(tmp_path)
    yield tmp_path
    for place, _, names in reversed([*walk(".")]):  # `rmtree` calls itself, too
        for name in names:
            os.unlink(os.path.join(place, name))
        if place != ".":
            os.rmdir(place)


def test_it_goes_as_os_walk_does(tmp_path: Path) -> None:
    for path in ("b/x/1", "b/2", "a/3", "a/c/d/4", "5"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    (tmp_path / "b/up").symlink_to("..")
    (tmp_path / "b/gone").symlink_to("nowhere")
    (tmp_path / "b/self").symlink_to("self")
    assert [*walk(str(tmp_path))] == [*os.walk(tmp_path)]


def test_what_is_taken_out_is_not_entered(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "c").mkdir()
    gone = []
    for place, inner, _ in walk(str(tmp_path)):
        gone.append(os.path.relpath(place, tmp_path))
        inner[:] = sorted(set(inner) - {"a"})
    assert gone == [".", "c"]


def test_what_is_no_folder_or_not_there_holds_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    assert not [*walk(str(tmp_path / "a")), *walk(str(tmp_path / "nowhere")), *walk("\udcff")]


@pytest.mark.usefixtures("deep")
def test_depth_has_no_end() -> None:
    places = [*walk(".")]
    assert len(places) == DEEP + 1
    assert places[-1][1:] == ([], ["a.h"])
    assert Headers(["."], lambda _: b"").has("a.h")
