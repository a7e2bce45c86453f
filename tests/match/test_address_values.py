"""Device addresses that functions give or take: what is no longer a number in HIP is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

RULES = load()
DECLARED = (
    "struct B { CUdeviceptr at() const; B(size_t n, CUdeviceptr hint = 0); };\nCUdeviceptr base(int);\n"
)


def said(source: str) -> list[str]:
    result = convert((DECLARED + source).encode(), RULES)
    return [one.rule for one in result.findings if one.rule in {"R487", "R488"}]


@pytest.mark.parametrize(
    "value",
    ["base(1) + n", "b->at() - n", "this->b.at() + n", "x::base(2) + n", "n + base(0)", "n - b->c.at()"],
)
def test_what_a_function_gives_is_calculated_with(value: str) -> None:
    assert said(f"void f(B *b, int n) {{ auto p = {value}; }}\n") == ["R487"]


@pytest.mark.parametrize(
    "value",
    [
        "(char *)base(1) + n",
        "reinterpret_cast<char *>(b->at()) + n",
        "base(1) != 0",
        "base(n + 1)",
        "other() + n",
        "b->at",
        "at_most() + n",
    ],
)
def test_other_values_are_none_of_its_business(value: str) -> None:
    assert said(f"void f(B *b, int n) {{ auto p = {value}; }}\n") == []


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("std::make_unique<B>(n, 0ULL)", ["R488"]),
        ("std::make_shared<x::B>(0, 0)", ["R488"]),
        ("std::make_unique<B>(0)", []),
        ("std::make_unique<B>(n, nullptr)", []),
        ("std::make_unique<C>(n, 0)", []),
        ("B(n, 0ULL)", []),
    ],
)
def test_a_zero_that_is_handed_on(call: str, found: list[str]) -> None:
    assert said(f"auto r = {call};\n") == found


def test_what_another_file_declares_counts(tmp_path: Path) -> None:
    (tmp_path / "b.h").write_text(f"#include <cuda.h>\n{DECLARED}")
    body = "void f(B *b) { cuMemFree(b->at()); auto p = b->at() + 4; auto q = std::make_unique<B>(1, 0); }\n"
    (tmp_path / "a.cpp").write_text(f'#include "b.h"\n{body}')
    (tmp_path / "c.cpp").write_text(f"#include <cuda.h>\n{body}")
    report = convert_tree([str(tmp_path)], Settings())
    found = [
        (file.path[-5:], one.rule) for file in report.files for one in file.concerns if one.rule[:3] == "R48"
    ]
    assert found == [("a.cpp", "R487"), ("a.cpp", "R488")]
