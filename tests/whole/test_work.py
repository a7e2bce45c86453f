"""The work of a conversion grows with its source: counted in calls, where it once grew faster."""

from __future__ import annotations

import pytest
from build_constructs import MAKE
from constructs import AGAIN
from helpers.matches import RULES
from helpers.work import growing

from hipify_py.build.conversion import build_file
from hipify_py.conversion import convert
from hipify_py.settings import Options

SIZE = 800


@pytest.mark.stress
@pytest.mark.parametrize("name", AGAIN)
def test_nothing_is_done_for_each_piece_of_a_source_and_each_other_one(name: str) -> None:
    options = Options(warp="native", launch="macro")
    assert growing(AGAIN[name].text, lambda source: convert(source, RULES, options), SIZE) == {}


@pytest.mark.parametrize(
    "name", ["appended", "rules by a variable", "variables in a circle", "targets in one"]
)
def test_nothing_is_done_for_each_line_of_a_makefile_and_each_other_one(name: str) -> None:
    options = Options(path="Makefile")
    assert growing(MAKE[name].text, lambda source: build_file(source, RULES, options), SIZE) == {}
