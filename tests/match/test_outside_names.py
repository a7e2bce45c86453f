"""Names of a library that is no part of the run are told once, at the header that brings them."""

from __future__ import annotations

from hipify_py.conversion import convert
from hipify_py.model import Project
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()


def said(text: str, project: Project | None = None) -> list[tuple[str, str, int, int]]:
    result = convert(text.encode(), RULES, Options(path="a.cpp", project=project or Project()))
    return [
        (one.rule, one.message.partition(": by the name")[0], one.span.start, len(one.related))
        for one in result.findings
    ]


def test_one_finding_at_the_first_include_for_all_that_is_used() -> None:
    text = '#include <b/cuArena.h>\n#include "cuPool.h"\ncuPool<int> p, q;\ncuArena<float> *a;\n'
    assert said(text) == [("N052", "cuPool, cuArena", 10, 2)]


def test_of_a_header_that_another_file_includes_it_stands_at_the_first_use() -> None:
    text = "cuArena<float> a;\ncuArena<float> b;\n"
    project = Project(outside={b"cuArena": b"cuArena.h"})
    assert said(text, project) == [("N052", "cuArena", 0, 0)]


def test_many_names_are_counted() -> None:
    names = [f"cu{letter}rena" for letter in "ABCDE"]
    text = "".join(f'#include "{one}.h"\n' for one in names) + "".join(f"{one}<int> x_;\n" for one in names)
    assert [one[1] for one in said(text)] == ["cuArena, cuBrena, cuCrena and 2 more"]


def test_of_a_header_of_the_project_and_of_another_name_nothing_is_said() -> None:
    text = '#include "cuArena.h"\ncuArena<float> a;\n'
    found = Project({"a.cpp": "a.cpp", "cuArena.h": "cuArena.h"}, names=frozenset({b"cuArena"}))
    assert said(text, found) == []
    assert [one[0] for one in said('#include "cuArena.h"\ncuPool<float> a;\n')] == ["N003"]
    assert [one[0] for one in said('#include "arena.h"\ncuArena<float> a;\n')] == ["N003"]
    assert said("#include <cuArena.h>\nint x;\n") == []
