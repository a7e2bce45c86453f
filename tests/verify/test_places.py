"""Where a line of the output stands in the original, and what was done and said there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hipify_py.conversion import convert
from hipify_py.edits import render, settle
from hipify_py.model import Edit, Place, Result, Span
from hipify_py.report.describe import describe
from hipify_py.report.model import Concern, FileReport
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.verify.places import LineMap, advice_for, edits_at, foretold_at, original_column

RUN = b"""\
// first
__constant__ float c[16];

void f(const float *h)
{
    cudaMemcpyToSymbol(c, h, 64);
    cudaFree(cudaFoo, 1);
}
"""


def report_of(source: bytes, path: str = "a.cu") -> FileReport:
    result = convert(source, load(), Options(path=path))
    return describe(path, result)._replace(output=result.output)


def with_edits(source: bytes, *edits: Edit) -> FileReport:
    kept, _ = settle(edits)
    return describe("a.cu", Result(source, render(source, kept), tuple(kept)))._replace(
        output=render(source, kept)
    )


def test_a_line_put_on_top_moves_all_others() -> None:
    file = report_of(RUN)
    assert file.output is not None
    assert file.output.decode().splitlines()[0] == "#include <hip/hip_runtime.h>"
    lookup = LineMap(file.changes)
    assert [lookup.original(line) for line in range(1, 11)] == [1, 1, 1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("text", "span", "new", "expected"),
    [
        ("a\nb\nc\n", (2, 2), b"x\ny\n", [1, 2, 2, 2, 3]),
        ("a\nb\nc\nd\n", (2, 5), b"x", [1, 2, 4]),
        ("a\nb\nc\n", (2, 3), b"x", [1, 2, 3]),
        ("a\nb\nc\n", (2, 3), b"x\ny", [1, 2, 2, 3]),
        ("a\nb\nc\nd\n", (2, 5), b"x\ny\nz", [1, 2, 3, 3, 4]),
    ],
)
def test_lines_that_an_edit_adds_or_drops(
    text: str, span: tuple[int, int], new: bytes, expected: list[int]
) -> None:
    file = with_edits(text.encode(), Edit(Span(*span), (new,), "X001", "call"))
    assert file.output is not None
    lookup = LineMap(file.changes)
    assert [lookup.original(line + 1) for line in range(len(file.output.splitlines()))] == expected


def test_an_edit_within_what_another_keeps_counts_once() -> None:
    source = b"f(\n  g(1),\n  2);\nend\n"
    outer = Edit(Span(0, 15), (b"F(", Span(2, 14), b")"), "X001", "call")
    inner = Edit(Span(5, 6), (b"G\n",), "X002", "name")
    file = with_edits(source, outer, inner)
    assert file.output == b"F(\n  G\n(1),\n  2);\nend\n"
    assert [LineMap(file.changes).original(line) for line in range(1, 6)] == [1, 2, 2, 3, 4]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 3)), max_size=6, unique_by=lambda pair: pair[0]))
def test_whole_lines_put_in_anywhere_lead_back(inserts: list[tuple[int, int]]) -> None:
    source = b"".join(b"%d\n" % number for number in range(1, 32))
    starts = [0, *(at + 1 for at, byte in enumerate(source) if byte == 10)]
    edits = [Edit(Span(starts[at], starts[at]), (b"+\n" * many,), "X001", "x") for at, many in inserts]
    file = with_edits(source, *edits)
    lookup = LineMap(file.changes)
    assert file.output is not None
    for number, line in enumerate(file.output.splitlines(), 1):
        if line != b"+":
            assert lookup.original(number) == int(line)


@pytest.mark.parametrize(
    ("needle", "column"), [("hipMemcpyToSymbol", 5), ("h, 64", 27), ("hipFree", 5), ("cudaFoo", 14)]
)
def test_a_column_is_that_of_the_original(needle: str, column: int) -> None:
    file = report_of(RUN)
    assert file.output is not None
    text = next(line for line in file.output.decode().splitlines() if needle in line)
    line = 6 if "Symbol" in text else 7
    assert original_column(file, line, text.index(needle) + 1) == column


def test_the_rules_of_a_line_are_those_whose_edits_stand_there() -> None:
    file = report_of(RUN)
    assert edits_at(file, 6) == ("M012",)
    assert edits_at(file, 7) == ("N000",)
    assert edits_at(file, 4) == ()


def concern(
    line: int, severity: str = "warning", rule: str = "X001", related: tuple[int, ...] = ()
) -> Concern:
    places = tuple((Place(at, 1, 0), "and here") for at in related)
    return Concern(rule, severity, "compile", rule, Place(line, 1, 0), Place(line, 2, 1), "", places)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "expected"), [(6, []), (7, ["X001"]), (10, ["X001"]), (13, ["X001"]), (14, [])]
)
def test_a_finding_foretells_what_is_within_three_lines(line: int, expected: list[str]) -> None:
    file = FileReport("a.cu", "converted", concerns=(concern(10),))
    assert [one.rule for one in foretold_at(file, line)] == expected


def test_a_note_foretells_nothing_and_a_further_place_does() -> None:
    file = FileReport("a.cu", "converted", concerns=(concern(5, "note"), concern(50, related=(6,))))
    assert [one.rule for one in foretold_at(file, 5)] == ["X001"]
    assert foretold_at(file, 20) == []


@pytest.mark.parametrize(("ends", "far"), [((), 9), ((30,), 33), ((30, 31), 9)])
def test_a_further_place_foretells_to_its_end(ends: tuple[int, ...], far: int) -> None:
    one = concern(50, related=(6,))._replace(last_lines=ends)
    file = FileReport("a.cu", "converted", concerns=(one,))
    assert [line for line in range(1, 40) if foretold_at(file, line)] == list(range(3, far + 1))


def test_the_nearest_finding_is_first() -> None:
    file = FileReport("a.cu", "converted", concerns=(concern(8, rule="X001"), concern(10, rule="X002")))
    assert [one.rule for one in foretold_at(file, 10)] == ["X002", "X001"]


LACKS = concern(5)._replace(message="cudaGraphicsVkFoo has no HIP counterpart")
HANDLE = concern(6)._replace(message="pass a handle")


@pytest.mark.parametrize(
    ("text", "line", "advice"),
    [
        ("use of undeclared identifier 'undefined_thing'", 5, ""),
        ("use of undeclared identifier 'cudaGraphicsVkFoo'", 5, LACKS.message),
        ("use of undeclared identifier 'hipGraphicsVkFoo'; did you mean 'x'?", 7, LACKS.message),
        ("unknown type name 'other_t'", 6, ""),
        ("no matching function for call to 'own'", 6, HANDLE.message),
        ("no matching function for call to 'own'", 7, ""),
        ("'npp.h' file not found", 6, HANDLE.message),
    ],
)
def test_advice_is_of_what_is_about_the_error(text: str, line: int, advice: str) -> None:
    near = foretold_at(FileReport("a.cu", "converted", concerns=(LACKS, HANDLE)), line)
    assert advice_for(near, line, text) == advice
