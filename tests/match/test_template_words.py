"""`template` before a member's name, without arguments behind it: what nvcc takes and clang refuses."""

from __future__ import annotations

import pytest
from helpers.matches import matched

AROUND = "template <class S, class T> __device__ void f(S s, T *p) {{ {} }}\n"


@pytest.mark.parametrize(
    ("written", "made"),
    [
        ("s.template send(p);", "s.send(p);"),
        ("p->template send(1);", "p->send(1);"),
        ("this->template send (1);", "this->send (1);"),
        ("T::template send(1);", "T::send(1);"),
        ("T::template  send(S::template g(1));", "T::send(S::g(1));"),
        ("s.template operator()(p);", "s.operator()(p);"),
        ("s.template operator() (p);", "s.operator() (p);"),
        ("s.template /* why */ send(p);", "s. /* why */ send(p);"),
        ("s.template\n send(p);", "s.send(p);"),
    ],
)
def test_the_word_is_taken_out(written: str, made: str) -> None:
    assert matched("M189", AROUND.format(written)) == (AROUND.format(made), [])


@pytest.mark.parametrize(
    "code",
    [
        "s.template send<int>(p);",
        "s.template operator()<int>(p);",
        "T::template send<T>::of(1);",
        "typename T::template A<S> a(1);",
        "g<T::template A>(1);",
        "s.send(p);",
        "// s.template send(p);",
    ],
)
def test_with_arguments_it_stays(code: str) -> None:
    source = AROUND.format(code + "\n")
    assert matched("M189", source) == (source, [])


def test_what_hip_never_takes_stays() -> None:
    source = "#ifndef __HIP__\nvoid f(S s) { s.template send(1); }\n#endif\n"
    assert matched("M189", source) == (source, [])


CLASS = (
    "template <class A, int N> struct C {{ template <bool s> static __device__ A of(A x) {{ return x; }}"
    " static const int size = 1; }};\n"
    "template <class T, int M> __device__ void f(T x) {{ {} }}\n"
)


@pytest.mark.parametrize(
    ("written", "made"),
    [
        ("C<T, 1>::of<true>(x);", "C<T, 1>::template of<true>(x);"),
        ("C<int, M>::of<(M > 1)>(1);", "C<int, M>::template of<(M > 1)>(1);"),
        ("C<C<T, 1>, 2>::of<true>(x);", "C<C<T, 1>, 2>::template of<true>(x);"),
        ("ns::C<T, 1> :: of <true> (x);", "ns::C<T, 1> :: template of <true> (x);"),
    ],
)
def test_the_word_is_put_where_it_is_missing(written: str, made: str) -> None:
    assert matched("M207", CLASS.format(written)) == (CLASS.format(made), [])
    assert matched("M207", CLASS.format(made)) == (CLASS.format(made), [])


@pytest.mark.parametrize(
    "code",
    [
        "C<int, 1>::of<true>(1);",
        "C<T, 1>::other<true>(x);",
        "bool b = C<T, 1>::size<(2);",
        "C<T, 1>::of(x);",
        "auto g = C<T, 1>::size;",
        "D<T, 1>::of<true>(x);",
    ],
)
def test_the_word_is_not_missing(code: str) -> None:
    assert matched("M207", CLASS.format(code)) == (CLASS.format(code), [])
