"""How the names that hold masks of lanes are declared: a function is read once for all of them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from hipify_py.lanes.flow.def_use import NARROW
from hipify_py.lanes.flow.value_types import NOT_NARROW
from hipify_py.model import Span
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.source.unit import Unit

Value = TypeVar("Value")

NAME = rb"(?P<name>[A-Za-z_]\w*+)"
TYPE = rb"(?P<type>[A-Za-z_][\w:]*(?:\s*<[^<>;(){}]*>)?)(?:\s+const)?\s+"
# What declares one name may begin within what declares another: each only looks ahead.
OF_NARROW = re.compile(
    rb"\b(?=(?P<type>" + NARROW + rb")(?P<const>\s+const)?\s+" + NAME + rb"(?=\s*(?P<behind>[=;,)({\[])))"
)
OF_TYPE = re.compile(rb"\b(?=" + TYPE + NAME + rb"(?=\s*[=;,)({\[]))")
OF_WORD = re.compile(rb"\b(?=(?P<type>[A-Za-z_]\w*+)(?:\s+const)?\s+" + NAME + rb"(?=\s*[=;,)({]))")
OF_WIDE = re.compile(rb"(?=" + NOT_NARROW + rb"\s+(?:const\s+)?" + NAME + rb")")
TO_WIDE = re.compile(rb"(?=" + NOT_NARROW + rb"[\s*&]*(?:const\s+|__restrict__\s+)*" + NAME + rb")")
SUITS = rb"\b(?:" + NARROW + rb"|" + NOT_NARROW + rb")(?:\s+const)?\s+"
INITIAL = re.compile(rb"(?=(?:" + SUITS + rb"|\b" + TYPE + rb")" + NAME + rb"\s*=\s*(?P<value>))")
LIST = rb"(?P<type>%s)|,\s*" + NAME + rb"(?=(?P<behind>\s*[=;,)])?)|[(){};]"
NARROW_LIST = re.compile(LIST.replace(b"%s", rb"\b" + NARROW + rb"(?=\s+\w)"))
WIDE_LIST = re.compile(LIST.replace(b"%s", NOT_NARROW + rb"(?=\s+\w)"))
ALIAS = re.compile(
    rb"\btypedef\s+(" + NARROW + rb")\s+(\w+)\s*;|\busing\s+(\w+)\s*=\s*(" + NARROW + rb")\s*;"
)
WORD = re.compile(rb"\b[A-Za-z_]\w*+")


class Declared(NamedTuple):
    """A declaration of a name: the spans of the whole and of the type, and where its value begins."""

    whole: Span
    type: Span
    value: int = -1


class MaskDeclarations:
    """How a function declares some names; each is found for all of them when it is first asked for."""

    def __init__(self, unit: Unit, body: Body, names: Collection[bytes]) -> None:
        """Remember where to look."""
        self.unit, self.function, self.names = unit, body.function, names

    @cached_property
    def narrow(self) -> dict[bytes, list[Declared]]:
        """Give where names are declared with 32 bits: perhaps in each of several blocks."""
        function, found = self.function, dict[bytes, list[Declared]]()
        arrays: list[tuple[bytes, Declared]] = []
        for name, one in _each(OF_NARROW, self.unit.code, function.span, self.names):
            if one["behind"] != b"[":
                found.setdefault(name, []).append(_declared(one))
            elif not one["const"] and one.start() >= function.body.start:
                arrays.append((name, _declared(one)))
        listed = _listed(NARROW_LIST, self.unit.code, function.body)
        among = ((name, type_) for type_, name, ends in listed if ends and name in self.names)
        if function.kind != "macro":
            for name, declared in (*arrays, *((name, Declared(type_, type_)) for name, type_ in among)):
                found.setdefault(name, []).append(declared)
        return {name: [*{one.whole.start: one for one in made}.values()] for name, made in found.items()}

    @cached_property
    def typed(self) -> dict[bytes, Declared]:
        """Give where names are first declared, with whatever type."""
        found = _each(OF_TYPE, self.unit.code, self.function.span, self.names)
        return _first((name, _declared(one)) for name, one in found)

    @cached_property
    def wide(self) -> frozenset[bytes]:
        """Give the names that are declared with 64 bits."""
        return frozenset(name for name, _ in _each(OF_WIDE, self.unit.code, self.function.span, self.names))

    @cached_property
    def initial(self) -> dict[bytes, list[Declared]]:
        """Give where names are declared with a value, in a type that may not suit a mask."""
        found: dict[bytes, list[Declared]] = {}
        for name, one in _each(INITIAL, self.unit.code, self.function.body, self.names):
            if one["type"]:
                found.setdefault(name, []).append(_declared(one)._replace(value=one.start("value")))
        return found

    @cached_property
    def used(self) -> dict[bytes, Span]:
        """Give where names first stand in the function's body."""
        found = WORD.finditer(self.unit.code, *self.function.body)
        return _first((one[0], Span(*one.span())) for one in found if one[0] in self.names)

    def alias(self, name: bytes) -> Span | None:
        """Give the span of what a type named after masks stands for, where a name is declared with it."""
        alias = self._aliases.get(name, b"")
        return aliases(self.unit).get(alias) if b"mask" in alias.lower() else None

    @cached_property
    def _aliases(self) -> dict[bytes, bytes]:
        names = {*self.names, self.function.name.rpartition("::")[2].encode()}
        found = _each(OF_WORD, self.unit.code, self.function.span, names)
        return _first((name, one["type"]) for name, one in found)


