"""Whether code was written for HIP already: by conditions, by macros, by what a file includes."""

from __future__ import annotations

import pytest
from helpers.sources import marks, texts, word

from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import (
    decided_for_hip,
    declares_for_hip,
    is_hip,
    left_to_builds,
    sides,
    stands_for_hip,
)
from hipify_py.resolve.hip_conditions import own_platforms
from hipify_py.rules.load import load
from hipify_py.source.conditions import inside
from hipify_py.source.unit import Unit

RULES = load()


def test_a_guard_for_either_compiler_decides_nothing() -> None:
    unit = Unit(
        b"#ifndef A_HIP_H\n#define A_HIP_H\n"
        b"#if defined(__CUDACC__) || defined(__HIPCC__)\nx\n#endif\n#endif\n"
    )
    assert list(sides(unit).decided) == []
    for asked in ("defined(USE_CUDA) || defined(USE_ROCM)", "defined(USE_ROCM) || CUDA_VERSION >= 11000"):
        found = sides(Unit(f"#if {asked}\nx\n#else\ny\n#endif\n".encode()))
        assert (found.decided, found.own) == ((), ())
    unit = Unit(b"#ifdef __HIP_PLATFORM_AMD__\nx\n#endif\ny\n")
    assert [unit.source[slice(*span)] for span in list(sides(unit).decided)] == [
        b"#ifdef __HIP_PLATFORM_AMD__\nx\n#endif"
    ]


def test_hip_source_is_known_by_its_includes() -> None:
    assert is_hip(Unit(b"#include <hip/hip_runtime.h>\n"), RULES)
    assert not is_hip(Unit(b"#include <hip/hip_runtime.h>\n#include <cuda_fp16.h>\n"), RULES)
    assert not is_hip(Unit(b"#include <vector>\n"), RULES)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('#include "a/hipify_warp32.h"\n', True),
        ("#include <hipcub/hipcub.hpp>\n#include <vector>\n", True),
        ("#include <hip/hip_runtime.h>\n#include <cub/cub.cuh>\n", False),
        ("// #include <hip/hip_runtime.h>\n", False),
        ("", False),
    ],
)
def test_headers_of_hip_make_a_file_hip_and_those_of_cuda_do_not(source: str, *, expected: bool) -> None:
    assert is_hip(Unit(source.encode()), RULES) is expected


def own(source: str) -> str:
    """Name the branches, by the letters in them, that are HIP's own."""
    unit = Unit(source.encode())
    branches = b"".join(texts(unit.source, sides(unit).own)).split(b"\n")
    return b"".join(line for line in branches if len(line) == 1).decode()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # the side of HIP in a condition of the project's
        ("#ifdef MY_HIP\na\n#else\nb\n#endif\n", "a"),
        ("#ifndef MY_HIP\na\n#else\nb\n#endif\n", "b"),
        ("#if defined(ENABLE_ROCM) && X\na\n#else\nb\n#endif\n", "a"),
        ("#if !defined(ENABLE_HIP) && X\na\n#else\nb\n#endif\n", "b"),
        ("#if X\na\n#elif defined(ENABLE_HIP)\nb\n#else\nc\n#endif\n", "b"),
        # both sides where a HIP compiler decides
        ("#ifdef USE_ROCM\na\n#else\nb\n#endif\n", "ab"),
        ("#ifndef __HIP_PLATFORM_AMD__\na\n#else\nb\n#endif\n", "ab"),
        ("#if X\na\n#elif defined(__HIPCC__)\nb\n#else\nc\n#endif\n", "bc"),
        ("#if __GFX9__\na\n#endif", "a"),
        # one in another, and one that never ends
        ("#ifdef X\na\n#ifdef USE_ROCM\nb\n#endif\nc\n#endif\n", "b"),
        ("#ifdef MY_HIP\na\n#else\nb\n", "a"),
        # what does not ask for HIP
        ("#ifdef X\na\n#else\nb\n#endif\n", ""),
        ("#ifdef SHIPPED\na\n#endif\n", ""),
        ("#if defined(__CUDACC__) || defined(__HIPCC__)\na\n#endif\n", ""),
        ("#ifndef A_HIP_H\n#define A_HIP_H\na\n#endif\n", ""),
        ("// #ifdef USE_ROCM\na\n// #endif\n#define USE_ROCM\nb\n", ""),
    ],
)
def test_which_branches_are_hips_own(source: str, expected: str) -> None:
    assert own(source) == expected


