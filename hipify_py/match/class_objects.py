"""Members that hipCUB's classes lack, of what a file makes of one, or by a name of its own for the class."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.match.lacking_members import object_before
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.source.brackets import MOST, arguments, template_end
from hipify_py.source.conditions import inside
from hipify_py.source.declarators import declared_behind
from hipify_py.source.search import last_of
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

MEMBER = re.compile(rb"(?:\.|->|::)\s*+([A-Za-z_]\w*+)")
LONGEST = 2_000  # bytes of the arguments of a template
OWNERS = frozenset({"field_expression", "qualified_identifier"})


def lacking(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report members by the rule's `word` of the classes in its `words`.

    A call with three arguments is `name(3)` there. What the text before a member tells of a class counts too.
    """
    word, classes = re.compile(rule.word.encode()), rule.words
    if not any(one in unit.code for one in classes):
        return
    named = _named(unit, classes)
    for found in MEMBER.finditer(unit.code):
        at = Span(*found.span(1))
        if not word.fullmatch(_spelt(unit, at)) or inside(dead(unit), at.start):
            continue
        of = object_before(unit.code, found.start())
        if of in named or any(one in _owner(unit, at) for one in classes):
            yield Match(findings=(report(rule, at, {"name": found[1].decode()}),))


def _spelt(unit: Unit, at: Span) -> bytes:
    """Give the name of a member, of one that is called with how many arguments it gets."""
    name, opens = unit.code[slice(*at)], token_at(unit.code, at.end)
    if opens.text != b"(":
        return name
    limit = min(len(unit.code), opens.start + MOST)
    return b"%b(%d)" % (name, len(arguments(unit.code, opens.start, limit)))


def _owner(unit: Unit, at: Span) -> bytes:
    """Give the text of what a member is one of."""
    node = next((one for one in reversed(unit.around(at)) if one.type in OWNERS), None)
    of = node and (node.child_by_field_name("argument") or node.child_by_field_name("scope"))
    return unit.code[slice(*span_of(of))] if of else b""


def _named(unit: Unit, classes: tuple[bytes, ...]) -> set[bytes]:
    """Give what a file declares with one of some classes, and its own names for them."""
    spelt = b"|".join(map(re.escape, classes))
    own = {name for one in _uses(unit, spelt) for name in one}
    return own | {name for one in _uses(unit, b"|".join(map(re.escape, own))) for name in one} if own else own


def _uses(unit: Unit, spelt: bytes) -> Iterator[list[bytes]]:
    """Give the names behind each use of some types, and of `using name = type` the one before."""
    for found in re.finditer(rb"(?<![\w.>])(?:" + spelt + rb")(?!\w)", unit.code):
        end = found.end()
        opens = token_at(unit.code, end)
        if opens.text == b"<":
            end = template_end(unit.code, opens.start, min(len(unit.code), end + LONGEST), None)
        begins = last_of(unit.code, b";{}", found.start()) + 1
        head = unit.code[begins : found.start()].split(b"=")
        if head[0].split()[:1] == [b"using"] and len(head) == 2:
            yield [token_before(unit.code, begins + len(head[0])).text]
        else:
            yield [*declared_behind(unit.code, end)]
