"""Conversions that take the place of their files, on a real file system."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers.command import HIPIFY, environment, put, run, snapshot
from helpers.trees import NOBODY, as_nobody, listing, mode, only_root

from hipify_py.cli.exit_codes import EXIT_FILES
from hipify_py.model import HipifyError
from hipify_py.project import atomic, files, in_place
from hipify_py.project.in_place import not_kept, rename_in_place, write_in_place
from hipify_py.project.temporary_files import is_temporary

HIP_TEXT = "#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"

if TYPE_CHECKING:
    from collections.abc import Callable

    Write = Callable[[str, files.Source], object]


def convert(path: str, source: files.Source) -> object:
    return write_in_place(path, source, b"new", os.path.dirname(path))


def rename(path: str, source: files.Source) -> None:
    new = path.removesuffix(".cu") + ".hip"
    rename_in_place(path, source, b"new", new, os.path.dirname(path))


def test_a_file_keeps_its_extended_attributes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    try:
        os.setxattr(path, "user.origin", b"here")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    write_in_place(str(path), files.read(str(path)), b"new", str(tmp_path))
    assert (path.read_bytes(), os.getxattr(path, "user.origin")) == (b"new", b"here")


# --- in place -------------------------------------------------------------------------------------------


def test_in_place(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(b"old")
    source = files.read(str(path))
    assert not write_in_place(str(path), source, b"old", str(tmp_path))
    assert write_in_place(str(path), source, b"new", str(tmp_path))
    assert path.read_bytes() == b"new"


def test_in_place_through_a_symlink_inside_the_tree(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/a.cu").write_bytes(b"old")
    (tmp_path / "link.cu").symlink_to("real/a.cu")
    link = str(tmp_path / "link.cu")
    assert write_in_place(link, files.read(link), b"new", str(tmp_path))
    assert (tmp_path / "link.cu").is_symlink()
    assert (tmp_path / "real/a.cu").read_bytes() == b"new"


def test_in_place_never_leaves_the_tree_through_a_symlink(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree-2").mkdir()
    (tmp_path / "tree-2/a.cu").write_bytes(b"old")
    (tmp_path / "tree/link.cu").symlink_to("../tree-2/a.cu")
    link = str(tmp_path / "tree/link.cu")
    with pytest.raises(HipifyError) as caught:
        write_in_place(link, files.read(link), b"new", str(tmp_path / "tree"))
    cause = f"not written: a symlink to {tmp_path}/tree-2/a.cu, outside {tmp_path}/tree"
    assert str(caught.value) == f"{link}: {cause}: name that file itself to convert it"
    assert (tmp_path / "tree-2/a.cu").read_bytes() == b"old"


@pytest.mark.parametrize("write", [convert, rename])
def test_a_read_only_file_is_refused_also_for_root(tmp_path: Path, write: Write) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(HipifyError) as caught:
        write(str(path), files.read(str(path)))
    remedy = "allow writing (chmod u+w) or write elsewhere with -o DIR"
    assert str(caught.value) == f"{path}: not written: the file is read-only: {remedy}"
    assert (path.read_bytes(), listing(tmp_path)) == (b"old", ["a.cu"])


@only_root
def test_a_file_that_only_somebody_else_may_write_is_refused() -> None:
    with as_nobody() as folder:
        path = folder / "a.cu"
        path.write_bytes(b"old")
        os.seteuid(0)
        os.chown(path, 0, 0)
        path.chmod(0o644)
        os.seteuid(NOBODY)
        with pytest.raises(HipifyError, match="not written: the file is read-only"):
            write_in_place(str(path), files.read(str(path)), b"new", str(folder))
        assert path.read_bytes() == b"old"


def grow(path: Path) -> None:
    path.write_bytes(b"older")


def swap_bytes(path: Path) -> None:
    path.write_bytes(b"odd")


def save(path: Path) -> None:
    """As editors do it: another file is renamed over it."""
    (path.parent / "b").write_bytes(b"odd")
    (path.parent / "b").rename(path)


def link(path: Path) -> None:
    path.unlink()
    (path.parent / "other").write_bytes(b"old")
    path.symlink_to("other")


SAVES: list[Callable[[Path], object]] = [grow, swap_bytes, save, link, Path.unlink]


def after(
    number: int, call: str, path: Path, change: Callable[[Path], object], patch: pytest.MonkeyPatch
) -> None:
    """Let somebody else change a file once a call has been made that often, with the times of before."""
    real, left, times = getattr(os, call), [number], path.stat()

    def slow(*words: Any, **named: Any) -> Any:
        done = real(*words, **named)
        left[0] -= 1
        if left[0] == 0:
            change(path)
            if path.exists():
                os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        return done

    patch.setattr(os, call, slow)


def refusal(write: Write, path: Path, source: files.Source) -> str | None:
    try:
        write(str(path), source)
    except HipifyError as error:
        return str(error)
    return None


@pytest.mark.parametrize("write", [convert, rename])
@pytest.mark.parametrize("change", SAVES)
@pytest.mark.parametrize("call", ["read", "open", "fchmod", "write", "fsync"])
def test_what_somebody_saves_meanwhile_is_never_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write, change: Callable[[Path], object], call: str
) -> None:
    """At whatever step it comes, and even where size and times are as they were."""
    for number in (1, 2):
        path = tmp_path / f"{call}{number}" / "a.cu"
        path.parent.mkdir()
        path.write_bytes(b"old")
        source = files.read(str(path))
        with monkeypatch.context() as patch:
            after(number, call, path, change, patch)
            said = refusal(write, path, source)
        if said is None:
            continue  # the change came after all had been done, or never
        assert said.startswith(f"{path}: ")
        (tmp_path / "same").mkdir(exist_ok=True)
        expected = tmp_path / "same" / "a.cu"
        expected.write_bytes(b"old")
        change(expected)
        if write is rename and change is Path.unlink:  # another run may have, and what there is stands here
            path.with_suffix(".hip").unlink(missing_ok=True)
        assert snapshot(path.parent) == snapshot(expected.parent)
        for left in expected.parent.iterdir():
            left.unlink()


@pytest.mark.parametrize("write", [convert, rename])
def test_a_file_that_was_only_touched_is_the_same(tmp_path: Path, write: Write) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(b"old")
    source = files.read(str(path))
    os.utime(path, ns=(5, 5))
    path.chmod(0o700)
    write(str(path), source)
    assert [(one.read_bytes(), mode(one)) for one in tmp_path.iterdir()] == [(b"new", 0o700)]


def test_a_folder_that_became_a_link_is_not_written_through(tmp_path: Path) -> None:
    path = tmp_path / "tree" / "a.cu"
    (tmp_path / "else").mkdir()
    (tmp_path / "else/a.cu").write_bytes(b"old")
    path.parent.mkdir()
    path.write_bytes(b"old")
    source = files.read(str(path))
    path.parent.rename(tmp_path / "moved")
    path.parent.symlink_to("else")
    text = r"/tree: a file or a symlink where a folder has to be: move it away"
    with pytest.raises(HipifyError, match=text):
        write_in_place(str(path), source, b"new", str(tmp_path))
    with pytest.raises(HipifyError, match=text):
        rename_in_place(str(path), source, b"new", str(path.with_suffix(".hip")), str(tmp_path))
    assert (tmp_path / "else/a.cu").read_bytes() == b"old"
    assert listing(tmp_path / "else") == ["a.cu"]


def test_what_a_replaced_file_loses_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(b"old")
    assert [*not_kept(path.stat())] == []
    os.link(path, tmp_path / "b")
    assert [*not_kept(path.stat())] == ["it has another name, a hard link, which keeps the old text"]
    os.link(path, tmp_path / "c")
    assert [*not_kept(path.stat())] == ["it has 2 hard links, which keep the old text"]


@only_root
def test_another_owner_is_said() -> None:
    with as_nobody() as folder:
        (folder / "mine").touch()
        os.seteuid(0)
        (folder / "roots").touch()
        os.seteuid(NOBODY)
        assert [*not_kept((folder / "roots").stat())] == [
            "it belonged to 0:0, and only root gives files away"
        ]


def test_rename_in_place(tmp_path: Path) -> None:
    old, new = tmp_path / "a.cu", tmp_path / "a.hip"
    old.write_bytes(b"old")
    old.chmod(0o750)
    rename_in_place(str(old), files.read(str(old)), b"new", str(new), str(tmp_path))
    assert (listing(tmp_path), new.read_bytes(), mode(new)) == (["a.hip"], b"new", 0o750)


def test_rename_in_place_never_overwrites(tmp_path: Path) -> None:
    old, new = tmp_path / "a.cu", tmp_path / "a.hip"
    old.write_bytes(b"old")
    new.write_bytes(b"else")
    with pytest.raises(HipifyError) as caught:
        rename_in_place(str(old), files.read(str(old)), b"new", str(new), str(tmp_path))
    assert str(caught.value) == f"{new}: not written: it exists, and {old} would take its name: move it away"
    assert (old.read_bytes(), new.read_bytes()) == (b"old", b"else")
    new.write_bytes(b"longer than the conversion")
    with pytest.raises(HipifyError, match="it exists"):
        rename_in_place(str(old), files.read(str(old)), b"new", str(new), str(tmp_path))
    new.write_bytes(b"new")  # a run that was interrupted between the two steps
    rename_in_place(str(old), files.read(str(old)), b"new", str(new), str(tmp_path))
    assert listing(tmp_path) == ["a.hip"]


def test_what_another_run_renames_meanwhile_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both write the new file; the one has removed the old one when the other looks for it."""
    old, new = tmp_path / "a.cu", tmp_path / "a.hip"
    old.write_bytes(b"old")
    source = files.read(str(old))

    def replace(*args: Any, **options: Any) -> bool:
        done = atomic.replace(*args, **options)
        old.unlink()
        return done

    monkeypatch.setattr(in_place, "replace", replace)
    with pytest.raises(HipifyError, match="the file changed while it was converted: run again"):
        rename(str(old), source)
    assert (listing(tmp_path), new.read_bytes()) == (["a.hip"], b"new")