@fact
def aliases(unit: Unit) -> dict[bytes, Span]:
    """Give the names that a file gives to types of 32 bits, each with the span of the type."""
    found = ALIAS.finditer(unit.code)
    return _first((one[2] or one[3], Span(*one.span(1 if one[2] else 4))) for one in found)


@fact
def wide_names(unit: Unit) -> frozenset[bytes]:
    """Give the names that a file declares with 64 bits anywhere, be it as a member or for all functions."""
    alone = {one["name"] for one in OF_WIDE.finditer(unit.code)}
    return frozenset(
        alone.union(name for _, name, _ in _listed(WIDE_LIST, unit.code, Span(0, len(unit.code))))
    )


def to_wide(code: bytes, within: Span) -> frozenset[bytes]:
    """Give the names that are declared in a part of a text with 64 bits, or to point to such."""
    return frozenset(one["name"] for one in TO_WIDE.finditer(code, *within))


def _each(
    expression: re.Pattern[bytes], code: bytes, within: Span, names: Collection[bytes]
) -> Iterator[tuple[bytes, re.Match[bytes]]]:
    """Give for each of some names what `finditer` would for it alone, all in the order of their places."""
    ends: dict[bytes, int] = {}
    for found in expression.finditer(code, *within):
        name = found["name"]
        if name in names and found.start() >= ends.get(name, 0):
            ends[name] = found.end("name")
            yield name, found


def _listed(expression: re.Pattern[bytes], code: bytes, within: Span) -> Iterator[tuple[Span, bytes, bool]]:
    """Give the names behind the commas of declarations, with the type's span; say which end a declarator.

    A list ends with its statement, or with the bracket that it stands in.
    """
    types: list[Span | None] = [None]  # of each open bracket
    for mark in expression.finditer(code, *within):
        if mark["type"]:
            types[-1] = types[-1] or Span(*mark.span())
        elif mark["name"]:
            if types[-1]:
                yield types[-1], mark["name"], mark["behind"] is not None
        elif mark[0] == b"(":
            types.append(None)
        else:
            types[-1] = None
            if mark[0] == b")" and len(types) > 1:
                types.pop()


def _declared(found: re.Match[bytes]) -> Declared:
    return Declared(Span(found.start(), found.end("name")), Span(*found.span("type")))


def _first(pairs: Iterator[tuple[bytes, Value]]) -> dict[bytes, Value]:
    found: dict[bytes, Value] = {}
    for name, value in pairs:
        found.setdefault(name, value)
    return found
