"""What Autotools' configure writes into makefiles, and makefiles that it never makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py import Settings, convert_tree
from hipify_py.project.configure_templates import never_configured

if TYPE_CHECKING:
    from pathlib import Path

ASKS = (
    "AC_INIT([a], [1])\nAC_PATH_PROG(NVCC, nvcc)\nAC_SUBST(CUDA_HOME)\nAC_CONFIG_FILES([Makefile src/b.mk])\n"
)
USES = "INCS := -I@CUDA_HOME@/include\n"


@pytest.mark.parametrize(
    ("files", "severity"),
    [
        ({"Makefile.am": USES, "configure.ac": ASKS}, "note"),
        ({"src/Makefile.am": USES, "configure.in": ASKS}, "note"),
        ({"Makefile.am": USES}, "error"),
        ({"Makefile.am": USES, "other/configure.ac": ASKS}, "error"),
        ({"Makefile.am": USES, "configure.ac": "AC_INIT([a], [1]) # cuda\n"}, "error"),
    ],
)
def test_what_configure_looks_for_is_told_there(tmp_path: Path, files: dict[str, str], severity: str) -> None:
    for name, text in files.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings())
    said = [
        each
        for one in report.files
        for each in one.concerns
        if each.rule == "B003" and "configure" in each.message
    ]
    assert [each.severity for each in said] == [severity]


@pytest.mark.parametrize(
    ("texts", "unmade"),
    [
        ({"Makefile.in": USES}, []),
        ({"src/b.mk.in": USES}, []),
        ({"c.mk.in": USES}, ["c.mk.in"]),
        ({"src/Makefile.in.Rt": USES}, []),
        ({"src/c.mk.in.Rt": USES}, ["src/c.mk.in.Rt"]),
        ({"c.mk.in": USES, "c.mk.am": USES}, []),
        ({"c.mk.in": USES, "make.sh": "sed s/a/b/ c.mk.in > c.mk\n"}, []),
        ({"c.mk": USES}, []),
    ],
)
def test_a_template_is_read_where_something_names_it(texts: dict[str, str], unmade: list[str]) -> None:
    whole = {f"/p/{name}": text.encode() for name, text in {"configure.ac": ASKS, **texts}.items()}
    assert sorted(never_configured(whole)) == [f"/p/{one}" for one in unmade]


@pytest.mark.parametrize("text", ["AC_INIT([a], [1])\nAC_OUTPUT\n", "AC_CONFIG_FILES([$files])\n"])
def test_where_configure_lists_nothing_it_may_make_any(text: str) -> None:
    assert never_configured({"/p/configure.ac": text.encode(), "/p/c.mk.in": USES.encode()}) == frozenset()


def test_what_no_file_is_made_of_is_told_in_notes(tmp_path: Path) -> None:
    put(tmp_path / "configure.ac", "AC_INIT([a], [1])\nAC_CONFIG_FILES([b.mk])\n")
    put(tmp_path / "Makefile.in.Rt", "NVCC := @CUDA_HOME@/bin/nvcc -gencode arch=compute_60,code=sm_60\n")
    report = convert_tree([str(tmp_path)], Settings())
    (found,) = [one for one in report.files if one.path.endswith(".Rt")]
    assert {one.severity for one in found.concerns} == {"note"}
    assert found.concerns[0].message.startswith("no configure.ac makes a file of Makefile.in.Rt")
