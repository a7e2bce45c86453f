"""Classes without a name of their own that a `typedef` names, and that define functions in themselves.

nvcc takes them. clang asks for how a class is seen elsewhere as soon as one of its functions has a body, and
does not let it have a name from then on. One in a class has one by then: its functions are read at the end of
that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.source.conditions import inside
from hipify_py.source.defined_types import defined_types
from hipify_py.source.search import places
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.tree_path import DEFINITIONS
from hipify_py.source.word_places import standing
from hipify_py.source.written_declarations import around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.defined_types import DefinedType
    from hipify_py.source.unit import Unit

CHANGED = frozenset((b"const", b"volatile"))  # a name for such a class is none of the class itself
MEMBERS = "field_declaration_list"
BLOCKS = frozenset((MEMBERS, "compound_statement"))


class Named(NamedTuple):
    """A class without a name, and the one that it gets."""

    made: DefinedType
    name: bytes


def unnamed_classes(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give such a class the name that it is known by, or report it where that stands for something in it."""
    if not read_for_device(unit, options):
        return
    for one in _named(unit):
        made = one.made
        at = token_before(unit.code, made.body.start).end
        if next(standing(unit, one.name, made.body), None) is None:
            yield Match((Edit(Span(at, at), (b" " + one.name,), rule.id, "class"),))
        else:
            span = Span(made.at, made.at + len(made.keyword))
            yield Match(findings=(report(rule, span, {"name": one.name.decode("utf-8", "replace")}),))


def _named(unit: Unit) -> Iterator[Named]:
    """Give the classes, but for those that HIP never reads, and those in macros."""
    for made in defined_types(unit):
        if made.name or made.keyword == b"enum" or made.made_of.start < made.made_of.end:
            continue
        name = _alias(unit.code, made) or _typedef(unit.code, made.at)
        if not name or unit.directive_at(made.at) or is_left_alone(unit, made.at):
            continue
        if _defines_functions(unit, made.body) and not _is_member(unit, made.at):
            yield Named(made, name)


def _alias(code: bytes, made: DefinedType) -> bytes:
    """Give the name of `using NAME = struct { ... };`, and not of what is made of the class."""
    sign = token_before(code, made.at)
    name = token_before(code, sign.start)
    is_alias = sign.text == b"=" and name.is_word and token_before(code, name.start).text == b"using"
    is_one = is_alias and token_at(code, made.body.end).text == b";"
    return name.text if is_one else b""


def _typedef(code: bytes, at: int) -> bytes:
    """Give the first name of a `typedef` for the class itself, and not for a pointer to it."""
    written = around(code, at)
    if written is None or b"typedef" not in written.specifiers or CHANGED.intersection(written.specifiers):
        return b""
    plain = (one.name for one in written.declarators if one == type(one)(one.name))
    return next((code[slice(*name)] for name in plain), b"")


def _defines_functions(unit: Unit, body: Span) -> bool:
    """Say whether a function, be it one of a class within, has its body in that of a class."""
    opens = places(unit.code, b"{", within=Span(body.start + 1, body.end))
    around_each = (unit.around(Span(at, at + 1)) for at in opens)
    return any(
        node.type in DEFINITIONS and inside((body,), node.start_byte)
        for nodes in around_each
        for node in nodes
    )


def _is_member(unit: Unit, at: int) -> bool:
    """Say whether a class stands in another one, and in no function of that."""
    blocks = [node for node in unit.around(Span(at, at + 1)) if node.type in BLOCKS]
    return bool(blocks) and min(blocks, key=lambda one: one.end_byte - one.start_byte).type == MEMBERS
