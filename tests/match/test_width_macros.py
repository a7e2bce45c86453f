"""Macros for the width of a wavefront."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.match.width_macros import width_macros
from hipify_py.rules.model import Rule
from hipify_py.settings import Options
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("#if MINE\n#elif __HIP__ && {}\n#else\n#error no width\n#endif\n", "#error no width"),
        ("#if {} == 64\n#else\n#ifndef CPU\n#error no width\n#endif\n#endif\n", "#error no width"),
        ("#if MINE\n#error not here\n#elif {}\n#endif\n", None),
        ("#if {}\n#endif\n#ifndef OTHER\n#error not of it\n#endif\n", None),
    ],
)
def test_a_condition_on_a_width_names_the_refusal_to_which_it_leads(source: str, place: str | None) -> None:
    unit = Unit(source.format("__AMDGCN_WAVEFRONT_SIZE").encode())
    rule = RULES.by_id["M065"]
    assert isinstance(rule, Rule)
    (match,) = width_macros(unit, rule, RULES, Options())
    related = match.findings[0].related
    assert [unit.source[slice(*one.span)].decode().strip() for one in related] == ([place] if place else [])


ASKED = "#if MINE\n#elif __HIP__ && __AMDGCN_WAVEFRONT_SIZE\nconst int w = __AMDGCN_WAVEFRONT_SIZE;\n"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (f"{ASKED}#else\n#error no width\n#endif\n", (2, "error", "compile", [5, 3])),
        (
            f"#ifndef G\n#define G\n{ASKED}#else\n#error no width\n#endif\n#endif\n",
            (4, "error", "compile", [7, 5]),
        ),
        (f"#ifdef GPU\n{ASKED}#else\n#error no width\n#endif\n#endif\n", (3, "warning", "compile", [6, 4])),
        (f"{ASKED}#else\n#ifdef GPU\n#error no width\n#endif\n#endif\n", (2, "warning", "compile", [6, 3])),
        (f"{ASKED}#else\n#ifndef CPU\n#error no width\n#endif\n#endif\n", (2, "error", "compile", [6, 3])),
        (
            f"#define CPU\n{ASKED}#else\n#ifndef CPU\n#error no width\n#endif\n#endif\n",
            (3, "warning", "compile", [7, 4]),
        ),
        (f"{ASKED}#endif\n", (3, "warning", "compile", [2])),
        ("#if __AMDGCN_WAVEFRONT_SIZE == 64\n#endif\n" * 2, (1, "warning", "silent", [3])),
    ],
)
def test_a_file_is_told_once_by_what_fails_worst(source: str, said: tuple[int, str, str, list[int]]) -> None:
    (one,) = [each for each in convert(source.encode(), RULES, Options()).findings if each.rule == "M065"]
    lines = [source.count("\n", 0, at.span.start) + 1 for at in one.related]
    assert (source.count("\n", 0, one.span.start) + 1, one.severity, one.fails, lines) == said


GUARDED = "#{} __AMDGCN_WAVEFRONT_SIZE\n#define W __AMDGCN_WAVEFRONT_SIZE\n{}#endif\n"


@pytest.mark.parametrize(
    ("asks", "others", "told"),
    [
        ("ifdef", "#elif defined(__gfx90a__)\n#define W 64\n#else\n#define W 32\n", False),
        ("if defined", "#elif __GFX9__\n#define W 64\n", False),
        ("ifdef", "#else\n#define W 32\n", True),  # which is the wrong width on some
        ("ifdef", "", True),
        ("if 64 ==", "#elif defined(__gfx90a__)\n#define W 64\n", True),
        ("ifndef", "#elif defined(__gfx90a__)\n#define W 64\n", True),
        ("ifdef", "#elif __gfx90a__\n#define W 64\n#else\n#error which\n", True),
    ],
)
def test_a_chain_that_asks_for_gpus_behind_the_macro_needs_it_not(
    asks: str, others: str, *, told: bool
) -> None:
    found = convert(GUARDED.format(asks, others).encode(), RULES, Options()).findings
    assert ("M065" in [one.rule for one in found]) is told
