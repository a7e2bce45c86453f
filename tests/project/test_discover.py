"""Which files a run is about, on real trees."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest
from helpers.command import put
from helpers.trees import kinds, plant

from hipify_py.model import HipifyError
from hipify_py.project.discover import contents, discover
from hipify_py.project.entries import Selection
from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

NO_FOLDER = "failed: Not a directory: a part of the path is not a folder: move it away or name another path"
SHUT = "failed: Permission denied: change the permissions of the file or its folder"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- what is what ---------------------------------------------------------------------------------------


def test_one_folder(tree: Path) -> None:
    plant(tree, "src/b.cu", "src/a.h", "src/sub/c.cpp", "src/notes.md", "src/Gen", "src/empty/")
    found = discover(["src"])
    assert [(e.kind, e.relative, e.target, e.shown) for e in found] == [
        ("folder", ".", ".", "src"),
        ("maybe", "Gen", "Gen", "src/Gen"),
        ("source", "a.h", "a.h", "src/a.h"),
        ("source", "b.cu", "b.cu", "src/b.cu"),
        ("folder", "empty", "empty", "src/empty"),
        ("other", "notes.md", "notes.md", "src/notes.md"),
        ("folder", "sub", "sub", "src/sub"),
        ("source", "sub/c.cpp", "sub/c.cpp", "src/sub/c.cpp"),
    ]
    assert {e.root for e in found} == {str(tree / "src")}
    assert [e.path for e in found] == [os.path.normpath(tree / "src" / e.relative) for e in found]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (".", "a.cu"),
        ("./", "a.cu"),
        ("../src", "../src/a.cu"),
        ("../src//", "../src/a.cu"),
        ("./a.cu", "a.cu"),
        (".//a.cu", "a.cu"),
        ("../src/a.cu", "../src/a.cu"),
        ("sub/..", "sub/../a.cu"),
    ],
)
def test_a_path_is_shown_as_it_was_typed(
    tree: Path, monkeypatch: pytest.MonkeyPatch, typed: str, shown: str
) -> None:
    plant(tree, "src/a.cu", "src/sub/")
    monkeypatch.chdir(tree / "src")
    entry = next(e for e in discover([typed]) if e.kind == "source")
    assert (entry.shown, entry.path) == (shown, str(tree / "src/a.cu"))
    assert (entry.relative, entry.target, entry.root) == ("a.cu", "a.cu", str(tree / "src"))


def test_an_absolute_path_stays_absolute(tree: Path) -> None:
    plant(tree, "src/a.cu")
    assert [e.shown for e in discover([str(tree)]) if e.kind == "source"] == [str(tree / "src/a.cu")]


def test_several_paths_are_laid_out_as_cp_does(tree: Path) -> None:
    plant(tree, "one/a.cu", "two/sub/b.cu", "three/c.cu")
    found = discover(["one", "two/", "three/c.cu"])
    assert {e.shown: e.target for e in found} == {
        "one": "one",
        "one/a.cu": "one/a.cu",
        "two": "two",
        "two/sub": "two/sub",
        "two/sub/b.cu": "two/sub/b.cu",
        "three/c.cu": "c.cu",
    }


@pytest.mark.parametrize("order", [("src", "src/sub", "src/sub/a.cu"), ("src/sub/a.cu", "src/sub", "src")])
def test_inputs_that_overlap_count_once_and_belong_to_the_wider(tree: Path, order: tuple[str, ...]) -> None:
    plant(tree, "src/sub/a.cu")
    found = discover(order)
    assert [(e.kind, e.relative, e.target) for e in found] == [
        ("folder", ".", "."),
        ("folder", "sub", "sub"),
        ("source", "sub/a.cu", "sub/a.cu"),
    ]


def test_the_order_of_the_inputs_does_not_matter(tree: Path) -> None:
    plant(tree, "a-b/x.cu", "a/x.cu", "a/y/z.cu")
    assert discover(["a", "a-b"]) == discover(["a-b", "a"])
    shown = [e.shown for e in discover(["a-b", "a"]) if e.kind == "source"]
    assert shown == ["a/x.cu", "a/y/z.cu", "a-b/x.cu"]


# --- what is skipped ------------------------------------------------------------------------------------


def test_vendored_and_build_folders_are_one_entry_each(tree: Path) -> None:
    plant(
        tree,
        "a.cu",
        "third_party/x/y.cu",
        "vendor/z.cu",
        "build/b.cu",
        ".git/config",
        "cmake-build-debug/c.cu",
    )
    plant(tree, "external/own.cu", "out/own.cu", "deep/node_modules/n.c", "rebuild/own.cu")
    assert kinds(discover(["."])) == {
        ".git": "skip: version control folder",
        "a.cu": "source",
        "build": "skip: build folder",
        "cmake-build-debug": "skip: build folder",
        "deep/node_modules": "skip: vendored folder",
        "external/own.cu": "source",
        "out/own.cu": "source",
        "rebuild/own.cu": "source",
        "third_party": "skip: vendored folder",
        "vendor": "skip: vendored folder",
    }


def test_folders_that_a_tool_has_marked_are_skipped(tree: Path) -> None:
    plant(tree, "b/CMakeCache.txt", "b/x.cu", "in/CMakeCache.txt", "in/CMakeLists.txt", "in/y.cu")
    plant(tree, "e/pyvenv.cfg", "e/x.c", "c/CACHEDIR.TAG", "c/x.c")
    assert kinds(discover(["."])) == {
        "b": "skip: build folder",
        "c": "skip: cache folder",
        "e": "skip: environment folder",
        "in/CMakeCache.txt": "other",
        "in/CMakeLists.txt": "other",
        "in/y.cu": "source",
    }
    assert kinds(discover(["b"])) == {"b/CMakeCache.txt": "other", "b/x.cu": "source"}


def test_a_file_that_is_called_build_is_no_build_folder(tree: Path) -> None:
    plant(tree, "build", "vendor")
    assert kinds(discover(["."])) == {"build": "maybe", "vendor": "maybe"}


def test_what_is_named_is_never_skipped(tree: Path) -> None:
    plant(tree, "build/gen.cu", "build/vendor/v.cu", "x.md", "ignored.cu", "build/vendor/w.cu")
    (tree / ".gitignore").write_text("build\nignored.cu\n")
    (tree / ".git").mkdir()
    assert kinds(discover(["build", "x.md", "ignored.cu", "build/vendor/w.cu"])) == {
        "build/gen.cu": "source",
        "build/vendor": "skip: vendored folder",
        "build/vendor/w.cu": "source",
        "ignored.cu": "source",
        "x.md": "source",
    }


def test_a_skipped_folder_can_be_mirrored_whole(tree: Path) -> None:
    plant(
        tree,
        "src/vendor/lib/a.cu",
        "src/vendor/lib/.gitignore",
        "src/vendor/build/b.h",
        "src/vendor/build/out/b.h",
        "src/c.cu",
        text="*\n",
    )
    (tree / "src/vendor/link").symlink_to("lib/a.cu")
    (skipped,) = (e for e in discover(["src", "src/c.cu"]) if e.shown == "src/vendor")
    found = {(e.relative, e.target, e.kind, e.root) for e in contents(skipped, "src/vendor/build/out")}
    assert found == {
        (f"vendor{end}", f"vendor{end}", kind, str(tree / "src"))
        for end, kind in [
            ("", "folder"),
            ("/build", "folder"),
            ("/build/b.h", "other"),
            ("/lib", "folder"),
            ("/lib/.gitignore", "other"),
            ("/lib/a.cu", "other"),
            ("/link", "symlink"),
        ]
    }


def test_the_output_folder_is_left_out(tree: Path) -> None:
    plant(tree, "src/a.cu", "src/out/a.cu", "src/sub/out/b.cu")
    assert kinds(discover(["src"], Selection(output="src/sub/../out"))) == {
        "src/a.cu": "source",
        "src/out": "skip: the output folder",
        "src/sub/out/b.cu": "source",
    }


def test_left_over_temporary_files_are_said(tree: Path) -> None:
    plant(tree, ".hipify-0011223344556677.tmp", ".hipify-notes.cu")
    assert kinds(discover(["."])) == {
        ".hipify-0011223344556677.tmp": "leftover",
        ".hipify-notes.cu": "source",
    }


# --- globs on the command line --------------------------------------------------------------------------


def test_exclude(tree: Path) -> None:
    plant(tree, "a.cu", "gen/b.cu", "gen/deep/c.cu", "x/gen.cu", "x/keep.cu", "x/notes.md")
    assert kinds(discover(["."], Selection(exclude=("gen/", "x/*", "!keep.cu", "*.md")))) == {
        "a.cu": "source",
        "gen": "skip: left out by --exclude",
        "x/gen.cu": "skip: left out by --exclude",
        "x/keep.cu": "source",
        "x/notes.md": "other",
    }


def test_include_narrows(tree: Path) -> None:
    plant(tree, "a.cu", "gen/b.cu", "gen/deep/c.cpp", "x/gen.cu", "notes.md", "vendor/d.cu")
    assert kinds(discover(["."], Selection(include=("gen/", "/*.cu"), exclude=("c.*",)))) == {
        "a.cu": "source",
        "gen/b.cu": "source",
        "gen/deep/c.cpp": "skip: left out by --exclude",
        "notes.md": "other",
        "vendor": "skip: vendored folder",
        "x/gen.cu": "skip: not named by --include",
    }


def test_globs_are_relative_to_each_folder_and_to_a_file_as_typed(tree: Path) -> None:
    plant(tree, "p/src/a.cu", "q/src/a.cu", "r/src/a.cu", "r/b.cu")
    found = discover(
        ["p", "q/src", "r/src/a.cu", "./r/b.cu"], Selection(exclude=("/src", "r/b.cu", "r/src/"))
    )
    assert kinds(found) == {
        "p/src": "skip: left out by --exclude",
        "q/src/a.cu": "source",
        "r/b.cu": "skip: left out by --exclude",
        "r/src/a.cu": "skip: left out by --exclude",
    }


@pytest.mark.parametrize("glob", ["", "#x", "a[", "a\\", "/", "  "])
def test_a_glob_that_can_never_match_is_refused(glob: str) -> None:
    for selection in (Selection(include=(glob,)), Selection(exclude=("*.h", glob))):
        with pytest.raises(HipifyError, match=re.escape(f"{glob}: a glob that can never match: ")):
            discover([], selection)


# --- what cannot be looked at ---------------------------------------------------------------------------


def test_a_path_that_is_not_there(tree: Path) -> None:
    plant(tree, "a.cu")
    assert kinds(discover(["nowhere/x.cu", "a.cu", "a.cu/y", ""])) == {
        "": "failed: No such file or directory: check the name",
        "a.cu": "source",
        "a.cu/y": NO_FOLDER,
        "nowhere/x.cu": "failed: No such file or directory: check the name",
    }


def test_symlinks_inside_a_tree_are_not_followed(tree: Path) -> None:
    plant(tree, "src/real/a.cu", "else/b.cu")
    (tree / "src/file").symlink_to("real/a.cu")
    (tree / "src/folder").symlink_to("real")
    (tree / "src/up").symlink_to("..")
    (tree / "src/outside").symlink_to(tree / "else")
    (tree / "src/gone").symlink_to("no\nwhere")
    (tree / "src/self").symlink_to("self")
    assert kinds(discover(["src"])) == {
        "src/file": "symlink",
        "src/folder": "symlink",
        "src/gone": "skip: symlink to no\\nwhere, which is not there",
        "src/outside": f"symlink: symlink to {tree / 'else'}, outside the tree: not followed",
        "src/real/a.cu": "source",
        "src/self": "skip: symlink to self: Too many levels of symbolic links",
        "src/up": "symlink: symlink to .., outside the tree: not followed",
    }


def test_a_symlink_that_is_named_is_followed(tree: Path) -> None:
    plant(tree, "real/a.cu", "real/b.txt")
    (tree / "folder").symlink_to("real")
    (tree / "file.cu").symlink_to("real/b.txt")
    (tree / "gone").symlink_to("nowhere")
    assert kinds(discover(["folder", "file.cu", "gone"])) == {
        "file.cu": "source",
        "folder/a.cu": "source",
        "gone": "failed: No such file or directory: check the name",
    }
    (entry,) = discover(["file.cu"])
    assert (entry.path, entry.target) == (str(tree / "file.cu"), "file.cu")


def test_a_folder_and_a_symlink_to_it_count_once(tree: Path) -> None:
    plant(tree, "real/a.cu")
    (tree / "link").symlink_to("real")
    assert kinds(discover(["link", "real"])) == {"link/a.cu": "source"}


def test_special_files(tree: Path) -> None:
    os.mkfifo(tree / "pipe.cu")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.cu")
        assert kinds(discover(["."])) == {
            "pipe.cu": "skip: not a regular file",
            "s.cu": "skip: not a regular file",
        }
    reason = "failed: not a regular file: name a file or a folder with source text"
    assert kinds(discover(["pipe.cu"])) == {"pipe.cu": reason}


def test_names_that_are_no_text(tree: Path) -> None:
    raw = os.fsencode(tree)
    for name in (b"new\nline.cu", b"latin\xe9.cu", b"tab\t.h"):
        with open(os.path.join(raw, name), "wb"):
            pass
    found = discover(["."], Selection(exclude=("tab?.h",)))
    assert {os.fsencode(e.shown): e.kind for e in found if e.kind != "folder"} == {
        b"new\nline.cu": "source",
        b"latin\xe9.cu": "source",
        b"tab\t.h": "skip",
    }
    assert all(os.path.lexists(e.path) for e in found)


def test_a_folder_that_cannot_be_read(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(tree, "shut/a.cu", "open/b.cu")
    scandir = os.scandir

    def refuse(path: str) -> Any:
        if os.fspath(path).endswith("/shut"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert kinds(discover(["."])) == {
        "open/b.cu": "source",
        "shut": SHUT,
    }


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give up its rights for a moment")
def test_a_folder_that_the_system_does_not_let_us_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        plant(Path(name), "shut/a.cu", "open/b.cu", "open/.gitignore", "enter/c.cu")
        os.chmod(os.path.join(name, "shut"), 0o000)
        os.chmod(os.path.join(name, "open/.gitignore"), 0o000)
        monkeypatch.chdir(name)
        os.seteuid(65534)
        try:
            found = kinds(discover(["."]))
        finally:
            os.seteuid(0)
        monkeypatch.undo()
    assert found == {
        "enter/c.cu": "source",
        "open/.gitignore": "failed: its patterns are not applied: Permission denied",
        "open/b.cu": "source",
        "shut": SHUT,
    }


def test_a_folder_that_holds_itself_is_entered_once(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(tree, "loop/a.cu", "loop/in/")
    stat, scandir = os.stat, os.scandir

    def outer(path: str) -> str:  # as a bind mount does it
        return re.sub(r"(/loop)(/in)+", r"\1", path)

    monkeypatch.setattr(os, "stat", lambda path: stat(outer(path)))
    monkeypatch.setattr(os, "scandir", lambda path: scandir(outer(path)))
    assert kinds(discover(["loop"])) == {"loop/a.cu": "source", "loop/in": "skip: holds itself"}


def test_a_very_deep_tree(tree: Path) -> None:
    depth = 1200
    folder = os.open(tree, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=folder)
        inner = os.open("d", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(os.open("x.cu", os.O_CREAT, dir_fd=folder))
    os.close(folder)
    try:
        found = discover(["."])
    finally:
        subprocess.run(["rm", "-rf", "d"], check=True)  # pytest itself cannot remove so deep a tree
    assert [e.relative for e in found if e.kind == "source"] == ["d/" * depth + "x.cu"]
    assert len(found) == depth + 2


# --- odd things in the place of git's own files -----------------------------------------------------------

POINTERS: dict[str, bytes | None] = {  # what .git holds, and what is said; None where nothing is
    "NUL": b"gitdir: a\0b\n",
    "NUL alone": b"\0",
    "huge": b"gitdir: " + b"a" * 20_000,
}


@pytest.mark.parametrize("kind", sorted(POINTERS))
@pytest.mark.parametrize("name", [".git", ".git/commondir"])
@pytest.mark.parametrize("above", [False, True])
def test_a_pointer_of_git_that_is_none_is_said(tree: Path, name: str, kind: str, *, above: bool) -> None:
    plant(tree, "src/a.cu")
    place = (tree if above else tree / "src") / name
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(POINTERS[kind] or b"")
    found = {entry.relative: entry for entry in discover(["src"]) if entry.kind != "other"}
    assert found["a.cu"].kind == "source"
    assert (found[".git"].kind, found[".git"].reason[:29]) == ("failed", "its patterns are not applied:")


@pytest.mark.parametrize("kind", ["folder", "pipe", "dangling", "loop", "device"])
def test_a_pointer_of_git_that_is_no_file_is_said(tree: Path, kind: str) -> None:
    plant(tree, "src/a.cu", "src/.git/")
    place = tree / "src" / ".git" / "commondir"
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to({"dangling": "none", "loop": "commondir", "device": "/dev/zero"}[kind])
    found = {entry.relative: entry for entry in discover(["src"])}
    assert found["a.cu"].kind == "source"
    assert found[".git"].kind == "failed"
    assert found[".git"].reason.startswith("its patterns are not applied: ")


@pytest.mark.parametrize(
    "pointed", ["", "\n", "gitdir:", "gitdir: none", "gitdir: /", "x" * 3000, "\xff", ".."]
)
@pytest.mark.parametrize("name", [".git", ".git/commondir"])
def test_a_pointer_of_git_to_nowhere_has_no_patterns(tree: Path, name: str, pointed: str) -> None:
    plant(tree, "src/a.cu")
    (tree / "src" / name).parent.mkdir(exist_ok=True)
    (tree / "src" / name).write_bytes(pointed.encode("latin-1"))
    kind = {entry.relative: entry.kind for entry in discover(["src"])}
    assert kind["a.cu"] == "source"


@pytest.mark.parametrize("name", [".gitignore", ".git/info/exclude"])
@pytest.mark.parametrize("kind", ["pipe", "huge"])
def test_an_ignore_file_without_an_end_is_not_applied(tree: Path, name: str, kind: str) -> None:
    plant(tree, "src/a.cu", "src/.git/info/")
    place = tree / "src" / name
    if kind == "pipe":
        os.mkfifo(place)
    else:
        place.write_bytes(b"#\n" * 1_000_000)
    found = {entry.relative: (entry.kind, entry.reason[:28]) for entry in discover(["src"])}
    assert found["a.cu"][0] == "source"
    assert found[name.partition("/")[0]] == ("failed", "its patterns are not applied")


def test_a_link_that_can_be_seen_and_not_read(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of those in /proc are so: `hipify-py convert /` comes across them."""
    plant(tree, "src/a.cu", "src/b.cu")
    (tree / "src" / "link.cu").symlink_to("b.cu")

    def refused(*_: object, **__: object) -> str:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(os, "readlink", refused)
    found = {entry.relative: (entry.kind, entry.reason) for entry in discover(["src"])}
    assert found["a.cu"][0] == "source"
    assert found["link.cu"] == ("skip", "symlink: No such file or directory")


