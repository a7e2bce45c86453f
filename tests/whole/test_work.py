"""The work of a conversion grows with its source: counted in calls, where it once grew faster."""

from __future__ import annotations

import pytest
from constructs import AGAIN
from helpers.matches import RULES
from helpers.work import growing

from hipify_py.conversion import convert
from hipify_py.settings import Options

SIZE = 1200


@pytest.mark.parametrize("name", AGAIN)
def test_nothing_is_done_for_each_piece_of_a_source_and_each_other_one(name: str) -> None:
    options = Options(warp="native", launch="macro")
    assert growing(AGAIN[name].text, lambda source: convert(source, RULES, options), SIZE) == {}
