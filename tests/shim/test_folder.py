"""What stands in the folder of a shim: written whole, removed only where it is ours."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from helpers.command import put, snapshot

from hipify_py.model import HipifyError
from hipify_py.project.marks import marked
from hipify_py.shim.folder import check_apart, excluded, standing, write

if TYPE_CHECKING:
    from pathlib import Path

ONE = {"cuda_to_hip.h": marked(b"int x;\n"), "cub/cub.cuh": marked(b"int y;\n")}


def test_files_are_written_once(tmp_path: Path) -> None:
    assert write(str(tmp_path / "new"), ONE).written == ["cuda_to_hip.h", "cub/cub.cuh"]
    before = snapshot(tmp_path)
    assert write(str(tmp_path / "new"), ONE) == ([], [])
    assert snapshot(tmp_path) == before
    assert standing(str(tmp_path / "new")) == ONE


def test_files_of_a_former_shim_go_and_others_stay(tmp_path: Path) -> None:
    write(str(tmp_path), ONE)
    mine = put(tmp_path / "cub/mine.h", "int mine;\n")
    changed = put(tmp_path / "nccl.h", marked(b"int z;\n") + b"// and a line of mine\n")
    assert write(str(tmp_path), {"cuda_to_hip.h": ONE["cuda_to_hip.h"]}).removed == ["cub/cub.cuh"]
    assert mine.exists()
    assert changed.exists()
    assert not (tmp_path / "cub/cub.cuh").exists()


def test_an_empty_folder_goes_with_its_last_file(tmp_path: Path) -> None:
    write(str(tmp_path), ONE)
    write(str(tmp_path), {})
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "text", [b"int mine;\n", marked(b"int x;\n") + b"\n", marked(b"int x;\n").replace(b"x", b"y")]
)
def test_what_is_not_ours_is_never_overwritten(tmp_path: Path, text: bytes) -> None:
    put(tmp_path / "cub/cub.cuh", text)
    with pytest.raises(HipifyError, match=r"cub/cub\.cuh: not written: .*: move it away"):
        write(str(tmp_path), ONE)
    assert not (tmp_path / "cuda_to_hip.h").exists()
    assert (tmp_path / "cub/cub.cuh").read_bytes() == text


def test_a_link_in_the_place_of_a_file_is_left(tmp_path: Path) -> None:
    outside = put(tmp_path / "outside.h", marked(b"int x;\n"))
    (tmp_path / "shim").mkdir()
    (tmp_path / "shim/cuda_to_hip.h").symlink_to(outside)
    with pytest.raises(HipifyError, match="not written"):
        write(str(tmp_path / "shim"), ONE)
    assert (tmp_path / "shim/cuda_to_hip.h").is_symlink()


def test_a_linked_folder_leads_nowhere_else(tmp_path: Path) -> None:
    put(tmp_path / "outside/keep.h", "int x;\n")
    (tmp_path / "shim").mkdir()
    (tmp_path / "shim/cub").symlink_to(tmp_path / "outside")
    with pytest.raises(HipifyError, match="symlink where a folder has to be"):
        write(str(tmp_path / "shim"), ONE)
    assert os.listdir(tmp_path / "outside") == ["keep.h"]


def test_a_shim_is_not_put_over_its_sources(tmp_path: Path) -> None:
    put(tmp_path / "src/a.cu", "int x;\n")
    check_apart(str(tmp_path / "src/compat"), [str(tmp_path / "src")])
    for path in ("src", "src/a.cu"):
        with pytest.raises(HipifyError, match=r"the sources .* lie in it: name a folder of its own"):
            check_apart(str(tmp_path / "src"), [str(tmp_path / path)])


def test_a_folder_among_the_sources_is_left_out_of_them(tmp_path: Path) -> None:
    put(tmp_path / "src/a.cu", "int x;\n")
    path = str(tmp_path / "src")
    assert excluded(str(tmp_path / "src/com[p]at*"), [path]) == ["/com\\[p\\]at\\*"]
    assert excluded(str(tmp_path / "compat"), [path]) == []
    assert excluded(str(tmp_path / "src/compat"), [str(tmp_path / "src/a.cu")]) == []
