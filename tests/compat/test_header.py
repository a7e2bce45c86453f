"""The headers compile wherever HIP does, behind a program's own macros, and as plain C++."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from compat.test_words import flags_of
from compat.words import functions
from helpers.toolchain import needs_gcc

from hipify_py.api import include_dir

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

USES = Path(__file__).parent / "uses.hip"
HALF = Path(__file__).parent / "uses_half.hip"
STRICT = ("-O1", "-Wall", "-Wextra", "-Werror", f"-I{include_dir()}", "--arch", "gfx90a,gfx942,gfx1100")
SYNTAX = "-fsyntax-only"  # enough where the flags do not reach the code that is made


def unit(folder: Path) -> Path:
    """Write a source that uses everything: the functions on words too, of which there are many."""
    lines = ["__global__ void all_words(unsigned* u) {", "  bool flags[2];"]
    for at, (name, (_, _, many)) in enumerate(functions().items()):
        given = [f"u[{side}]" for side in range(many)] + [f"flags + {side}" for side in range(flags_of(name))]
        lines.append(f"  u[{at}] = hipify_compat::{name}({', '.join(given)});")
    target = folder / "all.hip"
    target.write_text(f'#include <hip/hip_runtime.h>\n#include "{USES}"\n' + "\n".join(lines) + "\n}\n")
    return target


@pytest.mark.parametrize("flags", [("-std=c++11",), ("-std=c++20", SYNTAX)], ids=["c++11", "c++20"])
def test_the_header_compiles(hipcheck: Hipcheck, tmp_path: Path, flags: tuple[str, ...]) -> None:
    assert hipcheck(unit(tmp_path), *STRICT, *flags) == (True, "")


def test_the_header_compiles_with_rocm_6(hipcheck64: Hipcheck, tmp_path: Path) -> None:
    assert hipcheck64(unit(tmp_path), *STRICT, "-std=c++17") == (True, "")


@pytest.mark.parametrize("flags", [("-std=c++11",), ("-std=c++20", SYNTAX)], ids=["c++11", "c++20"])
def test_the_header_of_halves_compiles(hipcheck: Hipcheck, flags: tuple[str, ...]) -> None:
    assert hipcheck(HALF, *STRICT, *flags) == (True, "")


def test_the_header_of_halves_compiles_with_rocm_6(hipcheck64: Hipcheck) -> None:
    assert hipcheck64(HALF, *STRICT, "-std=c++17") == (True, "")


@needs_gcc
@pytest.mark.parametrize("standard", ["c++11", "c++20"])
def test_plain_cpp_has_it_for_the_host(tmp_path: Path, standard: str) -> None:
    source = tmp_path / "host.cpp"
    main = "int main() { return hipify_compat::vadd4(255u, 1u) != 0u; }"
    source.write_text(f'#include "hipify_compat.h"\n{main}\n')
    strict = [f"-std={standard}", "-Wall", "-Wextra", "-Werror", f"-I{include_dir()}"]
    subprocess.run(["g++", *strict, str(source), "-o", str(tmp_path / "host")], check=True)
    subprocess.run([str(tmp_path / "host")], check=True)


@needs_gcc
def test_a_program_that_stands_in_for_the_runtime_reads_nothing_of_hips(tmp_path: Path) -> None:
    (tmp_path / "hip").mkdir()
    (tmp_path / "hip" / "hip_runtime_api.h").write_text("#error read\n")
    source = tmp_path / "host.cpp"
    command = ["g++", "-fsyntax-only", "-D__HIP_PLATFORM_AMD__", f"-I{tmp_path}", f"-I{include_dir()}"]
    for stand_in, status in (("#define __device__\n", 0), ("", 1)):
        source.write_text(f'{stand_in}#include "hipify_compat.h"\n')
        done = subprocess.run([*command, str(source)], check=False, capture_output=True)
        assert done.returncode == status
