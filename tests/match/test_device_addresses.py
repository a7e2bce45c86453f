"""Device addresses under names of the program's own, made in the file or in another."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

RULES = load()
NAMED = "#pragma once\n#include <cuda.h>\ntypedef CUdeviceptr GPUPtr;\n"
SUB = "GPUPtr sub(GPUPtr p, int n) { GPUPtr q = p + n; return q; }\n"


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("p + n", 1),
        ("n + p", 1),
        ("p - q", 1),
        ("p % n", 1),
        ("p += n", 1),
        ("p++", 1),
        ("p & ~n", 1),
        ("(char *)p + n", 0),
        ("a.p + n", 0),
        ("g(&p)", 0),
        ("p < q", 0),
        ("p && n", 0),
        ("p = q", 0),
        ("n += 1", 0),
        ("f(p) + 1", 0),
    ],
)
def test_what_is_calculated_with(value: str, found: int) -> None:
    source = f"using GPUPtr = CUdeviceptr;\nvoid f(GPUPtr p, GPUPtr q, int n) {{ g({value}); }}\n"
    assert [one.rule for one in convert(source.encode(), RULES).findings].count("R489") == found


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"g.h": NAMED, "g.cpp": '#include "g.h"\n' + SUB}, ["g.cpp"]),
        ({"g.h": NAMED, "h.h": '#include "g.h"\n', "g.cpp": '#include "h.h"\n' + SUB}, ["g.cpp"]),
        ({"g.h": NAMED, "g.cpp": "typedef long GPUPtr;\n" + SUB}, []),
        ({"g.h": NAMED, "g.cpp": '#include "g.h"\nnamespace { using GPUPtr = long; }\n' + SUB}, []),
        ({"g.h": "typedef long GPUPtr;\n", "g.cpp": '#include "g.h"\n' + SUB}, []),
    ],
)
def test_a_name_of_another_file(tmp_path: Path, files: dict[str, str], found: list[str]) -> None:
    for name, text in files.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    assert [
        Path(file.path).name for file in report.files for one in file.concerns if one.rule == "R489"
    ] == found


def test_a_member_of_an_element_is_told_as_it_is_spelt() -> None:
    source = b"struct B { CUdeviceptr data; };\nvoid f(B *b, int \xe9) { use(b[\n\xe9].data + 4); }\n"
    said = [one.message for one in convert(source, RULES).findings if one.rule == "R521"]
    assert [one.partition(" is ")[0] for one in said] == ["b[ \ufffd].data"]


def test_a_cast_to_a_name_of_another_file(tmp_path: Path) -> None:
    cast = '#include "g.h"\nCUdeviceptr f(const int *p) { return reinterpret_cast<GPUPtr>(p); }\n'
    for name, text in {"g.h": NAMED, "g.cpp": cast}.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    made = [file.output for file in report.files if file.path.endswith("g.cpp")]
    assert made == [b'#include "g.h"\nhipDeviceptr_t f(const int *p) { return (GPUPtr)(p); }\n']


@pytest.mark.parametrize("between", ["/* c */", "// c\n", "\\\n"])
@pytest.mark.parametrize("made", ["typedef :: CUdeviceptr GPUPtr ;", "using GPUPtr = CUdeviceptr ;"])
def test_a_cast_to_a_name_whatever_stands_where_that_is_made(made: str, between: str) -> None:
    tokens = made.split()
    for at in range(1, len(tokens)):
        named = " ".join([*tokens[:at], between, *tokens[at:]])
        cast = "GPUPtr f(const int *p) { return reinterpret_cast<GPUPtr>(p); }\n"
        output = convert(f"{named}\n{cast}".encode(), RULES).output
        assert output.endswith(b"GPUPtr f(const int *p) { return (GPUPtr)(p); }\n")


ADVANCED = (
    "static inline CUdeviceptr up(CUdeviceptr p, int n) { p += n; return p + n; }\nCUdeviceptr base(void);\n"
)


@pytest.mark.parametrize(
    ("readers", "found"),
    [
        ({"a.c": '#include "g.h"\nCUdeviceptr f(int n) { return base() + n; }\n'}, []),
        ({"a.c": '#include "g.h"\n', "b.cpp": '#include "g.h"\n'}, ["R431", "R043"]),
        ({"a.c": '#include "g.h"\n', "b.cu": '#include "g.h"\n'}, ["R431", "R043"]),
        ({}, ["R431", "R043"]),
    ],
)
def test_c_advances_a_pointer_to_void_in_bytes(
    tmp_path: Path, readers: dict[str, str], found: list[str]
) -> None:
    for name, text in {"g.h": "#pragma once\n#include <cuda.h>\n" + ADVANCED, **readers}.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    assert [one.rule for file in report.files for one in file.concerns] == found


def test_a_source_of_c_that_a_build_compiles_as_hip_is_cxx() -> None:
    project = Project(as_hip=frozenset({"a.c"}))
    for options, found in ((Options("a.c"), []), (Options("a.c", project=project), ["R431", "R043"])):
        result = convert(ADVANCED.encode(), RULES, options)
        assert [one.rule for one in result.findings if one.severity == "error"] == found
