"""Types that hang on a template, without the `typename` that says so: made objects, casts and sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.for_hip import sides
from hipify_py.source.brackets import BRACE, closing
from hipify_py.source.conditions import inside
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing, word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

NAMED = rb"([A-Za-z_]\w*)\s*::\s*(?:[A-Za-z_]\w*\s*::\s*)*([A-Za-z_]\w*)\s*"
# An object, a cast of what stands in brackets, and a size; behind other names a bracket is that of a call.
MADE = re.compile(rb"(?<![\w:.>])" + NAMED + rb"\(")
CAST = re.compile(rb"(?:(?:[-+*/%=<>!&|^,?:({;\[]|\breturn)\s*\(|\bsizeof\s*\()\s*" + NAMED + rb"\)")
BRACKETS = frozenset({b"(", b")"})  # behind the type in either
BEHIND_CAST = re.compile(rb"\s*\(")
SAID = re.compile(rb"\b(?:typename|new|template)\s+\Z")
TYPES = re.compile(
    rb"\b(?:struct|class)\s+(\w+)\s*(?:final\s*)?[:{]|\btypedef\b[^;{}]*\b(\w+)\s*;|\busing\s+(\w+)\s*="
)
MAKES = (b"struct", b"class", b"typedef", b"using")
TYPENAME = re.compile(rb"\btypename\s+(?:\w+\s*(?:<[^<>;{}()]*>\s*)?::\s*)+(\w+)\b(?!\s*(?:::|<))")
CLASS = re.compile(rb"\b(?:struct|class)\s+(\w+)\s*(?:final\s*)?(?::[^;{}()]*)?\{")
PARAMETER = re.compile(rb"\b(?:typename|class)\s+(\w+)\b(?!\s*::)")  # what is scoped names another type
# Before what a function is called, in its declaration; before a constructor stands no type.
NO_TYPE = rb"__\w+__|inline|explicit|constexpr|return|else|new|case|throw|in|and|or|not"


def untold(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Write `typename` before a type of a type that hangs on a template, where it is used as one."""
    known: dict[tuple[int, bytes, bytes], bool] = {}
    for found in _used(unit) if b"template" in unit.code and _may_be_used(unit) else ():
        at = found.start(1)
        if found[2] not in _types(unit):
            continue
        if SAID.search(unit.code, max(0, at - 20), at) or inside(sides(unit).own, at):
            continue
        nodes = list(unit.around(Span(at, found.end(2))))
        templates = [node for node in nodes if node.type == "template_declaration"]
        called = any(node.type == "call_expression" and node.start_byte == at for node in nodes)
        if not templates or not (called or found.re.pattern == CAST.pattern):
            continue
        key = (templates[-1].start_byte, found[1], found[2])
        if key not in known:
            known[key] = _hangs(unit, found[1], found[2], templates)
        if known[key]:
            yield Match((Edit(Span(at, at), (b"typename ",), rule.id, "template"),))


def _may_be_used(unit: Unit) -> bool:
    """Say whether a type of the file stands behind a scope and before a bracket; this takes no search."""
    named = (word for name in _types(unit) for word in standing(unit, name))
    scoped = (word for word in named if token_before(unit.code, word.start).text == b"::")
    return any(token_at(unit.code, word.end).text in BRACKETS for word in scoped)


def _used(unit: Unit) -> Iterator[re.Match[bytes]]:
    """Give where a name of a name may be that of a type: it and what it stands in are the groups."""
    yield from MADE.finditer(unit.code)
    for found in CAST.finditer(unit.code):
        if found[0].startswith(b"sizeof") or BEHIND_CAST.match(unit.code, found.end()):
            yield found


def _hangs(unit: Unit, name: bytes, member: bytes, templates: list[Node]) -> bool:
    """Say whether a name is a template's parameter or a class in one, and its member is a type."""
    for template in templates:
        head = unit.code[template.start_byte : template.end_byte].partition(b">")[0]
        if name in PARAMETER.findall(head):
            return not _is_called(unit, member)
        nested = unit.code[template.start_byte : template.end_byte]
        for found in CLASS.finditer(nested):
            if found[1] == name and nested[: found.start()].count(b"{"):
                body = nested[found.end() : closing(nested, found.end() - 1, len(nested), BRACE)]
                return any(member in made for made in TYPES.findall(body))
    return False


@fact
def _types(unit: Unit) -> frozenset[bytes]:
    """Give the names of the types that a file makes, or calls types of another."""
    made = {name for one in word_matches(unit, TYPES, *MAKES) for name in one.groups() if name}
    return frozenset(made.union(one[1] for one in word_matches(unit, TYPENAME, b"typename")))


@fact_of
def _is_called(unit: Unit, name: bytes) -> bool:
    """Say whether a file declares a function of a name."""
    declared = re.compile(rb"\b(?!(?:%b)\b)\w+[\s&*]+%b\s*\(" % (NO_TYPE, name))
    return declared.search(unit.code) is not None
