"""The output folder, on a real file system."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hipify_py.model import HipifyError
from hipify_py.project.mirror import mirror, write_output


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def listing(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


# --- the output folder ----------------------------------------------------------------------------------


def test_write_output_makes_folders(tmp_path: Path) -> None:
    (tmp_path / "like").touch()
    (tmp_path / "like").chmod(0o711)
    out = tmp_path / "no/such/out"
    assert write_output(str(out), "a/b/c.cu", b"new", (tmp_path / "like").stat())
    assert ((out / "a/b/c.cu").read_bytes(), mode(out / "a/b/c.cu")) == (b"new", 0o711)
    assert not write_output(str(out), "a/b/c.cu", b"new", (tmp_path / "like").stat())
    assert listing(out / "a/b") == ["c.cu"]


@pytest.mark.parametrize("relative", ["../x", "a/../../x", "/x", "a//x", "", "..", "a/.", "./x", "a/.."])
def test_nothing_is_written_outside_the_output(tmp_path: Path, relative: str) -> None:
    out = tmp_path / "out"
    with pytest.raises(HipifyError) as caught:
        write_output(str(out), relative, b"new")
    cause = f"not written: the path leads out of {out}"
    assert str(caught.value) == f"{relative}: {cause}: name files and folders without .. in their path"
    assert listing(tmp_path) == []


@pytest.mark.parametrize("text", ["../else", "/nowhere", "real"])
def test_nothing_is_written_through_a_symlink_in_the_output(tmp_path: Path, text: str) -> None:
    (tmp_path / "else").mkdir()
    (tmp_path / "out/real").mkdir(parents=True)
    (tmp_path / "out/sub").mkdir()
    (tmp_path / "out/sub/link").symlink_to(text)
    source = tmp_path / "a"
    source.write_bytes(b"new")
    for write in (
        lambda: write_output(str(tmp_path / "out"), "sub/link/a", b"new"),
        lambda: mirror(str(source), str(tmp_path), str(tmp_path / "out"), "sub/link/a"),
    ):
        with pytest.raises(HipifyError) as caught:
            write()
        place = f"{tmp_path}/out/sub/link"
        assert str(caught.value) == f"{place}: a file or a symlink where a folder has to be: move it away"
    assert listing(tmp_path / "else") == listing(tmp_path / "out/real") == []


def test_a_symlink_in_place_of_an_output_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "else").write_bytes(b"mine")
    (tmp_path / "out").mkdir()
    (tmp_path / "out/a").symlink_to("../else")
    write_output(str(tmp_path / "out"), "a", b"new")
    assert (tmp_path / "else").read_bytes() == b"mine"
    assert not (tmp_path / "out/a").is_symlink()
    assert (tmp_path / "out/a").read_bytes() == b"new"


def test_the_output_itself_may_be_a_symlink(tmp_path: Path) -> None:
    (tmp_path / "big").mkdir()
    (tmp_path / "out").symlink_to("big")
    write_output(str(tmp_path / "out"), "a", b"new")
    assert (tmp_path / "big/a").read_bytes() == b"new"


# --- mirror ---------------------------------------------------------------------------------------------


def test_mirror_a_file(tmp_path: Path) -> None:
    source, out = tmp_path / "src/a.bin", tmp_path / "out"
    source.parent.mkdir()
    data = bytes(range(256)) * 10_000
    source.write_bytes(data)
    source.chmod(0o750)
    assert mirror(str(source), str(tmp_path / "src"), str(out), "deep/a.bin") == ""
    copy = out / "deep/a.bin"
    assert (copy.read_bytes(), mode(copy)) == (data, 0o750)
    before = copy.stat()
    assert mirror(str(source), str(tmp_path / "src"), str(out), "deep/a.bin") == ""
    assert copy.stat().st_ino == before.st_ino
    source.write_bytes(data[:-1] + b"!")
    mirror(str(source), str(tmp_path / "src"), str(out), "deep/a.bin")
    assert (copy.read_bytes(), listing(out / "deep")) == (data[:-1] + b"!", ["a.bin"])


@pytest.mark.parametrize(("bits", "kept"), [(0o755, 0o755), (0o500, 0o700), (0o2775, 0o2775)])
def test_mirror_an_empty_folder(tmp_path: Path, bits: int, kept: int) -> None:
    source, out = tmp_path / "src", tmp_path / "out"
    source.mkdir()
    source.chmod(bits)
    for relative in ("sub/empty", "."):
        assert mirror(str(source), str(tmp_path), str(out), relative) == ""
        assert mode(out / relative) == kept
    assert listing(out) == ["sub"]


def test_mirror_symlinks_as_they_are(tmp_path: Path) -> None:
    root, out = tmp_path / "src", tmp_path / "out"
    (root / "sub").mkdir(parents=True)
    (root / "sub/a").touch()
    (tmp_path / "else").touch()
    links = {
        "sub/near": ("a", ""),
        "sub/far": ("../sub/a", ""),
        "folder": ("sub", ""),
        "up": ("..", "symlink to .., outside the tree: kept as it is"),
        "out": ("../else", "symlink to ../else, outside the tree: kept as it is"),
        "absolute": (f"{root}/sub/a", f"symlink to {root}/sub/a, outside the tree: kept as it is"),
        "chain": ("up/else", "symlink to up/else, outside the tree: kept as it is"),
        "gone": ("no\nwhere", "symlink to no\\nwhere, which is not there: kept as it is"),
        "self": ("self", "symlink to self, which is not there: kept as it is"),
    }
    for relative, (text, _) in links.items():
        (root / relative).symlink_to(text)
    for _ in range(2):
        for relative, (text, note) in links.items():
            assert mirror(str(root / relative), str(root), str(out), relative) == note
            assert os.readlink(out / relative) == text
    assert listing(out) == ["absolute", "chain", "folder", "gone", "out", "self", "sub", "up"]


def test_a_mirrored_symlink_replaces_a_file_but_no_folder(tmp_path: Path) -> None:
    root, out = tmp_path / "src", tmp_path / "out"
    root.mkdir()
    (out / "b").mkdir(parents=True)
    (out / "a").touch()
    for name in "ab":
        (root / name).symlink_to("x")
    mirror(str(root / "a"), str(root), str(out), "a")
    assert os.readlink(out / "a") == "x"
    with pytest.raises(HipifyError, match=r"/b: cannot copy to .*/out/b: Is a directory"):
        mirror(str(root / "b"), str(root), str(out), "b")
    assert listing(out) == ["a", "b"]


def test_special_files_are_not_mirrored(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    note = mirror(str(tmp_path / "pipe"), str(tmp_path), str(tmp_path / "out"), "pipe")
    assert note == "not a regular file: left out of the output"
    assert listing(tmp_path / "out") == []


def test_the_output_is_not_mirrored_into_itself(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "a").touch()
    for path, relative in ((out, "out"), (out / "a", "out/a")):
        assert mirror(str(path), str(tmp_path), str(out), relative) == ""
    assert listing(out) == ["a"]
