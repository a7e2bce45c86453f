"""Pointers to rows whose length a variable says: g++, and so nvcc, takes the cast to one, clang does not."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declared_types import varies
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.number_types import NAMED_TYPE, spelt
from hipify_py.source.search import before, matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

TYPE = rb"([\w:]++(?:\s++[\w:]++)*+(?:\s*+\*)*+)\s*+"
EXTENTS = rb"((?:\[[^][;{}()]++\]\s*+)++)"
ROWS = TYPE + rb"\(\s*+\*\s*+\)\s*+" + EXTENTS
CAST = rb"(?:\(\s*+" + ROWS + rb"\)|reinterpret_cast\s*+<\s*+" + ROWS + rb">)"
DECLARED = re.compile(rb"\(\s*+\*\s*+((?:const|volatile|__restrict(?:__)?)\s++)?+(\w++)\s*+\)\s*+" + EXTENTS)
GIVEN = re.compile(rb"=\s*+" + CAST)
TYPE_BEFORE = re.compile(rb"(?<![^\s;{}(])" + TYPE + rb"\Z")
AUTO = re.compile(rb"auto\s++(?:\*\s*+(?:const|__restrict(?:__)?)\s++)?+(\w++)\s*+=\s*+" + CAST)
SET = re.compile(rb"(?<!\w)([A-Za-z_]\w*+)\s*+=\s*+(?:" + CAST + rb"|([A-Za-z_]\w*+)\s*+;)")
FROM = re.compile(rb"=\s*+([A-Za-z_]\w*+)\s*+[;,]")
REST = re.compile(rb"[^,;{}]*+;")  # one alone is declared: `auto` is one type for all
NEAR = 100  # bytes before a declarator in which its type stands
BLANKS = b" \t\r\n"
WORD = re.compile(rb"[A-Za-z_]\w*")
NO_NAMES = frozenset({b"const", b"volatile"})
OPENS = frozenset({b";", b"{", b"}", b")", b":"})


class Rows(NamedTuple):
    """A declarator of a pointer to rows whose length varies, and the function around it."""

    found: re.Match[bytes]
    home: Span

    @property
    def name(self) -> bytes:
        """The name that is declared."""
        return self.found[2]


def rows(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write `auto` for the type that the cast gives as well, or the variable's own type in the cast."""
    if not read_for_device(unit, options):
        return
    names: dict[Span, set[bytes]] = defaultdict(set)
    declared = list(_declared(unit))
    for one in declared:
        names[one.home].add(one.name)
    for home in dict.fromkeys(in_function(unit, one.start()) for one in matches(unit.code, AUTO, b"auto")):
        if home is not None:
            names[home] |= {
                one[1] for one in matches(unit.code, AUTO, b"auto", within=home) if _varies(unit, home, one)
            }
    for one in declared:
        edits = _begun(unit, rule, one, names[one.home])
        if edits:
            yield Match(edits)
    for home, known in names.items():
        for found in SET.finditer(unit.code, *home):
            at = before(unit.code, found.start(), BLANKS)
            if found[1] in known and unit.code[at - 1 : at] in OPENS and (made := _set(found, known, rule)):
                yield Match((made,))


def _declared(unit: Unit) -> Iterator[Rows]:
    """Give the declarators of pointers to rows of as many members as a variable says."""
    for found in matches(unit.code, DECLARED, b"("):
        home = in_function(unit, found.start()) if found[2] not in NO_NAMES else None
        if home is None or unit.directive_at(found.start()) or inside(dead(unit), found.start()):
            continue
        if any(varies(unit, home, word) for word in WORD.findall(found[3])):
            yield Rows(found, home)


def _begun(unit: Unit, rule: Rule, one: Rows, known: set[bytes]) -> tuple[Edit, ...]:
    """Give the edits of a declarator that is given a value."""
    found = one.found
    given = GIVEN.match(unit.code, found.end())
    kind = TYPE_BEFORE.search(unit.code, max(0, found.start() - NEAR), found.start())
    if given is None:
        other = FROM.match(unit.code, found.end())
        return (_cast(other, 1, one.name, rule),) if other and other[1] in known else ()
    type_, extents = (given[1] or given[3]), (given[2] or given[4])
    if _plain(found[3]) != _plain(extents):
        return ()
    if kind and _kind(kind[1]) == _kind(type_) and REST.match(unit.code, given.end()):
        span = Span(kind.start(1), found.end(3))
        qualifier = (b"*", Span(*found.span(1))) if found[1] else ()
        parts = (b"auto ", *qualifier, Span(*found.span(2)), b" ")
        return (Edit(span, parts, rule.id, "type", dropped=(span,)),)
    behind = unit.code.startswith(b",", before(unit.code, found.start(), BLANKS) - 1)
    if behind or (kind and _kind(kind[1]) == _kind(type_)):
        return (_own_type(given, one.name, rule),)
    return ()


def _set(found: re.Match[bytes], known: set[bytes], rule: Rule) -> Edit | None:
    """Give the edit of an assignment to such a pointer."""
    if found[6]:
        return _cast(found, 6, found[1], rule) if found[6] in known else None
    return _own_type(found, found[1], rule, 2)


def _own_type(found: re.Match[bytes], name: bytes, rule: Rule, first: int = 1) -> Edit:
    """Give the edit that casts to the type that a variable is declared with."""
    at = first if found[first] else first + 2
    span = Span(found.start(at), found.end(at + 1))
    return Edit(span, (b"decltype(" + name + b")",), rule.id, "type", dropped=(span,))


def _cast(found: re.Match[bytes], group: int, name: bytes, rule: Rule) -> Edit:
    start = found.start(group)
    return Edit(Span(start, start), (b"(decltype(" + name + b"))",), rule.id, "type")


def _varies(unit: Unit, home: Span, found: re.Match[bytes]) -> bool:
    """Say whether a variable gives the length of the rows to which an `auto` points."""
    return any(varies(unit, home, word) for word in WORD.findall(found[3] or found[5]))


def _kind(text: bytes) -> bytes:
    """Give the one spelling of a type."""
    plain = _plain(text)
    return spelt(plain).encode() if NAMED_TYPE.fullmatch(plain) else plain


def _plain(text: bytes) -> bytes:
    """Give a text without the blanks that mean nothing."""
    return re.sub(rb" ?([^\w ]) ?", rb"\1", b" ".join(text.split()))
