"""What becomes of one name of the API, where it stands."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.hip_cmake import sysroot
from helpers.matches import RULES
from helpers.sources import word
from helpers.toolchain import needs_gcc

from hipify_py.conversion import convert
from hipify_py.match.api_names import converted
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path


def made(source: str, name: str) -> tuple[list[bytes], list[tuple[str, str]]]:
    """Give what is written for a name, and the rules that speak of it with their severities."""
    unit = Unit(source.encode())
    found = converted(unit, word(unit.source, name.encode()), name.encode(), RULES, Options(path="a.cu"))
    texts = [b"".join(part for part in one.parts if isinstance(part, bytes)) for one in found.edits]
    return texts, [(one.rule, str(one.severity)) for one in found.findings]


@pytest.mark.parametrize(
    ("source", "name", "text", "said"),
    [
        ("void f() { cudaFree(p); }", "cudaFree", [b"hipFree"], []),
        ("#define A cudaFree\n", "cudaFree", [b"hipFree"], []),
        ("int cudaFree;", "cudaFree", [b"hipFree"], []),
        ("void f() { cudaThreadExit(); }", "cudaThreadExit", [b"hipDeviceReset"], []),
        ("#if cudaGraphKernelNodeUpdate\n#endif\n", "cudaGraphKernelNodeUpdate", [], [("N001", "warning")]),
    ],
)
def test_one_name(source: str, name: str, text: list[bytes], said: list[tuple[str, str]]) -> None:
    assert made(source, name) == (text, said)


SYMBOLS = """void f(void **p, size_t *n, cudaStream_t s) {
  cudaGetSymbolSize(n, table);
  cudaMemcpyToSymbol ( table<1, 2>, *p, 4 );
  cudaMemcpyFromSymbolAsync(*p, at(table), 4, 0, cudaMemcpyDeviceToHost, s);
}
"""
PLAIN = """void f(void **p, size_t *n, hipStream_t s) {
  hipGetSymbolSize(n, table);
  hipMemcpyToSymbol( (table<1, 2>), *p, 4 );
  hipMemcpyFromSymbolAsync(*p, at(table), 4, 0, hipMemcpyDeviceToHost, s);
}
"""


@pytest.mark.parametrize(
    ("path", "project", "before", "is_wrapped"),
    [
        ("a.cu", Project(), "", True),
        ("a.cpp", Project(), "", False),
        ("a.h", Project(in_cuda=True), "", False),
        ("a.h", Project(in_cuda=True), "__global__ void k();\n", True),
        ("a.h", Project(cxx="a.cpp"), "__global__ void k();\n", False),
    ],
)
def test_symbols_are_bare_where_hips_compiler_may_not_read_them(
    path: str, project: Project, before: str, is_wrapped: bool
) -> None:
    source = f"#include <cuda_runtime_api.h>\n{before}{SYMBOLS}".encode()
    once = convert(source, RULES, Options(path, project=project)).output
    assert once.count(b"HIP_SYMBOL(") == 3 * is_wrapped
    assert (PLAIN.encode() in once) is not is_wrapped
    assert convert(once, RULES, Options(path, project=project)).output == once


@pytest.mark.compiler
@needs_gcc
def test_what_comes_of_symbols_compiles_for_the_host_alone(tmp_path: Path) -> None:
    code = SYMBOLS.replace("<1, 2>", "").replace("at(table)", "table")
    source = f"#include <cuda_runtime_api.h>\nextern float table;\n{code}"
    put(tmp_path / "a.cpp", convert(source.encode(), RULES, Options("a.cpp")).output.decode())
    command = ["g++", "-w", "-fsyntax-only", "-D__HIP_PLATFORM_AMD__", f"-I{sysroot() / 'include'}", "a.cpp"]
    assert subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path).stderr == ""
