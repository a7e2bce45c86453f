"""Members that CUDA's structures have and HIP's lack: by names that no other has, or by the object's type."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.declared_objects import object_before, objects, own_names
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.type_aliases import types_made
from hipify_py.source.conditions import inside
from hipify_py.source.functions import functions
from hipify_py.source.listed_values import lists
from hipify_py.source.number_types import types_in
from hipify_py.source.tokens import follows, token_before
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

OPENS = frozenset({b"{", b","})
OUTER = frozenset({b"val", b"value"})
"""The members of launch attributes that hold their values, of which rules speak by these names."""


def members(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report each use of a member whose name the rule's `word` matches, alone or behind that of its union."""
    for name in accesses(unit, rule):
        yield Match(findings=(report(rule, name, {"name": unit.code[slice(*name)].decode()}),))


def accesses(unit: Unit, rule: Rule) -> Iterator[Span]:
    """Give the names of the members that the rule's `word` matches where they are asked for."""
    for found in _access(rule.word.encode()).finditer(unit.code):
        if not inside(dead(unit), found.start()) and not _is_own(unit, found.start(), found.end()):
            yield Span(*found.span("name"))


def of_types(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report members by the rule's `word` of what the file declares with a type of its `words`.

    With such a type, or with a name of its own for one: variables, parameters, members, what functions give.
    """
    for name in accesses_of(unit, rule, rule.words):
        yield Match(findings=(report(rule, name, {"name": unit.code[slice(*name)].decode()}),))


def accesses_of(unit: Unit, rule: Rule, types: tuple[bytes, ...]) -> Iterator[Span]:
    """Give the names of members that the rule's `word` matches, of what a file declares with some types."""
    kinds = _kinds(unit, types)
    named = objects(unit, kinds) if kinds else frozenset[bytes]()
    for found in _access(rule.word.encode()).finditer(unit.code) if kinds else ():
        sign, name = found.start(), Span(*found.span("name"))
        if inside(dead(unit), sign):
            continue
        if token_before(unit.code, sign).text in OPENS and found[0][:1] == b".":
            is_one = _filled(unit, sign) in kinds
        else:
            of = object_before(unit.code, sign)
            is_one = of in named and of not in OUTER and _may_be(unit, of, sign, kinds)
        if is_one:
            yield name


def _kinds(unit: Unit, types: tuple[bytes, ...]) -> frozenset[bytes]:
    """Give which of some types a file names, their versions (`_v1`, `_st`) and names of its own for them."""
    spelt = re.compile(rb"\b(?:" + b"|".join(map(re.escape, types)) + rb")(?:_v\d|_st|_union)*\b")
    found = {one[0] for one in spelt.finditer(unit.code)}
    return frozenset(found | own_names(unit, found)) if found else frozenset()


def _may_be(unit: Unit, name: bytes, at: int, kinds: frozenset[bytes]) -> bool:
    """Say whether the function around a place declares a name with none but some types."""
    home = functions(unit, [at]).get(at)
    kind = types_in(unit, home.span).get(name, "?auto") if home else "?auto"
    return kind == "?auto" or (kind.startswith("?") and kind[1:].encode() in kinds)


def _filled(unit: Unit, at: int) -> bytes:
    """Give the type of what a list of values fills in which a member is named."""
    around = [node for node in unit.around(Span(at, at + 1)) if node.type == "initializer_list"]
    kind = _types_of_lists(unit).get(around[-1].start_byte, b"") if around else b""
    return kind.split(b"::")[-1].strip()


@fact
def _types_of_lists(unit: Unit) -> dict[int, bytes]:
    """Give the types of what lists of values fill in, by where these begin."""
    return {one.node.start_byte: one.type for one in lists(unit)}


@cache
def _access(names: bytes) -> re.Pattern[bytes]:
    """Give the expression for an access; the type of the object is often told elsewhere, or by `auto`."""
    return re.compile(rb"(?:\.|->)\s*(?:" + names + rb")\b")


def _is_own(unit: Unit, sign: int, end: int) -> bool:
    """Say whether a member is called, or of an object of a class that the file defines: `own.mpsEnabled`."""
    of = token_before(unit.code, sign)
    if follows(unit.code, end, b"(") or of.text == b"this":
        return True
    home = functions(unit, [sign]).get(sign) if of.is_word else None
    kind = types_in(unit, home.span).get(of.text, "") if home else ""
    return kind.startswith("?") and kind[1:].encode() in types_made(unit)
