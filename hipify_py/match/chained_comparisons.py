"""`a < b < c`, which compares the outcome of `a < b` with `c`: nvcc takes it, clang 22 refuses it.

In a condition of the preprocessor clang takes it, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import brings_runtime, for_device_compiler
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import CONDITIONS, inside
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

SIGN = rb"([<>])(?<![-<>].)=?+(?![<>=])"  # no shift, arrow or `<=>`
CHAIN = re.compile(SIGN + rb"(?=[^<>=;{}&|?,]{1,200}+(?<!-)(\1=?+)(?![<>=]))")
LEFT = (
    "this stays, as the statement around it cannot be read: where it compares the outcome of {}, and is no"
    " list of a template's, clang refuses it without brackets around that alone"
)
SUM = "binary_expression"
# How the kinds of nodes end that hold whole expressions.
WHOLE = ("_statement", "declaration", "_clause", "lambda_expression")


def chains(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Put brackets around the first of two comparisons in a row."""
    if not (for_device_compiler(unit, options) or brings_runtime(unit, rules, options)):
        return
    for found in CHAIN.finditer(unit.code):
        sign = Span(*found.span(2))
        directive = unit.directive_at(found.start())
        if directive and directive.name in CONDITIONS:
            continue
        first = _first(unit, unit.around(sign)[-3:], sign)  # of a chain there are many around each
        if first is None or _is_parted(unit, first) or inside(sides(unit).own, first.start):
            continue
        shown = " ".join(unit.source[slice(*first)].decode("utf-8", "replace").split())
        said = report(rule, first, {"first": shown})
        if _is_read(unit.around(sign)):
            yield Match((Edit(first, (b"(", first, b")"), rule.id, "spelling"),), (said,))
        else:
            told = LEFT.format(shown)
            yield Match(findings=(said._replace(severity="warning", message=told),))


def _is_parted(unit: Unit, first: Span) -> bool:
    """Say whether a directive begins or ends within a comparison, which is then no one's operand."""
    return b"#" in unit.code[slice(*first)] or unit.directive_at(first.start) != unit.directive_at(first.end)


def _is_read(around: Sequence[Node]) -> bool:
    """Say whether the grammar made sense of the statement that holds the last of some nodes, where it stands.

    Where it did not, what is an operand and what a template's list changes with each bracket.
    """
    whole = next((at for at in range(len(around) - 1, 0, -1) if around[at].type.endswith(WHOLE)), 0)
    return not any(node.is_error for node in around[max(whole - 1, 0) :])


def _first(unit: Unit, around: Sequence[Node], sign: Span) -> Span | None:
    """Give the span of the comparison whose outcome another one, with its sign at a span, compares."""
    if len(around) < 3 or span_of(around[-1]) != sign or around[-2].type != SUM or around[-2].has_error:
        return None
    first = around[-2].child_by_field_name("left")
    if first is None or _direction(unit, first) != unit.code[sign.start : sign.start + 1]:
        return None
    inner = first.child_by_field_name("left")
    longer = inner is not None and _direction(unit, inner) != b""  # of three and more nothing is said
    return None if longer or _direction(unit, around[-3]) else span_of(first)  # or a list of a template's


def _direction(unit: Unit, node: Node) -> bytes:
    """Give `<` or `>` for a comparison by one of them, with `=` behind it or not."""
    sign = node.child_by_field_name("operator") if node.type == SUM else None
    text = unit.code[slice(*span_of(sign))] if sign else b""
    return text[:1] if text in {b"<", b"<=", b">", b">="} else b""
