"""Where a merge left its marks in code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.warps import text_of

from hipify_py import Settings, convert_tree
from hipify_py.source.merge_conflicts import conflicts
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from pathlib import Path

CONFLICT = "<<<<<<< HEAD\ncudaFree(p);\n=======\ncudaFree(q);\n>>>>>>> other\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (CONFLICT, ["<<<<<<< HEAD"]),
        (CONFLICT.replace("\n", "\r\n"), ["<<<<<<< HEAD"]),
        ("int a;\n<<<<<<<\nint b;\n", ["<<<<<<<"]),
        (CONFLICT + "int a;\n" + CONFLICT.replace("HEAD", "ours"), ["<<<<<<< HEAD", "<<<<<<< ours"]),
        ("#if A\n" + CONFLICT + "#endif\n", ["<<<<<<< HEAD"]),
        ("<<<<<<<< HEAD\n", []),
        ("<<<<<<<HEAD\n", []),
        (" <<<<<<< HEAD\n", []),
        ("/*\n" + CONFLICT + "*/\n", []),
        ('const char *s = R"(\n' + CONFLICT + ')";\n', []),
        ("void f() { k<<<1, 2>>>(p); }\n", []),
        ("=======\n>>>>>>> other\n", []),
    ],
)
def test_lines_with_which_conflicts_begin(source: str, expected: list[str]) -> None:
    unit = Unit(source.encode())
    assert [text_of(unit, span) for span in conflicts(unit.code)] == expected


def test_the_file_is_named_and_the_others_are_converted(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text("void f() {\n" + CONFLICT + "}\n")
    (tmp_path / "b.cu").write_text("void f() { cudaFree(p); }\n")
    report = convert_tree([str(tmp_path)], Settings(mode="in-place"))
    said = {
        file.path.rpartition("/")[2]: [
            (one.rule, one.severity, one.start.line, one.start.column, one.excerpt)
            for one in file.concerns
            if one.rule == "P002"
        ]
        for file in report.files
    }
    assert said == {"a.cu": [("P002", "error", 2, 1, "<<<<<<< HEAD")], "b.cu": []}
    assert "hipFree(p)" in (tmp_path / "b.cu").read_text()
    assert "hipFree(p);\n=======\nhipFree(q);\n" in (tmp_path / "a.cu").read_text()
