"""Ignore files, on real trees and against git itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from helpers.examples import examples
from helpers.trees import kinds, plant
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hipify_py.project.discover import discover
from hipify_py.project.entries import Selection
from hipify_py.project.file_cache import FileCache
from hipify_py.project.globs import compile_glob, compile_globs, decide
from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

GIT = shutil.which("git")
EXAMPLES = int(os.environ.get("IGNORE_EXAMPLES", "40"))
needs_git = pytest.mark.skipif(GIT is None, reason="git is not installed")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_ignore_files_count_from_the_repository_down(tree: Path) -> None:
    plant(tree, "repo/sub/deep/a.cu", "repo/sub/deep/b.cu", "repo/sub/c.cu", "repo/sub/deep/kept.cu")
    plant(tree, "repo/.git/info/exclude", text="c.cu\n")
    plant(tree, ".gitignore", text="*\n")
    plant(tree, "repo/.gitignore", text="/sub/deep/*.cu\n")
    plant(tree, "repo/sub/.gitignore", text="!kept.cu\n")
    plant(tree, "repo/sub/deep/.gitignore", text="!/b.cu\n")
    assert kinds(discover(["repo/sub"])) == {
        "repo/sub/.gitignore": "other",
        "repo/sub/c.cu": f"skip: ignored by {tree}/repo/.git/info/exclude",
        "repo/sub/deep/.gitignore": "other",
        "repo/sub/deep/a.cu": f"skip: ignored by {tree}/repo/.gitignore",
        "repo/sub/deep/b.cu": "source",
        "repo/sub/deep/kept.cu": "source",
    }
    assert kinds(discover(["repo/sub"], Selection(ignore_files=False)))["repo/sub/c.cu"] == "source"


def test_ignore_files_count_without_a_repository_too(tree: Path) -> None:
    plant(tree, "p/src/a.cu", "p/src/gen/b.cu")
    plant(tree, "p/src/.gitignore", text="gen/\n")
    plant(tree, "p/.gitignore", text="*.cu\n")
    assert kinds(discover(["p/src"])) == {
        "p/src/.gitignore": "other",
        "p/src/a.cu": "source",
        "p/src/gen": "skip: ignored by p/src/.gitignore",
    }


def test_a_repository_inside_another_has_its_own_patterns(tree: Path) -> None:
    plant(tree, ".git/", "sub/.git/info/exclude", "sub/a.cu", "sub/b.cu", text="b.cu\n")
    plant(tree, ".gitignore", text="a.cu\n")
    found = kinds(discover(["."]))
    assert (found["sub/a.cu"], found["sub/b.cu"]) == ("source", "skip: ignored by sub/.git/info/exclude")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give up its rights for a moment")
def test_a_repository_that_the_system_does_not_let_us_list(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as name:
        plant(Path(name), ".git/", "sub/a.cu", "sub/b.cu")
        (Path(name) / ".gitignore").write_text("/sub/b.cu\n")
        os.chmod(name, 0o711)
        monkeypatch.chdir(os.path.join(name, "sub"))
        os.seteuid(65534)
        try:
            found = kinds(discover(["."]))
        finally:
            os.seteuid(0)
        monkeypatch.undo()
    assert found == {"a.cu": "source", "b.cu": f"skip: ignored by {os.path.realpath(name)}/.gitignore"}


@needs_git
def test_a_work_tree_uses_the_exclude_file_of_its_repository(tree: Path) -> None:
    git(tree, "init", "-q", "main")
    git(
        tree,
        "-C",
        "main",
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@t",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "x",
    )
    git(tree, "-C", "main", "worktree", "add", "-q", "../other")
    plant(tree, "main/.git/info/exclude", text="b.cu\n")
    plant(tree, "other/a.cu", "other/b.cu")
    found = kinds(discover(["other"]))
    assert (found["other/a.cu"], found["other/b.cu"][:4]) == ("source", "skip")


def test_odd_ignore_files(tree: Path) -> None:
    plant(tree, "a.cu", "b.cu", "link/c.cu", "folder/d.cu", "folder/.gitignore/")
    (tree / ".gitignore").write_bytes(b"\xef\xbb\xbf/a.cu\r\n# /b.cu\r\n\r\n")
    (tree / "patterns").write_text("c.cu\n")
    (tree / "link/.gitignore").symlink_to("../patterns")
    found = kinds(discover(["."]))
    assert {name: found[name] for name in found if name.endswith(".cu")} == {
        "a.cu": "skip: ignored by .gitignore",
        "b.cu": "source",
        "folder/d.cu": "source",
        "link/c.cu": "source",
    }


@pytest.mark.parametrize("line", [b"", b"# x", b"   ", b"!", b"/", b"!/", b"a\\", b"[a", b"\r"])
def test_lines_that_match_nothing(line: bytes) -> None:
    assert compile_glob(line) is None


def git(folder: Path, *words: str) -> bytes:
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    environment |= {"GIT_CEILING_DIRECTORIES": os.path.dirname(str(folder)), "LC_ALL": "C"}
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, env=environment, check=True)
    return done.stdout


NAMES = [
    "a",
    "b",
    "ab",
    "a.cu",
    "b.cu",
    "ab.cu",
    "A.cu",
    "[a]",
    "a b",
    "a ",
    "-",
    "!a",
    "#a",
    "a\\b",
    "1.cu",
    "é.cu",
]
ATOMS = [
    "a",
    "b",
    ".cu",
    "*",
    "?",
    "**",
    "/",
    "[ab]",
    "[!a]",
    "[^b]",
    "[a-b]",
    "\\",
]
ATOMS += [
    "[]a]",
    "[a-]",
    "[",
    "]",
    "!",
    "#",
    " ",
    "é",
    "-",
]
# Where pathspec is known not to say what git says: a bracket with a class or a backslash, one that excludes
# (it also takes a slash), and ** that is a part of a name; and where we do not, a blank before a last slash.
CORNERS = re.compile(r"\[.*(\[:|\\)|\[[!^]|[^/!]\*\*|\*\*\*|\s/\s*$")
names = st.sampled_from(NAMES)
ways = st.lists(names, min_size=1, max_size=4).map("/".join)
globs = st.one_of(
    st.lists(st.sampled_from(ATOMS), min_size=1, max_size=5).map("".join),
    st.tuples(
        st.sampled_from(["", "!", "/", "!/", "**/"]),
        st.lists(
            st.one_of(names, st.sampled_from(["*", "**", "?", "a*", "*b", "*.cu", "a**", "**b"])),
            min_size=1,
            max_size=3,
        ).map("/".join),
        st.sampled_from(["", "/", "/*", "/**", " ", "\\ ", "\r"]),
    ).map("".join),
)
ignores = st.lists(globs.filter(lambda g: not CORNERS.search(g)), min_size=1, max_size=5).map("\n".join)


@needs_git
@settings(examples(EXAMPLES), suppress_health_check=list(HealthCheck))
@given(
    st.lists(ways, min_size=3, max_size=14),
    st.lists(st.tuples(st.one_of(st.just(""), ways), ignores), min_size=1, max_size=3),
    ignores,
)
@example(["a/b/a.cu", "a/ab"], [("", "b"), ("a", "!b")], "")
@example(["a/b/ab.cu", "a/a.cu", "a/b/a.cu"], [("", "a/*.cu\n!a*a.cu")], "")
@example(["a/b", "b/a", "ab/a.cu"], [("", "/a?b")], "")
@example(["a/b/a.cu", "b/b.cu"], [("", "*.cu"), ("a", "!b/"), ("b", "*\n!b.cu")], "")
@example(["a/b/a.cu", "a/a.cu"], [("", "a/**\n!a/a.cu")], "")
@example(["ab/a.cu", "b/ab"], [("", "a/\n*b/\n!ab/")], "b")
@example(["a", "b/a"], [("", "aa")], "**/*/**")
def test_ignore_files_mean_what_git_says(
    paths: list[str], files: list[tuple[str, str]], exclude: str
) -> None:
    """Git's list of files that are not ignored is ours, on any tree with any ignore files."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        git(root, "init", "-q", "--template=", ".")
        (root / ".git/info").mkdir()
        for path in paths:
            try:
                plant(root, path)
            except (FileExistsError, NotADirectoryError, IsADirectoryError):
                continue  # one path wants a file where another has a folder
        for folder, text in files:
            if (root / folder).is_dir():
                (root / folder / ".gitignore").write_bytes(text.encode())
        (root / ".git/info/exclude").write_bytes(exclude.encode())
        wanted = git(root, "ls-files", "--others", "--exclude-standard", "-z").split(b"\0")
        found = discover([name], Selection(skip_folders=False))
        relatives = {e.relative for e in found if e.kind in {"source", "maybe"}}
        ours = {os.fsencode(way) for way in relatives if not way.startswith(".git/")}
        assert ours == {way for way in wanted if way and not way.endswith(b".gitignore")}


