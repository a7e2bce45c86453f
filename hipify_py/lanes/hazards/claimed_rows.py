"""Waits for a word of a row that its winner sets: `if (atomicCAS(row, 0, key) == 0) row[1] = v;` before them.

All that wait have tried to claim the row in the same turn, by the same name, so that whoever has won it in
their wavefront has come by what it sets before, or sets it in the first turn of the wait.
"""

from __future__ import annotations

from heapq import merge
from itertools import chain, groupby
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.leads import aliases
from hipify_py.lanes.flow.storage import led_to
from hipify_py.lanes.hazards.call_roles import role_of
from hipify_py.lanes.hazards.claimed_before import MOST, Element, asked_of_memory, is_seen, wins
from hipify_py.lanes.hazards.posted_before import in_common
from hipify_py.lanes.hazards.stores_by_name import assigned_to
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import model
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.hazards.function_calls import FunctionCalls
    from hipify_py.lanes.hazards.loop_exits import LoopExits
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, CallText, Condition, Loop
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MOVES = frozenset((b"+", b"-"))
ITSELF = b""
INDEX = b"threadIdx"  # whose parts are never below 0
WAITS = frozenset({"lock", "turn", "flag"})


def claims_row_before(of: LoopExits, loop: Loop) -> bool:
    """Say whether a loop waits for a word of a row which the winner of that sets, and nobody else."""
    if of.leaving.get(loop.head) or of.model.assigned_in(loop.whole) or of.model.jumps_in(loop.whole):
        return False
    asked = [*asked_of_memory(of.unit.code[slice(*loop.condition)], _word, _word)]
    if len(asked) != 1 or not asked[0].array or not _is_row(of, asked[0].array):
        return False
    number = 0
    for number, in_time in enumerate(_Row(of, loop, asked[0]).sets(), 1):
        if not in_time or number > MOST:
            return False
    return number > 0


def _is_row(of: LoopExits, name: bytes) -> bool:
    """Say whether a name is a pointer of the function that nobody moves, and that alone leads to its row."""
    made = of.names.declared.get(name, ())
    itself = [one for one in of.names.given.get(name, ()) if one.target.strip() == name]
    if len(made) != 1 or len(itself) > (made[0].kind == "local"):
        return False
    is_pointer = made[0].pointers > 0 or bool(_cast_to_pointer(of, made[0].value))
    return is_pointer and not any(name in led for led in aliases(of.unit, of.model).values())


def _cast_to_pointer(of: LoopExits, value: Span | None) -> bool:
    """Say whether a value is cast to a pointer, as behind `auto`."""
    node = expression(of.unit.code[slice(*value)]) if value else None
    return node is not None and node.kind == "cast" and node.text.rstrip().endswith(b"*")


