"""Submodules of git are converted, and named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.command import put
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from pathlib import Path

TEXT = '[submodule "lib"]\n\tpath = ext/lib\n\turl = https://example.com/lib\n\tbranch = path = x\n'


def test_each_is_named_by_its_path() -> None:
    source = TEXT + TEXT.replace("ext/lib", '"ext/a b"') + "# path = c\r\n\tPATH=d \r\n"
    result = build_file(source.encode(), RULES, Options(path=".gitmodules", build="keep"))
    assert result.text == source
    assert [(one.rule, source[slice(*one.span)]) for one in result.findings] == [
        ("B023", "ext/lib"),
        ("B023", "ext/a b"),
        ("B023", "d"),
    ]


def test_a_run_converts_them_and_says_so(tmp_path: Path) -> None:
    put(tmp_path / ".gitmodules", TEXT)
    put(tmp_path / "ext/lib/.git", "gitdir: ../../.git/modules/lib\n")
    put(tmp_path / "ext/lib/a.cu", "void f() { cudaFree(0); }\n")
    report = convert_tree([str(tmp_path)], Settings(mode="in-place"))
    assert [(one.rule, one.severity) for file in report.files for one in file.concerns] == [("B023", "note")]
    assert "hipFree" in (tmp_path / "ext/lib/a.cu").read_text()
    assert (tmp_path / ".gitmodules").read_text() == TEXT
    without = convert_tree([str(tmp_path)], Settings(exclude=("ext/lib",)))
    assert not any(file.status == "converted" for file in without.files)


def test_those_in_which_nothing_speaks_of_cuda_are_not_named(tmp_path: Path) -> None:
    names = ("ext/lib", "ext/library", "ext/host", "ext/gone", "third_party/x", "ext/built")
    put(tmp_path / ".gitmodules", "".join(f'[submodule "{one}"]\n\tpath = {one}\n' for one in names))
    put(tmp_path / "ext/library/a.cu", "void f() { cudaFree(0); }\n")
    put(tmp_path / "ext/host/a.cpp", "void f() {}\n")
    put(tmp_path / "ext/host/CMakeLists.txt", "project(host CXX)\n")
    put(tmp_path / "ext/built/CMakeLists.txt", "project(built CUDA)\n")
    put(tmp_path / "third_party/x/a.cu", "void f() { cudaFree(0); }\n")
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    said = [one.message.partition(" is ")[0] for file in report.files for one in file.concerns]
    assert said == ["ext/library", "ext/built"]