def test_many_stars_take_no_long_time() -> None:
    (glob,) = compile_globs([b"*a" * 40 + b"b"])
    assert decide((glob,), b"a" * 4000, folder=False) is None
    assert decide((glob,), b"x" + b"a" * 4000 + b"b", folder=False) is True
    (deep,) = compile_globs([b"**/*a*/**/*b*/c*.cu"])
    assert decide((deep,), b"x/a1/y/z/2b/c.cu", folder=False) is True
    assert decide((deep,), b"x/a1/y/z/2b/d.cu", folder=False) is None


LINES = [b"# build", b"", b"*.o", b"!keep.o", b"/gen/", b"a[", b"[[:alpha:]]x", b"*a" * 40 + b"b", b"\\#x"]


def test_what_ignore_files_say_is_kept_in_a_form_that_needs_nothing_loaded(tmp_path: Path) -> None:
    cache = FileCache(tmp_path / "files", b"engine", 10**6)
    without = compile_globs(LINES)
    assert compile_globs(LINES, cache) == without
    (kept,) = (tmp_path / "files").iterdir()
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from hipify_py.project.file_cache import FileCache\n"
        "from hipify_py.project.globs import compile_globs\n"
        f"cache = FileCache(Path({str(tmp_path / 'files')!r}), b'engine', 10**6)\n"
        f"found = compile_globs({LINES!r}, cache)\n"
        "print([(one.include, one.expression.pattern, one.folder_only) for one in found])\n"
        "print('pathspec' in sys.modules)\n"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    parts = [(one.include, one.expression.pattern, one.folder_only) for one in without]
    assert said == f"{parts}\nFalse\n"
    kept.write_bytes(b"damaged")
    assert compile_globs(LINES, cache) == without


def test_of_an_ignore_file_that_says_nothing_nothing_is_kept(tmp_path: Path) -> None:
    cache = FileCache(tmp_path / "files", b"engine", 10**6)
    assert compile_globs([b"# nothing", b"", b"  "], cache) == ()
    assert not (tmp_path / "files").exists()


def test_an_ignore_file_that_changed_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "src"
    root.mkdir()
    (root / "a.cu").write_text("int x;\n")
    chosen = Settings(cache_size=10**8)
    for line, status in (("a.cu\n", "skipped"), ("b.cu\n", "unchanged"), ("a.cu\n", "skipped")):
        (root / ".gitignore").write_text(line)
        assert [one.status for one in convert_tree([str(root)], chosen).files] == [status]
