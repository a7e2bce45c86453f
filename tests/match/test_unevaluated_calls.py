"""What `decltype` names of the other side: `std::declval`, and functions for the device alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched
from helpers.toolchain import see_it_mended

import hipify_py
from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

INCLUDE = Path(hipify_py.__file__).with_name("include")
USE = "decltype(std::declval<V>().x)"
REFUSED = [
    "template <class V> using part = USE;",
    "struct S { template <class V> using part = const USE; };",
    "template <class V> __device__ USE f(V v) { return v.x; }",
    "template <class V> __device__ auto f(V v) -> USE { return v.x; }",
    "template <class V> __global__ void k(V *v) { USE x = v->x; v->x = x; }",
    "struct S { template <class V> __device__ void f(V *v) { using T = USE; v->x = T(); } };",
]
LEFT = [
    "template <class V> struct S { using type = USE; };",
    "template <class V> auto f(V v) -> USE { return v.x; }",
    "template <class V> __host__ __device__ auto f(V v) -> USE { return v.x; }",
    "template <class V> void f(V v) { USE x = v.x; v.x = x; }",
]


@pytest.mark.parametrize("given", REFUSED)
def test_what_the_device_uses_names_ours(given: str) -> None:
    given = given.replace("USE", USE)
    made = given.replace("std::declval", "hipify_compat::declval")
    assert matched("M186", given) == (made, [])
    assert matched("M186", made) == (made, [])
    assert matched("M186", given, Options(polyfill=False)).said == [("M186", "std::declval")]


@pytest.mark.parametrize("given", LEFT)
def test_what_the_host_uses_is_left(given: str) -> None:
    given = given.replace("USE", USE)
    assert matched("M186", given) == (given, [])


@pytest.mark.parametrize("around", ["#ifdef __PTX__\n%s\n#endif\n", "#ifdef __HIP__\n%s\n#endif\n", "// %s"])
def test_what_is_for_others_is_left(around: str) -> None:
    given = around % REFUSED[0].replace("USE", USE)
    assert matched("M186", given) == (given, [])


def test_what_no_device_compiler_reads_is_left() -> None:
    given = REFUSED[0].replace("USE", USE)
    assert matched("M186", given, Options(path="a.cpp")).text == given


@pytest.mark.compiler
def test_it_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    texts = [one.replace("USE", USE) for one in [*REFUSED, *LEFT]]
    spaces = "".join(f"namespace n{at} {{ {one} }}\n" for at, one in enumerate(texts))
    text = f"#include <utility>\nstruct P {{ float x; }};\n{spaces}"
    text += "__global__ void k(P *p) { n0::part<P> a = 1; n1::S::part<P> b = 2; p->x = a + b;\n"
    text += "  p->x += n2::f(*p) + n3::f(*p) + n8::f(*p); n5::S().f(p); }\n"
    text += "template __global__ void n4::k(P *);\nint main() { return n7::f(P{1}); }\n"
    given, made = tmp_path / "given.hip", tmp_path / "made.hip"
    given.write_text(f"#include <hip/hip_runtime.h>\n{text}")
    made.write_bytes(convert(text.encode(), load(), Options(path="a.cu")).output)
    compiles, said = hipcheck(given)
    assert not compiles
    assert "declval" in said
    assert hipcheck(made, f"-I{INCLUDE}") == (True, "")


HEAD = "#include <hip/hip_runtime.h>\n"
NAMED = """struct K { __host__ __device__ float phi(float r) const { return 2 * r; } };
template <class T> __device__ inline float phi(T &k, float r) { return __expf(k.phi(r)); }
template <class T> __global__ void g(T k, float *o) { o[threadIdx.x] = phi(k, 1.f); }
template <class T> void run(T k, float *o) {
  using V = decltype(phi(k, 0.f));
  g<<<1, 32, sizeof(V)>>>(k, o);
}
void f(float *o) { run(K(), o); }
"""


@pytest.mark.compiler
def test_a_template_that_the_host_names_is_for_both_sides(tmp_path: Path, hipcheck: Hipcheck) -> None:
    see_it_mended(HEAD + NAMED, lambda _: HEAD + matched("M242", NAMED).text, hipcheck, tmp_path)


@pytest.mark.parametrize(
    "other",
    [
        "template <class T> __device__ float phi(T &k, float r);\n",
        "template <> __device__ float phi(K &k, float r) { return r; }\n",
    ],
)
def test_one_that_stands_in_several_places_is_told(other: str) -> None:
    text = NAMED.replace("struct K", f"struct K;\n{other}struct K")
    assert matched("M242", text) == (text, [("M242", "phi")])


HEADER = """#pragma once
namespace a {{ template <class K> {} float value(K &k, float r) {{ return k.get(r); }} }}
"""
HOST = """#include "a.cuh"
template <class K> struct S {{ K *k; void run() {{ using V = decltype({}); V v = 0; (void)v; }} }};
__global__ void kernel();
"""


@pytest.mark.parametrize(
    ("words", "call", "is_said"),
    [
        ("__device__ inline", "a::value(*k, 1.f)", True),
        ("__host__ __device__", "a::value(*k, 1.f)", False),
        ("inline", "a::value(*k, 1.f)", False),
        ("__device__", "a::value(*k)", False),
        ("__device__", "value(*k, 1.f)", False),
        ("__device__", "b::value(*k, 1.f)", False),
        ("__device__", "k->value(*k, 1.f)", False),
    ],
)
def test_a_template_of_another_file(tmp_path: Path, words: str, call: str, is_said: bool) -> None:
    put(tmp_path / "a.cuh", HEADER.format(words))
    put(tmp_path / "a.cu", HOST.format(call))
    report = convert_tree([str(tmp_path)], Settings())
    found = [one.start.line for file in report.files for one in file.concerns if one.rule == "M242"]
    assert found == [2] * is_said


BY_MACRO = """namespace a {{
#define FOR_DEVICE(name) template <class K> {} float
FOR_DEVICE(get) value(K &k, float r) {{ return k.get(r); }}
}}
"""


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize(
    ("words", "call", "is_said"),
    [
        ("__device__ inline", "a::value(*k, 1.f)", True),
        ("\\\n  __device__", "a::value(*k, 1.f)", True),
        ("__host__ __device__", "a::value(*k, 1.f)", False),
        ("inline", "a::value(*k, 1.f)", False),
        ("__device__", "k->value(*k, 1.f)", False),
        ("__device__", "a::other(*k, 1.f)", False),
    ],
)
def test_a_template_whose_head_a_macro_makes(
    tmp_path: Path, words: str, call: str, is_said: bool, apart: bool
) -> None:
    header = BY_MACRO.format(words)
    put(tmp_path / "a.cuh", "#pragma once\n" + (header if apart else ""))
    host = HOST.format(call)
    put(tmp_path / "a.cu", host if apart else host.replace("template", header + "template", 1))
    report = convert_tree([str(tmp_path)], Settings(mode="dry-run"))
    told = [one.rule for file in report.files for one in file.concerns if one.rule == "M242"]
    assert told == ["M242"] * is_said


def test_a_macro_that_makes_no_function_there_tells_of_none() -> None:
    made = (
        "#define FOR_DEVICE(name) template <class K> __device__ float\n#define USE FOR_DEVICE(x) value(K k)\n"
    )
    made += "template <class K> float value(K k);\n"
    host = "template <class K> void f(K k) { using V = decltype(value(k)); }\n__global__ void kernel();\n"
    assert matched("M242", made + host).said == []


def test_a_function_of_the_host_of_the_name_is_the_one_that_is_named() -> None:
    made = "#define FOR_DEVICE(c) template <class K> __device__ K\n"
    made += "namespace a { FOR_DEVICE(1) value(K k) { return k; } }\n"
    made += "template <class K> __host__ float value(K k) { return 2; }\n"
    host = "template <class K> void f(K k) { using V = decltype(value(k)); }\n__global__ void kernel();\n"
    assert matched("M242", made + host).said == []
