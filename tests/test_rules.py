"""Every embedded test of every rule."""

from __future__ import annotations

import pytest

from hipify_py.buildfiles import is_build_file, mentions
from hipify_py.model import Options, Project, Result
from hipify_py.rules import Rule, RuleTest, load
from hipify_py.spine import convert

RULES = load()
CASES = [
    pytest.param(rule, test, id=f"{rule.name}::{test.name}") for rule in RULES.rules for test in rule.tests
]


def run(source: str, rule: Rule, test: RuleTest) -> Result:
    renamed = {path: path.removesuffix(".cu") + ".hip" for path in test.renamed}
    project = Project(files={path: path for path in test.renamed}, renamed=renamed)
    options = Options(test.path, test.launch, add_include=rule.id == "M007", project=project)
    act = mentions if test.path and is_build_file(test.path) else convert
    return act(source.encode(), RULES, options)


@pytest.mark.parametrize(("rule", "test"), CASES)
def test_embedded(rule: Rule, test: RuleTest) -> None:
    result = run(test.before, rule, test)
    assert result.output.decode() == test.after
    spoke = (
        {f.rule for f in result.findings}
        | {e.rule for e in result.edits}
        | {s.rule for s in result.suppressed}
    )
    if test.before == test.after and test.findings is None:
        assert not result.edits
        assert not result.findings
    else:
        assert rule.id in spoke
    if test.findings is not None:
        assert [f.rule for f in result.findings] == list(test.findings)


@pytest.mark.parametrize(("rule", "test"), CASES)
def test_embedded_settles(rule: Rule, test: RuleTest) -> None:
    assert run(test.after, rule, test).output.decode() == test.after
