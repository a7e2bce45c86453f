"""How the names that hold masks of lanes are declared: a function is read once for all of them.

They are asked for by their symbols, as names of other scopes may be declared in other ways.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from hipify_py.lanes.flow.value_types import is_narrow, is_wide
from hipify_py.lazy import cached_property, re
from hipify_py.model import Span
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside
from hipify_py.source.function_names import name_of
from hipify_py.source.functions import head_of
from hipify_py.source.named_types import named_types
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME, OWN_NAME
from hipify_py.source.unit_facts import fact
from hipify_py.source.written_declarations import around

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.unit import Unit

DEEPEST = 4  # names for types, one made of the other
Value = TypeVar("Value")
DECLARED = re.compile(rb"\b([A-Za-z_]\w*+)\s*\([^(){};]*\)\s*;")


class Declared(NamedTuple):
    """A declaration of a name: the spans of the whole and of the type, and where its value begins."""

    whole: Span
    type: Span
    value: int = -1


class MaskDeclarations:
    """How a function declares some names; each is found for all of them when it is first asked for."""

    def __init__(
        self, unit: Unit, body: Body, wanted: Collection[bytes], referring: Collection[bytes] = ()
    ) -> None:
        """Remember where to look, and for which symbols; `referring` are references to what is widened."""
        self.unit, self.function, self.known, self.wanted = unit, body.function, body.names, wanted
        self.referring = referring
        self.chosen = body.facts.constants.chosen

    @cached_property
    def _names(self) -> frozenset[bytes]:
        return frozenset(map(name_of, self.wanted))

    @cached_property
    def made(self) -> dict[bytes, list[Declaration]]:
        """Give the declarations of each name, but for pointers and references to what stays narrow."""
        found: dict[bytes, list[Declaration]] = {}
        for name in sorted(self._names):
            for one in self.known.declared.get(name, ()):
                symbol = self.known.symbol(name, one.at.start)
                if symbol in self.wanted and one.type and self._is_own(one, symbol):
                    found.setdefault(symbol, []).append(one)
        return found

    def _is_own(self, one: Declaration, symbol: bytes) -> bool:
        sign = one.sign_in(self.unit.code)
        return not sign or (sign == b"&" and not one.pointers and symbol in self.referring)

    def led_to(self, symbol: bytes) -> Span | None:
        """Give where a parameter is declared that points or refers to a mask as if that had 32 bits."""
        one = self._led(symbol)
        is_32 = one is not None and is_narrow(one.type_in(self.unit.code))
        return Span(one.type.start, one.at.end) if one and one.type and is_32 else None

    def is_led_to_wide(self, symbol: bytes) -> bool:
        """Say whether a parameter points or refers to what is declared with 64 bits."""
        one = self._led(symbol)
        return one is not None and self._is_wide(one.type_in(self.unit.code))

    def _led(self, symbol: bytes) -> Declaration | None:
        """Give the declaration of a parameter that points or refers to something."""
        made = (one for one in self.known.declared.get(name_of(symbol), ()) if one.kind == "parameter")
        found = next((one for one in made if self.known.symbol(one.name, one.at.start) == symbol), None)
        return found if found and found.type and found.sign_in(self.unit.code) else None

    @cached_property
    def narrow(self) -> dict[bytes, list[Declared]]:
        """Give where names are declared with 32 bits: perhaps in each of several blocks."""
        found: dict[bytes, list[Declared]] = {}
        for name, made in self.made.items():
            for one in made:
                declared = self._declared(one)
                whole = declared.whole.start if declared else -1
                if (
                    declared
                    and self._is_narrow(one)
                    and whole not in {d.whole.start for d in found.get(name, ())}
                ):
                    found.setdefault(name, []).append(declared)
        return found

    @cached_property
    def typed(self) -> dict[bytes, Declared]:
        """Give where names are first declared, with whatever type."""
        made = {name: next(filter(None, map(self._declared, made)), None) for name, made in self.made.items()}
        return {name: one for name, one in made.items() if one}

    @cached_property
    def wide(self) -> frozenset[bytes]:
        """Give the names that are declared with 64 bits."""
        code = self.unit.code
        declared = ((name, one) for name, made in self.made.items() for one in made)
        return frozenset(name for name, one in declared if self._is_wide(one.type_in(code)))

    def _is_wide(self, type_: bytes) -> bool:
        return is_wide(type_) or is_chosen(self.unit, type_, self.chosen)

    @cached_property
    def initial(self) -> dict[bytes, list[Declared]]:
        """Give where names are declared with a value, in a type that may not suit a mask."""
        found: dict[bytes, list[Declared]] = {}
        for name, made in self.made.items():
            for one in made:
                suits = self._is_narrow(one) or self._is_wide(one.type_in(self.unit.code))
                if one.value and not suits and (declared := self._declared(one)):
                    found.setdefault(name, []).append(declared._replace(value=one.value.start))
        return found

    @cached_property
    def used(self) -> dict[bytes, Span]:
        """Give where names first stand in the function's body."""
        names, found = self._names, OWN_NAME.finditer(self.unit.code, *self.function.body)
        pairs = ((self.known.symbol(one[0], one.start()), one.span()) for one in found if one[0] in names)
        return _first((symbol, Span(*span)) for symbol, span in pairs if symbol in self.wanted)

    def alias(self, name: bytes) -> Span | None:
        """Give the span of what a type named after masks stands for, where a name is declared with it."""
        made = self.made.get(name)
        alias = made[0].type_in(self.unit.code) if made else self._returned(name)
        return aliases(self.unit).get(alias) if b"mask" in alias.lower() else None

    def _returned(self, name: bytes) -> bytes:
        """Give the type that the function itself returns, under its name."""
        head = head_of(self.unit.code, self.function) if self.function.kind != "macro" else None
        if head is None or self.unit.code[slice(*head)].rstrip(b"( \t\r\n") != name:
            return b""
        words = self.unit.code[self.function.span.start : head.start].split()
        return words[-1] if words else b""

    def _is_narrow(self, one: Declaration) -> bool:
        """Say whether a declaration is one with 32 bits that can be widened where it stands."""
        if not is_narrow(one.type_in(self.unit.code)):
            return False
        if not one.pointers:
            return True
        fixed = one.type and b"const" in self.unit.code[one.type.end : one.at.start]
        return self.function.kind != "macro" and not fixed and one.at.start >= self.function.body.start

    def _declared(self, one: Declaration) -> Declared | None:
        """Give a declaration with its type; of a list only the first name stands beside that."""
        if one.type is None:
            return None
        listed = b"," in self.unit.code[one.type.end : one.at.start]
        if listed and self.function.kind == "macro":
            return None
        return Declared(one.type if listed else Span(one.type.start, one.at.end), one.type)


