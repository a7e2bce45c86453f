"""Where members of a class are called that nobody calls by name: where an object is made, ended or asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.open_types import type_aliases
from hipify_py.lanes.find.special_members import CALL, class_around, class_of, class_of_object, sign_of
from hipify_py.model import Span
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME, follows, token_at, token_before, words
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.function_model import Declaration, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

POINTS = frozenset({b"*", b"&", b"::"})  # behind the name of a class: no object is made
OPENS = frozenset({b"(", b"{"})
NO_OBJECT = frozenset(b"~ struct class typename enum friend new . ->".split())  # before the name of a class


def special(unit: Unit, function: Function) -> bool:
    """Say whether a function is an operator, or makes or ends an object: none is called by its own name."""
    if function.kind == "macro":
        return False
    name = function.called
    return name.startswith(b"~") or bool(sign_of(function)) or name == class_of(unit, function) != b""


def special_uses(unit: Unit, members: Sequence[Function]) -> Iterator[tuple[Function, Span]]:
    """Give where such members of classes are called, each with the function of the device it stands in."""
    of = {one: class_of(unit, one) for one in members if special(unit, one)}
    made = {name for one, name in of.items() if not sign_of(one)}
    asked: dict[bytes, set[bytes]] = {}
    for one, name in of.items():
        if sign := sign_of(one):
            asked.setdefault(name, set()).add(sign)
    if of:
        yield from _made(unit, _holders(unit, made))
        yield from _asked(unit, asked)


def _holders(unit: Unit, classes: set[bytes]) -> set[bytes]:
    """Add to classes those that have objects of them for members or bases, and other names of them."""
    found = set[bytes]()
    new = classes - {b""}
    while new:
        found |= new
        new = {name for name, of in type_aliases(unit).items() if of in found}
        at = {word.start: word for word in all_standing(unit, *found)}
        free = at.keys() - functions(unit, at).keys()
        free = {start for start in free if token_at(unit.code, at[start].end).text not in POINTS}
        new |= {class_around(unit, start) for start in free}
        new -= found | {b""}
    return found


def _made(unit: Unit, classes: set[bytes]) -> Iterator[tuple[Function, Span]]:
    """Give where objects of classes are made: named ones, which are ended in the same block, and others."""
    at = {word.start: word for word in all_standing(unit, *classes)} if classes else {}
    for start, home in functions(unit, at).items():
        word, read = at[start], model(unit, home)
        if home.kind == "host" or start < home.body.start:
            continue
        declared = [one for one in read.declarations if one.type and holds(one.type, Span(start, word.end))]
        if any(not one.pointers and not one.sign_in(unit.code) for one in declared) or (
            not declared and _is_temporary(unit, word)
        ):
            yield home, Span(start, word.end)


def _is_temporary(unit: Unit, word: Token) -> bool:
    before = token_before(unit.code, word.start)
    return token_at(unit.code, word.end).text in OPENS and before.text not in NO_OBJECT


def _asked(unit: Unit, asked: dict[bytes, set[bytes]]) -> Iterator[tuple[Function, Span]]:
    """Give where operators of classes are used: behind or before an object of theirs."""
    at = [word.start for word in all_standing(unit, *asked)] if asked else []
    aliases = [name for name, of in type_aliases(unit).items() if of in asked]
    at += [word.start for word in all_standing(unit, *aliases)] if aliases else []
    for home in dict.fromkeys(functions(unit, at).values()):
        if home.kind == "host":
            continue
        read = model(unit, home)
        for one in read.declarations:
            if signs := asked.get(class_of_object(unit, one)):
                yield from ((home, span) for span in _uses(unit, read, one, signs))
        yield from ((home, span) for span in _unnamed(unit, home, asked))


def _uses(unit: Unit, read: Model, one: Declaration, signs: set[bytes]) -> Iterator[Span]:
    """Give where an object of a name is used with one of some signs."""
    scope = read.function.body if one.kind == "parameter" else Span(one.at.end, one.scope.end)
    for word in OWN_NAME.finditer(unit.code, *scope):
        if word[0] != one.name:
            continue
        for sign in signs:
            called = sign == CALL and token_at(unit.code, word.end()).text == b"("
            text = b"[" if sign == b"[]" else sign
            behind = unit.code[word.end() : word.end() + len(text) + 1].lstrip().startswith(text)
            before = unit.code[: word.start()][-len(text) - 1 :].rstrip().endswith(text)
            if called or (sign != CALL and not OWN_NAME.match(sign) and (behind or before)):
                yield Span(*word.span())


def _unnamed(unit: Unit, home: Function, asked: dict[bytes, set[bytes]]) -> Iterator[Span]:
    """Give where an object is called that has no name, as in `Meet{}()`."""
    for name, signs in asked.items():
        for word in words(unit.code, name, within=home.body) if CALL in signs else ():
            made = Span(word.start, word.end)
            for opened, closed in ((b"(", b")"), (b"{", b"}")):
                if follows(unit.code, word.end, opened, closed, b"("):
                    yield made