def test_a_path_in_the_folder_of_another_has_its_place_there(tmp_path: Path) -> None:
    for name in ("a.cu", "third_party/b.cuh", "third_party/c/d.cuh", "vendor/e.cuh"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("int a;\n")
    top = str(tmp_path)
    given = [f"{top}/third_party", top, f"{top}/vendor/e.cuh"]
    found = {
        one.relative: (one.kind, one.target, one.root) for one in discover(given) if one.kind != "folder"
    }
    assert found == {
        name: ("source", name, top)
        for name in ("a.cu", "third_party/b.cuh", "third_party/c/d.cuh", "vendor/e.cuh")
    } | {"vendor": ("skip", "vendor", top)}


def test_beside_several_folders_one_within_counts_as_none(tmp_path: Path) -> None:
    for name in ("one/a.cu", "one/vendor/b.cu", "two/c.cu"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("int a;\n")
    given = [f"{tmp_path}/{name}" for name in ("one", "two", "one/vendor")]
    targets = [one.target for one in discover(given) if one.kind == "source"]
    assert targets == ["one/a.cu", "one/vendor/b.cu", "two/c.cu"]


@pytest.mark.parametrize("named", ["vendor/lib", "vendor/lib/a.cu"])
def test_what_is_named_in_a_skipped_folder_is_converted_in_its_place(tree: Path, named: str) -> None:
    plant(tree, "src/b.cu", "src/vendor/lib/a.cu", "src/vendor/c.cu", text="void f() { cudaFree(0); }\n")
    convert_tree(["src", f"src/{named}"], Settings(mode="output", output="out"))
    text = {path: (tree / "out" / path).read_text() for path in ("b.cu", "vendor/lib/a.cu", "vendor/c.cu")}
    assert {path: "hipFree" in one for path, one in text.items()} == {
        "b.cu": True,
        "vendor/lib/a.cu": True,
        "vendor/c.cu": False,
    }


def test_the_root_of_the_file_system(tmp_path: Path) -> None:
    """No run over that ends, by whatever name it is given."""
    link = tmp_path / "top"
    link.symlink_to("/")
    for given in ("/", "/tmp/..", str(link)):
        with pytest.raises(HipifyError, match=re.escape(f"{given}: this is the root of the file system: ")):
            discover([str(tmp_path), given])


def test_what_is_named_beside_its_folder_is_source(tmp_path: Path) -> None:
    put(tmp_path / "include" / "Core", "")
    put(tmp_path / "include" / "Other", "")
    paths = [str(tmp_path), str(tmp_path / "include" / "Core")]
    for given in (paths, paths[::-1]):
        kinds = {one.relative: one.kind for one in discover(given) if one.kind != "folder"}
        assert kinds == {"include/Core": "source", "include/Other": "maybe"}
