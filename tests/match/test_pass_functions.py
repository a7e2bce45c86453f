"""Functions of the device's pass that are macros on the host: they are marked for both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import RULES, converted, matched

from hipify_py.conversion import convert
from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

SOURCE = """#include <hip/hip_runtime.h>
#ifdef __CUDA_ARCH__
%s
#else
#define f(x) ((x) + 1)
#endif
__global__ void k(int *p) { p[0] = f(p[1]); }
int host(int a) { return f(a); }
"""
PLAIN = "__device__ int f(int x) { return x + (int)__byte_perm(x, x, 0x0123); }"


def made(text: str) -> str:
    return matched("M096", text).text


@pytest.mark.parametrize(
    "function", [PLAIN, "static __device__ __forceinline__ int f(const int &x)\n{ return x; }"]
)
@pytest.mark.parametrize(
    "condition", ["#ifdef __CUDA_ARCH__", "#if defined(__CUDA_ARCH__)", "#if defined __CUDA_ARCH__"]
)
def test_a_function_beside_a_macro_is_for_both(function: str, condition: str) -> None:
    source = (SOURCE % function).replace("#ifdef __CUDA_ARCH__", condition)
    assert made(source) == source.replace("__device__", "__host__ __device__")
    assert made(made(source)) == made(source)


@pytest.mark.parametrize(
    "source",
    [
        SOURCE.replace("#ifdef", "#ifndef") % PLAIN,
        SOURCE.replace("#ifdef __CUDA_ARCH__", "#if __CUDA_ARCH__ >= 300") % PLAIN,
        SOURCE % ("__host__ " + PLAIN),
        SOURCE.replace("define f(", "define g(") % PLAIN,
        SOURCE % "__device__ int f(int x);",
    ],
)
def test_others_stay(source: str) -> None:
    assert made(source) == source


@pytest.mark.compiler
def test_the_outcome_compiles(tmp_path: Path, hipcheck: Hipcheck) -> None:
    path = tmp_path / "a.hip"
    path.write_text(converted(SOURCE % PLAIN).text)
    assert hipcheck(path) == (True, "")
    path.write_text(path.read_text().replace("__host__ __device__", "__device__"))
    assert not hipcheck(path)[0]


ATTRIBUTES = """#include <hip/hip_runtime.h>
%s
#define HD __device__%s
#define UNUSED
%s
#define HD
#endif
struct V { int x; HD V(int a) : x(a) {} };
__global__ void k(int *p) { V v(*p); *p = v.x; }
int main() { V v(3); return v.x; }
"""


@pytest.mark.compiler
@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("#ifdef __CUDA_ARCH__", "#else"),
        ("#if defined(__CUDACC__) && defined(__CUDA_ARCH__)", "#else"),
        ("#if defined(__CUDA_ARCH__) && defined(__CUDACC__)", "#else"),
    ],
)
@pytest.mark.parametrize("more", ["", " __host__"])
def test_attributes_of_the_device_pass_compile(
    first: str, other: str, more: str, tmp_path: Path, hipcheck: Hipcheck
) -> None:
    path = tmp_path / "a.hip"
    path.write_text(converted(ATTRIBUTES % (first, more, other)).text)
    assert hipcheck(path) == (True, "")


def test_attributes_of_both_sides_are_those_of_the_hosts_pass_too() -> None:
    source = "#ifdef __CUDA_ARCH__\n#define HD __device__ __host__\n#else\n#define HD\n#endif\n"
    both = "#ifdef __HIPCC__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\n"
    assert made(source) == source.replace("#define HD\n", both)
    assert made(made(source)) == made(source)


def test_the_lines_of_attributes_end_as_the_files() -> None:
    source = (ATTRIBUTES % ("#ifdef __CUDA_ARCH__", "", "#else")).replace("\n", "\r\n")
    assert made(source).count("\n") == made(source).count("\r\n")
    assert made(made(source)) == made(source)


HD = "#ifdef __CUDA_ARCH__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\n"


@pytest.mark.parametrize(
    "use",
    [
        "struct S { HD bool operator==(const S &o) const { return true; } };",
        "struct S { HD S &operator=(const S &o) { return *this; } HD int operator[](int i) { return i; } };",
        "HD [[nodiscard]] int f();",
        "template <class T, class U> HD Pair<T, U> f(T a = 1);",
        "HD int (f)(int a);",
    ],
)
def test_a_macro_before_functions_is_for_both(use: str) -> None:
    assert "#ifdef __HIPCC__\n#define HD __host__ __device__\n" in made(f"{HD}{use}\n")


@pytest.mark.parametrize(
    "use",
    [
        "static const int HD k[2] = {1, 2};",
        "HD int k = 1;",
        "HD static const int k;",
        "HD [[maybe_unused]] const A<int, 4> k{};",
        "HD const int *k[3];",
    ],
)
def test_a_macro_before_a_variable_stays(use: str) -> None:
    assert made(f"{HD}{use}\n") == f"{HD}{use}\n"


ONE_PASS = "#ifdef __CUDA_ARCH__\n#ifndef MINE\n#define MINE __device__ inline\n#endif\n{}#endif\n"
USE = "MINE float f(float x) { return x; }\n"


@pytest.mark.parametrize(
    ("source", "path", "count"),
    [
        (ONE_PASS.format(""), "a.h", 1),
        (ONE_PASS.format("#else\nint a;\n"), "a.h", 1),
        (ONE_PASS.format("") + USE, "a.cu", 1),
        (ONE_PASS.format(""), "a.cu", 0),  # nobody has it
        (ONE_PASS.format(USE), "a.h", 0),  # in that pass alone
        (ONE_PASS.format("") + "#ifndef MINE\n#define MINE\n#endif\n" + USE, "a.h", 0),
        (ONE_PASS.format("#else\n#define MINE\n") + USE, "a.h", 0),
        (ONE_PASS.format("").replace("__device__ ", ""), "a.h", 0),
        (ONE_PASS.format("").removesuffix("#endif\n"), "a.h", 0),  # which is never closed
        (ONE_PASS.format("").replace("ifdef __CUDA_ARCH__", "if __CUDA_ARCH__ >= 700"), "a.h", 0),
    ],
)
def test_an_attribute_of_the_device_pass_alone_is_reported(source: str, path: str, count: int) -> None:
    found = convert(source.encode(), RULES, Options(path=path)).findings
    assert [one.rule for one in found if one.rule == "M961"] == ["M961"] * count
