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
    assert hipcheck64(unit(tmp_path), *STRICT, "-std=c++17", SYNTAX) == (True, "")


@pytest.mark.parametrize("flags", [("-std=c++11",), ("-std=c++20", SYNTAX)], ids=["c++11", "c++20"])
def test_the_header_of_halves_compiles(hipcheck: Hipcheck, flags: tuple[str, ...]) -> None:
    assert hipcheck(HALF, *STRICT, *flags) == (True, "")


def test_the_header_of_halves_compiles_with_rocm_6(hipcheck64: Hipcheck) -> None:
    assert hipcheck64(HALF, *STRICT, "-std=c++17", SYNTAX) == (True, "")


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


CLASSES = """#include "hipify_compat.h"
struct Lifted { float v; };
__host__ __device__ inline Lifted rsqrt(const Lifted& a) { return {1 / a.v}; }
struct Float { float v; __host__ __device__ operator float() const { return v; } };
struct Double { double v; __host__ __device__ operator double() const { return v; } };
namespace own {
struct Named { double v; __host__ __device__ operator double() const { return v; } };
struct Both { float v; __host__ __device__ operator float() const { return v; } };
__device__ inline Both rsqrt(Both a) { return a; }
__device__ inline void sincos(Both a, Both* sine, Both* cosine) { *sine = *cosine = a; }
}
template <class A, class B> struct same { static constexpr bool value = false; };
template <class A> struct same<A, A> { static constexpr bool value = true; };
template <class R, class T> __global__ void root(T x, R* to) {
  static_assert(same<decltype(hipify_compat::rsqrt(x)), R>::value, "as with CUDA");
  *to = hipify_compat::rsqrt(x);
}
template <class R, class T> __global__ void angle(T x, R* to) { hipify_compat::sincos(x, to, to + 1); }
void all(Lifted* lifted, float* floats, double* doubles, own::Both* both) {
  root<<<1, 1>>>(Lifted(), lifted);
  root<<<1, 1>>>(Float(), floats);
  root<<<1, 1>>>(Double(), doubles);
  root<<<1, 1>>>(own::Named(), doubles);
  root<<<1, 1>>>(own::Both(), both);
  angle<<<1, 1>>>(own::Both(), both);
  angle<<<1, 1>>>(own::Named(), doubles);
  angle<<<1, 1>>>(Float(), floats);
  angle<<<1, 1>>>(1.0f, floats);
  angle<<<1, 1>>>(1.0, doubles);
  root<<<1, 1>>>(1.0f, floats);
  root<<<1, 1>>>(1.0, doubles);
}
"""


@pytest.mark.parametrize("standard", ["-std=c++11", "-std=c++20"])
def test_classes_find_the_functions_of_their_program(
    hipcheck: Hipcheck, tmp_path: Path, standard: str
) -> None:
    file = tmp_path / "a.hip"
    file.write_text(CLASSES)
    assert hipcheck(file, standard, "--arch", "gfx90a", f"-I{include_dir()}") == (True, "")
    refused = CLASSES.replace("(1.0, doubles)", "(static_cast<int*>(nullptr), doubles)")
    file.write_text(refused)
    assert not hipcheck(file, standard, SYNTAX, "--arch", "gfx90a", f"-I{include_dir()}")[0]


@pytest.mark.parametrize("header", ["hipify_compat.h", "hipify_half.h"])
def test_it_stands_behind_a_programs_own_in_std(hipcheck: Hipcheck, tmp_path: Path, header: str) -> None:
    file = tmp_path / "a.hip"
    own = """#include <hip/hip_runtime.h>
    struct H { float v; };
    namespace std { __host__ __device__ inline H abs(H a) { return a; } }
    __host__ __device__ inline H abs(H a) { return std::abs(a); }
    """
    file.write_text(f'{own}\n#include "{header}"\n')
    assert hipcheck(file, SYNTAX, "--arch", "gfx90a", f"-I{include_dir()}") == (True, "")
