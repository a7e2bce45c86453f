"""Calls in templates of functions that are declared nowhere before them, in one file and over several."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched

from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from pathlib import Path

CALL = "template <class T, char W> __device__ int id(T t, int i) { return %s; }\n"
LANE = "__device__ int lane_of(int w) { return threadIdx.x % w; }\n"


def said(text: str, name: str = "a.cu") -> list[str]:
    return [message for _, message in matched("M240", text, Options(path=name)).said]


@pytest.mark.parametrize("call", ["lane_of(W)", "lane_of(W - 1, 2)", "lane_of(i, W)", "1 + laneOf ( W )"])
def test_a_number_of_the_template_and_no_type(call: str) -> None:
    assert len(said(CALL % call)) == 1


@pytest.mark.parametrize(
    "call",
    [
        "lane_of(t, W)",
        "lane_of(T(W))",
        "lane_of(i)",
        "a.lane_of(W)",
        "n::lane_of(W)",
        "lane_of<W>(i)",
        "abs(W)",
    ],
)
def test_what_waits_for_both_or_is_asked_of_others(call: str) -> None:
    assert said(CALL % call) == []


@pytest.mark.parametrize(
    "before",
    [
        LANE,
        "#define lane_of(w) (w)\n",
        "using n::other;\n",
        '#include "own.h"\n',
        "using namespace n;\n",
        "DEFINE(int, lane_of)\n",
    ],
)
def test_what_may_be_declared_before(before: str) -> None:
    assert said(before + CALL % "lane_of(W)") == []


@pytest.mark.parametrize("before", ["#include <cstdio>\n#include <vector>\n", "#include <math.h>\n"])
def test_what_the_language_and_the_runtime_have_is_known(before: str) -> None:
    assert len(said(before + CALL % "lane_of(W)")) == 1


def test_a_header_alone_does_not_tell() -> None:
    assert said(CALL % "lane_of(W)", "a.cuh") == []
    assert len(said(CALL % "lane_of(W)" + LANE, "a.cuh")) == 1


@pytest.mark.parametrize(
    ("unit", "where"),
    [
        ('#include "id.cuh"\n#include "lanes/lane.cuh"\n', ["lanes/lane.cuh"]),
        ('#include "lanes/lane.cuh"\n#include "id.cuh"\n', []),
        ('#include "id.cuh"\n', []),
        ('#include "macro.cuh"\n#include "id.cuh"\n#include "lanes/lane.cuh"\n', []),
    ],
)
def test_over_several_files(unit: str, where: list[str], tmp_path: Path) -> None:
    put(tmp_path / "lanes" / "lane.cuh", "#pragma once\n" + LANE)
    put(tmp_path / "macro.cuh", "#pragma once\n#define lane_of(w) (w)\n")
    put(tmp_path / "id.cuh", "#pragma once\n" + CALL % "lane_of(W)")
    put(tmp_path / "a.cu", unit + "__global__ void k(int *p) { p[0] = 1; }\n")
    put(tmp_path / "both.cuh", '#pragma once\n#include "lanes/lane.cuh"\n' + CALL % "lane_of(W)")
    put(tmp_path / "below.cu", '#include "both.cuh"\n')
    put(tmp_path / "apart.cu", '#include "lanes/lane.cuh"\n')
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    found = [one for file in report.files for one in file.concerns if one.rule == "M240"]
    assert [one.message.partition(" behind it in ")[2].partition(":")[0] for one in found] == where


def test_a_function_that_an_included_file_declares_is_no_unknown_one(tmp_path: Path) -> None:
    put(tmp_path / "lanes.cuh", "#pragma once\n" + LANE)
    behind = "__device__ float lane_of(float w) { return w; }\n"
    put(tmp_path / "a.cu", '#include "lanes.cuh"\n' + CALL % "lane_of(W)" + behind)
    put(tmp_path / "b.cuh", "#pragma once\n")
    put(tmp_path / "b.cu", '#include "b.cuh"\n' + CALL % "lane_of(W)" + LANE)
    report = convert_tree([str(tmp_path)], Settings())
    found = {file.path: [one.rule for one in file.concerns if one.rule == "M240"] for file in report.files}
    assert found[str(tmp_path / "a.cu")] == []
    assert found[str(tmp_path / "b.cu")] == ["M240"]
