"""Comments that choose how warps are treated, and how far each speaks."""

from __future__ import annotations

import pytest
from helpers.warps import run, text_of

from hipify_py.lanes.warp_directives import Choice, choices, mode
from hipify_py.model import Span
from hipify_py.settings import Options
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit

CALL = "__device__ int %s(int v) { return __shfl_sync(~0u, v, 0); }\n"
HALF, WHOLE = "__shfl(v, 0, 32)", "__shfl(v, 0)"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("// hipify: warp=native\n#include <x>\n" + CALL % "a" + CALL % "b", [WHOLE, WHOLE]),
        (CALL % "a" + "// hipify: warp=native\n" + CALL % "b", [HALF, WHOLE]),
        ("// hipify: warp=native\n" + CALL % "a" + CALL % "b", [WHOLE, HALF]),
        (
            CALL % "a" + "/* hipify: warp=native, it is faster */\ntemplate <int N>\n" + CALL % "b",
            [HALF, WHOLE],
        ),
        (CALL.replace("{", "{ // hipify: warp=native\n") % "a" + CALL % "b", [WHOLE, HALF]),
    ],
)
def test_comments_choose(source: str, expected: list[str]) -> None:
    out = run(source).text
    places = [out.index("return", out.index(name)) for name in ("int a", "int b")]
    assert [out[at:].split(";")[0].removeprefix("return ") for at in places] == expected


def made(source: str) -> list[tuple[str, str, bool]]:
    unit = Unit(source.encode())
    return [(text_of(unit, one.span), one.value.decode(), one.of_file) for one in choices(unit)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("// hipify: warp=native\n#include <x>\n", [("hipify: warp=native", "native", True)]),
        ("/* hipify:warp = 32: why */\n\n#pragma once\n", [("hipify:warp = 32", "32", True)]),
        ("\ufeff// Licence\n// hipify: warp=32\n#if A\n", [("hipify: warp=32", "32", True)]),
        ("// hipify: warp=native\nvoid f();\n", [("hipify: warp=native", "native", False)]),
        ("int x; // hipify: warp=native\n#include <x>\n", [("hipify: warp=native", "native", False)]),
        ("// hipify: warp=64\nvoid f();\n", [("hipify: warp=64", "64", False)]),
        ("// hipify: warp=\nvoid f();\n", [("hipify: warp=", "", False)]),
        (
            "// hipify: warp=32\n#include <x>\n// hipify: warp=native\nvoid f();\n",
            [("hipify: warp=32", "32", True), ("hipify: warp=native", "native", False)],
        ),
        ('char s[] = "hipify: warp=native";\n', []),
        ("// hipify: ignore[W000] of a warp\n// warp=native\n", []),
        ("int hipify, warp = native;\n", []),
    ],
)
def test_the_choices_of_a_file(source: str, expected: list[tuple[str, str, bool]]) -> None:
    assert made(source) == expected


SOURCE = """\
// of the file
#include <x>
__device__ int a() { return one; }
// of b
// and more
template <int N>
__device__ int b() { /* in b */ return two; }
// of nothing
int x;
__device__ int c() { return three; }
"""


def way(comment: str, at: str, *, atop: bool = False, warp: str = "32", value: str = "native") -> str:
    """Say which way holds where a word stands, if a comment makes a choice."""
    unit = Unit(SOURCE.encode())
    start = SOURCE.index(comment)
    choice = Choice(Span(start, start + len(comment)), value.encode(), of_file=atop)
    place = SOURCE.index(at)
    function = functions(unit, [place]).get(place)
    return mode(unit, function, [choice], Options(warp=warp))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("comment", "holds"),
    [
        ("of b", {"two"}),
        ("and more", {"two"}),
        ("in b", {"two"}),
        ("of nothing", set()),
    ],
)
def test_a_comment_speaks_of_the_function_that_it_stands_at(comment: str, holds: set[str]) -> None:
    assert {at for at in ("one", "two", "three", "x") if way(comment, at) == "native"} == holds


def test_a_comment_atop_a_file_speaks_of_all_of_it() -> None:
    assert [way("of the file", at, atop=True) for at in ("one", "two", "three", "x")] == ["native"] * 4


def test_a_comment_wins_over_the_run_and_a_nearer_one_over_the_file() -> None:
    assert way("in b", "two", warp="native", value="32") == "32"
    assert way("in b", "one", warp="native", value="32") == "native"
    unit = Unit(SOURCE.encode())
    place = SOURCE.index("two")
    function = functions(unit, [place])[place]
    file, own = (
        Choice(Span(SOURCE.index(text), SOURCE.index(text) + len(text)), value, of_file=atop)
        for text, value, atop in (("of the file", b"native", True), ("in b", b"32", False))
    )
    assert mode(unit, function, [file, own], Options()) == "32"
    assert mode(unit, None, [file, own], Options()) == "native"


def test_what_is_no_choice_changes_nothing() -> None:
    assert way("in b", "two", value="64") == "32"
    assert way("of the file", "two", atop=True, value="", warp="native") == "native"
