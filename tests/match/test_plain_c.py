"""What HIP declares for C++ alone: headers and types, in what is read as C."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py import match
from hipify_py.api import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

TABLE = tomllib.loads((Path(match.__file__).parent / "plain_c.toml").read_text(encoding="utf-8"))
OF_ROCM = re.compile(r"(?!hipcub)(hip|miopen|rccl|roc)\w*/\w+\.h$")
CURAND = "#include <curand.h>\n"
FACTS = Path(__file__).parents[2] / "rules/facts/cuda.tsv"
TAGS = {"enum", "struct", "union"}
OF_C = (
    "cuda.h",
    "driver_types.h",
    "cudalibxt.h",
    "cufft.h",
    "cublas_api.h",
    "cusparse.h",
    "cusolver_common.h",
)


def found(source: str, path: str = "a.c", project: Project | None = None) -> list[tuple[str, int]]:
    """Give the findings of these rules in a source, with their lines."""
    options = Options(path=path, project=project or Project())
    result = convert(source, options=options)
    return [(each.rule, each.line) for each in result.findings if each.rule in {"M182", "M183"}]


def test_a_header_of_cxx_is_reported_where_c_reads_it() -> None:
    assert found("#include <cuda.h>\n" + CURAND) == [("M182", 2)]


@pytest.mark.parametrize("path", ["a.cpp", "a.cu", "a.cuh", "a.h"])
def test_nothing_is_said_where_cxx_reads_it(path: str) -> None:
    assert found(CURAND, path) == []


def test_a_header_that_a_unit_of_c_reads_is_of_c() -> None:
    assert found(CURAND, "a.h", Project(in_c=True, cxx="b.cpp")) == [("M182", 1)]


def test_nothing_is_said_of_what_the_build_compiles_as_hip() -> None:
    assert found(CURAND, "a.c", Project(as_hip=frozenset({"a.c"}))) == []


@pytest.mark.parametrize(
    "source",
    [
        f"#ifdef __cplusplus\n{CURAND}#endif\n",
        f"#ifndef __cplusplus\n#else\n{CURAND}#endif\n",
        '#include "curand.h"\n#include <cufft.h>\n',
    ],
)
def test_what_c_does_not_read_is_left(source: str) -> None:
    project = Project(files={"a.c": "a.c", "curand.h": "curand.h"})
    assert found(source, project=project) == []


def test_a_tag_is_written_before_types_once() -> None:
    source = "#include <cuda.h>\nCUlimit a;\nvoid f(const CUcomputemode *m, enum CUlimit_enum l);\n"
    made = convert(source, path="a.c")
    assert made.text.splitlines()[1:] == [
        "enum hipLimit_t a;",
        "void f(const enum hipComputeMode *m, enum hipLimit_t l);",
    ]
    assert convert(made.text, path="a.c").text == made.text


@pytest.mark.parametrize("path", ["a.cpp", "a.cu"])
def test_no_tag_is_written_in_cxx(path: str) -> None:
    assert "\nhipLimit_t a;" in convert("#include <cuda.h>\nCUlimit a;\nCUtexref t;\n", path=path).text
    assert found("CUlimit a;\nCUtexref t;\n", path) == []


def test_a_type_that_c_has_not_is_reported() -> None:
    assert found("#include <cuda.h>\nCUtexref t;\n") == [("M183", 2)]


def test_a_type_of_the_programs_own_is_left() -> None:
    assert "enum" not in convert("typedef int CUlimit;\nCUlimit a;\n", path="a.c").text


def test_symbols_stay_bare_in_c() -> None:
    source = "void f(const void *s, void *p) { cudaMemcpyToSymbol(s, p, 4, 0, cudaMemcpyHostToDevice); }\n"
    assert "hipMemcpyToSymbol(s, p, 4, 0, hipMemcpyHostToDevice);" in convert(source, path="a.c").text
    assert "hipMemcpyToSymbol(HIP_SYMBOL(s), p" in convert(source, path="a.cu").text


@pytest.mark.compiler
def test_c_refuses_these_headers_and_no_others(hipcheck: Hipcheck, tmp_path: Path) -> None:
    known = {name.to.decode() for name in load(dnn="miopen").headers.values() if name.to}
    asked = sorted(one for one in known if OF_ROCM.match(one))
    unit, refused = tmp_path / "a.c", []
    for one in asked:
        unit.write_text(f"#include <stddef.h>\n#include <hip/hip_runtime_api.h>\n#include <{one}>\n")
        if not hipcheck(unit, "-fsyntax-only", "-w")[0]:
            refused.append(one)
    assert refused == sorted(TABLE["headers"])


@pytest.mark.parametrize(
    "line",
    ["int f(int CUlimit) { return CUlimit; }", "int f(struct s x) { return x.CUlimit; }", "// CUlimit"],
)
def test_other_names_have_no_tag(line: str) -> None:
    assert "enum" not in convert(f"#include <cuda.h>\n{line}\n", path="a.c").text


def typedefs(header: str) -> list[str]:
    """Give the types of a header of CUDA's that are names of their own, and that the rules rename."""
    rows = [line.split("\t") for line in FACTS.read_text().splitlines()]
    kinds: dict[str, set[str]] = {}
    for row in rows:
        if len(row) > 4 and row[1] == "type" and row[2] == header:
            kinds.setdefault(row[0], set()).add(row[3])
    names = load().names
    known = {name: names.get(name.encode()) for name, given in kinds.items() if not given & TAGS}
    return sorted(name for name, one in known.items() if one and one.to and one.to != name.encode())


@pytest.mark.compiler
@pytest.mark.parametrize("header", OF_C)
def test_c_has_each_type_that_is_renamed(hipcheck: Hipcheck, tmp_path: Path, header: str) -> None:
    names = typedefs(header)
    assert names
    lines = "".join(f"enum {{ z{i} = sizeof({name}) }};\n" for i, name in enumerate(names))
    source = f"#include <cuda.h>\n#include <{header}>\n{lines}"
    made = convert(source, path="a.c")
    told = {one.line for one in made.findings if one.rule == "M183"}
    kept = [line for at, line in enumerate(made.text.splitlines(), 1) if at not in told]
    assert len(told) <= 1  # of the one that C lacks
    fine, said = hipcheck(put(tmp_path / "a.c", "\n".join([*kept, ""])), "-w")
    assert fine, said
