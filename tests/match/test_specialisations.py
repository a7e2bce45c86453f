"""Specialisations that are for other sides than their templates."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import RULES, matched
from helpers.toolchain import see_it_mended

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

BEFORE = """#define BOTH __host__ __device__
template <typename T> inline __device__ float alpha(T v, float d = 1.f) { return __expf(d); }
template <> inline BOTH float alpha(float4 v, float d) { return v.w; }
template <typename T> BOTH float beta(T v, float d = 1.f) { return d; }
template <> __device__ float beta(float4 v, float d) { return v.w; }
template <> __device__ inline float beta(float2 v, float d) { return __expf(v.x); }
template <typename T> T zero();
template <> BOTH inline float zero<float>() { return 0.f; }
template <> __device__ inline int zero<int>() { return 0; }
namespace n {
template <typename T> struct S {
  BOTH T f(T v) { return v; }
  __device__ T g(T v);
};
template <typename T> __device__ T S<T>::g(T v) { return v; }
template <> __device__ float S<float>::f(float v) { return v + 1; }
template <> BOTH float S<float>::g(float v) { return v + 1; }
}
__global__ void k(const float4* a, float* b) {
  n::S<float> s;
  b[0] = alpha(a[0], 2.f) + beta(a[0]) + zero<float>() + zero<int>() + s.f(1) + s.g(2);
}
"""


def made(text: str) -> str:
    return matched("M206", text).text


def test_all_get_the_words_of_all_and_once() -> None:
    once = made(BEFORE)
    assert made(once) == once
    for head in (
        "template <typename T> __host__ inline __device__ float alpha(T v",
        "template <> __host__ __device__ float beta(float4 v",
        "template <> __host__ __device__ inline float beta(float2 v",
        "template <typename T> BOTH T zero();",
        "template <> __host__ __device__ inline int zero<int>()",
        "  __host__ __device__ T g(T v);",
        "template <typename T> __host__ __device__ T S<T>::g(T v)",
        "template <> __host__ __device__ float S<float>::f(float v)",
    ):
        assert f"{head}" in once


@pytest.mark.compiler
def test_what_is_written_compiles(tmp_path: Path, hipcheck: Hipcheck) -> None:
    see_it_mended("#include <hip/hip_runtime.h>\n" + BEFORE, made, hipcheck, tmp_path)


@pytest.mark.parametrize(
    "special",
    [
        "template <> __device__ float f(float a) { return __expf(a); }\n",
        "template <> __device__ float f(float a) { return a + threadIdx.x; }\n",
        "template <> __device__ float f(float a);\n",
        "#ifdef FAST\ntemplate <> __device__ float f(float a) { return sinf(a); }\n#endif\n",
    ],
)
def test_what_cannot_be_made_for_both_is_told(special: str) -> None:
    text = "template <class T> __host__ __device__ T f(T a) { return a; }\n" + special
    found = matched("M206", text)
    assert found.text == text
    assert {*found.said} == {("M206", "f")}


@pytest.mark.parametrize("filler", ["template <> ", "template <> __device__ f(", "template <> a<", "(", "{"])
def test_long_heads_take_no_longer(filler: str) -> None:
    begun = time.process_time()
    assert made("__device__ int g();\n" + filler * 5_000).count("__host__") == 0
    assert time.process_time() - begun < 3


@pytest.mark.parametrize("head", ["template <g(t);", "template <class T g(T t);", "template <a<b>> g(t);"])
def test_a_template_without_an_end_gets_no_words(head: str) -> None:
    once = made(head + "template <> __device__ g(t);")
    assert made(once) == once
    assert not once.startswith("template <__")


TEMPLATES = """#pragma once
#define BOTH __host__ __device__
namespace n {
template <class T> __device__ T one(T a) { return a; }
template <class T> BOTH T both(T a) { return a; }
template <class T> __device__ T two(T a);
template <class T> BOTH T two(T *a);
}
"""


@pytest.mark.parametrize(
    ("special", "said"),
    [
        ("template <> BOTH float one(float a) { return a; }", ["one"]),
        ("template <> __device__ float both(float a) { return a; }", ["both"]),
        ("template <> __device__ float one(float a) { return a; }", []),
        ("template <> __host__ __device__ float both<float>(float a) { return a; }", []),
        ("template <> BOTH float two(float a) { return a; }", []),
        ("template <> __device__ float one(float a, int b) { return a; }", []),
    ],
)
def test_the_template_may_stand_in_another_file(special: str, said: list[str], tmp_path: Path) -> None:
    put(tmp_path / "templates.cuh", TEMPLATES)
    put(tmp_path / "a.cu", f'#include "templates.cuh"\nnamespace n {{\n{special}\n}}\n')
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    found = [one for file in report.files for one in file.concerns if one.rule == "M206"]
    assert [one.message.partition(" is ")[0] for one in found] == said


@pytest.mark.parametrize("template", ["inline T gray(float v) {{ return v; }}", "T gray(float v);"])
@pytest.mark.parametrize(
    ("words", "special", "after"),
    [
        ("__host__ __device__", "inline __device__ int", "__host__ inline __device__ int"),
        ("__device__", "inline int", "__device__ inline int"),
        ("__device__", "__host__ inline int", "__device__ __host__ inline int"),
    ],
)
def test_words_come_once_from_all_rules(template: str, words: str, special: str, after: str) -> None:
    text = f"template <class T> {words} {template}\ntemplate <> {special} gray(float v) {{ return 1; }}\n"
    once = convert(text.encode(), RULES, Options("a.cu")).output.decode()
    assert f"template <> {after} gray(float v)" in once
    assert convert(once.encode(), RULES, Options("a.cu")).output.decode() == once


FRIENDS = """#define BOTH __host__ __device__
template <class T> struct V;
template <class T> BOTH V<T> operator-(const V<T> &a, const V<T> &b);
template <class T> __host__ __device__ T dot(const V<T> &a, const V<T> &b);
template <class T> __device__ V<T> twice(V<T> a);
template <class T> T plain(V<T> a);
template <class T> struct V {
  BOTH V(T x) : x(x) {}
  {0}friend V operator- <>(const V &a, const V &b);
  {1}friend T dot<T>(const V<T> &a, const V<T> &b);
  {2}friend V<T> twice<>(V a);
  friend T plain<>(V a);
  template <class U> __device__ friend U other(V a);

 private:
  T x;
};
template <class T> BOTH V<T> operator-(const V<T> &a, const V<T> &b) { return V<T>(a.x - b.x); }
template <class T> BOTH T dot(const V<T> &a, const V<T> &b) { return a.x * b.x; }
template <class T> __device__ V<T> twice(V<T> a) { return V<T>(a.x + a.x); }
template <class T> T plain(V<T> a) { return a.x; }
__global__ void k(float *o) {
  V<float> a(1), b(2);
  o[0] = dot(a - b, twice(b));
}
"""


def befriended(*words: str) -> str:
    return FRIENDS.replace("{0}", words[0]).replace("{1}", words[1]).replace("{2}", words[2])


def test_friends_that_are_specialisations_get_the_words_of_their_templates() -> None:
    wanted = befriended("BOTH ", "__host__ __device__ ", "__device__ ")
    assert matched("M206", befriended("", "", "")) == (wanted, [])
    assert matched("M206", wanted) == (wanted, [])


@pytest.mark.compiler
def test_the_compiler_takes_such_friends_alone_with_their_words(hipcheck: Hipcheck, tmp_path: Path) -> None:
    see_it_mended("#include <hip/hip_runtime.h>\n" + befriended("", "", ""), made, hipcheck, tmp_path)


@pytest.mark.parametrize(
    "templates",
    [
        "template <class T> int f(V<T> a);\n",
        "template <class T> __device__ int f(V<T> a, int);\ntemplate <class T> int f(V<T> a);\n",
        "template <class T> __device__ int f(V<T> a);\ntemplate <class T> __host__ int f(V<T> *a);\n",
        "namespace n { template <class T> __device__ int f(V<T> a); }\n",
        "__device__ int f(V<int> a);\n",
        "template <class T> __device__ int g(V<T> a);\n",
    ],
)
def test_friends_of_other_templates_stay(templates: str) -> None:
    friend = "template <class T> class V { friend int f<>(V); friend void g(V); };\n"
    source = f"template <class T> class V;\n{templates}{friend}"
    assert matched("M206", source) == (source, [])
