"""Macros of a program that have the name of a function in hipify_warp32.h."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.warps import run

from hipify_py.api import include_dir
from hipify_py.lanes.warp_names import OF_HEADER
from hipify_py.surroundings import Project

VOTE = "__device__ int f(int v) { return __any(v); }\n"


def named(source: str, project: Project | None = None) -> list[str]:
    """Give the macros that a conversion speaks of."""
    found = run(source, project=project or Project()).findings
    return [one.message.split()[2] for one in found if one.rule == "W043"]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("#define any 1\n" + VOTE, ["any"]),
        ("#define any(p) p\n" + VOTE + VOTE, ["any"]),
        ("#define many any\n" + VOTE, []),
        ("#define all(p) __all(p)\n" + VOTE, []),
        ("#define any(p) __any(p)\n", []),
        ("#define some(p) __any(p)\n#define any(p) some(p)\n", ["any"]),
        ("#define less <\n#define warp_size 32\n" + VOTE, []),
    ],
)
def test_of_the_file(source: str, names: list[str]) -> None:
    assert named(source) == names


def test_of_an_included_file() -> None:
    assert named(VOTE, Project(functions=frozenset({b"any#"}))) == ["any"]
    assert named(VOTE, Project(functions=frozenset({b"all#", b"any"}))) == []


def test_of_the_names_that_the_header_has() -> None:
    """Its public functions and operators: of each the header sets a macro aside."""
    text = Path(include_dir(), "hipify_warp32.h").read_text()
    made = set(re.findall(r"__device__ inline [^;{(]*?\b(\w+)(?<!_)\(", text))
    made |= set(re.findall(r"^template <class T_> struct (\w+)(?<!_) ", text, re.MULTILINE))
    assert {name.decode() for name in OF_HEADER} == made
    assert made <= set(re.findall(r"^#undef (\w+)$", text, re.MULTILINE))
