"""Commands of which no source is in the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = "old:\n\tnvcc -arch=sm_70 \\\n\t\tsrc/gone.cu src/lost.cpp -o old\n"
NOTE = "nowhere in the project is a source that this command names"


def told(folder: Path, files: dict[str, str]) -> set[tuple[str, bool]]:
    """Convert some files, and give how grave is what is said of the makefile, and whether it says why."""
    for name, text in {"a.cu": "__global__ void k() {}\n", **files}.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings())
    (file,) = [one for one in report.files if one.path.endswith(("Makefile", "build.sh"))]
    assert file.concerns
    return {(one.severity, one.message.endswith(NOTE)) for one in file.concerns}


@pytest.mark.parametrize(
    "files",
    [
        {"Makefile": COMMAND},
        {"Makefile": COMMAND, "README.md": "Once there was src/gone.cu.\n"},
        {"tools/old.Makefile": COMMAND},
        {"Makefile": "old: gone.cc\n\tnvcc -arch=sm_70 $< -x cu -o $@\n"},
        {"build.sh": "#!/bin/sh\nnvcc -arch=sm_70 src/gone.cu\n"},
    ],
)
def test_a_command_without_sources_is_told_in_a_note(tmp_path: Path, files: dict[str, str]) -> None:
    assert told(tmp_path, files) == {("note", True)}


@pytest.mark.parametrize(
    "files",
    [
        {"Makefile": COMMAND, "other/gone.cu": "int a;\n", "lost.cpp": ""},
        {"Makefile": COMMAND + "src/gone.cu: gen\n\t./gen $@\n"},
        {"Makefile": COMMAND.replace("\tnvcc", "\tcd .. && nvcc")},
        {"Makefile": "get:\n\tgit submodule update\n" + COMMAND},
        {"Makefile": COMMAND, "gen.py": "open('src/gone.cu', 'w')\nopen('src/lost.cpp', 'w')\n"},
        {"Makefile": COMMAND, "a.cu": 'const char *out = "gone.cu lost.cpp";\n'},
        {"Makefile": COMMAND.replace("lost.cpp", "a.cu"), "src/a.cu": "__global__ void k() {}\n"},
        {"Makefile": COMMAND.replace("src", "third_party"), "third_party/gone.cu": ""},
        {"Makefile": "old:\n\tnvcc -arch=sm_70 $(SRC)/gone.cu -o old\n"},
        {"Makefile": "include common.mk\n" + COMMAND},
        {"Makefile": COMMAND, ".gitmodules": '[submodule "s"]\n\tpath = src\n\turl = ../s\n'},
        {"Makefile": "%.cu: %.in\n\t./fill $< $@\n" + COMMAND},
        {"Makefile": "RUN.cpp := nvcc -arch=sm_70\n%.o: src/%.cu\n\t$(RUN.cpp) -c $< -o $@\n"},
        {"Makefile": "RUN.cpp=nvcc\n%.o: src/%.cu\n\t$(RUN.cpp) -arch=sm_70 -c $< -o $@\n"},
    ],
)
def test_what_may_be_there_is_warned_of(tmp_path: Path, files: dict[str, str]) -> None:
    assert ("warning", False) in told(tmp_path, files)


def test_a_part_of_a_project_does_not_tell(tmp_path: Path) -> None:
    put(tmp_path / "Makefile", "all:\n\t$(MAKE) -C part\n")
    assert told(tmp_path / "part", {"Makefile": COMMAND}) == {("warning", False)}


def test_a_folder_that_is_empty_may_be_filled(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    assert told(tmp_path, {"Makefile": COMMAND}) == {("warning", False)}
