"""What rule files come to is kept in the user's cache folder, if there is one that can be written."""

from __future__ import annotations

import marshal
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.rules import NAMES, Folder, forget_rules
from helpers.trees import as_nobody, mode, only_root

from hipify_py.model import RuleError
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


@pytest.mark.parametrize("relative", ["", "cache", "./cache", "../cache", "~/cache", "~"])
def test_a_relative_folder_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, relative: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", relative)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache" / "hipify-py"
    monkeypatch.setenv("HOME", relative or "home")
    assert cache.folder() == Path(os.devnull) / "hipify-py"


def test_what_is_kept_is_there_whole_and_alone(tmp_path: Path) -> None:
    place = tmp_path / "deep" / "rules-a.bin"
    cache.keep(place, b"one")
    cache.keep(place, b"two")
    assert cache.kept(place) == b"two"
    assert [*place.parent.iterdir()] == [place]


def test_what_cannot_be_kept_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    cache.keep(tmp_path / "file" / "rules-a.bin", b"one")
    (tmp_path / "rules-b.bin").mkdir()
    cache.keep(tmp_path / "rules-b.bin", b"two")
    assert {path.name for path in tmp_path.iterdir()} == {"file", "rules-b.bin"}
    assert (tmp_path / "file").read_text() == "mine"


# --- what is not as it was written ----------------------------------------------------------------------


def damaged(data: bytes) -> list[bytes]:
    """A kept form with one bit or a stretch of it changed, cut off, moved, or with more at its end."""
    chance = random.Random(9)
    places = [*range(40), *(chance.randrange(len(data)) for _ in range(400))]
    found = [data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :] for at in places]
    found += [data[:at] for at in places] + [data[at:] for at in places if at]
    found += [data[:at] + data[at + 3 :] for at in places] + [data[:at] + b"{}" + data[at:] for at in places]
    found += [data + b"\0", data * 2, b"\0" * len(data), b"", marshal.dumps({}), marshal.dumps(["x"])]
    return [one for one in found if one != data]


def test_no_damage_is_taken_for_sound(tmp_path: Path) -> None:
    place = tmp_path / "rules-a.bin"
    cache.keep(
        place, marshal.dumps({"names": {b"cudaFree": (b"hipFree", 1)}, "more": ["x" * 300, None, 1.5]})
    )
    sound = place.read_bytes()
    for number, data in enumerate(damaged(sound)):
        place.write_bytes(data)
        assert cache.kept(place) is None, number
    place.write_bytes(sound)
    assert cache.kept(place) is not None
    place.rename(tmp_path / "rules-b.bin")
    assert cache.kept(tmp_path / "rules-b.bin") is None, "what other rules came to"


@pytest.mark.usefixtures("alone")
def test_a_damaged_form_is_made_anew(folder: Folder, own_cache: Path) -> None:
    mine = folder(a=NAMES)
    load(mine)
    (place,) = own_cache.iterdir()
    sound = place.read_bytes()
    for data in damaged(sound)[::40]:
        place.write_bytes(data)
        forget_rules()
        assert load(mine).names[b"zebraCall"].to == b"hipZebra"
        assert place.read_bytes() == sound


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("plain", [{}, [], None, {"notes": 1}, 7])
def test_a_sound_form_that_says_something_else_is_made_anew(
    folder: Folder, own_cache: Path, plain: Any
) -> None:
    mine = folder(a=NAMES)
    load(mine)
    (place,) = own_cache.iterdir()
    sound = place.read_bytes()
    cache.keep(place, marshal.dumps(plain))
    forget_rules()
    assert load(mine).names[b"zebraCall"].to == b"hipZebra"
    assert place.read_bytes() == sound


STANDS: dict[str, Callable[[Path], object]] = {
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a dangling link": lambda place: place.symlink_to("nowhere"),
    "a link to itself": lambda place: place.symlink_to(place.name),
    "a link to what never ends": lambda place: place.symlink_to("/dev/zero"),
    "a link to a sound form": lambda place: place.symlink_to("sound"),
}


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("stands", STANDS)
def test_what_is_no_file_is_not_used(folder: Folder, own_cache: Path, stands: str) -> None:
    mine = folder(a=NAMES)
    load(mine)
    (place,) = own_cache.iterdir()
    place.rename(own_cache / "sound")
    STANDS[stands](place)
    assert cache.kept(place) is None
    forget_rules()
    assert load(mine).names[b"zebraCall"].to == b"hipZebra"
    if stands != "a folder":  # which may hold something
        assert cache.kept(place) is not None


@pytest.mark.parametrize(("bits", "used"), [(0o600, True), (0o644, True), (0o620, False), (0o602, False)])
def test_what_others_can_write_to_is_not_used(tmp_path: Path, bits: int, used: bool) -> None:
    place = tmp_path / "deep" / "rules-a.bin"
    old = os.umask(0)
    try:
        cache.keep(place, b"one")
    finally:
        os.umask(old)
    assert (mode(place), mode(place.parent)) == (0o600, 0o700)
    place.chmod(bits)
    assert cache.kept(place) == (b"one" if used else None)


@only_root
def test_what_somebody_else_wrote_is_not_used() -> None:
    with as_nobody() as theirs:
        cache.keep(theirs / "rules-a.bin", b"one")
        assert cache.kept(theirs / "rules-a.bin") == b"one"
        os.seteuid(0)
        assert cache.kept(theirs / "rules-a.bin") is None
        cache.keep(theirs / "rules-b.bin", b"two")
        assert [path.name for path in theirs.iterdir()] == ["rules-a.bin"]


# --- what is no rule file -------------------------------------------------------------------------------


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("given", ["folder", "file"])
@pytest.mark.parametrize("stands", ["a folder", "a pipe", "a dangling link", "a link to what never ends"])
def test_what_stands_in_the_place_of_a_rule_file_is_refused(folder: Folder, stands: str, given: str) -> None:
    mine = folder(a=NAMES)
    STANDS[stands](mine / "b.toml")
    with pytest.raises(RuleError) as caught:
        load(mine if given == "folder" or stands == "a folder" else mine / "b.toml")
    assert str(caught.value).startswith(f"{mine}/b.toml: ")


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("path", ["n" * 300, "nowhere", "nul\0byte", "nul\0byte.toml"])
def test_a_path_that_cannot_be_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(RuleError, match="there is no such path"):
        load(tmp_path / path)


@only_root
@pytest.mark.usefixtures("alone")
def test_a_folder_that_we_may_not_list_is_refused() -> None:
    with as_nobody() as mine:
        mine.chmod(0o300)
        with pytest.raises(RuleError, match="cannot read this folder of rules: Permission denied"):
            load(mine)
        mine.chmod(0o700)
