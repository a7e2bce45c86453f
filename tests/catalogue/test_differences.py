"""The page about functions whose parameters differ says what the rules and the headers say."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from hipify_py.catalogue import differences, misfits
from hipify_py.releases import CHECKED, NEWEST
from hipify_py.rules.load import load


@pytest.fixture(scope="module")
def made() -> str:
    return differences.page()


def rows(page: str) -> list[list[str]]:
    return [line[2:-2].split(" | ") for line in page.splitlines() if line.startswith("| `")]


def test_the_committed_page_is_the_one_that_is_made(made: str) -> None:
    remedy = "run python -m hipify_py.catalogue.differences"
    assert differences.PAGE.read_text(encoding="utf-8") == made, remedy


def test_every_difference_is_decided(made: str) -> None:
    assert [row for row in rows(made) if row[-1] == differences.UNDECIDED] == []


def test_every_function_that_differs_stands_there_once(made: str) -> None:
    newest, *older = re.split(r"(?m)^## Otherwise for ROCm ", made)
    both = misfits.sides(load(), NEWEST)
    found = {f"`{each.name}`": each for each in misfits.differences(both)}
    assert Counter(row[0] for row in rows(newest)) == Counter(list(found))
    assert len(older) <= len(CHECKED) - 1
    ways = Counter(each.handled for each in found.values())
    total = ["all", *map(str, (len(found), *(ways[way] for way in misfits.WAYS)))]
    assert f"| {' | '.join(total)} |" in newest


@pytest.mark.parametrize(
    ("name", "row"),
    [
        (
            "cudaFuncSetAttribute",
            ["`hipFuncSetAttribute`", "argument 1 is T *, in HIP const void *", "adapted: M011"],
        ),
        (
            "cudaGraphAddDependencies",
            ["`hipGraphAddDependencies`", "CUDA 13.0: CUDA takes 5 arguments", "adapted: R033"],
        ),
        ("cudaGraphExecUpdate", ["`hipGraphExecUpdate`", "CUDA takes 3 arguments, HIP 4", "reported: R034"]),
        ("tex2Dgather", ["`tex2Dgather`", "HIP has no form for (T *, cudaTextureObject_t", "accepted: "]),
    ],
)
def test_some_rows_as_the_headers_have_it(made: str, name: str, row: list[str]) -> None:
    (found,) = [cells for cells in rows(made) if cells[0] == f"`{name}`"]
    assert all(cell.startswith(wanted) for cell, wanted in zip(found[1:], row, strict=True)), found
