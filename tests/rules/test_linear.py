"""Expressions of a user's own rules, matched by RE2."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.rules import run, said

from hipify_py.model import RuleError
from hipify_py.rules.linear import compiled, linear_query, query_expressions

if TYPE_CHECKING:
    from pathlib import Path

RULE = """
[[rule]]
id = "X001"
name = "x"
severity = "warning"
fails = "run"
safety = "safe"
query = '{query}'
word = "f"
message = "here"
docs = '''
What it does: x.
Why it matters: x.
Example: `x`.
Use instead: x.
Fix safety: x.
References: none.
'''
  [[rule.test]]
  name = "acts"
  before = "acts"
  after = "acts"
  [[rule.test]]
  name = "stays"
  keep = "stays"
"""
pytestmark = pytest.mark.usefixtures("engine")  # of what ships, what the engine says is enough
CALL = "(call_expression function: (identifier) @place arguments: (argument_list (identifier) @x)*)"


def found(predicate: str, source: str, folder: Path) -> int:
    text = RULE.replace("{query}", f"({CALL} {predicate})")
    return len([rule for rule, _ in said(run(source, "7.2", folder, text)) if rule == "X001"])


@pytest.mark.parametrize(
    ("predicate", "arguments", "holds"),
    [
        ('(#match? @x "^a+$")', "aa", True),
        ('(#match? @x "^a+$")', "ab", False),
        ('(#match? @x "a")', "ba", True),
        ('(#any-match? @x "^a")', "a", True),
        ('(#any-not-match? @x "^a")', "a", False),
        ('(#not-match? @x "^a")', "b", True),
        ('(#not-match? @x "^a")', "a", False),
        (r'(#match? @x "^\\w+$")', "a1", True),
        ('(#eq? @x "a")', "a", True),
        ('(#eq? @x "a") (#match? @place "g")', "a", False),
    ],
)
def test_predicates_of_a_query_mean_what_they_mean_to_tree_sitter(
    predicate: str, arguments: str, holds: bool, tmp_path: Path
) -> None:
    assert found(predicate, f"void g() {{ f({arguments}); }}", tmp_path) == holds


@pytest.mark.parametrize("expression", ["(a|a)*b|p", "(a+)+b", "a*a*a*a*b"])
def test_no_expression_takes_longer_than_its_text(expression: str, tmp_path: Path) -> None:
    assert found(f'(#match? @x "{expression}")', f"void g() {{ f({'a' * 50_000}); }}", tmp_path) == 0


@pytest.mark.parametrize("expression", ["(?=a)b", r"(a)\\1"])
def test_what_re2_lacks_is_refused(expression: str, tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="without looking ahead or behind"):
        found(f'(#match? @x "{expression}")', "void g() { f(a); }", tmp_path)


def test_the_reason_is_told_as_text() -> None:
    with pytest.raises(ValueError, match=r"^invalid perl operator: \(\?=$"):
        compiled(b"(?=a)b")


def test_expressions_of_a_query_are_found_as_they_are_meant() -> None:
    query = r'((identifier) @a (#match? @a "\\w\"\t") (#not-match? @b.c "[(]") (#eq? @a "#match? @a"))'
    assert query_expressions(query) == ['\\w"\t', "[(]"]
    assert linear_query(query).count("#linear-") == 2
