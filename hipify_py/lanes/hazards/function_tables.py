"""Names of which a declaration says that they hold functions: pointers to these, and tables of such.

What is called by an index may as well be an object of a class of another header, such as a matrix of a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.special_members import class_around, class_of
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.function_reading import functions_by_name, names
from hipify_py.source.functions import functions
from hipify_py.source.named_types import named_types
from hipify_py.source.search import last_of
from hipify_py.source.token_declarations import NO_TYPE
from hipify_py.source.tokens import A_NAME, follows, token_at, token_before, words
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing
from hipify_py.source.written_declarations import around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.function_model import Declaration
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

# Before the list of a table: `Step steps[] = {`, `void (*steps[])(int) = {`.
LISTED = re.compile(rb"\]\s*+(?:\)\s*+\([^(){};]{0,200}\)\s*+)?=?\s*+\{")
SIGNS = frozenset((b"*", b"&", b"const", b"volatile", b"__restrict__"))
MEMBER = frozenset((b".", b"->", b"::"))
MOST = 400  # bytes before a name in which its declaration begins
ROUNDS = 4  # names of types for others, and names declared by others


@fact
def tables(unit: Unit) -> dict[bytes, list[Span]]:
    """Give what the arrays of a file are made of, by their names."""
    found: dict[bytes, list[Span]] = {}
    for mark in LISTED.finditer(unit.code):
        made = around(unit.code, mark.start())
        for one in made.declarators if made else ():
            if one.bounds and one.value and one.value.start == mark.end() - 1:
                name = unit.code[slice(*one.name)]
                found.setdefault(name, []).append(Span(mark.end(), one.value.end - 1))
    return found


def holds_functions(unit: Unit, home: Function, name: Token, rounds: int = ROUNDS) -> bool:
    """Say whether a name that stands in a function is declared to hold functions.

    A member is looked for in all classes of the file; what the file does not declare holds none.
    """
    if token_before(unit.code, name.start).text not in MEMBER:
        made = names(unit, home).declaration(name.text, name.start)
        if made is not None:
            return _is_declared(unit, home, made, rounds)
        if _is_taken(unit, home, name.text):
            return True
    return _is_outside(unit, name.text)


@fact_of
def _is_outside(unit: Unit, name: bytes) -> bool:
    """Say whether a name holds functions outside of functions."""
    outside = [*standing(unit, name)]
    homes = functions(unit, [one.start for one in outside])
    return any(_is_declared_here(unit, one) for one in outside if one.start not in homes)


def is_of_here(unit: Unit, home: Function, name: bytes, at: int) -> bool:
    """Say whether a name that stands in a function is the function's own, or that of a table of the file."""
    return (
        names(unit, home).declaration(name, at) is not None
        or any(token_at(unit.code, one.end).text == b"[" for one in _outside_of_functions(unit, home, name))
        or _is_taken(unit, home, name)
    )


def _outside_of_functions(unit: Unit, home: Function, name: bytes) -> Iterator[Token]:
    """Give where a name stands outside of functions that a function may mean: in no other class."""
    found = [*standing(unit, name)]
    homes, scopes = functions(unit, [one.start for one in found]), {b"", class_of(unit, home)}
    for one in found:
        if (
            one.start not in homes
            and not _is_announced(unit, one)
            and class_around(unit, one.start) in scopes
        ):
            yield one


def _is_announced(unit: Unit, name: Token) -> bool:
    """Say whether a name is declared as one that another file has."""
    return b"extern" in _head(unit.code, name.start).split()


@fact_of
def _is_taken(unit: Unit, home: Function, name: bytes) -> bool:
    """Say whether a parameter in parentheses, of which the model tells no name, holds functions."""
    return any(_points(unit.code, Span(one.start, one.end)) for one in standing(unit, name, home.span))


def _is_declared(unit: Unit, home: Function, made: Declaration, rounds: int) -> bool:
    type_ = made.type_in(unit.code)
    if _points(unit.code, Span(*made.at)) or _names_functions(unit, type_):
        return True
    value = made.value if type_.endswith(b"auto") and rounds else None
    if value is None:
        return False
    given = (Span(*one.span()) for one in A_NAME.finditer(unit.code, *value))
    return any(holds_functions(unit, home, token_at(unit.code, one.start), rounds - 1) for one in given)


def _is_declared_here(unit: Unit, name: Token) -> bool:
    """Say whether a name that stands in no function is declared there to hold functions."""
    if _points(unit.code, Span(name.start, name.end)):
        return True
    head = _head(unit.code, name.start)
    return head.count(b"(") == head.count(b")") and _names_functions(unit, head)


def _points(code: bytes, name: Span) -> bool:
    """Say whether a name is declared as pointer to a function or table of such: `void (*name[2])(int)`."""
    mark, stars = token_before(code, name.start), 0
    while mark.text in SIGNS:
        stars += mark.text == b"*"
        mark = token_before(code, mark.start)
    behind = token_at(code, name.end)
    while behind.text == b"[":
        closed = code.find(b"]", behind.end)
        behind = token_at(code, closed + 1 if closed >= 0 else len(code))
    if mark.text != b"(" or not stars or behind.text != b")":
        return False
    returned = A_NAME.findall(_head(code, mark.start))
    is_type = bool(returned) and returned[0] not in NO_TYPE - {b"typename", b"struct", b"class", b"enum"}
    return token_at(code, behind.end).text == b"(" and is_type


def _head(code: bytes, at: int) -> bytes:
    """Give what stands before a declared name, unless it is given a value before: then it is none."""
    head = code[last_of(code, b";{}", at, max(0, at - MOST)) + 1 : at]
    return b"" if b"=" in head else head


def _names_functions(unit: Unit, type_: bytes) -> bool:
    """Say whether a type is one of functions, of pointers to them, or of classes that hold such."""
    return not function_types(unit).isdisjoint(A_NAME.findall(type_)) or _of_a_function(unit, type_)


def _of_a_function(unit: Unit, text: bytes) -> bool:
    """Say whether a type is that of a function of the file, or one of the library's that holds a function."""
    for word in words(text, b"decltype", b"function"):
        opens = token_at(text, word.end)
        if word.text == b"function" and opens.text == b"<":
            return True
        name = token_at(text, opens.end)
        name = token_at(text, name.end) if name.text == b"&" else name
        if opens.text == b"(" and follows(text, name.end, b")") and _is_function(unit, name.text):
            return True
    return False


def _is_function(unit: Unit, name: bytes) -> bool:
    """Say whether a file defines a function of a name, or announces one."""
    if name in functions_by_name(unit):
        return True
    heads = [one for one in standing(unit, name) if follows(unit.code, one.end, b"(")]
    homes = functions(unit, [one.start for one in heads])
    before = (token_before(unit.code, one.start) for one in heads if one.start not in homes)
    return any(one.text in SIGNS or (one.is_word and one.text not in NO_TYPE) for one in before)


@fact
def function_types(unit: Unit) -> frozenset[bytes]:
    """Give the names of a file for types of functions, of pointers to them, and of tables of such."""
    made = [(one, one.type_in(unit.code)) for one in named_types(unit)]
    aliases = [(one.name, text) for one, text in made if b"{" not in text]
    found = {one.name for one, _ in made if one.kind == "function"}
    found |= {name for name, of in aliases if _of_a_function(unit, of)}
    for _ in range(ROUNDS):
        found |= {name for name, of in aliases if not found.isdisjoint(A_NAME.findall(of))}
    return frozenset(found)
