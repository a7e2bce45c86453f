"""Macros for the width of a wavefront."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

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
