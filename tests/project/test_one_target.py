"""One file that goes to a file: `convert a.cu -o b.cu`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from helpers.command import put, run

from hipify_py.api import convert_tree
from hipify_py.cli import exit_codes
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.report.model import Report

SOURCE = "__global__ void k(int *p) { p[0] = __vadd2(p[1], 1); }\nvoid f() { cudaFree(0); }\n"


def test_a_name_of_a_source_is_that_of_the_outcome(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", SOURCE)
    done = run("convert", "a.cu", "-o", "b.cu", cwd=tmp_path)
    assert done.code == 0
    assert sorted(os.listdir(tmp_path)) == ["a.cu", "b.cu", "hipify_compat.h"]
    assert (tmp_path / "a.cu").read_text() == SOURCE
    assert "hipFree(0)" in (tmp_path / "b.cu").read_text()


def test_folders_are_made_and_what_stands_there_is_written_over(tmp_path: Path) -> None:
    put(tmp_path / "src" / "a.cu", SOURCE)
    put(tmp_path / "out" / "x" / "b.hip", "old\n")
    for target in ("out/x/b.hip", "new/y/b.hip"):
        assert run("convert", "src/a.cu", "-o", target, cwd=tmp_path).code == 0
        assert "hipFree(0)" in (tmp_path / target).read_text()
    assert sorted(os.listdir(tmp_path / "src")) == ["a.cu"]


OTHER = "#include <cuda_runtime.h>\nint mine(int x) { return x + 1; }\nvoid other() { cudaMalloc(0, 9); }\n"
REPLACED = " held another text, which no conversion of this file left: it is replaced"


def said(report: Report) -> list[str]:
    return [one.message for file in report.files for one in file.concerns if one.rule == "F026"]


@pytest.mark.parametrize("out", ["b.cu", "out/a.cu", "deep/er/b.hip", "real/b.cu"])
def test_another_text_that_is_written_over_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    """In a file that was named, and in a folder, through a link too."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "a.cu", SOURCE)
    put(tmp_path / out, OTHER.replace("cuda", "hip"))
    given = "out" if out == "out/a.cu" else out
    if out == "real/b.cu":
        (tmp_path / "link").symlink_to("real")
        given = out = "link/b.cu"
    settings = Settings(mode="output", output=given)
    assert said(convert_tree(["a.cu"], settings)) == [f"{out}{REPLACED}"]
    assert "hipFree" in (tmp_path / out).read_text()
    assert said(convert_tree(["a.cu"], settings)) == []


@pytest.mark.parametrize(
    "old",
    [
        None,
        "",
        "\n{\n}\n",
        "#include <cuda_runtime.h>\n",
        SOURCE,
        SOURCE.replace("cudaFree(0)", "hipFree(0)").replace("p[0]", "p[2]"),
        SOURCE.replace("cuda", "hip").replace("}", "}  // by hand")
        + "void more() {}\nvoid mine() {}\n"
        + SOURCE,
    ],
)
def test_an_earlier_output_is_written_over_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str | None
) -> None:
    """With other options, of another state of the source, or changed by a person; or nothing stood there."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "a.cu", SOURCE)
    if old is not None:
        put(tmp_path / "b.cu", old)
    assert said(convert_tree(["a.cu"], Settings(mode="output", output="b.cu"))) == []


def test_a_tree_that_is_written_over_another_says_so_of_each_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "src/Makefile", "a: a.cu\n\tnvcc -o a a.cu\n")
    put(tmp_path / "src/a.cu", SOURCE)
    put(tmp_path / "src/b.cu", SOURCE)
    put(tmp_path / "src/c.cpp", "int plain = 12345;\n")
    put(tmp_path / "out/Makefile", "mine: mine.cu\n\tcc -o mine mine.c\n")
    put(tmp_path / "out/a.cu", OTHER)
    put(tmp_path / "out/c.cpp", "int other = 12345;\n")
    (tmp_path / "out/b.cu").symlink_to("a.cu")
    settings = Settings(mode="output", output="out")
    places = ["out/Makefile", "out/a.cu", "out/c.cpp"]
    assert sorted(said(convert_tree(["src"], settings))) == [f"{place}{REPLACED}" for place in places]
    assert said(convert_tree(["src"], settings)) == []
    assert said(convert_tree(["src"], Settings(mode="in-place"))) == []


def test_what_needs_no_conversion_is_copied(tmp_path: Path) -> None:
    put(tmp_path / "a.cpp", "int x;\n")
    assert run("convert", "a.cpp", "-o", "b.cpp", cwd=tmp_path).code == 0
    assert (tmp_path / "b.cpp").read_text() == "int x;\n"


@pytest.mark.parametrize(
    ("paths", "out"),
    [
        (["a.cu"], "out"),
        (["a.cu"], "out.d/"),
        (["a.cu"], "there.cu"),
        (["a.cu", "c.cu"], "b.cu"),
        (["src"], "b.cu"),
    ],
)
def test_all_else_goes_to_a_folder(tmp_path: Path, paths: list[str], out: str) -> None:
    for name in ("a.cu", "c.cu", "src/d.cu"):
        put(tmp_path / name, SOURCE)
    (tmp_path / "there.cu").mkdir()
    assert run("convert", *paths, "-o", out, cwd=tmp_path).code == 0
    assert sorted(one for one in os.listdir(tmp_path / out) if one.endswith(".cu")) == sorted(
        "d.cu" if path == "src" else path for path in paths
    )


@pytest.mark.parametrize("spelt", ["a.cu", "./a.cu", "link.cu", "hard.cu"])
def test_the_input_is_never_the_output(tmp_path: Path, spelt: str) -> None:
    put(tmp_path / "a.cu", SOURCE)
    os.symlink("a.cu", tmp_path / "link.cu")
    os.link(tmp_path / "a.cu", tmp_path / "hard.cu")
    done = run("convert", "a.cu", "-o", spelt, cwd=tmp_path)
    assert done.code == exit_codes.EXIT_USAGE
    assert "the output is the input" in done.err
    assert (tmp_path / "a.cu").read_text() == SOURCE


def test_an_ending_is_asked_for_once(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", SOURCE)
    done = run("convert", "a.cu", "-o", "b.cu", "--rename", ".hip", cwd=tmp_path)
    assert done.code == exit_codes.EXIT_USAGE
    assert "--rename" in done.err
    assert sorted(os.listdir(tmp_path)) == ["a.cu"]