@pytest.mark.stress
@pytest.mark.parametrize("rename", [(), ("--rename", ".hip")])
def test_runs_at_once_over_one_tree_lose_nothing(tmp_path: Path, rename: tuple[str, ...]) -> None:
    """Each file is there once, as it was or converted, and one more run ends what is left."""
    text = "#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
    names = [f"d{at % 5}/f{at}" for at in range(60)]
    for name in names:
        put(tmp_path / "src" / f"{name}.cu", text)
    given = [*HIPIFY, "convert", "-q", "-i", "src", *rename]
    runs = [subprocess.Popen(given, cwd=tmp_path, env=environment()) for _ in range(3)]
    assert {one.wait() for one in runs} <= {0, EXIT_FILES}
    for name in names:
        found = [path.read_text() for path in (tmp_path / "src").glob(f"{name}.*")]
        assert found in ([text], [HIP_TEXT]), name
    assert run("convert", "-q", "-i", "src", *rename, cwd=tmp_path) == (0, "", "")
    ending = ".hip" if rename else ".cu"
    assert snapshot(tmp_path / "src").keys() >= {f"{name}{ending}" for name in names}


def test_a_symlink_is_not_renamed(tmp_path: Path) -> None:
    (tmp_path / "b.cu").write_bytes(b"old")
    (tmp_path / "a.cu").symlink_to("b.cu")
    link = str(tmp_path / "a.cu")
    with pytest.raises(HipifyError, match=r"a.cu: not renamed: a symlink: name the file that it leads to"):
        rename_in_place(link, files.read(link), b"new", str(tmp_path / "a.hip"), str(tmp_path))
    assert listing(tmp_path) == ["a.cu", "b.cu"]


