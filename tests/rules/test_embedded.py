"""Every embedded test of every rule and of every message of the engine."""

from __future__ import annotations

import pytest

from hipify_py.catalogue import embedded
from hipify_py.rules.load import load
from hipify_py.rules.model import Message, Rule
from hipify_py.rules.packed import RuleTest

SET = load(dnn="miopen")
TESTED: list[Rule | Message] = [*SET.rules, *SET.messages.values()]
CASES = [(rule, test) for rule in TESTED for test in rule.tests]
CHANGED = [(rule, test) for rule, test in CASES if test.before != test.after]


def name_of(value: Rule | Message | RuleTest) -> str:
    return value.name


@pytest.mark.parametrize(("rule", "test"), CASES, ids=name_of)
def test_embedded(rule: Rule | Message, test: RuleTest) -> None:
    assert list(embedded.problems(load(rocm=test.rocm, dnn=test.dnn), rule, test)) == []


@pytest.mark.parametrize(("rule", "test"), CHANGED, ids=name_of)
def test_embedded_settles(rule: Rule | Message, test: RuleTest) -> None:
    """What keeps still is what comes out of it, too: the test above converts that very source."""
    assert list(embedded.unsettled(load(rocm=test.rocm, dnn=test.dnn), rule, test)) == []
