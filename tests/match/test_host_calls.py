"""Functions for the host alone, called where device code comes by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HOSTS = "static int table(int i) { return i; }\n"
FOR_BOTH = "__host__ __device__ inline int f(int i) { return table(i); }\n"
CALLS = ["__global__ void k(int *p) { p[0] = f(1); }\n", "__device__ int g() { return f(1); }\n"]


@pytest.mark.parametrize("source", [HOSTS + FOR_BOTH + call for call in CALLS])
def test_what_device_code_reaches_is_told(source: str) -> None:
    assert matched("M135", source) == (source, [("M135", "table")])


@pytest.mark.parametrize(
    "source",
    [
        HOSTS + "#define HD __host__ __device__\nHD int f(int i) { return table(i); }\n",
        HOSTS + "struct S { __host__ __device__ int f(int i) { return table(i); } };\n"
        "__global__ void k(S *s) { s->f(1); }\n",
        HOSTS + "struct S { int v; __host__ __device__ S(int i) : v(i) { table(i); } };\n"
        "__global__ void k(int *p) { p[0] = S(1).v; }\n",
        HOSTS + FOR_BOTH + "template <int N> __host__ __device__ int g() { return f(N); }\n"
        "__global__ void k(int *p) { p[0] = g<3>(); }\n",
        "std::string table(int i) { return {}; }\n__host__ __device__ int f(int i) { return table(i)[0]; }\n",
    ],
)
def test_it_is_told_however_it_is_reached(source: str) -> None:
    assert matched("M135", source) == (source, [("M135", "table")])


DECLARED = "int table(int);\n"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (DECLARED + FOR_BOTH + CALLS[0], 1),
        (DECLARED + FOR_BOTH.replace("inline ", ""), 1),
        ("namespace own {\nextern " + DECLARED + FOR_BOTH.replace("inline ", "") + "}\n", 1),
        ("struct C { float x; };\nC table(float a);\n" + FOR_BOTH.replace("(i)", "(i).x") + CALLS[1], 1),
        (
            DECLARED
            + "struct T { __device__ __host__ int f(int i); };\nint T::f(int i) { return table(i); }\n",
            1,
        ),
        (DECLARED + "struct T { __host__ int f(int i); };\nint T::f(int i) { return table(i); }\n", 0),
        (DECLARED + FOR_BOTH, 0),
        ("__device__ " + DECLARED + FOR_BOTH + CALLS[0], 0),
        (DECLARED + "__host__ __device__ " + DECLARED + FOR_BOTH + CALLS[0], 0),
        ("HD " + DECLARED + FOR_BOTH + CALLS[0], 0),
        ("MY_HD " + DECLARED + FOR_BOTH + CALLS[0], 0),
        ("hostdev " + DECLARED + FOR_BOTH + CALLS[0], 0),
        ("constexpr " + DECLARED + FOR_BOTH + CALLS[0], 0),
        ("#ifndef __CUDACC__\n" + DECLARED + "#endif\n" + FOR_BOTH + CALLS[0], 0),
        ("struct S { " + DECLARED + "};\n" + FOR_BOTH + CALLS[0], 0),
        ("void g() { f(table(1)); table(2); }\n" + FOR_BOTH + CALLS[0], 0),
        ("void g() { int table(1); }\n" + FOR_BOTH + CALLS[0], 0),
    ],
)
def test_a_declaration_is_enough(source: str, said: int) -> None:
    assert matched("M135", source) == (source, [("M135", "table")] * said)


@pytest.mark.parametrize(
    "source",
    [
        HOSTS + FOR_BOTH,
        HOSTS + FOR_BOTH + "int main() { return f(1); }\n",
        HOSTS + "int f(int i) { return table(i); }\n" + CALLS[0],
        HOSTS
        + "struct S { int table(int); __host__ __device__ int f(S *s) { return s->table(1); } };\n"
        + CALLS[0],
        "struct S { int table(int i) { return i; } };\n" + FOR_BOTH + CALLS[0],
        "MARK " + HOSTS + FOR_BOTH + CALLS[0],
        "static constexpr int table(int i) { return i; }\n" + FOR_BOTH + CALLS[0],
        "__device__ int table(int i);\n" + HOSTS + FOR_BOTH + CALLS[0],
        HOSTS + FOR_BOTH.replace("int i", "int i, F table") + CALLS[0],
        HOSTS + FOR_BOTH.replace("return", "auto table = g; return") + CALLS[0],
        HOSTS
        + FOR_BOTH.replace("return", "\n#ifndef ON_DEVICE\nreturn").replace("; }", ";\n#endif\n}")
        + CALLS[0],
        HOSTS.replace("table", "max") + FOR_BOTH.replace("table", "std::max") + CALLS[0],
        HOSTS
        + FOR_BOTH.replace("return table(i)", "return sizeof(table(i)) + sizeof(decltype(table(1)))")
        + CALLS[0],
        "#include <random>\n"
        + FOR_BOTH.replace("return table(i)", "Rng rand(3); V<int> time(i); return i")
        + CALLS[0],
        "struct S : B { __host__ __device__ int f() { return time(); } };\n" + CALLS[0],
        "#define rand() 4\n" + FOR_BOTH.replace("table(i)", "rand()") + CALLS[0],
        "#ifndef __CUDACC__\n" + HOSTS + "#endif\n" + FOR_BOTH + CALLS[0],
        "hostdev " + HOSTS.replace("static ", "") + FOR_BOTH + CALLS[0],
        HOSTS + FOR_BOTH.replace("int i", "int i, int (*table)(int) = nullptr") + CALLS[0],
        "static consteval int table(int i) { return i; }\n" + FOR_BOTH + CALLS[0],
        "#pragma clang force_cuda_host_device begin\n" + HOSTS + FOR_BOTH + CALLS[0],
    ],
)
def test_what_is_no_call_of_the_device_is_not(source: str) -> None:
    assert matched("M135", source) == (source, [])


def test_what_a_header_alone_does_not_reach_is_a_note() -> None:
    source = (HOSTS + FOR_BOTH).encode()
    said = [(one.rule, one.severity) for one in convert(source, load(), Options("a.cuh")).findings]
    assert said == [("M135", "note")]


@pytest.mark.compiler
def test_clang_refuses_what_is_told_and_takes_the_rest(hipcheck: Hipcheck, tmp_path: Path) -> None:
    file, runtime = tmp_path / "a.hip", "#include <hip/hip_runtime.h>\n"
    file.write_text(runtime + HOSTS + FOR_BOTH)
    assert hipcheck(file) == (True, "")
    file.write_text(runtime + HOSTS + FOR_BOTH + CALLS[0])
    passed, said = hipcheck(file)
    assert not passed
    assert "reference to __host__ function 'table'" in said
