"""The programs that the folders of a run are."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.facts import Facts
from hipify_py.project.inclusion import Inclusion
from hipify_py.project.programs import ALL, programs

if TYPE_CHECKING:
    from pathlib import Path

LIMIT = 1000


def parted(top: Path, files: dict[str, str]) -> set[frozenset[str]]:
    """Give the files of a tree by programs; the paths that a source includes are all that it holds."""
    for name, text in files.items():
        put(top / name, text)
    sources = {name for name in files if name.endswith((".cu", ".h"))}
    found = {str(top / name): Facts() for name in sources}
    places = {str(top / name): [str(top / one) for one in files[name].split()] for name in sources}
    telling = [str(top / name) for name in files if name not in sources]
    known = programs([*found], telling, Inclusion(found, places, {}), LIMIT)
    numbers = {name: known.of(str(top / name)) for name in files}
    return {frozenset(one for one in files if numbers[one] == number) for number in numbers.values()}


APART = {"a/x/a.cu": "", "b/b.cu": "", "a/Makefile": "all:\n"}


@pytest.mark.parametrize(
    ("more", "parts"),
    [
        ({}, 2),
        ({"setup.py": ""}, 1),
        ({"all.cu": ""}, 1),
        ({"make/rules.mk": "all:\n"}, 1),
        ({"docs/more/conf.py": ""}, 1),
        ({"b/b.cu": "a/x/a.cu"}, 1),
        ({"a/Makefile": "all: ../b/b.cu\n"}, 1),
        ({"a/x/c.mk": "B = ../../b\n"}, 1),
        ({"a/Makefile": "B = $(TOP)/b/b.cu\n"}, 1),
        ({"a/CMakeLists.txt": "add_executable(a a.cu ${CMAKE_SOURCE_DIR}/../b/b.cu)\n"}, 1),
        ({"a/x/c.mk": "B = $(TOP)/../b\nC = ${D}/./..//../b\n"}, 1),
        ({"a/CMakeLists.txt": "add_executable(a a.cu ${CMAKE_SOURCE_DIR}/../c/b.cu ${D}/..)\n"}, 2),
        ({"a/Makefile": "B = ../c/b.cu\n"}, 2),
        ({"c/c.cu": ""}, 3),
        ({"c/c.h": ""}, 3),
        ({"c/c.h": "", "b/b.cu": "c/c.h"}, 2),
        ({"c/c.h": "", "b/b.cu": "c/c.h", "a/x/a.cu": "c/c.h"}, 3),
        ({"c/c.h": "b/b.cu", "a/x/a.cu": "c/c.h"}, 1),
        ({"c/c.h": "", "a/Makefile": "-I../c\n"}, 2),
    ],
)
def test_what_holds_folders_together(tmp_path: Path, more: dict[str, str], parts: int) -> None:
    assert len(parted(tmp_path, APART | more)) == parts


def test_what_several_share_is_of_none(tmp_path: Path) -> None:
    files = APART | {"c/c.h": "d/d.h", "d/d.h": "", "b/b.cu": "c/c.h", "a/x/a.cu": "c/c.h"}
    assert parted(tmp_path, files) == {
        frozenset({"a/x/a.cu", "a/Makefile"}),
        frozenset({"b/b.cu"}),
        frozenset({"c/c.h", "d/d.h"}),
    }


def test_nothing_is_of_no_program() -> None:
    assert programs([], [], Inclusion({}, {}, {}), LIMIT).of("/a/b.cu") == ALL


def test_many_programs_with_one_header_take_linear_time() -> None:
    def seconds(number: int) -> float:
        sources = [f"/t/p{one}/a.cu" for one in range(number)]
        found = dict.fromkeys(["/t/c/c.h", *sources], Facts())
        places = {path: ["/t/c/c.h"] for path in sources} | {"/t/c/c.h": []}
        inclusion = Inclusion(found, places, {})
        began = time.process_time()
        known = programs([*found], [], inclusion, LIMIT)
        assert len(known.parted(sources)) == number
        return time.process_time() - began

    assert seconds(16_000) < 16 * max(seconds(4_000), 0.02)
