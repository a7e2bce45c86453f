"""An output that is a repository of its own keeps its history."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from hipify_py.api import convert_tree
from hipify_py.project.histories import ELSEWHERE, LEFT, has_own, is_history
from hipify_py.settings import Settings

pytestmark = pytest.mark.usefixtures("trees")


@pytest.fixture
def trees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    plant("t/a.cu", "void f() { cudaFree(0); }\n")
    plant("t/.git/HEAD", "ref: refs/heads/main\n")
    plant("t/.git/refs/heads/main", "1111\n")
    Path("t/.git/hooks").mkdir()


def plant(path: str, text: str) -> None:
    place = Path(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)


def told() -> dict[str, str | None]:
    report = convert_tree(["t"], Settings(mode="output", output="o"))
    assert not any(file.status == "failed" for file in report.files)
    assert Path("o/a.cu").read_text().endswith("hipFree(0); }\n")
    return {file.path: file.reason for file in report.files if file.status == "skipped"}


def standing(folder: str) -> dict[str, str]:
    """Give what stands in a folder: of files the text, of links where they lead, of folders nothing."""
    found = {}
    for path in sorted(Path(folder).rglob("*")):
        text = os.readlink(path) if path.is_symlink() else path.read_text() if path.is_file() else ""
        found[path.relative_to(folder).as_posix()] = text
    return found


def test_a_history_is_copied_into_an_output_that_has_none() -> None:
    assert told() == {"t/.git/": "version control folder"}
    assert standing("o/.git") == standing("t/.git")
    assert told() == {"t/.git/": "version control folder"}


def test_what_an_interrupted_run_left_is_completed() -> None:
    told()
    Path("o/.git/HEAD").unlink()
    plant("o/.git/.hipify-0123456789abcdef.tmp", "half")
    assert told() == {"t/.git/": "version control folder"}
    assert standing("o/.git") == standing("t/.git")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("o/.git/refs/heads/main", "2222\n"),  # as long, and other bytes
        ("o/.git/refs/heads/main", "1111\n\n"),
        ("o/.git/refs/heads/hip", "1111\n"),
        ("o/.git/hooks/own", "#!/bin/sh\n"),
        ("o/.git/HEAD/file", "a folder where the input has a file\n"),
        ("o/.git", "gitdir: ../elsewhere/.git/worktrees/o\n"),
    ],
)
def test_a_history_of_the_outputs_own_is_left_as_it_is(path: str, text: str) -> None:
    plant(path, text)
    before = standing("o")
    assert told() == {"t/.git/": f"version control folder: {LEFT}"}
    assert {path: text for path, text in standing("o").items() if path != "a.cu"} == before


def test_so_is_one_that_a_link_leads_to() -> None:
    plant("elsewhere/HEAD", "ref: refs/heads/main\n")
    Path("o").mkdir()
    os.symlink("../elsewhere", "o/.git")
    assert told() == {"t/.git/": f"version control folder: {LEFT}"}
    assert os.readlink("o/.git") == "../elsewhere"
    assert standing("elsewhere") == {"HEAD": "ref: refs/heads/main\n"}


@pytest.mark.parametrize("text", ["gitdir: ../r/.git/worktrees/o\n", ""])
def test_the_pointer_of_a_work_tree_is_not_replaced_by_another(text: str) -> None:
    shutil.rmtree("t/.git")
    plant("t/.git", "gitdir: ../r/.git/worktrees/t\n")
    plant("o/.git", text)
    assert told() == {"t/.git": ELSEWHERE}
    assert Path("o/.git").read_text() == text


@pytest.mark.parametrize("to", ["../r/.git/worktrees/t", "{here}/t/.real/worktrees/t", "/r/.git/worktrees/t"])
def test_the_pointer_of_a_work_tree_is_not_copied(to: str) -> None:
    shutil.rmtree("t/.git")
    plant("t/.git", f"gitdir: {to.format(here=Path.cwd())}\n")
    assert told() == {"t/.git": ELSEWHERE}
    assert not Path("o/.git").exists()


def test_a_link_to_a_history_elsewhere_is_not_copied() -> None:
    shutil.rmtree("t/.git")
    plant("r/HEAD", "ref: refs/heads/main\n")
    os.symlink("../r", "t/.git")
    assert told() == {"t/.git": ELSEWHERE}
    assert not os.path.lexists("o/.git")


@pytest.mark.parametrize("text", ["gitdir: ../.git/modules/sub\n", "theirs\n", ""])
def test_what_points_into_the_tree_is_copied(text: str) -> None:
    plant("t/sub/.git", text)
    told()
    assert Path("o/sub/.git").read_text() == text


def test_a_pointer_within_a_skipped_folder() -> None:
    plant("t/vendor/one/.git", "gitdir: /elsewhere\n")
    plant("t/vendor/one/x.c", "int x;")
    assert told()["t/vendor/"] == f"vendored folder: of t/vendor/one/.git {ELSEWHERE}"
    assert not Path("o/vendor/one/.git").exists()
    assert Path("o/vendor/one/x.c").exists()


@pytest.mark.parametrize("name", [".hg", ".svn", ".jj", "sub/.git", "CVS"])
def test_every_version_control_and_every_folder(name: str) -> None:
    plant(f"t/{name}/store", "theirs")
    plant(f"o/{name}/store", "ours")
    assert told()[f"t/{name}/"] == f"version control folder: {LEFT}"
    assert Path(f"o/{name}/store").read_text() == "ours"


def test_histories_within_a_skipped_folder() -> None:
    for place in ("t/vendor/one", "t/vendor/two"):
        plant(f"{place}/.git/HEAD", "theirs")
        plant(f"{place}/x.c", "int x;")
    plant("o/vendor/one/.git/HEAD", "ours")
    assert told()["t/vendor/"] == f"vendored folder: of t/vendor/one/.git {LEFT}"
    assert Path("o/vendor/one/.git/HEAD").read_text() == "ours"
    assert Path("o/vendor/two/.git/HEAD").read_text() == "theirs"
    assert Path("o/vendor/one/x.c").read_text() == "int x;"


def test_other_skipped_folders_are_copied_over_what_stands_there() -> None:
    plant("t/build/log", "new")
    plant("o/build/log", "old")
    assert told()["t/build/"] == "build folder"
    assert Path("o/build/log").read_text() == "new"


def test_what_is_a_history() -> None:
    assert is_history("a/b/.git")
    assert not is_history("a/.git/config")
    assert not is_history(".gitignore")
    assert not has_own("nothing", "nowhere")
