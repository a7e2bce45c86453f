"""Preprocessor conditions: the branches around a place, include guards, and branches for CUDA alone."""

from __future__ import annotations

import pytest
from helpers.sources import marks

from hipify_py.model import Span
from hipify_py.source.conditions import (
    Branch,
    any_around,
    branches,
    conditional,
    goes_with,
    guarded,
    in_condition,
    innermost,
    inside,
    opens_guard,
)
from hipify_py.source.unit import Unit


def unit_of(source: str) -> tuple[Unit, list[int]]:
    return Unit(source.encode()), marks(source.encode())


def around(unit: Unit, at: int) -> list[Branch]:
    branch, found = innermost(unit, at), []
    while branch is not None:
        found.append(branch)
        branch = branch.around
    return found


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("here", [[]]),
        ("here\n#if A\nhere\n#endif\nhere", [[], ["#if A"], []]),
        (
            "#if A\nhere\n#elif B\nhere\n#else\nhere\n#endif\n",
            [["#if A"], ["#elif B"], ["#else"]],
        ),
        (
            "#ifdef A\n#ifndef B\nhere\n#endif\nhere\n#endif\n",
            [["#ifndef B", "#ifdef A"], ["#ifdef A"]],
        ),
        ("#if here\n#elif here\n#endif here\n", [["#if here"], ["#elif here"], []]),
        ("#if A\n#define B here\nhere", [["#if A"], ["#if A"]]),
        ("#endif\n#else\nhere", [[]]),
        ("// #if A\nhere\n/*\n#if B\n*/ here", [[], []]),
    ],
)
def test_branches_are_told_from_the_inside_out(source: str, expected: list[list[str]]) -> None:
    unit, places = unit_of(source)
    found = [[source[slice(*one.directive.span)] for one in around(unit, at)] for at in places]
    assert found == expected


def test_a_branch_knows_the_condition_that_opens_its_chain() -> None:
    unit, places = unit_of("#define X\n#if A\n#if B\n#else\nhere\n#endif\n#elif C\nhere\n#endif\n")
    opened = [[one.opened for one in around(unit, at)] for at in places]
    assert opened == [[2, 1], [1]]
    assert branches(unit) is branches(unit)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("here\n#if A\nhere\n#else\nhere\n#endif\nhere", [False, True, True, False]),
        ("#ifndef H\n#define H\nhere\n#if A\nhere\n#endif\n#endif\n", [False, True]),
        ("#ifndef H\n#define OTHER\nhere\n#endif\n", [True]),
        ("#ifndef H\nint a;\n#define H 1\nhere\n#endif\n", [False]),
    ],
)
def test_an_include_guard_makes_nothing_conditional(source: str, expected: list[bool]) -> None:
    unit, places = unit_of(source)
    assert [conditional(unit, at) for at in places] == expected


def test_an_include_guard_is_a_condition_with_the_definition_of_its_name_behind_it() -> None:
    unit = Unit(
        b"#ifndef A\n#define A 1\n#endif\n#ifdef B\n#define B\n#endif\n#ifndef C\n#endif\n#ifndef D\n"
    )
    assert [opens_guard(unit, index) for index in range(len(unit.directives))] == [True] + [False] * 8


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("ifdef __CUDACC__", True),
        ("if defined(__NVCC__)", True),
        ("if defined __CUDA_ARCH__ && A", True),
        ("if __CUDA_ARCH__ >= 700", True),
        ("if __CUDACC_RTC__", True),
        ("if defined(__CUDACC__) || A", False),
        ("if defined(__CUDACC__) || defined(__HIPCC__)", True),
        ("if defined __HIPCC__ || defined __NVCC__", True),
        ("if defined(__CUDACC__) || !defined(__HIPCC__)", False),
        ("if defined(__CUDACC__) || defined(__HIPCC__) && A", False),
        ("if defined(__HIPCC__) || defined(__HIPCC_RTC__)", False),
        ("ifndef __CUDACC__", False),
        ("if !__CUDACC__", False),
        ("ifdef MY__CUDACC__", False),
        ("ifdef __CUDACC_VER_MAJOR__", False),
        ("if A // __CUDACC__", False),
        ("if A", False),
    ],
)
def test_a_branch_that_only_a_cuda_compiler_takes(condition: str, *, expected: bool) -> None:
    unit, (first, other, behind) = unit_of(f"#{condition}\nhere\n#elif A\nhere\n#endif\nhere\n")
    assert guarded(unit, first) is expected
    assert not guarded(unit, other)
    assert not guarded(unit, behind)


def test_a_branch_in_one_for_cuda_is_for_cuda_too() -> None:
    unit, places = unit_of("#if A\n#elif defined(__CUDACC__)\n#ifdef B\nhere\n#else\nhere\n#endif\n#endif\n")
    assert [guarded(unit, at) for at in places] == [True, True]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#if here\n#endif", True),
        ("#elifdef here\n", True),
        ("#ifndef \\\n here\n", True),
        ("#define A here\n", False),
        ("#else here\n", False),
        ("#if A\nhere\n#endif", False),
        ("// #if here\n", False),
    ],
)
def test_a_place_in_the_text_of_a_condition(source: str, *, expected: bool) -> None:
    unit, (at,) = unit_of(source)
    assert in_condition(unit, at) is expected


def test_what_holds_around_a_place_is_asked_once_for_each_branch() -> None:
    unit, places = unit_of("here\n#if A\nhere\n#if B\nhere\n#else\nhere\n#endif\n#elif A\nhere\n#endif\nhere")
    asked: list[bytes] = []

    def asks(unit: Unit, branch: Branch, word: bytes) -> bool:
        asked.append(unit.code[slice(*branch.directive.span)])
        return word in asked[-1]

    found = [[any_around(unit, at, asks, word) for at in places] for word in (b"A", b"B", b"A")]
    assert found == [
        [False, True, True, True, True, False],
        [False, False, True, False, False, False],
        [False, True, True, True, True, False],
    ]
    assert asked == [b"#if A", b"#if B", b"#else", b"#elif A"] * 2


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("here here", True),
        ("here\n#if A\nhere\n#endif\n", True),
        ("#if A\nhere\n#endif\nhere\n", False),
        ("#if A\nhere\n#if B\nhere\n#endif\n#endif\n", True),
        ("#if A\n#if B\nhere\n#endif\nhere\n#endif\n", False),
        ("#if A\nhere\n#else\nhere\n#endif\n", False),
        ("#if A\nhere\n#endif\n#if A\nhere\n#endif\n", False),
        ("#if A\nhere\n#define X here", True),
    ],
)
def test_what_is_compiled_wherever_another_place_is(source: str, *, expected: bool) -> None:
    unit, (one, other) = unit_of(source)
    assert goes_with(unit, one, other) is expected


def test_branches_are_told_apart_however_deep_they_stand() -> None:
    unit = Unit(b"#if A\n" * 250_000)
    first, last = innermost(unit, 0), innermost(unit, len(unit.code))
    assert len({first, last}) == 2  # by what they stand in, the stack would end
    assert first != last


def test_spans_hold_their_first_byte_and_not_the_one_behind_their_last() -> None:
    spans = [Span(1, 3), Span(5, 6)]
    assert [at for at in range(8) if inside(spans, at)] == [1, 2, 5]
    assert not inside([], 0)
