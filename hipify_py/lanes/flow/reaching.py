"""Which assignments reach a use of a name: its versions, as static single assignment has them.

A name has a version from each assignment on, and one from each place on where ways come together behind a
branch or a loop on which it is assigned, or at the begin of a loop (Cytron and others: Efficiently computing
static single assignment form, 1991). Structured code needs no graph for that: a region begins with what holds
before it, and what it leaves behind comes together with that at its end.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.control import Control
from hipify_py.lanes.flow.lambda_values import lambda_bodies
from hipify_py.lanes.flow.places import WHOLE, Places
from hipify_py.lanes.flow.versions import MARK, Merge, named, versions
from hipify_py.lazy import cached_property
from hipify_py.source.function_names import name_of
from hipify_py.source.search import places
from hipify_py.source.spans import holds
from hipify_py.source.tokens import A_NAME, token_at, token_before

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.lanes.flow.versions import Written
    from hipify_py.model import Span
    from hipify_py.source.function_model import Model

BEFORE_ADDRESS = frozenset((b"return", b"case"))  # of words
ENDS_VALUE = frozenset((b")", b"]", b"&", b"&&"))


def _shared(model: Model, code: bytes) -> set[bytes]:
    """Give the names that have another one: a reference, or a pointer."""
    found = {*pointed_at(code, model.function.body)}
    for one in model.declarations:
        if one.sign_in(code) == b"&":
            found.update((one.name, *A_NAME.findall(code[slice(*(one.value or one.at))])))
    return found


def pointed_at(code: bytes, within: Span) -> Iterator[bytes]:
    """Give the names of which an address is taken."""
    for at in places(code, b"&", within=within):
        sign, before = token_at(code, at), token_before(code, at)
        ends_value = before.text in ENDS_VALUE or (before.is_word and before.text not in BEFORE_ADDRESS)
        if sign.text == b"&" and not ends_value and A_NAME.match((name := token_at(code, at + 1)).text):
            yield name.text


class _Entries:
    """From where control comes into a function's lambdas: calls of their names, or where they stand."""

    def __init__(self, model: Model, code: bytes) -> None:
        self._model, self._code = model, code

    @cached_property
    def _calls(self) -> dict[bytes, list[int]]:
        found: dict[bytes, list[int]] = {}
        for one in self._model.calls:
            found.setdefault(self._code[slice(*one.name)], []).append(one.name.start)
        return found

    @cached_property
    def _named(self) -> dict[int, bytes]:
        """Give the names that are declared with a lambda, by where its body begins."""
        made = ((one.name, one.value) for one in self._model.declarations if one.value)
        lambdas = ((name, value) for name, value in made if token_at(self._code, value.start).text == b"[")
        bodies = ((name, lambda_bodies(self._model, value)) for name, value in lambdas)
        return {of[0].start: name for name, of in bodies if of}

    def of(self, body: Span) -> list[int]:
        """Give the places from which control comes into the lambda of a body."""
        return self._calls.get(self._named.get(body.start, b""), []) or [max(body.start - 1, 0)]


class Reaching:
    """The versions of the names of one function; what has but one version has its symbol for it."""

    def __init__(self, model: Model, code: bytes, written: Iterable[Written]) -> None:
        """Find where versions begin, and which come together."""
        self._places = Places(model)
        self._offsets: dict[tuple[bytes, int], list[int]] = {}
        self._symbols = set[bytes]()
        self.merges: list[Merge] = []
        self.control = Control(model, code)
        by_symbol: dict[bytes, list[Written]] = {}
        for one in written:
            by_symbol.setdefault(one.symbol, []).append(one)
        if any(jump.kind == "goto" for jump in model.jumps) or model.function.kind == "macro":
            self.merges += self._without_versions(by_symbol, _Entries(model, code))
            return
        shared = _shared(model, code)
        for symbol, ones in by_symbol.items():
            if len(ones) == 1 and ones[0].first:  # nothing else is ever read of it
                continue
            scope = ones[0].scope
            homes = {model.home(one.value.start) for one in ones}
            homes.add(model.home(scope.end - 1) if scope else model.function.body)
            if symbol not in shared and name_of(symbol) not in shared and len(homes) == 1:
                offsets, merges = versions(self._places, self.control, symbol, ones)
                self._offsets.update(((symbol, number), listed) for number, listed in offsets.items())
                self.merges += merges
        self._symbols = {symbol for symbol, _ in self._offsets}
        others = {symbol: ones for symbol, ones in by_symbol.items() if symbol not in self._symbols}
        self.merges += self._without_versions(others, _Entries(model, code))
        if any(region.condition is None for region in model.regions.listed):
            every: dict[bytes, list[bytes]] = {symbol: [symbol] for symbol in self._symbols}
            for (symbol, number), begins in self._offsets.items():
                every[symbol] += (named(symbol, number, offset) for offset in begins)
            self.merges += (Merge(symbol + MARK, tuple(every[symbol])) for symbol in every)

    def _without_versions(
        self, others: Mapping[bytes, Iterable[Written]], entries: _Entries
    ) -> Iterator[Merge]:
        """Give what conditions decide of symbols that have no versions, but hold one value from end to end.

        Where they are read is not looked at: what only some lanes are given holds for all places.
        """
        for symbol, ones in others.items():
            seen = set[int]()
            decided = (one for one in ones if one.decided and not one.first)
            found = {key for one in decided for key in self._deciding(one, seen, entries)}
            if found:
                yield Merge(symbol, (), (*sorted(found),))

    def _deciding(self, one: Written, seen: set[int], entries: _Entries) -> Iterator[bytes]:
        """Name the conditions within the scope of a symbol by which control comes to a value of it.

        Those around regions that are `seen` have been named before.
        """
        todo, scope = [one.value.start], one.scope
        while todo:
            for number, _ in self._places.around(todo.pop()):
                region = self._places.regions.listed[number] if number != WHOLE else None
                if region is None or number in seen or (scope and not holds(scope, region.span)):
                    break
                seen.add(number)
                loop = self._places.loops.get(number)
                if region.condition is None:
                    todo += entries.of(region.span)
                elif not (loop and scope and holds(loop.whole, scope)):
                    yield self.control.condition(number)

    def version(self, symbol: bytes, at: int) -> bytes:
        """Give the version that a use at a place reads."""
        if symbol not in self._symbols:
            return symbol
        for number, offset in self._places.around(at):
            if offsets := self._offsets.get((symbol, number)):
                behind = bisect_right(offsets, offset)
                return named(symbol, number, offsets[behind - 1]) if behind else symbol
            if number == WHOLE:
                return symbol
        return symbol + MARK  # in a lambda, which is called somewhere

    def made(self, symbol: bytes, value: Span) -> bytes:
        """Give the version that begins with an assignment of a value."""
        number, offset = next(self._places.around(value.start))
        if (symbol, number) not in self._offsets:
            return symbol
        return named(symbol, number, offset + value.end - value.start)

    def behind(self, symbol: bytes, whole: Span) -> bytes:
        """Give the version that holds right behind a statement."""
        number, offset = next(self._places.around(whole.start))
        offsets = self._offsets.get((symbol, number))
        if not offsets:
            return symbol
        last = bisect_right(offsets, offset + whole.end - whole.start)
        return named(symbol, number, offsets[last - 1]) if last else symbol
