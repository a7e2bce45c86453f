"""Functions for the device alone, called in templates that the host reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched
from helpers.toolchain import compiled

from hipify_py.api import convert_tree
from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

ONLY = "__device__ float only(float x) { return x + 1; }\n"
BOTH = "template <class T> __host__ __device__ T both(T x) { return only(x); }\n"
HOST = "float f() { return both(1.f); }\n"
TOLD = [
    ONLY + BOTH + HOST,
    "template <class T> " + ONLY.replace("float", "T") + BOTH + HOST,
    ONLY
    + BOTH.replace(
        "return only(x);",
        "auto l = [] __host__ __device__(T y) { return only(y); }; return l(x);",
    )
    + HOST,
    ONLY + BOTH + "__host__ __device__ float g(float x) { return both(x); }\n",
]
ADD = "template <class T> __host__ __device__ void add(T *p, T v) { atomicAdd(p, v); }\n"
QUIET = [
    ADD,
    ADD + "__global__ void k(float *p) { add(p, 1.f); }\n",
    ADD + "void atomicAdd(float *p, float v) { *p += v; }\nvoid f(float *o) { add(o, 1.f); }\n",
    ADD.replace("__host__ __device__", "__device__") + "__global__ void k(float *p) { add(p, 1.f); }\n",
    ADD.replace("atomicAdd(", "p->atomicAdd(") + "void f(float *o) { add(o, 1.f); }\n",
    ONLY + BOTH,
    ONLY + BOTH + "__global__ void k(float *p) { p[0] = both(p[1]); }\n",
    ONLY + "__host__ float only(float x) { return x; }\n" + BOTH + HOST,
    ONLY.replace("__device__", "__host__ __device__") + BOTH + HOST,
    ONLY + "__host__ __device__ inline float both(float x) { return only(x); }\n" + HOST,
    ONLY + BOTH.replace("only(x)", "x.only(x)") + HOST,
    ONLY
    + BOTH.replace(
        " return only(x);", "\n#ifdef __HIP_DEVICE_COMPILE__\n  return only(x);\n#else\n  return x;\n#endif\n"
    )
    + HOST,
    ONLY
    + BOTH.replace(
        "return only(x);",
        "auto l = [] __device__(T y) { return only(y); }; return x + sizeof(l);",
    )
    + HOST,
    ONLY + BOTH.replace("T x)", "T x, float (*only)(float))") + HOST,
]


@pytest.mark.parametrize("source", TOLD)
def test_what_the_host_reaches_is_told(source: str) -> None:
    assert matched("M178", source) == (source, [("M178", "only")])


@pytest.mark.parametrize("name", ["atomicAdd", "atomicMax", "__ldg"])
def test_functions_of_cuda_for_the_device_count(name: str) -> None:
    source = ADD.replace("atomicAdd", name) + "void f(float *o) { add(o, 1.f); }\n"
    assert matched("M178", source) == (source, [("M178", name)])


@pytest.mark.parametrize(
    ("mark", "is_told"),
    [("__device__ __forceinline__", True), ("__host__ __device__", False), ("inline", False)],
)
def test_a_mark_may_be_a_macro_of_another_header(tmp_path: Path, mark: str, *, is_told: bool) -> None:
    put(tmp_path / "marks.h", f"#include <cuda_runtime.h>\n#define DEV {mark}\n")
    put(tmp_path / "a.cu", '#include "marks.h"\n' + ONLY.replace("__device__", "DEV") + BOTH + HOST)
    (file,) = (one for one in convert_tree([str(tmp_path)], Settings()).files if one.path.endswith("a.cu"))
    assert ("M178" in [one.rule for one in file.concerns]) == is_told


@pytest.mark.parametrize("source", QUIET)
def test_what_is_for_both_or_not_reached_is_not(source: str) -> None:
    assert matched("M178", source) == (source, [])


@pytest.mark.compiler
@pytest.mark.parametrize("source", TOLD)
def test_the_compiler_refuses_what_is_told(source: str, hipcheck: Hipcheck, tmp_path: Path) -> None:
    compiles, said = compiled(source, hipcheck, tmp_path)
    assert not compiles
    assert "reference to __device__ function" in said


@pytest.mark.compiler
def test_the_compiler_takes_what_a_lambda_for_the_device_calls(hipcheck: Hipcheck, tmp_path: Path) -> None:
    (source,) = (one for one in QUIET if "sizeof(l)" in one)
    assert compiled(source, hipcheck, tmp_path) == (True, "")


CHOSEN = "if constexpr (sizeof(T) > 4) { FIRST } else { SECOND } LAST"


@pytest.mark.parametrize(
    ("parts", "severity"),
    [
        (("return only(x);", "return x;", ""), "note"),
        (("return x;", "return only(x);", ""), "note"),
        (("return x;", "x += 1;", "return only(x);"), "warning"),
        (("return only(x);", "x += 1;", "return only(x);"), "warning"),
    ],
)
def test_what_a_template_may_leave_out_is_a_note(parts: tuple[str, ...], severity: str) -> None:
    body = CHOSEN
    for name, part in zip(("FIRST", "SECOND", "LAST"), parts, strict=True):
        body = body.replace(name, part)
    source = ONLY + BOTH.replace("return only(x);", body) + HOST
    said = [one for one in convert(source.encode(), load()).findings if one.rule == "M178"]
    assert [one.severity for one in said] == [severity]
