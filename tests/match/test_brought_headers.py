"""Headers of C that those of HIP need and do not include."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

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


@pytest.mark.parametrize("header", HEADERS)
def test_so_does_a_header_that_a_unit_of_plain_cxx_reads(header: str) -> None:
    rules, source = load(), f"#pragma once\n#include <{header}>\nint f();\n".encode()
    by_cxx = Options(path="a.h", project=Project(included=True, cxx="a.cpp"))
    once = convert(source, rules, by_cxx).output
    assert once.count(b"#include <stdio.h>\n") == 1
    assert once.index(b"<stdio.h>") < once.index(b"<hiprand/")
    assert convert(once, rules, by_cxx).output == once
    by_hip = Options(path="a.h", project=Project(included=True))
    assert b"stdio.h" not in convert(source, rules, by_hip).output


@pytest.mark.parametrize("source", ["#include <curand.h>\n", "#include <hiprand/hiprand_kernel.h>\n"])
def test_other_headers_and_code_for_hip_need_none(source: str) -> None:
    assert "stdio" not in made(source)


def test_what_is_there_and_what_hips_compiler_reads_is_enough() -> None:
    for source, name in (
        ("#include <curand_kernel.h>\n", "a.cu"),
        ("#include <cstdio>\n#include <curand_kernel.h>\n", "a.cpp"),
    ):
        assert "stdio.h" not in made(source, name)


HALF = "__global__ void k(__half *p) { *p = __float2half(1.f); }\n"


@pytest.mark.parametrize("bringing", ["cublas_v2.h", "cuda_bf16.h", "cusolverDn.h", "nccl.h"])
def test_what_a_library_of_cuda_brings_comes_through_headers_of_the_program(
    bringing: str, tmp_path: Path
) -> None:
    put(tmp_path / "h.cuh", f"#pragma once\n#include <{bringing}>\n")
    put(tmp_path / "a.cu", '#include "h.cuh"\n' + HALF)
    put(tmp_path / "b.cu", f'#include <{bringing}>\n#include "late.cuh"\nint main() {{}}\n')
    put(tmp_path / "late.cuh", HALF)
    put(tmp_path / "c.cu", '#include "mine.h"\n' + HALF)
    put(tmp_path / "mine.h", "#pragma once\n#include <cuda_fp16.h>\n#include <cublas_v2.h>\n")
    for _ in range(2):
        convert_tree([str(tmp_path)], Settings(mode="in-place"))
        counts = {one.name: one.read_text().count("hip/hip_fp16.h") for one in tmp_path.iterdir()}
        assert counts == {"a.cu": 1, "h.cuh": 0, "b.cu": 0, "late.cuh": 1, "c.cu": 0, "mine.h": 1}


def test_what_a_file_gets_itself_is_not_brought_by_others(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", "#include <cublas_v2.h>\n" + HALF)
    put(tmp_path / "b.cu", "#include <cuda_bf16.h>\n" + HALF)
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    assert [one.read_text().count("hip/hip_fp16.h") for one in tmp_path.glob("*.cu")] == [1, 1]


def test_halves_that_come_through_a_header_of_the_program_compile(hipcheck: Hipcheck, tmp_path: Path) -> None:
    put(tmp_path / "h.cuh", "#pragma once\n#include <cuda_bf16.h>\n")
    put(tmp_path / "a.cu", '#include "h.cuh"\n#include <cuda_runtime.h>\n' + HALF)
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    ok, said = hipcheck(tmp_path / "a.cu")
    assert ok, said


CONSTANT = "int f() { thrust::constant_iterator<int> c(1); return *c; }\n"
COUNTING = "auto f() { return *thrust::make_counting_iterator(0); }\n"
DISCARD = "void f() { *thrust::make_discard_iterator() = 1; }\n"


def iterators(headers: str, code: str) -> list[str]:
    """Give the headers of iterators that are added to a file with some of Thrust's."""
    before = "".join(f"#include <{name}>\n" for name in headers.split())
    once = made(before + code, "a.cu")
    assert made(once, "a.cu") == once
    return [one for one in once.splitlines() if "/iterator/" in one and one not in before]


@pytest.mark.parametrize(
    ("header", "code", "name"),
    [
        ("device_vector", CONSTANT, "constant"),
        ("unique", CONSTANT, "constant"),
        ("scan", COUNTING, "counting"),
        ("for_each", COUNTING, "counting"),
        ("device_vector", DISCARD, "discard"),
        ("copy", DISCARD, "discard"),
    ],
)
def test_an_iterator_that_rocthrust_does_not_bring(header: str, code: str, name: str) -> None:
    assert iterators(f"thrust/{header}.h", code) == [f"#include <thrust/iterator/{name}_iterator.h>"]


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ("thrust/set_operations.h", CONSTANT),
        ("thrust/device_vector.h thrust/iterator/constant_iterator.h", CONSTANT),
        ("thrust/scan.h thrust/sort.h", COUNTING),
        ("thrust/scan.h", CONSTANT),  # which CUDA's does not bring either
        ("thrust/device_vector.h thrust/shuffle.h", DISCARD),
        ("thrust/device_vector.h", CONSTANT.replace("thrust::", "mine::")),
        ("thrust/device_vector.h", "// " + CONSTANT),
        ("hip/hip_runtime.h thrust/device_vector.h", CONSTANT),
        ("mine.h", CONSTANT),
    ],
)
def test_other_iterators(headers: str, code: str) -> None:
    assert iterators(headers, code) == []


@pytest.mark.compiler
@pytest.mark.parametrize("header", HEADERS)
def test_the_compiler_takes_it_as_plain_cxx(header: str, hipcheck: Hipcheck, tmp_path: Path) -> None:
    file = tmp_path / "a.cpp"
    file.write_text(made(f"#include <cuda_runtime.h>\n#include <{header}>\nint main() {{}}\n"))
    assert hipcheck(file, "-x", "c++", "-D__HIP_PLATFORM_AMD__")[0], hipcheck(file)[1]


BF16 = "#include <hip/hip_bf16.h>\n"


@pytest.mark.parametrize("header", ["cusparse.h", "cuda_fp16.h"])
def test_cudas_half_declares_bfloat16(header: str) -> None:
    once = made(f"#include <{header}>\nvoid f(__nv_bfloat16 *p);\n")
    assert once.count(BF16) == 1
    assert made(once) == once
    for source in ("void f(__half *p);\n", "void f(__nv_bfloat162 *p);\n"):
        assert BF16 not in made(f"#include <{header}>\n{source}")
