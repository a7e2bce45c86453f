"""What scripts and makefiles hand to CMake by -D."""

from __future__ import annotations

import time

import pytest
from helpers.laws import assert_lossless
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.model import Result
from hipify_py.settings import Options

CLANG = "/opt/rocm/lib/llvm/bin/clang++"
GPUS = "gfx90a;gfx1100"


def convert(text: str, path: str = "build.sh") -> Result:
    options = Options(path=path)
    result = build_file(text.encode(), RULES, options)
    assert_lossless(result)
    assert build_file(result.output, RULES, options).output == result.output
    return result


def said(result: Result) -> list[str]:
    return [f"{one.rule} {one.severity}" for one in result.findings]


@pytest.mark.parametrize(
    ("before", "after", "rules"),
    [
        ("-DCMAKE_CUDA_COMPILER=/usr/local/cuda/bin/nvcc", f"-DCMAKE_HIP_COMPILER={CLANG}", []),
        ("-DCMAKE_CUDA_COMPILER=$(which nvcc) -DA=1", f"-DCMAKE_HIP_COMPILER={CLANG} -DA=1", []),
        ('"-DCMAKE_CUDA_COMPILER:PATH=nvcc" -B b', f'"-DCMAKE_HIP_COMPILER:PATH={CLANG}" -B b', []),
        (
            "-D CMAKE_CUDA_COMPILER=/sw/cuda/13.0.2/bin/nvcc \\\n  -B b",
            f"-D CMAKE_HIP_COMPILER={CLANG} \\\n  -B b",
            ["B002 warning"],
        ),
        ("-DCMAKE_CUDA_ARCHITECTURES=80", f'-DCMAKE_HIP_ARCHITECTURES="{GPUS}"', ["B008 warning"]),
        ("-DCMAKE_CUDA_ARCHITECTURES='80;90'", f"-DCMAKE_HIP_ARCHITECTURES='{GPUS}'", ["B008 warning"]),
        ("'-DCMAKE_CUDA_ARCHITECTURES=80\\;90'", f"'-DCMAKE_HIP_ARCHITECTURES={GPUS}'", ["B008 warning"]),
        ("-DCMAKE_CUDA_ARCHITECTURES=$SM", "-DCMAKE_HIP_ARCHITECTURES=$SM", ["B008 warning"]),
        (
            '-DCMAKE_CUDA_FLAGS="-lineinfo -Xcompiler -fPIC"',
            '-DCMAKE_HIP_FLAGS="-gline-tables-only -fPIC"',
            [],
        ),
        ('"-DCMAKE_CUDA_FLAGS_DEBUG=-lineinfo"', '"-DCMAKE_HIP_FLAGS_DEBUG=-gline-tables-only"', []),
        ("-DCMAKE_CUDA_STANDARD=17", "-DCMAKE_HIP_STANDARD=17", []),
        ("-DCMAKE_CUDA_HOST_COMPILER=g++", "-DCMAKE_CUDA_HOST_COMPILER=g++", ["B003 note"]),
        ("-DCUDAToolkit_ROOT=/usr/local/cuda", "-DCUDAToolkit_ROOT=/opt/rocm", ["B003 note"]),
        ("-DMY_CUDA_ARCHITECTURES=80 -DUSE_CUDA=ON", "-DMY_CUDA_ARCHITECTURES=80 -DUSE_CUDA=ON", []),
    ],
)
@pytest.mark.parametrize("path", ["build.sh", "Makefile"])
def test_what_cmake_is_told(path: str, before: str, after: str, rules: list[str]) -> None:
    line = "b:\n\tcmake {}\n" if path == "Makefile" else "cmake {}\n"
    given = before.replace("$(which nvcc)", "nvcc") if path == "Makefile" else before
    result = convert("NVCC=nvcc\n" + line.format(given), path)
    assert result.output.decode() == "NVCC=hipcc\n" + line.format(after)
    assert said(result) == rules


def test_a_variable_that_gets_another_name_has_it_there_too() -> None:
    result = convert("export CUDACXX=/usr/local/cuda/bin/nvcc\ncmake -DCMAKE_CUDA_COMPILER=$CUDACXX ..\n")
    assert result.output.endswith(b"cmake -DCMAKE_HIP_COMPILER=$HIPCXX ..\n")
    assert "B002 warning" in said(result)


def test_a_script_that_names_no_nvcc_is_told_of_as_ever() -> None:
    text = "cmake -DCMAKE_CUDA_ARCHITECTURES=80 ..\n"
    result = convert(text)
    assert result.output == text.encode()
    assert said(result) == ["B022 warning"]


def test_flags_of_compilers_are_none_of_cmakes() -> None:
    text = "nvcc -DCMAKE_CUDA_NOTHING -DX=CMAKE_CUDA_FLAGS a.cu\n"
    assert convert(text).output == text.replace("nvcc", "hipcc").encode()


def test_long_lines_stay_linear() -> None:
    text = "nvcc a.cu\ncmake " + '-DCMAKE_CUDA_FLAGS="-g" -DCMAKE_CUDA_FLAGS=\'' * 8_000 + "\n"
    begun = time.process_time()
    assert b"CMAKE_HIP_FLAGS" in build_file(text.encode(), RULES, Options(path="build.sh")).output
    assert time.process_time() - begun < 4
