"""Errors of `hipify_compat.h` that HIP never returns: numbers are CUDA's, and mean nothing else in HIP."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.matches import RULES, converted

from hipify_py.api import include_dir

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

FACTS = Path(__file__).parents[2] / "rules" / "facts"
OF = {"cudaError": "hipError_t", "cudaError_enum": "hipError_t", "cufftResult_t": "hipfftResult_t"}
HEADER = Path(include_dir(), "hipify_compat.h").read_text()
CONSTANTS = dict(
    re.findall(r"constexpr (?:int|detail_::error_) (\w+) = (?:[\w:<>]+\((?:[\w:]+, )?)?(\d+)\)?;", HEADER)
)


def enumerators(file: str) -> dict[str, tuple[int, str]]:
    """Read the number and the enumeration of each enumerator in the facts."""
    rows = (line.split("\t") for line in (FACTS / file).read_text().splitlines())
    found = ((row[0], row[3].split()) for row in rows if len(row) > 3 and row[1] == "enumerator")
    return {name: (int(value[0]), value[1]) for name, value in found if len(value) == 2}


def test_numbers_are_cudas_and_free_in_hip() -> None:
    cuda, hip = enumerators("cuda.tsv"), enumerators("rocm.tsv")
    taken = {(kind, number) for number, kind in hip.values()}
    assert len(CONSTANTS) > 90
    for name, number in CONSTANTS.items():
        assert cuda[name][0] == int(number)
        assert (OF[cuda[name][1]], int(number)) not in taken
        assert RULES.names[name.encode()].polyfill == f"hipify_compat::{name}".encode()


@pytest.mark.compiler
@pytest.mark.parametrize("check", ["hipcheck", "hipcheck64"])
def test_what_handles_them_compiles(check: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    names = [name for name in CONSTANTS if not name.startswith("CUFFT")]
    cases = [[name for name in names if name.startswith(prefix)] for prefix in ("cudaError", "CUDA_ERROR")]
    lines = ["#include <cuda_runtime.h>"]
    for at, some in enumerate(cases):
        labels = " ".join(f"case {name}: return {name};" for name in some)
        lines.append(
            f"cudaError_t f{at}(cudaError_t e) {{ switch (e) {{ {labels} default: return cudaSuccess; }} }}"
        )
    source = tmp_path / "errors.hip"
    source.write_text(converted("\n".join(lines)).text)
    compiled: Hipcheck = request.getfixturevalue(check)
    assert compiled(source, f"-I{include_dir()}", "-Wall", "-Werror", "-std=c++11") == (True, "")


def test_c_has_no_namespaces() -> None:
    source = "int f(cudaError_t e) { return e == cudaErrorTimeout; }"
    assert converted(source, "a.c").text == source.replace("cudaError_t", "hipError_t")
    assert ("N001", "cudaErrorTimeout") in converted(source, "a.c").said
    assert ("N017", "cudaErrorTimeout") in converted(source).said


def test_in_the_scope_of_its_enumeration_one_is_reported() -> None:
    source = "bool f(cudaError_t e) { return e == cudaError_t::cudaErrorTimeout; }"
    made = converted(source)
    assert made.text == source.replace("cudaError_t", "hipError_t")
    assert made.said == [("N001", "cudaErrorTimeout")]
    assert "::hipify_compat::cudaErrorTimeout" in converted("int e = ::cudaErrorTimeout;").text
