"""Uses of C's and C++'s library that are for the host alone, in functions for both sides."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.std_names import places_seen
from hipify_py.source.brackets import parameter_spans
from hipify_py.source.class_fields import class_around
from hipify_py.source.conditions import inside
from hipify_py.source.functions import head_of, parameters
from hipify_py.source.number_types import DECLARED, types_in
from hipify_py.source.tokens import A_NAME, WHOLE_NAME, follows, token_at, token_before
from hipify_py.source.type_names import past_template
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

UNTIL_20 = " before C++20"
STD = rb"(?:::\s*+)?\bstd\s*+::\s*+"
NAMED = re.compile(rb"(?<![\w.>:])(" + STD + rb")?([a-z_]\w*+)")
TYPE = re.compile(rb"(?:const\s++)?(" + STD + rb")?([a-z_]\w*+)")
USING_ONE = re.compile(rb"\busing\s++" + STD + rb"(\w++)\s*+;")
USING_ALL = re.compile(rb"\busing\s++namespace\s++(?:::\s*+)?(?!std\s*+;)\w")
PARAMETER = re.compile(rb"[\s&]*+(?:const\b[\s&]*+)?([A-Za-z_]\w*+)\s*+(?:=.*)?\Z", re.DOTALL)
MEMBER = re.compile(rb"\s*+\.\s*+([A-Za-z_]\w*+)\s*+\(")
HASH = re.compile(STD + rb"hash\s*+<\s*+([\w\s:]+?)\s*+>\s*+(?:\(\s*+\)|\{\s*+\})\s*+\(")
OPENED = re.compile(rb"\bnamespace\s++std\s*+\{")


class Table(NamedTuple):
    """The names of the library by what they are, as the table beside this module has them."""

    c: frozenset[bytes]
    until_20: frozenset[bytes]
    always: frozenset[bytes]
    types: frozenset[bytes]
    members_until_20: frozenset[bytes]
    growing: frozenset[bytes]
    called: frozenset[bytes]
    indexed: frozenset[bytes]
    pointers: frozenset[bytes]


class Around(NamedTuple):
    """What is known around a function: names of the program's own, of what it may call, and what others tell.

    A bare name in a member of a class may be that of another one, which is not seen.
    """

    own: frozenset[bytes]
    callable: frozenset[bytes]
    is_member: bool
    functions: frozenset[bytes]


class Use(NamedTuple):
    """A use of the library: what it is told as, where, and from when on it is no concern, if ever."""

    name: str
    span: Span
    until: str = ""


@cache
def table() -> Table:
    """Read the names of the library."""
    import tomllib

    with Path(__file__).with_suffix(".toml").open("rb") as file:
        found = tomllib.load(file)
    return Table(*(frozenset(found[name].encode().split()) for name in Table._fields))


def library_uses(unit: Unit, one: Function, around: Around) -> Iterator[Use]:
    """Give what a function uses of C++'s library that is for the host alone."""
    known, code = table(), unit.code
    of_calls, added = known.until_20 | known.always, _adds(unit)
    for found in NAMED.finditer(code, *one.body):
        name, span = found[2], Span(*found.span(2))
        if (name not in of_calls and name not in known.types) or (added and name in around.own):
            continue
        if not found[1] and not _is_seen(unit, one, found, around):
            continue
        end = past_template(code, span.end)
        if _makes(code, found, end) if name in known.types else follows(code, end, b"("):
            yield Use(f"std::{name.decode()}", span, UNTIL_20 if name in known.until_20 else "")
    for found in HASH.finditer(code, *one.body):
        if DECLARED.fullmatch(found[1]):  # a type of the program's own may have one for both sides
            yield Use("std::hash", Span(*found.span()))
    yield from _of_objects(unit, one, around)


@fact
def _adds(unit: Unit) -> bool:
    """Say whether a file adds to `std`."""
    return any(word_matches(unit, OPENED, b"namespace"))


