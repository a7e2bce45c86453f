"""What the program itself declares is none of CUDA's, however its header is read or named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

USER = "struct Tester : Pool {\n  Tester() : slots(&cudaSlotsEach) {}\n  int *slots;\n};\n"
POOL = "#pragma once\nstruct Pool { int cudaSlotsEach; };\n"
DEFINED = (
    'OPENS_SPACE\nextern "C" {\n/** of one */\n'
    "static float2 cuAdd_cr(float2 a, float b) { return make_float2(a.x + b, a.y); }\n}\nENDS_SPACE\n"
)


def unknown(*paths: Path) -> list[str]:
    report = convert_tree([str(path) for path in paths], Settings(mode="dry-run"))
    return [f"{one.rule} {one.message.split()[0]}" for file in report.files for one in file.concerns]


@pytest.mark.parametrize("alone", [False, True])
def test_a_header_under_an_old_path_tells_whose_a_name_is(tmp_path: Path, alone: bool) -> None:
    put(tmp_path / ".git" / "HEAD", "")
    put(tmp_path / "src" / "core" / "Pool.h", POOL)
    user = put(tmp_path / "tests" / "user.cpp", '#include "old/place/Pool.h"\n' + USER)
    assert unknown(user if alone else tmp_path) == []


@pytest.mark.parametrize(
    "include",
    ["#include <old/place/Pool.h>\n", '#include "Pools.h"\n', '#include "old/place/Pools.h"\n', ""],
)
def test_a_header_that_nothing_names_tells_nothing(tmp_path: Path, include: str) -> None:
    put(tmp_path / "src" / "core" / "Pool.h", POOL)
    put(tmp_path / "tests" / "user.cpp", include + USER)
    assert unknown(tmp_path) == ["N003 cudaSlotsEach"]


def test_of_two_headers_of_a_name_nothing_is_known(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        put(tmp_path / "src" / folder / "Pool.h", POOL)
    put(tmp_path / "tests" / "user.cpp", '#include "old/place/Pool.h"\n' + USER)
    assert unknown(tmp_path) == ["N003 cudaSlotsEach"]


def test_such_a_header_brings_nothing_else(tmp_path: Path) -> None:
    put(tmp_path / "src" / "Pool.h", "#include <cuda_runtime.h>\n" + POOL)
    user = put(tmp_path / "tests" / "user.cu", '#include "old/Pool.h"\n' + USER + "cudaStream_t s;\n")
    report = convert_tree([str(tmp_path)], Settings(mode="diff"))
    (diff,) = (file.diff for file in report.files if file.path == str(user))
    assert b"+#include <hip/hip_runtime.h>" in diff


@pytest.mark.parametrize("space", ["__OPENS_SPACE", "opens_space"])
def test_a_definition_behind_what_the_grammar_cannot_read(tmp_path: Path, space: str) -> None:
    put(tmp_path / "math.h", DEFINED.replace("OPENS_SPACE", space))
    source = '#include <cuda_runtime.h>\n#include "math.h"\nfloat2 f(float2 a) { return cuAdd_cr(a, 1.f); }\n'
    put(tmp_path / "a.cu", source + "float2 g(float2 a) { return cuSub_cr(a, 1.f); }\n")
    assert [one for one in unknown(tmp_path) if one.startswith("N")] == ["N003 cuSub_cr"]
