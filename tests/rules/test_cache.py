"""What rule files come to is kept in the user's cache folder, if there is one that can be written."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from helpers.rules import NAMES, Folder

from hipify_py.rules import cache
from hipify_py.rules.load import load


@pytest.mark.usefixtures("alone")
def test_a_cache_folder_that_cannot_be_written_is_done_without(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert load(folder(a=NAMES)).names[b"zebraCall"].to == b"hipZebra"


@pytest.mark.usefixtures("alone")
def test_no_home_is_no_trouble(folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        text = "Could not determine home directory."
        raise RuntimeError(text)

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.chdir(tmp_path)
    assert load(folder(a=NAMES)).names[b"zebraCall"].to == b"hipZebra"
    assert not (tmp_path / "~").exists()


@pytest.mark.usefixtures("alone")
def test_old_compiled_forms_are_taken_away(folder: Folder, own_cache: Path) -> None:
    own_cache.mkdir(parents=True)
    for name, days in (
        ("rules-old.bin", 31),
        ("rules-old.bin.1.2", 31),
        ("rules-new.bin", 29),
        ("other", 99),
    ):
        (own_cache / name).write_bytes(b"")
        os.utime(own_cache / name, (time.time() - days * 86400,) * 2)
    load(folder(a=NAMES))
    left = {path.name for path in own_cache.iterdir()}
    assert {"rules-new.bin", "other"} < left
    assert len(left) == 3


def test_the_folder_is_that_of_the_users_caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "hipify-py"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache" / "hipify-py"


def test_what_is_kept_is_there_whole_and_alone(tmp_path: Path) -> None:
    place = tmp_path / "deep" / "rules-a.bin"
    cache.keep(place, b"one")
    cache.keep(place, b"two")
    assert place.read_bytes() == b"two"
    assert [*place.parent.iterdir()] == [place]


def test_what_cannot_be_kept_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    cache.keep(tmp_path / "file" / "rules-a.bin", b"one")
    (tmp_path / "rules-b.bin").mkdir()
    cache.keep(tmp_path / "rules-b.bin", b"two")
    assert {path.name for path in tmp_path.iterdir()} == {"file", "rules-b.bin"}
    assert (tmp_path / "file").read_text() == "mine"
