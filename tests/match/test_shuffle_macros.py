"""Macros by the names of shuffles, which HIP's headers would meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import RULES, matched

from hipify_py.conversion import convert
from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HALVES = "#include <hip/hip_fp16.h>\n#include <hip/hip_bf16.h>\n"
PRIMITIVES = "#include <rocprim/intrinsics.hpp>\n"
MACRO = "#define __shfl(v, lane) __shfl_sync(0xffffffffu, (v), (lane))\n"


@pytest.mark.parametrize(
    ("before", "added"),
    [
        ("", HALVES),
        ("#include <cuda_fp16.h>\n", HALVES.partition("\n")[2]),
        ("#include <cuda_bf16.h>\n", HALVES.partition("\n")[0] + "\n"),
        ("#include <hip/hip_fp16.h>\n#include <cuda_bf16.h>\n", ""),
        ("#ifndef __HIPCC__\n#include <cuda_fp16.h>\n#endif\n", HALVES),
        (
            "#include <hip/hip_fp16.h>\n#include <hip/hip_bf16.h>\n#include <hip/hip_cooperative_groups.h>\n",
            "",
        ),
    ],
)
def test_headers_come_before_the_macro(before: str, added: str) -> None:
    source = (before + MACRO).encode()
    options = Options(path="a.cu", add_include=False)
    made = convert(source, RULES, options).text
    macro = made.index("#define __shfl")
    assert made[:macro].endswith(added)
    assert made.count("include <hip/") == before.count("#include") + added.count("#include") - (
        "ifndef" in before
    )
    assert convert(made.encode(), RULES, options).text == made


def test_groups_come_too_where_the_file_has_them() -> None:
    text = MACRO + "#include <hip/hip_cooperative_groups.h>\n"
    made = matched("M170", text).text
    assert made == HALVES + "#include <hip/hip_cooperative_groups.h>\n" + text


@pytest.mark.parametrize(
    "macro",
    [
        "#define __shfl(a, b, c) f(a, b, c)",
        "#define __shfl(...) f(__VA_ARGS__)",
        "#define __shfl(a, ...) f(a, __VA_ARGS__)",
        "#define __shfl f",
        "#define __shfl (a, b)",
        "#define my__shfl(a) f(a)",
        "#define __shfl_sync(a) f(a)",
        "#undef __shfl",
        "#ifdef __CUDACC__\n#ifndef __HIPCC__\n#define __shfl(a, b) f(a, b)\n#endif\n#endif",
    ],
)
def test_other_macros_call_for_nothing(macro: str) -> None:
    assert matched("M170", macro + "\n") == (macro + "\n", [])


def test_primitives_come_too_where_the_file_has_what_stands_on_them() -> None:
    for path in ("thrust/scan.h", "hipcub/hipcub.hpp", "rocprim/rocprim.hpp"):
        text = MACRO + f"#include <{path}>\n"
        made = matched("M170", text).text
        assert made == HALVES + PRIMITIVES + text
        assert matched("M170", made).text == made


@pytest.mark.parametrize("before", ["namespace a {", 'extern "C" {', "void f() {", "struct s {"])
def test_in_braces_it_is_told(before: str) -> None:
    text = f"#define B {{\n{before}\n{MACRO}}}\n{MACRO}"
    assert matched("M170", text) == (text, [("M170", "#")])
    closed = f"{before}}};\n{MACRO}"
    assert matched("M170", closed) == (closed.replace("#", HALVES + "#", 1), [])


UNIT = """#include <cuda_runtime.h>
%s#include <curand_kernel.h>
#include <cub/cub.cuh>
__global__ void k(unsigned *x)
{
    curandState s;
    curand_init(1, threadIdx.x, 0, &s);
    x[threadIdx.x] = __shfl(curand(&s), 3);
}
"""


@pytest.mark.compiler
def test_a_unit_compiles(tmp_path: Path, hipcheck: Hipcheck) -> None:
    made = convert((UNIT % MACRO).encode(), RULES, Options(path="a.cu")).text
    for number, left_out in enumerate((HALVES + PRIMITIVES, PRIMITIVES)):
        file = put(tmp_path / f"{number}.hip", made.replace(left_out, ""))
        assert not hipcheck(file, "-fsyntax-only", "--arch", "gfx90a")[0]
    compiles, said = hipcheck(put(tmp_path / "b.hip", made))
    assert compiles, said
