"""Sides of conditions that are taken for sure, by a macro that the file makes."""

from __future__ import annotations

import pytest

from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.sure_sides import is_surely_taken
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    "source",
    [
        "#define A\n#ifdef A\n#endif\n",
        "#define A 1\n#if A\n#endif\n",
        "#define A (2u)\n#if (A)\n#endif\n",
        "#define A 0\n#if defined(A)\n#endif\n",
        "#define A\n#if defined A\n#endif\n",
        "#define A 1\n#if X\n#elif A\n#endif\n",
        "#ifndef G_H\n#define G_H\n#define A 1\n#ifdef A\n#endif\n#endif\n",
    ],
)
def test_a_side_by_a_macro_that_the_file_makes_before(source: str) -> None:
    unit = Unit(source.encode())
    assert [is_surely_taken(unit, one) for one in unit.directives if b"A" in unit.code[slice(*one.body)]][-1]


@pytest.mark.parametrize(
    "source",
    [
        "#ifdef A\n#endif\n#define A 1\n",
        "#define A 0\n#if A\n#endif\n",
        "#define A\n#if A\n#endif\n",
        "#define A B\n#if A\n#endif\n",
        "#define A 1\n#if A > 0\n#endif\n",
        "#define A 1\n#if A && B\n#endif\n",
        "#define A 1\n#if !A\n#endif\n",
        "#define A 1\n#ifndef A\n#endif\n",
        "#define A 1\n#undef A\n#ifdef A\n#endif\n",
        "#ifdef X\n#define A 1\n#endif\n#ifdef A\n#endif\n",
        "#ifdef X\n#define A 0\n#endif\n#define A 1\n#if A\n#endif\n",
        "#define A(x) 1\n#if A(1)\n#endif\n",
    ],
)
def test_a_side_that_hangs_on_more(source: str) -> None:
    unit = Unit(source.encode())
    assert not any(is_surely_taken(unit, one) for one in unit.directives)


def test_nothing_is_for_hip_behind_a_side_that_is_taken_for_sure() -> None:
    chain = "#ifdef MY_CUDA\na\n#elif defined(MY_HIP)\nb\n#endif\n"
    assert sides(Unit(chain.encode())).own
    assert sides(Unit(f"#define MY_CUDA 1\n{chain}".encode())) == ((), (), ())
    for_hip = "#define MY_HIP 1\n#ifdef MY_HIP\nb\n#else\na\n#endif\n"
    unit = Unit(for_hip.encode())
    assert [unit.source[slice(*one)] for one in sides(unit).own] == [b"#ifdef MY_HIP\nb\n#else"]
