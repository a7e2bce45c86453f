"""Types of what hangs on a template, of which no word says that they are types."""

from __future__ import annotations

import pytest
from helpers.matches import matched

OP = "struct S { struct Op { __device__ Op(int a = 0); }; static int of(); };\n"


@pytest.mark.parametrize("place", ["g({})", "g(1, {}) + 1", "return {}", "auto a = {}"])
def test_the_word_is_written(place: str) -> None:
    source = OP + f"template <class T, int N> void f() {{ {place.format('T::Op(N)')}; }}\n"
    assert matched("M105", source) == (source.replace("T::Op(N)", "typename T::Op(N)"), [])


def test_a_class_inside_of_a_template() -> None:
    source = (
        "template <class T> struct A { struct B { using C = T; }; T f() { return B::C(1) + B::d(1); } };\n"
    )
    assert matched("M105", source) == (source.replace("B::C(1)", "typename B::C(1)"), [])


SAID = "template <class T> typename T::P::R of(T &t);\n"


@pytest.mark.parametrize(
    "use",
    [
        "return x / (T::P::R)(T::N);",
        "y = (T::R)(x);",
        "f(1, (T::R)(x));",
        "return sizeof(T::R) * 2;",
        "g(T::P::R(x));",
    ],
)
def test_casts_sizes_and_types_in_types_of_types(use: str) -> None:
    source = SAID + f"template <class T> __device__ float f(float x) {{ {use} }}\n"
    place = "T::P::R" if "T::P::R" in use else "T::R"
    made = SAID + source.removeprefix(SAID).replace(place, f"typename {place}")
    assert matched("M105", source) == (made, [])
    assert matched("M105", made) == (made, [])


@pytest.mark.parametrize(
    "use",
    [
        "return x / (T::P::N)(x);",
        "return g(T::R);",
        "return (T::R) + 1;",
        "return (typename T::R)(x);",
        "return sizeof(typename T::R);",
        "return (S::R)(x);",
        "return (std::R)(x);",
        "return sizeof(T::N);",
    ],
)
def test_values_and_what_hangs_on_nothing_stay(use: str) -> None:
    source = SAID + f"template <class T> __device__ float f(float x) {{ {use} }}\n"
    assert matched("M105", source) == (source, [])


@pytest.mark.parametrize(
    "source",
    [
        OP
        + "template <class T> void f() { g(typename T::Op()); g(T::of()); g(T::Other()); g(new T::Op()); }\n",
        OP + "int Op(int); template <class T> void f() { g(T::Op(1)); }\n",
        OP + "void f() { g(S::Op()); }\n",
        OP + "template <class T> void f() { g(S::Op()); g(::T::Op()); g(x.T::Op()); }\n",
        OP + "template <class T> struct A : T::Op { A() : T::Op(1) {} };\n",
    ],
)
def test_the_rest_stays(source: str) -> None:
    assert matched("M105", source) == (source, [])


@pytest.mark.parametrize(
    "parameters", ["typename w::sum", "typename T, typename w::sum = 0", "typename T, class w :: sum v"]
)
@pytest.mark.parametrize("use", ["w::sum(m);", "int n = sizeof(w::sum);", "x = 1 + (w::sum)(x);"])
def test_a_scope_in_a_parameters_type_is_no_parameter(parameters: str, use: str) -> None:
    """`typename w::sum v` takes a value of a type that is known; it makes no type `w`."""
    source = f"template <typename w::sum v> int g();\ntemplate <{parameters}> void t() {{ {use} }}\n"
    assert matched("M105", source) == (source, [])
