"""Headers of C that those of HIP need and do not include."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HEADERS = ["curand_kernel.h", "curand_mtgp32_kernel.h", "curand_globals.h", "curand_mtgp32_host.h"]


def made(source: str, name: str = "a.cpp") -> str:
    return convert(source.encode(), load(), Options(path=name)).output.decode()


@pytest.mark.parametrize("header", [*HEADERS, "curand_mtgp32dc_p_11213.h"])
def test_plain_cxx_reads_stdio_before_the_header_that_needs_it(header: str) -> None:
    once = made(f"#include <{header}>\nint main() {{}}\n")
    assert once.startswith("#include <stdio.h>\n")
    assert made(once) == once


@pytest.mark.parametrize("source", ["#include <curand.h>\n", "#include <hiprand/hiprand_kernel.h>\n"])
def test_other_headers_and_code_for_hip_need_none(source: str) -> None:
    assert "stdio" not in made(source)


def test_what_is_there_and_what_hips_compiler_reads_is_enough() -> None:
    for source, name in (
        ("#include <curand_kernel.h>\n", "a.cu"),
        ("#include <cstdio>\n#include <curand_kernel.h>\n", "a.cpp"),
    ):
        assert "stdio.h" not in made(source, name)


@pytest.mark.compiler
@pytest.mark.parametrize("header", HEADERS)
def test_the_compiler_takes_it_as_plain_cxx(header: str, hipcheck: Hipcheck, tmp_path: Path) -> None:
    file = tmp_path / "a.cpp"
    file.write_text(made(f"#include <cuda_runtime.h>\n#include <{header}>\nint main() {{}}\n"))
    assert hipcheck(file, "-x", "c++", "-D__HIP_PLATFORM_AMD__")[0], hipcheck(file)[1]
