"""Arguments in templates that clang does not take."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched
from helpers.toolchain import compiled

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck


@pytest.mark.parametrize("value", ["S()", "S{}", "S( )"])
def test_temporaries_go(value: str) -> None:
    source = "template <class T> void f(T a, S &s = {}, int n = 1);"
    assert matched("M102", source.format(value)) == (source.replace(" = {}", ""), [])


@pytest.mark.parametrize(
    "source",
    [
        "template <class T> void f(const S &s = S());",
        "template <class T> void f(S &&s = S());",
        "template <class T> void f(int n = 1, S &s = S());",
        "template <class T> void f(S &s = R());",
        "void f(S &s = S());",
        "template <class T> void f() { g(S &s = S()); }",
    ],
)
def test_other_defaults_stay(source: str) -> None:
    assert matched("M102", source) == (source, [])


@pytest.mark.parametrize("number", ["0ULL", "0u", "0L"])
def test_no_address(number: str) -> None:
    source = "H<CUdeviceptr, {}, F> h; using T = H<CUdeviceptr,{}>;"
    assert matched("M104", source.format(number, number)).text == source.format("nullptr", "nullptr")


@pytest.mark.parametrize(
    "source", ["H<CUdeviceptr, 0> h;", "H<CUdeviceptr, 1u> h;", "void f(CUdeviceptr, int); int a = f(b, 0u);"]
)
def test_other_numbers_stay(source: str) -> None:
    assert matched("M104", source) == (source, [])


E = "struct E { template <class Q> __device__ void of(Q); };\n"
F = "template <class T> struct F { template <class Q, int n> __device__ T of(Q) const; };\n"
CALLS = """struct O {
  template <class Q> __device__ Q operator()(Q);
  template <class Q> __device__ Q operator+=(Q);
  template <class Q> __device__ bool operator<(Q);
};
"""
REPEATED = [
    E + "template <class Q> __device__ void E::of{<Q>}(Q x) {}\n",
    E + "template <typename Q> __device__ void E :: of{ < Q >} (Q x) {}\n",
    "namespace a { " + E + "}\ntemplate <class Q> __device__ void a::E::of{<Q>}(Q x) { of<Q>(x); }\n",
    F
    + "template <class T> template <class Q, int n> __device__ T F<T>::of{<Q, n>}(Q) const { return {}; }\n",
    "template <class Q> void of(Q);\ntemplate <class Q> void of{<Q>}(Q x) {}\n",
    "template <class... Q> void of(Q...);\ntemplate <class... Q> void of{<Q...>}(Q... x) {}\n",
    (
        "template <template <class> class C, class Q> Q of(C<Q>);\n"
        "template <template <class> class C, class Q> Q of{<C, Q>}(C<Q> x) { return Q(); }\n"
    ),
    (
        "template <int n> __global__ void k(int *);\n"
        "template <int n> __global__ void __launch_bounds__(32 * n) k{<n>}(int *p) {}\n"
    ),
    "template <class Q> auto of(Q) -> Q;\ntemplate <class Q> auto of{<Q>}(Q x) -> Q { return x; }\n",
    CALLS + "template <class Q> __device__ Q O::operator(){<Q>}(Q x) { return x; }\n",
    CALLS + "template <class Q> __device__ Q O::operator ( ){ < Q >}(Q x) { return x; }\n",
    CALLS + "template <class Q> __device__ bool O::operator<{ <Q>}(Q x) { return x > Q(1); }\n",
    CALLS + "template <class Q> __device__ Q O::operator+={<Q>}(Q x) { return x; }\n",
]
V = "template <class T> struct V { T x; __device__ V(T); __device__ ~V(); };\n"
OTHERS = [
    E + "template <class Q> __device__ void E::of(Q x) { of<Q>(x); }\n",
    E + "template <> __device__ void E::of<int>(int x) {}\n",
    E + "template __device__ void E::of<int>(int);\n",
    F + "template <class T> template <class Q, int n> __device__ T F<T>::of(Q) const { return F<T>(); }\n",
    V + "template <class T> __device__ V<T> (made)(T x) { return V<T>(x); }\n",
    V + "template <class T> struct W : V<T> { __device__ W(T x); };\n"
    "template <class T> __device__ W<T>::W(T x) : V<T>(x) {}\n",
    V + "template <class T> __device__ V<T>::~V<T>() {}\n",
    V + "template <class T> __device__ V<T> &operator<<(V<T> &v, T) { return v; }\n",
    "template <class A, class B> void of(A, B);\ntemplate <class A, class B> void of<B, A>(A, B) {}\n",
    "template <class T> constexpr int size = sizeof(T);\ntemplate <class T> int all = size<T>(1);\n",
    CALLS + "template <class Q> __device__ Q O::operator()(Q x) { return x < Q(1) ? x : Q(2); }\n",
    CALLS + "template <> __device__ int O::operator()<int>(int x) { return x; }\n",
    "struct P { template <class Q> operator Q() const { return Q(); } };\n",
    V + "template <class T> __device__ bool operator<(V<T> a, V<T> b) { return a.x < b.x; }\n",
    E + "#ifndef __HIP__\ntemplate <class Q> __device__ void E::of<Q>(Q x) {}\n#endif\n",
]


def both(source: str) -> tuple[str, str]:
    """Give a source with the arguments that stand in braces, and without."""
    before, listed, behind = re.split(r"\{(\s*<[^{}]*>)\}", source)
    return before + listed + behind, before + behind


@pytest.mark.parametrize("source", REPEATED)
def test_parameters_behind_the_name_of_a_definition_go(source: str) -> None:
    written, made = both(source)
    assert matched("M208", written) == (made, [])
    assert matched("M207", written) == (written, [])
    assert matched("M208", made) == (made, [])


@pytest.mark.compiler
@pytest.mark.parametrize("source", REPEATED)
def test_the_compiler_takes_what_is_left_and_refuses_what_was(
    source: str, hipcheck: Hipcheck, tmp_path: Path
) -> None:
    written, made = both(source)
    taken, said = compiled(written, hipcheck, tmp_path)
    assert not taken
    assert "function template partial specialization is not allowed" in said
    assert compiled(made, hipcheck, tmp_path)[0]


@pytest.mark.parametrize("source", OTHERS)
def test_other_arguments_stay(source: str) -> None:
    assert matched("M208", source) == (source, [])


KINDS = "enum class Kind { SLOW, FAST };\ntemplate <Kind k, class T> __device__ T f(T x);\n"


@pytest.mark.parametrize(
    "source",
    [
        "template <Kind k, class T> __device__ T f<Kind::FAST, T>(T x) { return x; }\n",
        "template <class T> __device__ T f<Kind::FAST, T>(T x) { return x; }\n",
        "template <class T> __device__ T *f<Kind::FAST>(T *x) { return x; }\n",
        "template <Kind k, class T> __device__ T f<k, T *>(T x)\n{ return x; }\n",
    ],
)
def test_a_part_of_the_parameters_is_reported(source: str, hipcheck: Hipcheck, tmp_path: Path) -> None:
    assert matched("M392", KINDS + source) == (KINDS + source, [("M392", "f")])
    taken, said = compiled(KINDS + source, hipcheck, tmp_path)
    assert not taken
    assert "function template partial specialization is not allowed" in said


@pytest.mark.parametrize(
    "source", [*(one for one in OTHERS if "<B, A>" not in one), *(both(one)[0] for one in REPEATED)]
)
def test_what_is_none_is_not(source: str) -> None:
    assert matched("M392", source).said == []