def _is_seen(unit: Unit, one: Function, found: re.Match[bytes], around: Around) -> bool:
    """Say whether a bare name stands for that of `std`: the function, or the file, brings it."""
    if found[2] in around.own or found[2] in around.callable:
        return False
    brought = _brought(unit).get(found[2], [])
    if any(one.body.start < at < found.start() for at in brought):
        return True
    if (around.is_member and found[2] not in table().types) or any(word_matches(unit, USING_ALL, b"using")):
        return False
    return bool(brought) or inside(places_seen(unit, around.functions), found.start())


@fact
def _brought(unit: Unit) -> Mapping[bytes, list[int]]:
    """Give the names of `std` that a file brings one by one, with the places."""
    made: dict[bytes, list[int]] = {}
    for found in word_matches(unit, USING_ONE, b"using"):
        made.setdefault(found[1], []).append(found.start())
    return made


def _makes(code: bytes, found: re.Match[bytes], end: int) -> bool:
    """Say whether an object of a type is made behind its name and what its template is given."""
    behind = token_at(code, end)
    if behind.text == b"const":
        behind = token_at(code, behind.end)
    if A_NAME.match(behind.text):  # and no function, but for an object made of something
        return token_at(code, behind.end).text in {b";", b"=", b"(", b"{", b"[", b","}
    return behind.text in {b"(", b"{"} and token_before(code, found.start()).text not in {b"->", b"<", b","}


def _of_objects(unit: Unit, one: Function, around: Around) -> Iterator[Use]:
    """Give the uses of parameters and members of the class that are of types of the library."""
    known, objects = table(), dict(_objects(unit, one, around))
    for word in WHOLE_NAME.finditer(unit.code, *one.body) if objects else ():
        kind = objects.get(word[0])
        if kind is None or not _is_bare(unit.code, word.start()):
            continue
        member = _member(unit.code, kind, word)
        if member:
            of_20 = kind in known.growing and member in known.members_until_20
            yield Use(f"std::{kind.decode()}", Span(*word.span()), UNTIL_20 if of_20 else "")


def _is_bare(code: bytes, at: int) -> bool:
    """Say whether a name stands for an object of the function, or of the class by `this`."""
    before = token_before(code, at)
    if before.text == b"->":
        return token_before(code, before.start).text == b"this"
    return before.text not in {b".", b"::"}


def _member(code: bytes, kind: bytes, word: re.Match[bytes]) -> bytes:
    """Give the member of an object of a type that is called behind its name; nothing where none is."""
    if called := MEMBER.match(code, word.end()):
        return called[1]
    known, behind = table(), token_at(code, word.end()).text
    having = {b"[": known.indexed, b"(": known.called, b"->": known.pointers}.get(behind, ())
    return {b"[": b"operator[]", b"(": b"operator()", b"->": b"operator->"}[behind] if kind in having else b""


def _objects(unit: Unit, one: Function, around: Around) -> Iterator[tuple[bytes, bytes]]:
    """Give the names of the members of a function's class, and of its parameters, that are such objects."""
    of_class = class_around(unit, one.body.start)
    taken = {*types_in(unit, one.body), *parameters(unit.code, one)}
    for field in of_class.listed if of_class else ():
        if not field.pointers and not field.bounds and field.name not in taken:
            kind = TYPE.match(field.type)
            if kind and _is_type(unit, kind, around):
                yield field.name, kind[2]
    head = head_of(unit.code, one)
    for span in parameter_spans(unit.code, head.end - 1, one.body.end) if head else ():
        kind = TYPE.match(unit.code, *span)
        named = PARAMETER.match(unit.code, past_template(unit.code, kind.end()), span.end) if kind else None
        if kind and named and _is_type(unit, kind, around):
            yield named[1], kind[2]


def _is_type(unit: Unit, kind: re.Match[bytes], around: Around) -> bool:
    """Say whether a type is the library's."""
    if kind[2] not in table().types:
        return False
    return bool(kind[1]) or (kind[2] not in around.own and bool(places_seen(unit, around.functions)))
