"""Calls through pointers to functions, of which nobody can tell what they work on."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span
from hipify_py.source.named_types import named_types
from hipify_py.source.search import last_of, places
from hipify_py.source.template_parameters import type_parameters
from hipify_py.source.token_declarations import NO_TYPE
from hipify_py.source.tokens import follows, token_at, token_before, words
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

MOST = 400  # bytes before a pointer in which its declaration begins
STARS = (b"(*", b"( *")
POINTS = frozenset({b"*", b"&"})
MEMBER = frozenset({b".", b"->", b"::"})
TYPED = frozenset({b"*", b"&", b">"})  # what a type may end with
BEHIND = frozenset({b",", b")", b"=", b";", b">"})  # of what is declared with the type of a pointer
DECLARED = frozenset({b",", b")", b"=", b";", b"{", b"["})  # what follows the name of a variable
QUALIFIERS = frozenset({b"const", b"volatile", b"__restrict__", b"__restrict", b"restrict"})


def through_pointers(unit: Unit) -> Iterator[Hazard]:
    """Report calls through pointers that a file declares, unless the compiler knows where they lead."""
    declared = _pointers(unit.code)
    found = [*all_standing(unit, *declared)] if declared else []
    functions = _may_be_functions(unit) if declared else frozenset[bytes]()
    objects: set[bytes] = set()  # of what was declared last by a name, be it in a function before
    for word in sorted(found, key=lambda one: (one.text, one.start)):
        if (is_object := _is_object(unit.code, word, functions)) is not None:
            (objects.add if is_object else objects.discard)(word.text)
        if word.text in objects:
            continue
        start = _called(unit.code, word)
        if start is not None and not _is_known(unit.code, word, start, declared[word.text]):
            said = f"{word.text.decode()} is called through a pointer"
            yield Hazard("W031", Span(word.start, word.end), said)


def _may_be_functions(unit: Unit) -> frozenset[bytes]:
    """Give the names of types that may be those of functions: of such, and parameters of templates."""
    made = (one.name for one in named_types(unit) if one.kind == "function")
    return type_parameters(unit.code).union(made)


def _pointers(code: bytes) -> dict[bytes, list[int]]:
    """Give the pointers to functions that a text declares, and where, in order."""
    declared: dict[bytes, list[int]] = {}
    types: set[bytes] = set()
    for at in places(code, *STARS):
        name = token_at(code, code.index(b"*", at) + 1)
        if name.text == b"const":
            name = token_at(code, name.end)
        statement = Span(last_of(code, b";{}", at, max(0, at - MOST)) + 1, at)
        if name.text == b")" and follows(code, name.end, b"("):
            using = next(words(code, b"using", within=statement), None)
            types.add(token_at(code, using.end).text if using else b"")
        elif name.is_word and name.text != b"this" and follows(code, name.end, b")", b"("):
            if any(words(code, b"typedef", within=statement)):
                types.add(name.text)
            else:
                declared.setdefault(name.text, []).append(at)
    for word in words(code, *(types - {b""})):
        variable = token_at(code, word.end)
        if variable.is_word and token_at(code, variable.end).text in BEHIND:
            declared.setdefault(variable.text, []).append(word.start)
    return {name: sorted(places) for name, places in declared.items() if name not in types}


def _is_object(code: bytes, name: Token, functions: AbstractSet[bytes]) -> bool | None:
    """Say whether a name is declared here as pointer or reference to an object, which may be called by `()`.

    None where it is not declared. One that is multiplied is no pointer to a function either.
    """
    if token_at(code, name.end).text not in DECLARED:
        return None
    mark = token_before(code, name.start)
    while mark.text in QUALIFIERS:
        mark = token_before(code, mark.start)
    if mark.text in POINTS:
        of = token_before(code, mark.start)
        while of.text in QUALIFIERS:
            of = token_before(code, of.start)
        if of.text == b"(":
            before = token_before(code, of.start)
            return False if _ends_type(before) else None
        return of.text not in functions and of.text != b"auto" if _ends_type(of) else None
    return False if _ends_type(mark) else None


def _ends_type(token: Token) -> bool:
    return token.text in TYPED or (token.is_word and token.text not in NO_TYPE)


def _called(code: bytes, name: Token) -> int | None:
    """Give where what looks like the call `name(` or `(*name)(` begins; None where it is none."""
    behind, start = token_at(code, name.end), name.start
    if behind.text == b")":
        behind = token_at(code, behind.end)
        star = token_before(code, start)
        bracket = token_before(code, star.start)
        start = bracket.start if (bracket.text, star.text) == (b"(", b"*") else start
    before = token_before(code, start)
    declares = (before.is_word and before.text != b"return") or before.text in TYPED
    return None if behind.text != b"(" or declares or before.text in MEMBER else start


def _is_known(code: bytes, name: Token, start: int, declared: list[int]) -> bool:
    """Say whether the compiler knows what a pointer names, or a member is initialised, not called."""
    given = code.index(b"(", name.end) + 1
    if any(follows(code, given, name.text, b")", mark) for mark in (b",", b"{")):
        return True
    index = bisect_left(declared, start)
    at = declared[index - 1] if index else -1
    return _is_parameter(code, at) or _is_constant(code, at)


def _is_parameter(code: bytes, at: int) -> bool:
    """Say whether a pointer is declared among the parameters of a template."""
    before = code[max(0, at - MOST) : max(at, 0)]
    start = before.rfind(b"template")
    head = before[start:] if start >= 0 else b""
    return not (b";" in head or b"{" in head) and head.count(b"<") > head.count(b">")


def _is_constant(code: bytes, at: int) -> bool:
    begins = last_of(code, b";{}()", at, max(0, at - MOST)) + 1
    return any(words(code, b"constexpr", within=Span(begins, at)))