class _Row:
    """A row of which a loop waits for a word."""

    def __init__(self, of: LoopExits, loop: Loop, asked: Element) -> None:
        self.of, self.loop, self.asked = of, loop, asked
        self.code, self.read = of.unit.code, of.model
        self.names = {asked.array, *aliases(of.unit, of.model).get(asked.array, ())}

    def sets(self) -> Iterator[bool]:
        """Say of each place that may set a word of the row whether its winner alone does so, in time."""
        for one in self._assigned():
            named = led_to(expression(one.target)).name
            of_row = named in self.names or (not named and not one.name)
            if of_row and one.target.strip() != named and not self._is_another(_word(one.target)):
                yield named == self.asked.array and self._is_set(one.value, _word(one.target))
        for call in self._calls():
            given = [one for one in call.arguments if _leads_to(self.code, one, self.names)]
            role = role_of(self.code[slice(*call.name)])
            if not given:
                continue
            word = _word(self.code[slice(*given[0])]) if len(given) == 1 else None
            claims = role == "swap" and word == Element(self.asked.array, ITSELF)
            if not claims and not self._is_another(word):
                yield role in {"swap", "add"} and self._is_set(call.name, word)

    def _assigned(self) -> Iterator[Assignment]:
        """Give the assignments by which a word may be set, without those of words of other numbers."""
        unit, number = self.of.unit, _number(self.of.constants, self.asked.at)
        if number is None:
            return assigned_to(unit, self.read, {*self.names, b""})
        words = _numbered(unit, self.read.function, self.of.constants)
        own = (one for at in (number, None) for one in words.get((self.asked.array, at), ()))
        return chain(own, assigned_to(unit, self.read, {*self.names, b""} - {self.asked.array}))

    def _calls(self) -> Iterator[CallText]:
        """Give the calls by which a word may be set, without those that set words of other numbers."""
        calls, number = self.of.calls, _number(self.of.constants, self.asked.at)
        if number is None:
            return calls.storing(self.names)
        words = _called(self.of.unit, calls, self.of.constants, self.asked.array)
        own = (words.get(at, ()) for at in (number, None))
        found = merge(*own, calls.storing(self.names - {self.asked.array}), key=lambda one: one.name)
        return (one for one, _ in groupby(found))

    def _is_another(self, word: Element | None) -> bool:
        """Say whether a word of the row is not the one that is asked: of another number, or further on."""
        number = _number(self.of.constants, self.asked.at)
        if word is None or word.array != self.asked.array or number is None:
            return False
        node = expression(word.at.removeprefix(b"+"))
        other = _number(self.of.constants, word.at)
        if other is not None:
            return other != number
        first = self.of.constants.of(node.parts[0]) if (node.kind, node.text) == ("binary", b"+") else None
        index = bare(node.parts[1]).parts[:1] if first else ()
        return first is not None and first.value > number and any(one.text == INDEX for one in index)

    def _words(self, span: Span) -> list[bytes]:
        return OWN_NAME.findall(self.code, *span)

    def _is_set(self, at: Span, word: Element | None) -> bool:
        """Say whether the winner sets a word, or all of them in a loop, in a statement by which all come."""
        around, own = self.read.path(self.loop.whole.start), self.read.path(at.start)
        inside = holds(self.loop.body, at)
        if inside:
            around = self.read.path(self.loop.body.start)
        if at.start > self.loop.whole.start and not inside:
            return False
        shared = in_common(own, around)
        if shared == len(own) or (inside and shared < len(around)) or word is None:
            return False
        won, further = own[shared], own[shared + 1 :]
        if won.keyword != "if" or won.otherwise or any(one.span == won.span for one in around):
            return False
        in_loop = any(one.keyword in LOOPS for one in further)
        if (word != self.asked and not in_loop) or not self._claims(won):
            return False
        return self._is_straight(won, at) and is_seen(
            self.of.unit, self.read, at, self.asked.array, self.loop.whole
        )

    def _claims(self, won: Condition) -> bool:
        """Say whether a condition holds for who has claimed the row in the turn in which all of them wait."""
        loops = [one for one in self.read.path(self.loop.whole.start) if one.keyword in LOOPS]

        def is_claim(text: bytes) -> bool:
            return _word(text) == Element(self.asked.array, ITSELF)

        begun = self._begun(won)
        around = self.read.path(begun)
        ahead = self.read.path(self.loop.whole.start)[: len(around)] == around
        turn = [one for one in around if one.keyword in LOOPS] == loops
        return ahead and turn and wins(self.of.unit, self.read, won, is_claim)

    def _begun(self, won: Condition) -> int:
        """Give where the claim stands: in the condition, or in what is given to a name of it."""
        named = (self.of.names.once(name) for name in self._words(won.span))
        swaps = [
            one.value.start
            for one in named
            if one
            for call in self.read.called_in(one.value)
            if role_of(self.code[slice(*call.name)]) == "swap"
        ]
        return min([won.span.start, *swaps])

    def _is_straight(self, won: Condition, at: Span) -> bool:
        """Say whether nothing leaves or waits between the claim and the wait."""
        between = Span(self._begun(won), max(self.loop.whole.start, at.start))
        loops = (one for one in self.read.loops if holds(between, one.whole))
        waits = any(self.of.kind(one) in WAITS for one in loops)
        home = self.read.home(at.start) == self.read.home(self.loop.whole.start)
        return home and not waits and not self.read.jumps_in(between)


@fact_of
def _numbered(
    unit: Unit, function: Function, constants: ConstantTable
) -> dict[tuple[bytes, int | None], list[Assignment]]:
    """Give the assignments of a function by what they lead to and the number of the word there, if told."""
    found: dict[tuple[bytes, int | None], list[Assignment]] = {}
    for one in model(unit, function).assignments:
        name, word = led_to(expression(one.target)).name, _word(one.target)
        number = _number(constants, word.at) if word and word.array == name else None
        found.setdefault((name, number), []).append(one)
    return found


@fact_of
def _called(
    unit: Unit, calls: FunctionCalls, constants: ConstantTable, array: bytes
) -> dict[int | None, list[CallText]]:
    """Give the calls that may store to a row by the number of the word there, if told."""
    found: dict[int | None, list[CallText]] = {}
    for call in calls.storing((array,)):
        given = [one for one in call.arguments if _leads_to(unit.code, one, {array})]
        word = _word(unit.code[slice(*given[0])]) if len(given) == 1 else None
        number = _number(constants, word.at) if word and word.array == array else None
        found.setdefault(number, []).append(call)
    return found


def _leads_to(code: bytes, argument: Span, names: set[bytes]) -> bool:
    """Say whether an argument may be an address in what names lead to, and is not what is read of memory."""
    node = bare(expression(code[slice(*argument)]))
    is_value = node.kind == "subscript" or (node.kind, node.text) == ("unary", b"*")
    return not is_value and not names.isdisjoint(OWN_NAME.findall(code, *argument))


def _number(constants: ConstantTable, at: bytes) -> int | None:
    found = constants.number(at.removeprefix(b"+") or b"0")
    return found.value if found else None


def _word(text: bytes) -> Element | None:
    """Give the row of which a word is, by itself or by its address, and how far it is from its begin."""
    whole = node = bare(expression(text))
    if node.kind == "unary" and node.text in {b"&", b"*"}:
        whole = node = bare(node.parts[0])
    if node.kind == "subscript" and len(node.parts) == 2:
        name = bare(node.parts[0])
        return Element(name.text, b"+" + _plain(text, node.parts[1])) if name.kind == "name" else None
    while node.kind == "binary" and node.text in MOVES:
        node = bare(node.parts[0])
    if node.kind != "name":
        return None
    behind = text[node.span.end : whole.span.end]
    return Element(node.text, b"".join(behind.split()))


def _plain(text: bytes, node: Expression) -> bytes:
    return b"".join(text[slice(*node.span)].split())
