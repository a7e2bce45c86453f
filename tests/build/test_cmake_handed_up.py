"""Lists of CUDA's sources that another directory gets."""

from __future__ import annotations

from typing import Any

import pytest

from hipify_py.build.conversion import build_file
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.surroundings import Project

RULES = load()


def said(text: str, **options: Any) -> list[str]:
    """Give the lines of which B011 speaks."""
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt", **options)).findings
    return [text[slice(*one.span)] for one in found if one.rule == "B011"]


@pytest.mark.parametrize(
    ("before", "up"),
    [
        ("", "set(S ${D}/a.cu b.cpp PARENT_SCOPE)"),
        ("set(S a.cu)\n", "set(S ${S} PARENT_SCOPE)"),
        ("set(A a.cu)\nset(B x.cpp ${A})\n", "set(S ${B} PARENT_SCOPE)"),
        ("list(APPEND A a.cu)\n", "set(S ${A} PARENT_SCOPE)"),
        ('file(GLOB A "*.cu" "*.cpp")\n', 'set(S "${A}" PARENT_SCOPE)'),
        (
            "set(A a.cu)\nforeach(s ${A})\nlist(APPEND B ${D}/${s})\nendforeach()\n",
            "set(S ${B} PARENT_SCOPE)",
        ),
        (
            "set(A a.cu)\nforeach(s IN LISTS A)\nlist(APPEND B ${D}/${s})\nendforeach()\n",
            "set(S ${B} PARENT_SCOPE)",
        ),
        ("set(A a.cu)\n", 'set(S ${S} ${A} CACHE INTERNAL "sources")'),
        ("set(A a.cu)\n", "set_property(GLOBAL APPEND PROPERTY SOURCES_OF_ALL ${A})"),
    ],
)
def test_what_another_directory_gets_is_told_of(before: str, up: str) -> None:
    assert said(f"{before}{up}\n") == [up]


@pytest.mark.parametrize(
    "text",
    [
        "set(A a.cpp)\nset(S ${A} b.cu.in PARENT_SCOPE)\n",
        "set(A a.cu)\nset(B b.cpp)\nset(S ${B} PARENT_SCOPE)\n",
        "set(A a.cu)\nset(S ${A})\nadd_library(t ${S})\n",
        "set(A a.cu)\nset(S ${A} PARENT_SCOPE_)\n",
        "function(f)\nset(A a.cu)\nset(S ${A} PARENT_SCOPE)\nendfunction()\n",
        'set(S a.cu CACHE INTERNAL "")\nadd_library(t ${S})\n',
        'set(S a.cu CACHE STRING "which")\n',
        "set(A a.cu)\nset_property(TARGET t APPEND PROPERTY X ${A})\n",
        "if(USE_HIP)\nset(A a.cu)\nset_source_files_properties(${A} PROPERTIES LANGUAGE HIP)\nendif()\n",
    ],
)
def test_what_stays_here_is_not(text: str) -> None:
    assert said(text) == []


def test_sources_with_another_ending_need_no_property() -> None:
    text = "set(A a.cu)\nset(S ${A} PARENT_SCOPE)\n"
    assert said(text, project=Project(renamed={"a.cu": "a.hip"})) == []
