"""How a build compiles, by compile_commands.json and by `make -n`."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from helpers.command import put

from hipify_py.model import HipifyError
from hipify_py.project.compile_commands import Command
from hipify_py.verify import commands as verify_commands
from hipify_py.verify.commands import Commands, beside, of_make, placed, read, usable
from hipify_py.verify.flags import translated


def written(folder: Path, *entries: Any) -> str:
    return str(put(folder / "compile_commands.json", json.dumps(entries)))


def test_entries_of_both_forms(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        {"directory": "/b", "command": "nvcc -DX='a b' -c ../s/a.cu", "file": "../s/a.cu"},
        {"directory": "sub", "arguments": ["g++", "-c", "x.cpp"], "file": "x.cpp", "output": "x.o"},
    )
    assert read(path) == Commands(
        path,
        (
            Command("/s/a.cu", "/b", "nvcc", ("-DX=a b", "-c", "../s/a.cu")),
            Command(f"{tmp_path}/sub/x.cpp", f"{tmp_path}/sub", "g++", ("-c", "x.cpp")),
        ),
    )
    assert read(str(tmp_path)).commands == read(path).commands


@pytest.mark.parametrize(
    "entry",
    [
        None,
        3,
        {},
        {"file": "a.cu"},
        {"file": 1, "command": "nvcc a.cu"},
        {"file": "a.cu", "command": "nvcc 'a.cu"},
        {"file": "a.cu", "command": ""},
        {"file": "a.cu", "arguments": []},
        {"file": "a.cu", "arguments": ["nvcc", 3]},
        {"file": "a\0.cu", "command": "nvcc a.cu"},
        {"file": "a.cu", "command": "nvcc a.cu", "directory": None},
    ],
)
def test_an_entry_that_makes_no_sense_is_a_remark(tmp_path: Path, entry: Any) -> None:
    good = {"directory": "/b", "command": "nvcc a.cu", "file": "a.cu"}
    path = written(tmp_path, entry, good)
    found = read(path)
    assert [command.path for command in found.commands] == ["/b/a.cu"]
    assert found.remarks == (f"{path}: 1 of 2 entries name no file or no command",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("[", "no JSON"),
        ("{}", "no list of commands"),
        ("3", "no list of commands"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, text: str, why: str) -> None:
    path = put(tmp_path / "compile_commands.json", text)
    with pytest.raises(HipifyError, match=why):
        read(str(path))


@pytest.mark.parametrize("path", ["/dev/zero", "pipe"])
def test_what_is_no_file_is_refused(tmp_path: Path, path: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(HipifyError, match="cannot read: no regular file"):
        read(os.path.join(tmp_path, path))


def test_options_in_no_file_are_left_out(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    given = ["-DA", "@pipe", "@/dev/zero", "-DB"]
    assert translated(given, str(tmp_path)).kept == ("-D", "A", "-D", "B")


def test_a_file_that_is_gone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HipifyError, match="cannot read: No such file or directory"):
        read(str(tmp_path / "gone.json"))


def test_the_file_is_found_at_the_top_and_in_build_folders(tmp_path: Path) -> None:
    assert beside([str(tmp_path)]) is None
    below = put(tmp_path / "build/compile_commands.json", "[]")
    assert beside([str(tmp_path)]) == str(below)
    top = put(tmp_path / "compile_commands.json", "[]")
    assert beside([str(tmp_path)]) == str(top)


def command(path: Path | str, *words: str, folder: Path | str = "/b", program: str = "nvcc") -> Command:
    return Command(str(path), str(folder), program, words)


def test_one_file_with_two_sets_of_defines_is_two_units(tmp_path: Path) -> None:
    path = put(tmp_path / "a.cu", "")
    build = Commands(
        "c", (command(path, "-DA"), command(path, "-DB"), command(path, "-DA", "-O2"), command(path, "-DB"))
    )
    found = usable(build, [str(tmp_path)])
    assert [flags for _, flags in found.found] == [("-D", "A"), ("-D", "B")]
    assert found.remarks == ()


@pytest.mark.parametrize("file", ["src/a.cu", "link.cu", "folder/a.cu", "../outside/src/a.cu", "../o.cu"])
def test_a_source_that_is_named_by_a_link_is_found(tmp_path: Path, file: str) -> None:
    tree = put(tmp_path / "t/src/a.cu", "").parents[1]
    for name, target in (
        ("link.cu", "src/a.cu"),
        ("folder", "src"),
        ("../outside", "t"),
        ("../o.cu", "t/link.cu"),
    ):
        (tree / name).symlink_to(target)
    for top in (tree, tmp_path / "outside"):
        entry = {"directory": str(top), "file": file, "command": "nvcc -c a.cu"}
        found = usable(read(written(tmp_path / "b", entry)), [str(tree)])
        assert [command.path for command, _ in found.found] == [str(tree / "src/a.cu")]
        assert found.remarks == ()


def test_files_that_are_gone_or_elsewhere_are_remarks(tmp_path: Path) -> None:
    path = put(tmp_path / "t/a.cu", "")
    build = Commands("c", (command(path), command(tmp_path / "t/gone.cu"), command("/elsewhere/b.cu")))
    found = usable(build, [str(tmp_path / "t")])
    assert [each.path for each, _ in found.found] == [str(path)]
    assert found.remarks == ("c: 1 files are gone", "c: 1 files lie elsewhere")


def test_folders_outside_of_the_tree_are_kept_and_relative_ones_made_absolute(tmp_path: Path) -> None:
    path = put(tmp_path / "t/a.cu", "")
    put(tmp_path / "t/build/pre.h", "")
    words = (
        "-I../inc",
        "-isystem",
        "/usr/local/x",
        "-I",
        "../../out",
        "-include",
        "pre.h",
        "-include",
        "cuda.h",
    )
    build = Commands("c", (command(path, *words, folder=tmp_path / "t/build"),))
    assert usable(build, [str(tmp_path / "t")]).found[0][1] == (
        "-I", f"{tmp_path}/t/inc", "-isystem", "/usr/local/x", "-I", f"{tmp_path}/out",
        "-include", f"{tmp_path}/t/build/pre.h", "-include", "cuda.h",
    )  # fmt: skip


def test_a_build_of_the_original_tree_serves_its_copy(tmp_path: Path) -> None:
    copy = put(tmp_path / "copy/src/a.cu", "").parents[1]
    put(copy / "src/b.cpp", "")
    build = Commands(
        "c",
        (
            command("/orig/src/a.cu", "-I../inc", "-DB", folder="/orig/build"),
            command("/orig/src/b.cpp", "-I/orig/inc", "-I/usr/x", folder="/orig/build", program="g++"),
        ),
    )
    found = usable(build, [str(copy)])
    assert [(each.path, each.folder, flags) for each, flags in found.found] == [
        (f"{copy}/src/a.cu", f"{copy}/src", ("-I", f"{copy}/inc", "-D", "B")),
        (f"{copy}/src/b.cpp", f"{copy}/src", ("-I", f"{copy}/inc", "-I", "/usr/x")),
    ]
    assert found.remarks == ()


MAKEFILE = """\
NVCC = /usr/local/cuda/bin/nvcc
all: a.o sub
\tcd tools && g++ -DT t.cpp -o t; echo done
a.o: a.cu
\t@echo compiling
\t$(NVCC) -ccbin g++ -I./inc -gencode arch=compute_80,code=sm_80 \\
\t  -c $< -o $@
sub:
\t$(MAKE) -C sub
.PHONY: sub all
"""


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_says_what_it_would_run_and_runs_nothing(tmp_path: Path) -> None:
    put(tmp_path / "Makefile", MAKEFILE)
    put(tmp_path / "a.cu", "")
    put(tmp_path / "sub/Makefile", "b.o: b.cu\n\tnvcc -DB -c b.cu -o b.o\n\ttouch made\n")
    put(tmp_path / "sub/b.cu", "")
    found = of_make(str(tmp_path))
    assert [(each.path, each.folder, each.program) for each in found.commands] == [
        (f"{tmp_path}/a.cu", str(tmp_path), "/usr/local/cuda/bin/nvcc"),
        (f"{tmp_path}/sub/b.cu", f"{tmp_path}/sub", "nvcc"),
        (f"{tmp_path}/tools/t.cpp", f"{tmp_path}/tools", "g++"),
    ]
    assert not (tmp_path / "sub/made").exists()
    assert usable(found, [str(tmp_path)]).found[0][1] == ("-I", f"{tmp_path}/inc")


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_a_makefile_that_compiles_nothing_is_refused(tmp_path: Path) -> None:
    put(tmp_path / "Makefile", "all:\n\techo hello\n")
    with pytest.raises(HipifyError, match="compiles nothing"):
        of_make(str(tmp_path))
    with pytest.raises(HipifyError, match=r"compiles nothing: make: \*\*\* No targets"):
        of_make(str(put(tmp_path / "none/x", "").parent))


def played(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    """Put a program in the place of make."""
    put(folder / "bin/make", "#!/bin/sh\n" + script).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}/bin:{os.environ['PATH']}")


@pytest.mark.parametrize(
    ("line", "sources"),
    [
        ("(cd sub && nvcc -c a.cu)", ["sub/a.cu"]),
        ("( cd sub ; nvcc -c a.cu ); nvcc -c b.cu", ["sub/a.cu", "b.cu"]),
        ("(cd sub; (cd x; nvcc -c a.cu); nvcc -c b.cu)", ["sub/x/a.cu", "sub/b.cu"]),
        ("{ cd sub; nvcc -c a.cu; }", ["sub/a.cu"]),
        ("cd -P sub && nvcc -c a.cu 2>&1 | tee a.c", ["sub/a.cu"]),
        ("bash -ec 'cd sub && nvcc -c a.cu'; nvcc -c b.cu", ["sub/a.cu", "b.cu"]),
        ("if test -f a.cu; then CUDA=/x ccache nvcc -c a.cu; fi", ["a.cu"]),
        ("nvcc -Iinc#1 -c a.cu # and nvcc -c b.cu", ["a.cu"]),
        ("# nvcc -c a.cu", []),
        ("echo '# x' > x.h && nvcc -c a.cu", ["a.cu"]),
        ("nvcc $(pkg-config --cflags x) -c a.cu", ["a.cu"]),
        ("nvcc -include pre.c -o b.c -c a.cu > c.c 2>d.c 2> e.c", ["a.cu"]),
        ("echo nvcc -c a.cu", []),
        ("/bin/echo nvcc -c a.cu; cp nvcc b.cu; which nvcc c.cu", []),
        ("nvcc -c a\fb.cu", ["a\fb.cu"]),
        ("for f in a.cu b.cu; do nvcc -c $f; done", None),
        ("nvcc -c it's.cu", None),
        ("nvcc -o a a.o", []),
        ("don't", []),
    ],
)
def test_a_line_is_read_as_a_shell_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, sources: list[str] | None
) -> None:
    put(tmp_path / "said", f"{line}\nnvcc -c last.cu\n")
    played(monkeypatch, tmp_path, "cat said\n")
    found = of_make(str(tmp_path))
    paths = [os.path.relpath(command.path, tmp_path) for command in found.commands]
    assert paths == [*(sources or []), "last.cu"]
    left = f"make -n in {tmp_path}: 1 compiler calls are left to the shell (a loop, a variable)"
    assert found.remarks == (() if sources is not None else (left,))


@pytest.mark.parametrize("here", ["$(pwd)", "`pwd`", "$PWD", "${PWD}"])
def test_a_shell_knows_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: str) -> None:
    put(tmp_path / "said", f"cd sub && nvcc -I{here}/inc -c a.cu\n")
    played(monkeypatch, tmp_path, "cat said\n")
    (command,) = of_make(str(tmp_path)).commands
    assert command.words[0] == f"-I{tmp_path}/sub/inc"


@pytest.mark.parametrize(
    ("script", "remark"),
    [
        ("echo nvcc -c a.cu; exec sleep 60\n", "no end after 1 s"),
        ('yes "nvcc -c a.cu"\n', "prints more than 500000 bytes"),
        ("echo nvcc -c a.cu; echo 'make: *** No rule'; echo last; exit 2\n", "status 2: make: *** No rule"),
        ("kill -9 $$; echo nvcc -c a.cu\n", None),
        ("echo nvcc -c a.cu; kill -9 $$\n", "status -9"),
    ],
)
def test_a_make_that_breaks_down_is_a_remark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, remark: str | None
) -> None:
    monkeypatch.setattr(verify_commands, "MAKE_SECONDS", 1.0 if "sleep" in script else 60.0)
    monkeypatch.setattr(verify_commands, "MOST_OF_MAKE", 500_000)
    played(monkeypatch, tmp_path, script)
    if remark is None:
        with pytest.raises(HipifyError, match="prints nothing"):
            of_make(str(tmp_path))
        return
    (said,) = of_make(str(tmp_path)).remarks
    assert remark in said


def test_a_make_that_prints_nothing_and_does_not_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(monkeypatch, tmp_path, "exec sleep 60\n")
    with pytest.raises(HipifyError, match=r"compiles nothing: no end after 0.5 s"):
        of_make(str(tmp_path), 0.5)
    monkeypatch.setattr(verify_commands, "MAKE_SECONDS", 0.3)
    with pytest.raises(HipifyError, match=r"no end after 0.3 s"):
        of_make(str(tmp_path), 100)


def test_make_speaks_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("LANGUAGE", "de")
    played(
        monkeypatch,
        tmp_path,
        """case "$LC_ALL$LANGUAGE" in C.UTF-8) echo "make: Entering directory '$PWD/sub'" ;; esac\n"""
        "echo nvcc -c a.cu\n",
    )
    assert of_make(str(tmp_path)).commands[0].path == f"{tmp_path}/sub/a.cu"


def test_folders_are_named_from_where_one_stands(tmp_path: Path) -> None:
    put(tmp_path / "all.h", "")
    given = [
        "-I.",
        "-I",
        "inc",
        "-isystem",
        "../sys",
        "-iquote/q",
        "-include",
        "all.h",
        "-include",
        "none.h",
        "-D",
        "-I.",
        "-O2",
        "-std=c++20",
    ]
    here = str(tmp_path)
    assert " ".join(placed(given, here)) == (
        f"-I{here} -I {here}/inc -isystem {tmp_path.parent}/sys -iquote/q"
        f" -include {here}/all.h -include none.h -D -I. -O2 -std=c++20"
    )
