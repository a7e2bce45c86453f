"""Names of a library that is no part of the run are told once, at the header that brings them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.command import put

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

RULES = load()


def said(text: str, project: Project | None = None, path: str = "a.cpp") -> list[tuple[str, str, int, int]]:
    result = convert(text.encode(), RULES, Options(path=path, project=project or Project()))
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


def test_of_cudas_own_headers_in_other_folders_and_of_one_that_hip_does_not_read_nothing_is_said() -> None:
    use = "cudaProfiler y;\n"
    for path in ("<cuda/include/cudaProfiler.h>", '"../3rd/cudaProfiler.h"'):
        assert "N052" not in [one[0] for one in said(f"#include {path}\n{use}")]
    use = "cuArena<float> a;\n"
    chosen = "#ifdef __HIP__\n{}#else\n{}#endif\n" + use
    include = '#include "cuArena.h"\n'
    assert [one[0] for one in said(chosen.format("", include), path="a.cu")] == ["N003"]
    assert [one[0] for one in said(chosen.format(include, ""), path="a.cu")] == ["N052"]


def test_nor_of_one_that_another_file_includes_for_others_alone(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", '#include "b.h"\ncuArena<float> a;\n')
    for macro, rule in (("__HIP_PLATFORM_AMD__", "N003"), ("MINE", "N052")):
        header = f'#pragma once\n#ifdef {macro}\n#else\n#include "cuArena.h"\n#endif\n'
        put(tmp_path / "b.h", header)
        report = convert_tree([str(tmp_path)], Settings(mode="memory"))
        found = {one.rule for file in report.files for one in file.concerns}
        assert found & {"N003", "N052"} == {rule}
