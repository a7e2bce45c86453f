"""What git tracks is not ignored: its index, as git writes it and as nobody should."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from helpers.trees import kinds, plant

from hipify_py import Settings, convert_tree
from hipify_py.project.discover import discover
from hipify_py.project.entries import Selection
from hipify_py.project.git_index import Tracked, tracked

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("a.txt", "a/b/c.cu", "a/b/cc.cu", "a.b/c", "x" * 200 + "/" + "y" * 100, "ü/ß")
SPLIT_INDEX = ("update-index", "--split-index")


def git(folder: Path, *words: str) -> bytes:
    """Run git in a folder, whatever its user has set."""
    quiet = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    return subprocess.run(["git", *words], cwd=folder, env=quiet, check=True, capture_output=True).stdout


def add(folder: Path, *names: str) -> None:
    """Make a repository of a folder that tracks some of its files, ignored or not."""
    git(folder, "init", "-q")
    git(folder, "add", "-f", *names)


@pytest.mark.parametrize("version", ["2", "3", "4"])
@pytest.mark.parametrize("form", ["sha1", "sha256"])
def test_each_form_of_an_index(tmp_path: Path, version: str, form: str) -> None:
    plant(tmp_path, *NAMES, "later")
    git(tmp_path, "init", "-q", f"--object-format={form}")
    git(tmp_path, "add", *NAMES)
    git(tmp_path, "update-index", "--index-version", version)
    if version == "3":  # an entry with more flags makes it one
        git(tmp_path, "add", "-N", "later")
    assert (tmp_path / ".git/index").read_bytes()[7] == int(version)
    told = git(tmp_path, "ls-files", "-z").split(b"\0")[:-1]
    assert tracked(str(tmp_path)).paths == tuple(sorted(told))
    assert len(told) == len(NAMES) + (version == "3")


def test_what_is_tracked_and_what_holds_it() -> None:
    here = Tracked(b"/r/", (b"a.txt", b"a/b/c.cu", b"ab"))
    assert [here.has(b"/r/" + name) for name in (b"a.txt", b"a", b"a/b", b"a/b/c.cu", b"ab")] == [True] * 5
    assert [here.has(b"/r/" + name) for name in (b"a.tx", b"a/b/c", b"b", b"abc", b"")] == [False] * 5
    assert not here.has(b"/other/a.txt")


@pytest.mark.parametrize("cut", [1, 11, 12, 40, 74, 100, 150, -1, -20, -21])
def test_an_index_cut_off_says_nothing(tmp_path: Path, cut: int) -> None:
    plant(tmp_path, *NAMES)
    add(tmp_path, *NAMES)
    index = tmp_path / ".git/index"
    index.write_bytes(index.read_bytes()[:cut])
    assert tracked(str(tmp_path)).paths == ()


@pytest.mark.parametrize("version", [2, 4])
@pytest.mark.parametrize("filler", [b"\0", b"\xff", b"A"])
def test_a_hostile_index_says_nothing(tmp_path: Path, version: int, filler: bytes) -> None:
    plant(tmp_path, ".git/")
    head = b"DIRC" + version.to_bytes(4, "big") + (2**32 - 1).to_bytes(4, "big")
    (tmp_path / ".git/index").write_bytes(head + filler * 100_000)
    assert tracked(str(tmp_path)).paths == ()


def test_paths_that_grow_in_version_4_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hipify_py.project.git_index.LIMIT", 100_000)
    entry = b"\0" * 62 + b"\0" + b"a" * 9 + b"\0"  # keeps the path before it, and adds to that
    plant(tmp_path, ".git/")
    for count, there in ((100, 100), (300, 0)):
        head = b"DIRC" + (4).to_bytes(4, "big") + count.to_bytes(4, "big")
        (tmp_path / ".git/index").write_bytes(head + entry * count + b"\0" * 20)
        assert len(tracked(str(tmp_path)).paths) == there


def test_an_index_in_two_files_says_nothing(tmp_path: Path) -> None:
    plant(tmp_path, *NAMES)
    add(tmp_path, *NAMES)
    git(tmp_path, *SPLIT_INDEX)
    assert tracked(str(tmp_path)).paths == ()


def test_an_index_that_is_no_file_says_nothing(tmp_path: Path) -> None:
    assert tracked(str(tmp_path)).paths == ()
    plant(tmp_path, ".git/")
    os.mkfifo(tmp_path / ".git/index")
    assert tracked(str(tmp_path)).paths == ()


# --- what a run makes of it ---------------------------------------------------------------------------


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_that_git_tracks_is_not_ignored(tree: Path) -> None:
    plant(tree, "CMakeLists.txt", "lib/CMakeLists.txt", "gen.txt", "a.cu", "b.cu", "c.cu")
    (tree / ".gitignore").write_text("*.txt\n/[ab].cu\n")
    add(tree, "CMakeLists.txt", "a.cu", "c.cu")
    found = kinds(discover(["."]))
    assert {name: found[name] for name in found if name not in {".git", ".gitignore"}} == {
        "CMakeLists.txt": "other",
        "a.cu": "source",
        "b.cu": "skip: ignored by .gitignore",
        "c.cu": "source",
        "gen.txt": "other",
        "lib/CMakeLists.txt": "other: ignored by .gitignore",
    }


def test_in_an_ignored_folder_only_what_git_tracks_is_not(tree: Path) -> None:
    plant(tree, "gen/a.cu", "gen/b.cu", "gen/in/c.cu", "gen/out/d.cu", "out/e.cu")
    (tree / ".gitignore").write_text("gen/\nout/\n")
    (tree / "gen/.gitignore").write_text("!b.cu\n")  # as with git, in vain
    add(tree, "gen/a.cu", "gen/in/c.cu")
    found = kinds(discover(["."]))
    assert {name: found[name] for name in found if not name.rpartition("/")[2].startswith(".git")} == {
        "gen/a.cu": "source",
        "gen/b.cu": "skip: ignored by .gitignore",
        "gen/in/c.cu": "source",
        "gen/out": "skip: ignored by .gitignore",
        "out": "skip: ignored by .gitignore",
    }


def test_from_a_folder_below_and_in_another_work_tree(tree: Path) -> None:
    plant(tree, "r/src/a.cu", "r/src/b.cu")
    (tree / "r/.gitignore").write_text("*.cu\n")
    add(tree / "r", "src/a.cu", ".gitignore")
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    git(tree / "r", *who, "commit", "-qm", "a")
    git(tree / "r", "worktree", "add", "-q", "../w")
    found = kinds(discover(["r/src"]))
    assert found["r/src/a.cu"] == "source"
    assert found["r/src/b.cu"].startswith("skip: ignored by ")
    assert kinds(discover(["w/src"])) == {"w/src/a.cu": "source"}
    one = Selection(in_repository=True)
    assert kinds(discover(["r/src/a.cu", "r/src/b.cu"], one))["r/src/a.cu"] == "source"


def test_a_repository_inside_has_its_own(tree: Path) -> None:
    plant(tree, "a.cu", "sub/a.cu", "sub/b.cu")
    (tree / ".gitignore").write_text("sub/\n")
    (tree / "sub/.gitignore").write_text("*.cu\n")
    add(tree / "sub", "a.cu", ".gitignore")
    git(tree / "sub", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "a")
    add(tree, "a.cu", "sub")
    found = kinds(discover(["."]))
    assert found["sub/a.cu"] == "source"
    assert found["sub/b.cu"].startswith("skip: ignored by ")


# --- build files of which nothing says whether they are tracked ---------------------------------------

CUDA = "project(a CUDA)\nadd_library(a a.cu)\n"


def told(*given: str) -> list[tuple[str, str, int]]:
    """Give the CMake files of a run, what becomes of them, and how often B038 is said of each."""
    report = convert_tree(given, Settings(mode="memory"))
    return [
        (file.path, file.status, sum(one.rule == "B038" for one in file.concerns))
        for file in report.files
        if file.path.endswith("CMakeLists.txt")
    ]


@pytest.mark.parametrize(("text", "count"), [(CUDA, 1), ("project(a CXX)\n", 0), (f"# {CUDA}", 0)])
def test_without_an_index_that_is_said(tree: Path, text: str, count: int) -> None:
    plant(tree, "CMakeLists.txt", text=text)
    plant(tree, "a.cu")
    (tree / ".gitignore").write_text("*.txt\n")
    assert told(".") == [("CMakeLists.txt", "skipped", count)]
    git(tree, "init", "-q")
    assert told(".") == [("CMakeLists.txt", "skipped", count)]
    git(tree, "add", "a.cu")  # a build made the other
    assert told(".") == [("CMakeLists.txt", "skipped", 0)]


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("a: gone.cu\n\tnvcc gone.cu -o a\nb: old.cu x.o\n\tnvcc old.cu -o b\n", "note"),
        ("a: gone.cu\n\tnvcc gone.cu -o a\nb: a.cu\n\tnvcc a.cu -o b\n", "warning"),
        ("a: gone.cu\n\tnvcc gone.cu -o a\n%.o: %.cu\n\tnvcc -c $<\n", "warning"),
        ("a: $(S)/gone.cu\n\tnvcc gone.cu -o a\n", "warning"),
        ("VPATH = sub\na: gone.cu\n\tnvcc gone.cu -o a\n", "warning"),
        ("a: b.o\n\tnvcc b.o -o a\n", "warning"),
    ],
)
def test_a_makefile_without_sources_is_told_in_a_note(tree: Path, text: str, severity: str) -> None:
    plant(tree, "Makefile", text=text)
    plant(tree, "a.cu")
    (tree / ".gitignore").write_text("Makefile\n")
    report = convert_tree(["."], Settings(mode="memory"))
    said = [one for file in report.files for one in file.concerns if one.rule == "B038"]
    assert [one.severity for one in said] == [severity]


def test_what_it_advises_converts_the_file(tree: Path) -> None:
    plant(tree, "CMakeLists.txt", text=CUDA)
    plant(tree, "a.cu")
    (tree / ".gitignore").write_text("*.txt\n")
    assert told(".", "CMakeLists.txt") == [("CMakeLists.txt", "converted", 0)]


def test_what_git_tracks_is_converted(tree: Path) -> None:
    plant(tree, "CMakeLists.txt", text=CUDA)
    (tree / ".gitignore").write_text("*.txt\n")
    add(tree, "CMakeLists.txt")
    assert told(".") == [("CMakeLists.txt", "converted", 0)]
