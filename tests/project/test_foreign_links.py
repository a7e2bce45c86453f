"""Links that git tracks: no report, baseline, depfile or output goes through one out of its repository."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from helpers.command import put, run, snapshot

from hipify_py.cli.exit_codes import EXIT_FILES, EXIT_USAGE
from hipify_py.model import HipifyError
from hipify_py.project.foreign_links import check_links

if TYPE_CHECKING:
    from pathlib import Path

CUDA = "#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
SAID = "git tracks a symlink there, which leads out of the repository: name the place that it leads to\n"


def git(folder: Path, *args: str) -> None:
    subprocess.run(["git", *args], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a source and links that lead out of it, beside what nobody wants to lose."""
    put(tmp_path / "home/rc", "precious\n")
    put(tmp_path / "clone/src/a.cu", CUDA)
    here = tmp_path / "clone"
    git(here, "init", "-q")
    (here / "file").symlink_to("../home/rc")
    (here / "new").symlink_to("../home/new")
    (here / "folder").symlink_to(tmp_path / "home")
    (here / "chain").symlink_to("src/second")
    (here / "src/second").symlink_to("../../home/rc")
    (here / "inside").symlink_to("src")
    git(here, "add", "-A")
    (here / "mine").symlink_to("../home")  # made by the user, who may
    monkeypatch.chdir(here)
    return here


WAYS = [
    ("check", "src", "--report", "gcc:{}"),
    ("baseline", "write", "src", "--baseline", "{}"),
    ("unit", "src/a.cu", "-o", "out", "--depfile", "{}"),
    ("convert", "src", "-o", "{}"),
    ("unit", "src/a.cu", "-o", "{}"),
    ("shim", "src", "-o", "{}"),
    ("convert", "src/a.cu", "-o", "{}/b.cu"),
]


@pytest.mark.parametrize("link", ["file", "new", "folder/x", "chain", "./src/../file", "inside/second"])
@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_written_through_one(clone: Path, way: tuple[str, ...], link: str) -> None:
    before = snapshot(clone.parent / "home")
    given = [part.format(link) for part in way]
    done = run(*given, cwd=clone)
    assert (done.code in {EXIT_USAGE, EXIT_FILES}, snapshot(clone.parent / "home")) == (True, before), done
    assert done.err.endswith(SAID)
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", ["mine/x", "inside/x", "plain/x"])
def test_a_link_of_the_users_and_one_inside_are_taken(clone: Path, way: tuple[str, ...], place: str) -> None:
    done = run(*(part.format(place) for part in way), cwd=clone)
    assert (done.code, os.path.lexists(place)) == (0, True), done


def test_where_no_repository_is_a_link_beside_the_tree_is_the_users(clone: Path) -> None:
    (clone / ".git").rename(clone / "gone")
    check_links("file", "write", ["src"])


@pytest.mark.parametrize(
    "link", ["file", "new", "folder/x", "chain", "./src/../file", "inside/second", "mine/x"]
)
@pytest.mark.parametrize(
    "way",
    [
        ("check", ".", "--report", "gcc:{}"),
        ("check", "../clone", "--report", "json:{}"),
        ("baseline", "write", ".", "--baseline", "{}"),
        ("convert", ".", "-o", "{}"),
        ("shim", ".", "-o", "{}"),
    ],
)
def test_where_no_repository_is_a_link_in_the_tree_is_the_trees(
    clone: Path, way: tuple[str, ...], link: str
) -> None:
    (clone / ".git").rename(clone.parent / "gone")
    before = snapshot(clone.parent / "home")
    done = run(*(part.format(link) for part in way), cwd=clone)
    assert (done.code in {EXIT_USAGE, EXIT_FILES}, snapshot(clone.parent / "home")) == (True, before), done
    assert done.err.endswith(
        "a symlink there leads out of the tree that is read, and no git tells whose it is: "
        "name the place that it leads to\n"
    )


@pytest.mark.parametrize("place", ["inside/report", "../link/report"])
def test_where_no_repository_is_a_link_within_the_tree_and_one_outside_are_taken(
    clone: Path, place: str
) -> None:
    (clone / ".git").rename(clone.parent / "gone")
    (clone.parent / "link").symlink_to("home")
    done = run("check", ".", "--report", f"gcc:{place}", cwd=clone)
    assert (done.code, os.path.lexists(place)) == (0, True), done


@pytest.mark.usefixtures("clone")
@pytest.mark.parametrize(
    "way", ["", ".", "/", "/dev/stdout", "..", "nowhere/x", "folder", "../clone/folder/x"]
)
def test_any_path_may_be_asked_about(way: str) -> None:
    if "folder" in way:
        with pytest.raises(HipifyError, match="cannot write: git tracks a symlink there"):
            check_links(way, "write")
    else:
        check_links(way, "write")
