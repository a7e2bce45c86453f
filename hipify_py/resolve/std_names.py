"""A program's own names that `std` has, too, in what clang compiles as HIP, and who sees both.

Before the first line of a source clang includes a header of its own for HIP, and with that <complex>, streams
and more; nvcc's header brings little of it. Behind `using namespace std` a bare name that both have is
ambiguous, unless both are functions.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declaration_signs import may_declare, may_enumerate
from hipify_py.resolve.declarations import declares, declares_type
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.macros import defined
from hipify_py.resolve.told import Told
from hipify_py.source.bracket_ends import brace_ends, bracket_ends
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged
from hipify_py.source.tokens import follows, token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, all_words, word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.source.unit import Unit

MARK = b"std::"
"""Before such a name of the program's own in what files tell, with its kind behind it, empty for a type."""
SEEN = MARK + b"*"
"""What a file tells that makes the names of `std` seen."""
Kind = Literal[b"", b"=", b"()"]
KINDS: tuple[Kind, ...] = get_args(Kind)
TYPE, VALUE, FUNCTION = KINDS
USING = re.compile(rb"using\s++namespace\s++(?:::\s*+)?std\s*+;")
OPENS = re.compile(rb"[({]")
PASSED = re.compile(rb'\bnamespace\s*+\Z|\bextern\s*+"[^"]*+"\s*+\Z')
ENUM = re.compile(rb"\benum\b(?!\s++(?:class|struct)\b)[^;{}()]*+\Z")
NEAR = 200  # bytes before a brace in which is said what it opens
BLOCKS = frozenset({"compound_statement", "declaration_list", "field_declaration_list"})


class Table(NamedTuple):
    """The names that `std` has: those that are functions and nothing else, and the others."""

    functions: frozenset[bytes]
    others: frozenset[bytes]


class Own(NamedTuple):
    """A name of the program's own at file scope: what of, and where it is made; -1 in another file."""

    kind: Kind
    at: int


@cache
def table() -> Table:
    """Read the names that `std` has."""
    import tomllib

    with Path(__file__).with_suffix(".toml").open("rb") as file:
        found = tomllib.load(file)
    return Table(*(frozenset(found[name].encode().split()) for name in Table._fields))


@fact
def own(unit: Unit) -> Mapping[bytes, Own]:
    """Give the names of `std` that a file makes outside of all scopes, each as it is made first."""
    functions, others = table()
    words = all_words(unit) & (functions | others) - defined(unit)
    names = [name for name in all_words(unit) if name in words]
    found: dict[bytes, Own] = {}
    for one in all_standing(unit, *names) if names else ():
        span = Span(one.start, one.end)
        if one.text not in found and _may_be_made(unit, span) and declares(unit, span):
            kind = _kind(unit, span)
            if kind != FUNCTION or one.text not in functions:
                found[one.text] = Own(kind, one.start)
    return found


def _kind(unit: Unit, span: Span) -> Kind:
    """Say what a name is made for that is declared at a place."""
    if unit.around(span)[-2].type == "function_declarator":
        return FUNCTION
    return TYPE if declares_type(unit, span) else VALUE


def _may_be_made(unit: Unit, span: Span) -> bool:
    """Say whether the text lets a name be declared outside of all scopes."""
    if not (may_declare(unit.code, span) or may_enumerate(unit, span)):
        return False
    if unit.directive_at(span.start) or inside(dead(unit), span.start):
        return False
    return token_before(unit.code, span.start).text != b"::" and not inside(_scopes(unit), span.start)


@fact
def _scopes(unit: Unit) -> tuple[Span, ...]:
    """Give what stands in round brackets or in braces, but for those of no scope, at the outermost level."""
    code, braces, brackets = unit.code, brace_ends(unit), bracket_ends(unit)
    found, at = list[Span](), 0
    while opens := OPENS.search(code, at):
        start, at = opens.start(), opens.end()
        if opens[0] == b"{":
            near = max(0, start - NEAR)
            if not (PASSED.search(unit.source, near, start) or ENUM.search(code, near, start)):
                at = braces.get(start, at)
        else:
            at = brackets.get(start, at)
        if at > opens.end():
            found.append(Span(start, at))
    return tuple(found)


@fact
def seen(unit: Unit) -> tuple[Span, ...]:
    """Give where a file makes the names of `std` seen: from the directive on, to the end of its block."""
    found = list[Span]()
    for one in word_matches(unit, USING, b"using"):
        if not inside(dead(unit), one.start()):
            blocks = [node for node in unit.around(Span(*one.span())) if node.type in BLOCKS]
            found.append(Span(one.start(), blocks[-1].end_byte if blocks else len(unit.code)))
    return tuple(found)


def told(unit: Unit) -> Iterator[Told]:
    """Tell of such names of a file, and that it makes those of `std` seen to its end."""
    for span in seen(unit):
        if span.end == len(unit.code):
            yield Told("function", SEEN, after=includes_before(unit, span.start))
            break
    for name, one in own(unit).items():
        yield Told("function", MARK + name + one.kind, after=includes_before(unit, one.at))


def known(unit: Unit, functions: frozenset[bytes]) -> Mapping[bytes, Own]:
    """Give such names of a file, and those of which others tell it."""
    found: dict[bytes, Own] = {}
    for one in functions:
        if one.startswith(MARK) and one != SEEN:
            name = one.removeprefix(MARK)
            kind = next(kind for kind in (VALUE, FUNCTION, TYPE) if name.endswith(kind))
            found[name.removesuffix(kind)] = Own(kind, -1)
    return {**found, **own(unit)}


def places_seen(unit: Unit, functions: frozenset[bytes]) -> tuple[Span, ...]:
    """Give where the names of `std` are seen in a file, by itself or as others that it reads make them so."""
    return (Span(0, len(unit.code)),) if SEEN in functions else merged(seen(unit))


def may_stand_for(unit: Unit, span: Span) -> bool:
    """Say whether the text around a name lets it stand for what is outside of all scopes, as it is bare."""
    before = token_before(unit.code, span.start)
    if before.text in {b"::", b".", b"goto", b"#", b"##"} or follows(unit.code, span.end, b"#"):
        return False
    if before.text == b"~" and token_before(unit.code, before.start).text in {b".", b"->"}:
        return False
    if before.text == b"->":
        return any(node.type == "trailing_return_type" for node in unit.around(span)[-4:])
    is_label = before.text in {b";", b"{", b"}"} and follows(unit.code, span.end, b":")
    return not is_label
