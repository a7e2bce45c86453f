"""Sources that begin with a statement are no translation units: what is said of them is told in notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings

SWITCH = "// what to start\n\nswitch (n)\n{\ncase 64: k<64><<<1, 64>>>(p); break;\n}\n"
KERNEL = '__global__ void k(int *p) { asm("wgmma.fence.sync.aligned;"); }\n'


def said(folder: Path) -> dict[str, list[tuple[str, str]]]:
    report = convert_tree([str(folder)], Settings())
    return {
        Path(one.path).name: [(each.rule, each.severity) for each in one.concerns] for one in report.files
    }


@pytest.mark.parametrize("name", ["a.c", "a.cu", "a.cpp"])
@pytest.mark.parametrize("begin", [SWITCH, "for (int i = 0; i < n; i++) f(i);\n", "return 1; }\n"])
def test_a_source_that_begins_with_a_statement(name: str, begin: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(begin + KERNEL)
    found = said(tmp_path)[name]
    assert {severity for _, severity in found} == {"note"}
    assert {"M171", "D001"} <= {rule for rule, _ in found}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.cu", KERNEL + SWITCH),
        ("a.cu", '#include "begin.h"\n' + SWITCH + KERNEL),
        ("a.cu", "template <int n> struct A {};\n" + KERNEL),
        ("a.cu", "FOR (x) {}\nswitch_it(3);\n" + KERNEL),
        ("a.cuh", SWITCH + KERNEL),
        ("a.inl", SWITCH + KERNEL),
    ],
)
def test_others(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    found = said(tmp_path)[name]
    assert ("D001", "error") in found
    assert "M171" not in {rule for rule, _ in found}


def test_one_that_another_file_includes_or_that_is_converted_by_itself(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(SWITCH + KERNEL)
    (tmp_path / "b.cu").write_text('__global__ void k(int *);\nvoid f(int n) {\n#include "a.cu"\n')
    assert ("D001", "error") in said(tmp_path)["a.cu"]
    found = convert((SWITCH + KERNEL).encode(), load(), Options("a.cu")).findings
    assert ("D001", "error") in {(one.rule, one.severity) for one in found}


def test_nothing_is_said_where_there_is_nothing_to_say(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("switch (n) { case 1: f(); }\ncudaFree(0);\n")
    assert "M171" not in {rule for rule, _ in said(tmp_path)["a.c"]}
