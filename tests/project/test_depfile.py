"""Depfiles, as make and Ninja read them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from helpers.command import put
from helpers.toolchain import IN_CI

from hipify_py.project.depfile import depfile, program_files

NAMES = ["plain.cu", "with space.cu", "a#b.cu", "$x.cu", "a%b.cu", "sl\\ash.cu", "sl\\ #.cu", "é.cu"]


def test_it_names_what_was_read_once_and_lets_each_go() -> None:
    assert depfile("out/a b.cu", ["a b.cu", "h$.h", "a b.cu"]) == (
        b"out/a\\ b.cu: \\\n  a\\ b.cu \\\n  h$$.h\na\\ b.cu:\nh$$.h:\n"
    )


def test_a_path_with_a_line_end_is_left_out() -> None:
    assert depfile("out", ["a\nb", "c"]) == b"out: \\\n  c\nc:\n"


@pytest.mark.skipif(not IN_CI and not shutil.which("make"), reason="needs make")
@pytest.mark.parametrize("name", NAMES)
def test_make_takes_the_names_as_they_are(tmp_path: Path, name: str) -> None:
    put(tmp_path / name, "")
    put(tmp_path / "out", "")
    made = depfile("out", [name]).split(b"\n")[:2]
    put(tmp_path / "Makefile", b"\n".join([*made, b"\t@echo [$<] is newer", b""]))

    def make(*more: str) -> str:
        done = subprocess.run(
            ["make", *more, "out"], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    assert make("-W", "out") == "make: 'out' is up to date.\n"
    (tmp_path / name).unlink()
    assert "No rule to make target" in make()
    put(tmp_path / "Makefile", depfile("out", [name]))
    assert ("No rule" in make()) == ("%" in name)


@pytest.mark.skipif(not IN_CI and not shutil.which("ninja"), reason="needs ninja")
@pytest.mark.parametrize("name", [name for name in NAMES if "\\" not in name])
def test_ninja_takes_the_names_as_they_are(tmp_path: Path, name: str) -> None:
    put(tmp_path / name, "")
    put(tmp_path / "made.d", depfile("out", [name]))
    put(
        tmp_path / "build.ninja",
        "rule go\n  command = cp made.d out.d && touch out\n  depfile = out.d\nbuild out: go\n",
    )

    def ninja() -> str:
        return subprocess.run(["ninja"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert "[1/1]" in ninja()
    assert "no work to do" in ninja()
    (tmp_path / name).unlink()
    assert "[1/1]" in ninja()


def test_the_program_is_its_version_and_in_a_checkout_all_of_it() -> None:
    named = [Path(path) for path in program_files()]
    assert named[0].name == "version.py"
    assert {"build_step.py", "lanes.toml"} <= {path.name for path in named}
    assert [path for path in named if not path.is_file()] == []