# --- interrupted runs -----------------------------------------------------------------------------------

WRITER = """
import sys
from hipify_py.project.files import read
from hipify_py.project.in_place import write_in_place
folder, rounds = sys.argv[1], int(sys.argv[2])
print("ready", flush=True)
for new in range(1, rounds):
    for name in "abc":
        path = f"{folder}/{name}.cu"
        write_in_place(path, read(path), b"%d\\n" % new * 40_000, folder)
"""


def test_a_writer_that_is_killed_leaves_each_file_old_or_new(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.cu").write_bytes(b"0\n" * 40_000)
        (tmp_path / f"{name}.cu").chmod(0o640)
    seen = set()
    for delay in range(12):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), "1000000"],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        time.sleep(0.005 + delay * 0.0037)
        writer.send_signal(signal.SIGKILL)
        assert writer.wait() == -signal.SIGKILL
        writer.stdout.close()
        for name in "abc":
            path = tmp_path / f"{name}.cu"
            first, _, _ = path.read_bytes().partition(b"\n")
            assert path.read_bytes() == first + b"\n" + (first + b"\n") * 39_999
            assert mode(path) == 0o640
            seen.add(first)
        rest = [name for name in listing(tmp_path) if not name.endswith(".cu")]
        assert all(is_temporary(name) for name in rest)
    assert len(seen) > 1, "no write was ever made: the test shows nothing"
