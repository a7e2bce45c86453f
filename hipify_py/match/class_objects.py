"""Members that hipCUB's classes lack, of what a file makes of one, or by a name of its own for the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.declared_objects import object_before, objects, own_names
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.source.brackets import MOST, arguments
from hipify_py.source.conditions import inside
from hipify_py.source.function_reading import names
from hipify_py.source.functions import functions
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.unit import Unit

MEMBER = re.compile(rb"(?:\.|->|::)\s*+([A-Za-z_]\w*+)")
# What stands behind the name of an array, or of a reference to one: `int (&a)[4]`.
BOUND, CONST = re.compile(rb"\s*+(?:\)\s*+)?\["), re.compile(rb"\bconst\b")
MOST_KINDS = 12  # arguments of a call of which the kinds are asked
OWNERS = frozenset({"field_expression", "qualified_identifier"})


def lacking(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report members by the rule's `word` of the classes in its `words`.

    A call with three arguments is `name(3)` there, or `name(array,const array,other)` by what each argument
    is: `same` is a variable of the second one's type, `flag` true, false or a variable of type bool. What the
    text before a member tells of a class counts too.
    """
    word, classes = re.compile(rule.word.encode()), rule.words
    called = {*A_NAME.findall(word.pattern)}
    if not any(one in unit.code for one in classes):
        return
    named = _named(unit, classes)
    for found in MEMBER.finditer(unit.code):
        if found[1] not in called:
            continue
        at = Span(*found.span(1))
        if not any(map(word.fullmatch, _spelt(unit, at))) or inside(dead(unit), at.start):
            continue
        of = object_before(unit.code, found.start())
        if of in named or any(one in _owner(unit, at) for one in classes):
            yield Match(findings=(report(rule, at, {"name": found[1].decode()}),))


def _spelt(unit: Unit, at: Span) -> Iterator[bytes]:
    """Give the name of a member; of a call how many arguments it has, and of which kinds they are."""
    name, opens = unit.code[slice(*at)], token_at(unit.code, at.end)
    if opens.text != b"(":
        yield name
        return
    given = arguments(unit.code, opens.start, min(len(unit.code), opens.start + MOST))
    yield b"%b(%d)" % (name, len(given))
    if 2 <= len(given) <= MOST_KINDS:
        yield b"%b(%b)" % (name, b",".join(_kinds(unit, given)))


def _kinds(unit: Unit, given: Sequence[Span]) -> Iterator[bytes]:
    """Tell of each argument whether it is an array, one of const, a flag, or of the second one's type."""
    declared = [_declared(unit, one) for one in given]
    second = declared[1].type_in(unit.code) if declared[1] else b""
    for one, span in zip(declared, given, strict=True):
        kind = one.type_in(unit.code) if one else b""
        if one is not None and BOUND.match(unit.code, one.at.end):
            yield b"const array" if CONST.search(unit.code, one.statement.start, one.at.start) else b"array"
        elif kind == b"bool" or unit.code[slice(*span)] in {b"true", b"false"}:
            yield b"flag"
        else:
            yield b"same" if kind and kind == second else b"other"


def _declared(unit: Unit, given: Span) -> Declaration | None:
    """Give the declaration of an argument that is a name and nothing else, in the function around it."""
    if not A_NAME.fullmatch(unit.code, *given):
        return None
    home = functions(unit, [given.start]).get(given.start)
    return names(unit, home).declaration(unit.code[slice(*given)], given.start) if home else None


def _owner(unit: Unit, at: Span) -> bytes:
    """Give the text of what a member is one of."""
    node = next((one for one in reversed(unit.around(at)) if one.type in OWNERS), None)
    of = node and (node.child_by_field_name("argument") or node.child_by_field_name("scope"))
    return unit.code[slice(*span_of(of))] if of else b""


def _named(unit: Unit, classes: tuple[bytes, ...]) -> frozenset[bytes]:
    """Give what a file declares with one of some classes, and its own names for them."""
    own = own_names(unit, classes)
    own |= own_names(unit, own)
    return own | objects(unit, {*classes, *own})
