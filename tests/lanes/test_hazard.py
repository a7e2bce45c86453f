"""Hazards: each names a message that there is, and stands in the order of its place among those of one."""

from __future__ import annotations

import re
from pathlib import Path

from helpers.warps import RULES

import hipify_py.lanes
from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span

MODULES = Path(hipify_py.lanes.__file__).parent


def test_every_message_that_a_hazard_names_is_one_of_the_rules() -> None:
    texts = [one.read_text(encoding="utf-8") for one in MODULES.rglob("*.py")]
    named = {found for text in texts for found in re.findall(r'Hazard\(\s*"(\w+)"', text)}
    assert len(named) > 20
    assert named <= set(RULES.messages)


def test_a_hazard_may_say_nothing_more() -> None:
    assert Hazard("W012", Span(0, 1)).said == ""