def test_what_is_decided_reaches_from_the_condition_to_its_end() -> None:
    source = b"a\n#if X\nb\n#elif MY_HIP\nc\n#else\nd\n#endif\ne\n#ifdef X\n#endif\n#ifdef USE_ROCM\nf\n"
    decided = sides(Unit(source)).decided
    assert texts(source, decided) == [b"#if X\nb\n#elif MY_HIP\nc\n#else\nd\n#endif"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#if defined(USE_ROCM) || here > 3\n#endif\n", True),
        ("#if X\n#elif __HIPCC__ && here\n#endif\n", True),
        ("#if here > 3 // HIP\n#endif\n", False),
        ("#define USE_ROCM here\n", False),
        ("#ifdef USE_ROCM\nhere\n#endif\n", False),
        ("USE_ROCM here;", False),
    ],
)
def test_a_name_in_a_condition_that_speaks_of_hip(source: str, *, expected: bool) -> None:
    (at,) = marks(source.encode())
    assert decided_for_hip(Unit(source.encode()), at) is expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#define cudaFree hipFree\n", True),
        ("#define cudaFree(p) hipFree(p)\n", True),
        ("#define cudaFree(p) \\\r\n  HIP_FREE(p)\n", True),
        ("#define cudaFree mine\n", False),
        ("#define cudaFree mine(hipFree)\n", False),
        ("#define cudaFree\n", False),
        ("#define FREE(p) cudaFree(p)\n", False),
        ("cudaFree hipFree;", False),
    ],
)
def test_a_macro_that_is_replaced_by_something_of_hips(source: str, *, expected: bool) -> None:
    unit = Unit(source.encode())
    assert stands_for_hip(unit, word(unit.code, b"cudaFree")) is expected


@pytest.mark.parametrize(
    ("source", "branches"),
    [
        ("#ifndef USE_ROCM\na\n#else\nb\n#endif\n", ["a"]),
        ("#ifdef USE_ROCM\na\n#else\nb\n#endif\n", ["b"]),
        ("#if defined(USE_ROCM) && X\na\n#elif Y\nb\n#else\nc\n#endif\n", ["b", "c"]),
        ("#if !defined(USE_ROCM)\na\n#endif\n#ifndef USE_ROCM\nb\n#endif\n", ["a", "b"]),
        ("#if !defined(USE_ROCM) && !defined(__HIP_PLATFORM_AMD__)\na\n#endif\n", []),
        ("#ifndef OTHER\na\n#endif\n// USE_ROCM\n", []),
    ],
)
def test_branches_that_a_macro_of_the_build_alone_keeps_from_hip(source: str, branches: list[str]) -> None:
    unit = Unit(source.encode())
    found = list(left_to_builds(unit))
    assert [unit.source[slice(*branch)].decode().strip() for _, branch in found] == branches
    assert {unit.source[slice(*name)] for name, _ in found} <= {b"USE_ROCM"}


MALLOC = "inline int cudaFree(void *p) { return hipFree(p); }\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("static const auto cudaFree = hipFree;", True),
        ("constexpr auto *cudaFree = &::hipFree;", True),
        ("using cudaFree = hipFree;", True),
        ("typedef hipFree cudaFree;", True),
        ("typedef struct hipFree cudaFree;", True),
        ("static const auto cudaFree = hipMalloc;", False),
        ("typedef hipMalloc cudaFree;", False),
        ("auto f = cudaFree;", False),
        ("using cudaFree = mine;", False),
        (MALLOC, False),
        ("#ifdef __HIPCC__\n" + MALLOC + "#endif\n", True),
        ("#if defined(__HIP_PLATFORM_AMD__)\n" + MALLOC + "#endif\n", True),
        ("#ifndef __HIPCC__\n" + MALLOC + "#endif\n", False),
        ("#ifdef USE_ROCM\n" + MALLOC + "#endif\n", False),
        ("#ifdef __HIPCC__\nint a = cudaFree(0);\n#endif\n", False),
    ],
)
def test_a_declaration_that_gives_a_name_to_hips(source: str, *, expected: bool) -> None:
    unit = Unit(source.encode())
    assert declares_for_hip(unit, word(unit.code, b"cudaFree"), b"hipFree") is expected


NVIDIAS = "#{on}\n#define {name}\n#endif\nint x;\n#ifdef {name}\n  A;\n#else\n  B;\n#endif\nint y;\n"


@pytest.mark.parametrize("name", ["__HIP_PLATFORM_NVCC__", "__HIP_PLATFORM_NVIDIA__"])
@pytest.mark.parametrize(
    ("on", "own"),
    [
        ("ifdef __NVCC__", True),
        ("if defined(__CUDACC__)", True),
        ("if defined(__CUDACC__) && !defined(__HIPCC__)", False),
        ("ifndef __HIP_PLATFORM_AMD__", False),
    ],
)
def test_platforms_that_a_file_makes_itself(name: str, on: str, *, own: bool) -> None:
    unit = Unit(NVIDIAS.format(on=on, name=name).encode())
    assert own_platforms(unit) == ({name.encode()} if own else frozenset())
    read = [at for at in (unit.code.index(b"A;"), unit.code.index(b"B;")) if not inside(dead(unit), at)]
    assert len(read) == 1 + own
    assert inside(sides(unit).own, unit.code.index(b"B;")) is not own


def test_a_platform_made_behind_a_guard() -> None:
    unit = Unit(b"#ifndef HIP_COMMON_H\n#define HIP_COMMON_H\n#define __HIP_PLATFORM_NVCC__\n#endif\n")
    assert own_platforms(unit) == {b"__HIP_PLATFORM_NVCC__"}
