"""Every embedded test of every rule and of every message of the engine."""

from __future__ import annotations

import pytest

from hipify_py.catalogue import embedded
from hipify_py.rules.load import load
from hipify_py.rules.model import Message, Rule, RuleTest

SET = load(dnn="miopen")
TESTED: list[Rule | Message] = [*SET.rules, *SET.messages.values()]
CASES = [pytest.param(rule, test, id=f"{rule.name}::{test.name}") for rule in TESTED for test in rule.tests]


@pytest.mark.parametrize(("rule", "test"), CASES)
def test_embedded(rule: Rule | Message, test: RuleTest) -> None:
    assert list(embedded.problems(load(rocm=test.rocm, dnn=test.dnn), rule, test)) == []


@pytest.mark.parametrize(("rule", "test"), CASES)
def test_embedded_settles(rule: Rule | Message, test: RuleTest) -> None:
    assert list(embedded.unsettled(load(rocm=test.rocm, dnn=test.dnn), rule, test)) == []
