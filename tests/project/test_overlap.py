"""What would write over its own input is refused, however the places are spelt."""

from __future__ import annotations

import ctypes
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers.command import put, snapshot
from helpers.trees import plant

from hipify_py.api import convert_tree
from hipify_py.model import HipifyError
from hipify_py.project.discover import discover
from hipify_py.project.overlap import check_output, check_targets, folds_case
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CUDA = "#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
BIND = 4096  # sys/mount.h


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def bound(tree: Path) -> Iterator[Callable[[str, str], None]]:
    """Mount a folder of the tree at a second place of it."""
    libc = ctypes.CDLL(None, use_errno=True)
    places = []

    def bind(old: str, new: str) -> None:
        (tree / new).mkdir(parents=True)
        if libc.mount(os.fsencode(tree / old), os.fsencode(tree / new), None, BIND, None) != 0:
            pytest.skip(f"cannot mount: {os.strerror(ctypes.get_errno())}")
        places.append(tree / new)

    yield bind
    for place in places:
        libc.umount(os.fsencode(place))


@pytest.fixture
def caseless(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the file system of the tree take names that differ in case for one, where it is asked about."""
    for name in ("stat", "lstat"):
        real = getattr(os, name)

        def ask(path: Any, *words: Any, real: Callable[..., Any] = real, **named: Any) -> Any:
            text = os.fspath(path) if not isinstance(path, int) else ""
            below = text.removeprefix(f"{tree}/") if os.path.isabs(text) else text
            return real(tree / below.lower() if text and below != "/" else path, *words, **named)

        monkeypatch.setattr(os, name, ask)


# --- input and output -----------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("src", "src"), ("link", "src"), ("src/sub/..", "./src"), (".", ".")])
def test_an_output_that_is_an_input(tree: Path, words: tuple[str, str]) -> None:
    (tree / "src/sub").mkdir(parents=True)
    (tree / "link").symlink_to("src")
    given, out = words
    with pytest.raises(HipifyError) as caught:
        check_output([given], out)
    remedy = "name another one with -o DIR, or use --in-place"
    assert str(caught.value) == f"{out}: the output folder is the input {given}: {remedy}"


@pytest.mark.parametrize(("given", "out"), [("a.cu", "."), ("src/sub", "src"), ("src", ".."), ("src", "/")])
def test_an_input_that_lies_in_the_output(tree: Path, given: str, out: str) -> None:
    (tree / "src/sub").mkdir(parents=True)
    (tree / "a.cu").touch()
    with pytest.raises(HipifyError) as caught:
        check_output([given], out)
    remedy = "name a folder outside with -o DIR, or use --in-place"
    assert str(caught.value) == f"{out}: the input {given} lies in the output folder: {remedy}"


@pytest.mark.parametrize(
    ("given", "out"),
    [("t", "t/src"), (".", "t/src"), ("t", "link"), ("up", "t/src"), ("t", "t/x/../src/./"), ("/", "t/src")],
)
def test_an_output_in_an_input_that_is_there_already(tree: Path, given: str, out: str) -> None:
    plant(tree, "t/main.cu", "t/src/main.cu", "t/x/")
    (tree / "link").symlink_to("t/src")
    (tree / "up").symlink_to("t")
    with pytest.raises(HipifyError) as caught:
        check_output([given], out)
    cause = f"the output folder lies in the input {given} and exists already"
    remedy = "name a folder outside with -o DIR, or remove this one"
    assert str(caught.value) == f"{out}: {cause}: {remedy}"


@pytest.mark.parametrize(
    ("given", "out"),
    [
        ("t", "t/nosuch/../src"),
        ("t", "nosuch/../t/src"),
        ("t", "nosuch/../t"),
        ("t/src", "nosuch/../t/src"),
        ("t", "a/b/../../t/src"),
        ("t", "nosuch/./../t/src/"),
        ("t", "nosuch/../new"),
        ("t/src/a.cu", "nosuch/../t/src/a.cu"),
    ],
)
def test_an_output_out_of_a_folder_that_is_not_there(tree: Path, given: str, out: str) -> None:
    plant(tree / "t", "a.cu", "src/a.cu", text=CUDA)
    before = snapshot(tree)
    with pytest.raises(HipifyError, match=r"out of which it leads again, does not exist"):
        convert_tree([given], Settings(mode="output", output=out))
    assert snapshot(tree) == before


def test_an_output_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "out").touch()
    (tmp_path / "gone").symlink_to("nowhere")
    for name in ("out", "gone"):
        with pytest.raises(
            HipifyError, match=f"{name}: the output is not a folder: name a folder with -o DIR"
        ):
            check_output(["x"], str(tmp_path / name))


def test_outputs_that_are_fine(tree: Path) -> None:
    plant(tree, "src/a.cu", "src-2/", "other/")
    (tree / "link").symlink_to("src")
    for out in ("src/out", "src-2", "new/deep", "link/out", "other"):
        check_output(["src", "gone"], out)


@pytest.mark.usefixtures("caseless")
@pytest.mark.parametrize(
    ("given", "out", "cause"),
    [
        ("src", "SRC", "is the input src"),
        ("Src/Sub", "sRC", "the input Src/Sub lies in the output folder"),
        ("SRC", "src/SUB", "lies in the input SRC and exists already"),
    ],
)
def test_case_is_no_difference_where_the_file_system_makes_none(
    tree: Path, given: str, out: str, cause: str
) -> None:
    (tree / "src/sub").mkdir(parents=True)
    with pytest.raises(HipifyError, match=cause):
        check_output([given], out)


@pytest.mark.parametrize(
    ("old", "new", "out"), [("t/src", "other", "other"), ("t", "other", "other/src"), ("t/src", "o/src", "o")]
)
def test_a_mount_is_a_spelling_too(
    tree: Path, bound: Callable[[str, str], None], old: str, new: str, out: str
) -> None:
    put(tree / "t/src/main.cu", CUDA)
    put(tree / "t/main.cu", CUDA)
    bound(old, new)
    before = snapshot(tree)
    with pytest.raises(HipifyError, match=r"by another name|lies in the input|is the input"):
        convert_tree(["t"], Settings(mode="output", output=out))
    assert snapshot(tree) == before


@pytest.mark.parametrize("out", ["t/out", "t/build/out", "t/a/b/c", "t/third_party/x"])
def test_a_new_output_in_an_input_does_not_hold_itself(tree: Path, out: str) -> None:
    plant(tree, "t/build/inner/x.h", "t/third_party/lib.h", "t/a/")
    put(tree / "t/main.cu", CUDA)
    before = snapshot(tree / "t")
    convert_tree(["t"], Settings(mode="output", output=out))
    made = snapshot(tree / out)
    inside = Path(out).relative_to("t").as_posix()
    assert made.keys() == before.keys()
    left = {
        name: what for name, what in snapshot(tree / "t").items() if not f"{name}/".startswith(f"{inside}/")
    }
    assert {name: what for name, what in left.items() if name in before} == before


# --- two files, one target ------------------------------------------------------------------------------


def test_two_inputs_that_write_one_output(tree: Path) -> None:
    plant(tree, "a/x.cu", "b/x.cu")
    entries = discover(["a/x.cu", "b/x.cu"])
    with pytest.raises(HipifyError) as caught:
        check_targets([(e, e.target) for e in entries], "out")
    remedy = "convert them in two runs, with two output folders"
    assert str(caught.value) == f"x.cu: a/x.cu and b/x.cu would both be written there: {remedy}"


def test_folders_may_meet_but_a_file_and_a_folder_may_not(tree: Path) -> None:
    plant(tree, "a/src/x.cu", "b/src/y.cu", "c/src")
    entries = discover(["a/src", "b/src"])
    check_targets([(e, e.target) for e in entries], "out")
    entries = discover(["a/src", "c/src"])
    with pytest.raises(HipifyError, match="src: a/src and c/src would both be written there"):
        check_targets([(e, e.target) for e in entries], "out")


def test_case_makes_two_targets_only_where_the_file_system_says_so(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(tree, "src/x.cu", "src/X.cu")
    targets = [(e, e.target) for e in discover(["src"])]
    check_targets(targets, "out")
    monkeypatch.setattr("hipify_py.project.overlap.folds_case", lambda _: True)
    with pytest.raises(HipifyError, match=r"x.cu: src/X.cu and src/x.cu would both be written there"):
        check_targets(targets, "out")


def test_a_file_system_that_tells_case_apart(tree: Path) -> None:
    (tree / "lower").mkdir()
    assert not folds_case("lower/new/out")
    (tree / "LOWER").mkdir()  # another folder
    assert not folds_case("lower")
    assert not folds_case("/")


@pytest.mark.usefixtures("caseless")
def test_a_file_system_that_does_not(tree: Path) -> None:
    (tree / "lower").mkdir()
    assert stat.S_ISDIR(os.stat(tree / "LOWER").st_mode)
    assert folds_case("lower/new/out")


@pytest.mark.parametrize("mode", ["in-place", "diff", "dry-run"])
def test_a_new_name_that_is_taken_is_refused_before_anything_is_written(tree: Path, mode: Any) -> None:
    put(tree / "src/a.cu", CUDA)
    put(tree / "src/b.cu", CUDA)
    put(tree / "src/b.hip", "mine\n")
    before = snapshot(tree)
    with pytest.raises(HipifyError) as caught:
        convert_tree(["src"], Settings(mode=mode, rename=".hip"))
    cause = "not written: it exists, and src/b.cu would take its name"
    assert str(caught.value) == f"src/b.hip: {cause}: move it away"
    assert snapshot(tree) == before
