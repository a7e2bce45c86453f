"""A backslash with a comment behind it at the end of a line, outside of macros.

It joins no lines. nvcc has the host's compiler preprocess a source, which leaves the backslash before blanks,
and reads what comes of it once more: there it does join two lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

BACKSLASH = b"\\"
# Without one, what stands before it would join the next line, or open a comment with what stands behind.
STRAY = re.compile(rb"(?<![\\/])\\(?=[ \t]*+(?://|/\*[^\r\n*]*+(?:\*(?!/)[^\r\n*]*+)*+\*/[ \t]*+\r?\n))")


def before_comments(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Leave out backslashes that a comment keeps from the end of their line."""
    for found in matches(unit.source, STRAY, BACKSLASH):
        at = Span(*found.span())
        is_code = unit.code[slice(*at)] == BACKSLASH and not unit.directive_at(at.start)
        if is_code and read_for_device(unit, options) and not is_left_alone(unit, at.start):
            yield Match((Edit(at, (), rule.id, "backslash"),))