@fact
def aliases(unit: Unit) -> dict[bytes, Span]:
    """Give the names that a file gives to types of 32 bits, each with the span of the type."""
    made = [one for one in named_types(unit) if one.by != "define"]
    times = Counter(one.type for one in made)  # what one widens, the others of a list are, too
    found = (one for one in made if one.kind == "type" and times[one.type] == 1)
    texts = ((one, one.type_in(unit.code)) for one in found)
    return _first((one.name, one.type) for one, text in texts if is_narrow(text) and b"const" not in text)


def is_chosen(unit: Unit, type_: bytes, constants: Collection[bytes], left: int = DEEPEST) -> bool:
    """Say whether a condition gives a type 64 bits for HIP, or what of some constants it is made by."""
    name = type_.rpartition(b"::")[2].strip()
    return name in _wide_for_hip(unit) or any(
        (constants and not words.isdisjoint(constants))
        or (left and any(is_chosen(unit, word, constants, left - 1) for word in words))
        for words in _named_in(unit).get(name, ())
    )


@fact
def _wide_for_hip(unit: Unit) -> frozenset[bytes]:
    """Give the types that a condition for HIP makes, with 64 bits on one side."""
    decided = merged(sides(unit).decided)
    made = [one for one in named_types(unit) if inside(decided, one.at)] if decided else []
    return frozenset(one.name for one in made if is_wide(one.type_in(unit.code)))


@fact
def _named_in(unit: Unit) -> dict[bytes, list[frozenset[bytes]]]:
    """Give, for each type that a file names, the words of what it stands for."""
    found: dict[bytes, list[frozenset[bytes]]] = {}
    for one in named_types(unit):
        found.setdefault(one.name, []).append(frozenset(A_NAME.findall(one.type_in(unit.code))))
    return found


@fact
def declared(unit: Unit) -> frozenset[bytes]:
    """Give the names of the functions that a file declares, so that others may call them."""
    found = ((one[1], around(unit.code, one.start())) for one in DECLARED.finditer(unit.code))
    return frozenset(
        name
        for name, made in found
        for one in (made.declarators if made else ())
        if one.taken and unit.code[slice(*one.name)] == name
    )


def _first(pairs: Iterator[tuple[bytes, Value]]) -> dict[bytes, Value]:
    found: dict[bytes, Value] = {}
    for name, value in pairs:
        found.setdefault(name, value)
    return found
