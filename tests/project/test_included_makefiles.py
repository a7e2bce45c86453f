"""Files that makefiles include are makefiles, whatever they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

FLAGS = "NVCCFLAGS = -lineinfo\n"


def converted(tree: Path, text: str, names: tuple[str, ...]) -> set[str]:
    """Convert a tree with a makefile of this text; give the files that changed, of those with flags."""
    put(tree / "Makefile", text)
    for name in names:
        put(tree / name, FLAGS)
    report = convert_tree([str(tree)], Settings())
    done = {one.path.removeprefix(f"{tree}/") for one in report.files if one.status == "converted"}
    return done - {"Makefile"}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("include hosts/site.summit\n", {"hosts/site.summit"}),
        ("-include hosts/site.$(MACHINE)\n", {"hosts/site.summit", "hosts/site.lux"}),
        ("sinclude $(wildcard hosts/*.lux) common\n", {"hosts/site.lux", "common"}),
        ("include hosts/site.summit \\\n  common\n", {"hosts/site.summit", "common"}),
        ("include \\\r\n hosts/site.lux\\\r\n\tcommon\r\n", {"hosts/site.lux", "common"}),
        ("include $(DEPENDENCIES)\n", set()),
        ("#include hosts/site.lux\n", set()),
        ("A = include hosts/site.lux\n", set()),
        ("include config/make.def\n", {"config/make.def"}),
        ("include $(TOP)/config/make.def $(HERE)/part.inc\n", {"config/make.def", "part.inc"}),
        ("include config/*.def $(wildcard *.inc)\n", set()),
        ("-include $(NAME).def\n", set()),
        ("include next\n", {"next", "hosts/site.lux"}),
        ("include $(top_srcdir)/am/cuda.am site.cfg\n", {"am/cuda.am", "site.cfg"}),
        ("include am/*.am $(wildcard *.cfg) $(NAME).am\n", set()),
    ],
)
def test_they_are_found_by_the_words_of_include(tmp_path: Path, text: str, changed: set[str]) -> None:
    put(tmp_path / "next", "include hosts/site.lux\n" + FLAGS)
    names = (
        "hosts/site.summit",
        "hosts/site.lux",
        "common",
        "config/make.def",
        "part.inc",
        "am/cuda.am",
        "site.cfg",
    )
    assert converted(tmp_path, text, (*names, "site.cfg")) == changed


def test_what_is_left_out_stays(tmp_path: Path) -> None:
    put(tmp_path / ".gitignore", "site\n")
    assert converted(tmp_path, "include site\n", ("site",)) == set()


def test_what_a_source_includes_too_is_a_source(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", '__global__ void k() {\n#include "part.inc"\n}\n')
    assert converted(tmp_path, "include part.inc\n", ("part.inc",)) - {"a.cu"} == set()


def said(tree: Path) -> list[tuple[str, str]]:
    """Convert a tree; give what is said of files that its makefile includes."""
    report = convert_tree([str(tree)], Settings())
    found = [(file.path, one) for file in report.files for one in file.concerns if one.rule == "B030"]
    return [(path.removeprefix(f"{tree}/"), one.message) for path, one in found]


CALLS = "NVCC = nvcc\nNVCCFLAGS = -lineinfo\n"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("-include $(TOP)/ignored # ours\n", "$(TOP)/ignored"),
        ("include made_later \\\n\tignored\n", "made_later ignored"),
        ("include ../common\n", "../common"),
        ("include ../site.cfg\n", "../site.cfg"),
        ("include vendor/common\n", "vendor/common"),
        ("include ignored\n", "ignored"),
    ],
)
def test_what_is_not_converted_is_told_of_where_it_is_included(tmp_path: Path, text: str, name: str) -> None:
    tree = tmp_path / "tree"
    for one in ("../site.cfg", "../common", "vendor/common", "ignored"):
        put(tree / one, CALLS)
    put(tree / ".gitignore", "ignored\n")
    put(tree / "Makefile", "A = 1\n" + text)
    why = "asks for CUDA and is not converted here: name it beside this file, or mend it by hand"
    assert said(tree) == [("Makefile", f"{name} {why}")]


@pytest.mark.parametrize(
    "text",
    [
        "include make.def\n",  # which is converted, as is the next one
        "include site.cfg\n",
        "include plain.cfg\n",
        "include for_hip.cfg\n",
        "include made_later\n",
        "include $(SITE)\n",
        "#include site.cfg\n",
    ],
)
def test_of_others_nothing_is_said(tmp_path: Path, text: str) -> None:
    put(tmp_path / "make.def", CALLS)
    put(tmp_path / "site.cfg", CALLS)
    put(tmp_path / ".gitignore", "plain.cfg\nfor_hip.cfg\n")
    put(tmp_path / "plain.cfg", "CC = gcc\n")
    put(tmp_path / "for_hip.cfg", CALLS + "HIPCC = hipcc\n")
    put(tmp_path / "Makefile", text)
    assert said(tmp_path) == []


@pytest.mark.parametrize("name", ["common", "site.cfg", "cuda.am", "vendor/rules"])
def test_what_is_named_beside_the_makefile_is_converted(tmp_path: Path, name: str) -> None:
    put(tmp_path / "tree" / "Makefile", f"include ../{name}\n")
    put(tmp_path / name, CALLS)
    report = convert_tree([str(tmp_path / "tree"), str(tmp_path / name)], Settings())
    assert {one.path: one.status for one in report.files if one.status == "converted"} == {
        str(tmp_path / name): "converted"
    }
    assert not [one for file in report.files for one in file.concerns if one.rule == "B030"]
