"""Whose name is it? A CUDA name in code is the API's unless its place says it is the program's own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.brought_names import brought
from hipify_py.resolve.declaration_signs import may_be_listed, may_declare, may_enumerate
from hipify_py.resolve.declarations import (
    declares_type,
    is_concept,
    is_template_parameter,
    is_type,
    own_scope,
)
from hipify_py.resolve.heirs import heirs
from hipify_py.resolve.hiding_scopes import class_at, other_parts, small_scope
from hipify_py.resolve.lost_definitions import reads_as_declaration
from hipify_py.resolve.macros import is_parameter, parameters
from hipify_py.resolve.reach import read_at
from hipify_py.source.brackets import BLANK
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

SCOPE = re.compile(rb"(?:\b(std)\s++|([A-Za-z_]\w*|>)?)::\Z")
# What may stand before a type that is given; behind a word, an `&` or `[]` nothing else can follow.
HEAD_END = re.compile(rb"(?:(&|\b(?:const|constexpr|mutable|noexcept|volatile)|\[[&=]?\])|[])}])\s*->\Z")
LABEL, STATEMENT_ENDS = re.compile(rb"\s*:(?!:)"), (b";", b"{", b"}", b":", b")", b"else")
JUMP = re.compile(rb"\bgoto\s++(\w++)")
NAMED_SPACE = re.compile(rb"\bnamespace\s++((?:\w++\s*+::\s*+)*+\w++)\s*+[={]")
NAMESPACE = re.compile(rb"namespace(?<!\wnamespace)(?:\s+\w+\s*=)?\Z")  # a search for that word is fast
FUNCTION, OPENS = re.compile(rb"[a-z0-9]+"), re.compile(rb"\s*::")


def owner(  # noqa: PLR0911  one question after the other
    unit: Unit, span: Span, rules: RuleSet
) -> str | None:
    """Say what makes the name at `span` the program's own by the text before it.

    "" where nothing does, as where a macro that stands for nothing is behind `A::`, which names what follows;
    None where the name is the API's for certain, because `::` stands before it alone.
    """
    code = unit.code
    before = code[max(0, span.start - 256) : span.start].rstrip(BLANK)
    if (
        before.endswith((b".", b"->"))
        and not before.endswith(b"...")
        and not _is_returned(unit, span, before)
    ):
        return "a member of an object"
    if NAMESPACE.search(before) or _opens_scope(unit, span):
        return "a namespace, which CUDA has none of by that name"
    if _is_label(unit, span, before):
        return "a label"
    if before.endswith(b"##"):
        return "the end of a name that ## pastes together"
    if before.endswith(b"::"):
        scope = SCOPE.search(before)
        known = rules.names.get(code[slice(*span)])
        if known is not None and known.to == b"":
            return ""
        name = scope[1] or scope[2] if scope else None
        return None if name is None or name in rules.names else "a member of another scope"
    return ""


def _opens_scope(unit: Unit, span: Span) -> bool:
    """Say whether `::` stands behind a name that is none of CUDA's types: these have a capital or a `_`.

    Behind that of a namespace of the file's it may stand whatever the name looks like.
    """
    if not OPENS.match(unit.code, span.end):
        return False
    return FUNCTION.fullmatch(unit.code, *span) is not None or unit.code[slice(*span)] in _spaces(unit)


@fact
def _spaces(unit: Unit) -> frozenset[bytes]:
    found = word_matches(unit, NAMED_SPACE, b"namespace")
    return frozenset(name.strip() for one in found for name in one[1].split(b"::"))


def _is_label(unit: Unit, span: Span, before: bytes) -> bool:
    """Say whether a name is that of a label, where it stands or where it is jumped to.

    A macro may do that, and the tree may have lost its way there.
    """
    if not before.endswith(b"goto") and not (
        LABEL.match(unit.code, span.end) and before.endswith(STATEMENT_ENDS)
    ):
        return False
    if unit.code[slice(*span)] in _jumped_to(unit):
        return True
    nodes = unit.around(span)
    return bool(nodes) and nodes[-1].type == "statement_identifier"


@fact
def _jumped_to(unit: Unit) -> frozenset[bytes]:
    return frozenset(one[1] for one in word_matches(unit, JUMP, b"goto"))


def _is_returned(unit: Unit, span: Span, before: bytes) -> bool:
    """Say whether the `->` before a name says what a function, a lambda or a requirement gives.

    Behind a bracket it may as well ask for a member of what a call gives: there the tree decides.
    """
    head = HEAD_END.search(before)
    if not head:
        return False
    return head[1] is not None or any(node.type == "trailing_return_type" for node in unit.around(span)[-4:])


def own_scopes(unit: Unit, found: list[tuple[Span, bytes]]) -> dict[bytes, tuple[Span, ...]]:
    """Find, for each name, the scopes in which the program declares it as its own, as `merged` gives them."""
    scopes: dict[bytes, set[Span]] = {}
    for span, name in found:
        known = scopes.setdefault(name, set())
        for scope in _seen_in(unit, span):
            known.update(brought(unit, span, name))
            if scope not in known:
                known.add(scope)
                known.update(other_parts(unit, scope), heirs(unit, class_at(unit, scope.start)))
    return {name: merged(found) for name, found in scopes.items() if found}


def _seen_in(unit: Unit, span: Span) -> Iterator[Span]:
    """Give where the program's own of a name is seen, if it is declared at a span."""
    if is_parameter(unit, span):
        directive = unit.directive_at(span.start)
        if directive is not None:
            yield directive.span
        return
    declared = may_declare(unit.code, span)
    scope = own_scope(unit, span) if declared or may_enumerate(unit, span) else None
    if scope:
        yield scope
    elif reads_as_declaration(unit, span):
        yield Span(0, len(unit.code))
    elif declared or may_be_listed(unit, span):
        yield from small_scope(unit, span)


def own_here(unit: Unit, found: list[tuple[Span, bytes]]) -> Callable[[Span, bytes], bool]:
    """Give what says whether a name stands where the program's own of that name is seen.

    A variable does not hide the type that it is declared with: `cudaDeviceProp cudaDeviceProp;`.
    """
    scopes = own_scopes(unit, found)

    @cache
    def types() -> frozenset[bytes]:
        declared = (one for one in found if may_declare(unit.code, one[0]))
        own = (
            one
            for one in declared
            if (declares_type(unit, one[0]) and own_scope(unit, one[0])) or is_concept(unit, one[0])
        )
        given = (one for one in found if may_be_listed(unit, one[0]) and is_template_parameter(unit, one[0]))
        return frozenset(name for _, name in (*own, *given))

    def is_own(span: Span, name: bytes) -> bool:
        seen = scopes.get(name)
        if not seen:
            return False
        if name in parameters(unit, unit.directive_at(span.start)):
            return inside(seen, span.start)
        places = read_at(unit, span.start)
        return all(inside(seen, at) for at in places) and (name in types() or not is_type(unit, span))

    return is_own
