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
