"""Every embedded test of every rule."""

from __future__ import annotations

import pytest

from hipify_py.convert import convert
from hipify_py.model import Options
from hipify_py.rules import Rule, RuleTest, load

RULES = load()
CASES = [pytest.param(rule, test, id=f"{rule.name}::{test.name}") for rule in RULES.rules for test in rule.tests]


@pytest.mark.parametrize(("rule", "test"), CASES)
def test_embedded(rule: Rule, test: RuleTest) -> None:
    options = Options(launch=test.launch, add_include=rule.id == "M007")
    result = convert(test.before.encode(), RULES, options)
    assert result.output.decode() == test.after
    spoke = {f.rule for f in result.findings} | {e.rule for e in result.edits} | {s.rule for s in result.suppressed}
    if test.before == test.after and test.findings is None:
        assert not result.edits
        assert not result.findings
    else:
        assert rule.id in spoke
    if test.findings is not None:
        assert [f.rule for f in result.findings] == list(test.findings)


@pytest.mark.parametrize(("rule", "test"), CASES)
def test_embedded_settles(rule: Rule, test: RuleTest) -> None:
    options = Options(launch=test.launch, add_include=rule.id == "M007")
    again = convert(test.after.encode(), RULES, options)
    assert again.output.decode() == test.after
