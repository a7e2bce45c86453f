"""State that a loop moves only when memory that others write says so: it waits all the same.

A count, a mask of those that are left or what has been seen so far moves on under a condition: that the flag
is there. What the loop does where the flag is not there must be nothing that brings it nearer to a way out.
Told only of memory that is said to be written by others: `volatile`, read by an atomic or by a load.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import followed
from hipify_py.lanes.flow.integers import COMPARED
from hipify_py.lanes.flow.storage import led_to
from hipify_py.lanes.hazards.said_by_others import is_by_others
from hipify_py.lanes.hazards.turn_ways import ENDS_CALL, TurnWays
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.search import last_of, places
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.hazards.call_roles import Role
    from hipify_py.lanes.hazards.turn_ways import Gate, Turn
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment

SAME_AGAIN = frozenset({b"|", b"&"})  # the same value once more changes nothing
CHOOSES = frozenset({b"max", b"min", b"fmax", b"fmin", b"fmaxf", b"fminf"})
STEPS = frozenset({b"+", b"-"})
SETS: frozenset[Role] = frozenset({"add", "swap"})
PARTS = (b"/", b">>")  # a thread's number into those of warps
NEAR = 200  # bytes behind the bracket that opens an index


class Awaited:
    """What moves in one loop, and whether it does so only when a flag is there."""

    def __init__(self, turn: Turn) -> None:
        """Read nothing yet."""
        self.turn, self.code, self.ways = turn, turn.code, TurnWays(turn)
        self._of_blocks: dict[bytes, bool] = {}

    def moves_on(self, name: bytes, given: Assignment) -> bool:
        """Say whether what changes a name by itself does so whatever others do."""
        frozen = self.turn.frozen | {name}
        handed = self.ways.ends_turn == ENDS_CALL  # of what a caller hands on, behind its address
        behind = given.name != given.target and not handed and not self.ways.leaves(given.value.start)
        if behind or (self._is_in_step(given.value.start) and not self._steps_by(given, name, frozen)):
            return True
        if not self.ways.is_possible or (given.operator == b"-" and self._is_of_blocks(name)):
            return True
        return not self._steps_by(given, name, frozen) and self.comes_to(given.value.start, frozen)

    def _is_in_step(self, at: int) -> bool:
        """Say whether a place is in the step of the loop's head, to which every turn comes."""
        step = self.turn.loop.step
        return step.start <= at < step.end and all(one.keyword in LOOPS for one in self.ways.path(at))

    def comes_to(self, at: int, frozen: frozenset[bytes]) -> bool:
        """Say whether a turn comes to a place whatever others do, names that are `frozen` left aside."""
        gates = self.ways.gates(at) if self.ways.is_possible else ()
        return not any(self._holds_back(one, frozen) for one in gates)

    def _is_of_blocks(self, name: bytes) -> bool:
        """Say whether a name goes back over places that hang on no warp, as look-back over blocks does."""
        if name not in self._of_blocks:
            self._of_blocks[name] = self._counts_blocks(name)
        return self._of_blocks[name]

    def _counts_blocks(self, name: bytes) -> bool:
        function = self.turn.function
        forth = any(one.operator == b"+" for one in self.turn.given[name])
        named = words(self.code, name, within=self.turn.loop.whole)
        if forth or not any(_in_index(self.code, one.start) for one in named):
            return False
        pieces = [
            *followed(self.code, [one.value for one in function.names.given[name]], function.names.values_of)
        ]
        threads = any(b"threadIdx" in words for _, words in pieces)
        return not threads or not any(places(self.code, *PARTS, within=at) for at, _ in pieces)

    def holds_back(self, conditions: Sequence[Span]) -> bool:
        """Say whether a way out that needs several things needs a flag of which no other way out speaks.

        So does a swap that takes what was seen to be there: `if (n > 0 && atomicCAS(&count, n, n - 1) == n)`.
        """
        whole = [one for one in conditions if one in self.ways.needed]
        parts = [part for one in whole for part in _joined(self.code, one)]
        if len(parts) < 2 or not self.ways.is_possible:
            return False
        asked = self._names_behind([one for each in self.turn.exits if each != conditions for one in each])
        return any(
            asked.isdisjoint(OWN_NAME.findall(self.code, *part)) and self._waits(part, self.turn.frozen)
            for part in parts
        )

    def goes_back(self, name: bytes) -> bool:
        """Say whether each step of a name is taken back where a flag is not there."""
        made = self.turn.given[name]
        if len(made) < 2:
            return False
        back = [one for one in made if not self.moves_on(name, one)]
        signs = {one.operator for one in back}, {one.operator for one in made if one not in back}
        return all(len(each) == 1 and each <= STEPS for each in signs) and signs[0] != signs[1]

    def is_renewed(self, name: bytes) -> bool:
        """Say whether every turn gives a name its first value anew."""
        first = self.turn.given[name][0]
        return (
            not first.operator
            and first.name == name
            and name not in OWN_NAME.findall(self.code, *first.value)
            and self.ways.is_possible
            and all(holds(one.span, first.value) for one in self.ways.path(first.value.start))
        )

    def _names_behind(self, spans: list[Span]) -> set[bytes]:
        """Give the names on which expressions hang, through names of the loop and where these are given."""
        todo, seen = spans, set[bytes]()
        while todo:
            for name in {*OWN_NAME.findall(self.code, *todo.pop())} - seen:
                seen.add(name)
                for one in self.turn.given.get(name, ()):
                    todo += [one.value, *(gate.span for gate in self.ways.gates(one.value.start))]
        return seen

    def is_by_others(self, span: Span) -> bool:
        """Say whether an expression reads, through names of the loop, what others are said to write."""
        return is_by_others(self.turn, span)

    def _steps_by(self, given: Assignment, name: bytes, frozen: frozenset[bytes]) -> bool:
        """Say whether a name is only made larger, or given more bits, by a flag that is there."""
        node = expression(self.code[slice(*given.value)])
        part, operator = node, given.operator
        if not operator:  # `seen = max(seen, *flag)`
            others = [one for one in node.parts if one.text != name]
            if len(node.parts) != 2 or len(others) != 1:
                return False
            part = others[0]
            operator = b"|" if node.kind == "call" and node.name in CHOOSES else node.text
        known = operator in SAME_AGAIN or (operator in STEPS and _is_truth(part))
        at = part.within(given.value.start)
        if not known and operator == b"+":  # by the flag itself, which is 0 before
            known = is_by_others(self.turn, at, in_block=False) and self._is_set_behind(part)
        return known and self._waits(at, frozen)

    def _is_set_behind(self, part: Expression) -> bool:
        """Say whether the function itself sets what an expression reads, as it would for another lane."""
        node = part.parts[0] if part.kind in {"?", "call"} and part.parts else part
        flag, turn = led_to(bare(node)).name, self.turn
        if not flag or part.kind == "binary":
            return False
        stored = (one.target for one in turn.model.assignments if one.value.start >= turn.loop.whole.end)
        called = (one for one in turn.model.calls if one.name.start >= turn.loop.whole.end and one.arguments)
        added = (turn.text(one.arguments[0]) for one in called if turn.role(turn.text(one.name)) in SETS)
        return any(OWN_NAME.findall(text)[:1] == [flag] for text in chain(stored, added))

    def _holds_back(self, gate: Gate, frozen: frozenset[bytes]) -> bool:
        """Say whether a gate hangs on a flag, and nothing moves on where it is not there.

        A part of what is asked to leave the loop, as in `while (!*flag && ++tries < 9)`, may leave it.
        """
        if self._moves_under(gate.opposite, frozen) or self.ways.is_part_of_exit(gate.span):
            return False
        return self._waits(gate.span, frozen)

    def _moves_under(self, gate: Gate, frozen: frozenset[bytes]) -> bool:
        """Say whether anything is done on one side of a condition but to look for the flag anew."""
        return any(
            one is None or one.operator or not self._waits(one.value, frozen)
            for one in self.ways.moving.get(gate, ())
        )

    def _waits(self, span: Span, frozen: frozenset[bytes]) -> bool:
        if self.turn.of_frozen(span, frozen) != "flag":
            return False
        said = is_by_others(self.turn, span, stored=False)
        return said or (self.is_by_others(span) and self._is_steady(span))

    def _is_steady(self, span: Span) -> bool:
        """Say whether nothing but memory makes the outcome of an expression another in the next turn.

        Where memory is read may move on under that very condition alone, and with what it is compared not at
        all: who walks over two rows, or counts up to what is stored, comes to an end.
        """
        todo, seen = [(span, False)], set[tuple[bytes, bool]]()
        while todo:
            at, is_place = todo.pop()
            for name, within in _placed(expression(self.code[slice(*at)]), is_place=is_place):
                given = self.turn.given.get(name, ()) if (name, within) not in seen else ()
                seen.add((name, within))
                for one in given:
                    if one.operator or name in OWN_NAME.findall(self.code, *one.value):
                        if not within or not self._is_under(one, span):
                            return False
                    else:
                        todo.append((one.value, within))
        return True

    def _is_under(self, given: Assignment, asked: Span) -> bool:
        """Say whether a turn comes to an assignment by a condition, or has it for the value."""
        gates = self.ways.gates(given.value.start)
        return holds(given.value, asked) or any(holds(gate.span, asked) for gate in gates)


def _placed(node: Expression, *, is_place: bool) -> Iterator[tuple[bytes, bool]]:
    """Give the names of an expression, each with whether it says where in memory to read."""
    todo = [(node, is_place)]
    while todo:
        one, within = todo.pop()
        if one.kind == "name":
            yield one.text, within
        is_read = one.kind == "subscript" or (one.kind, one.text) == ("unary", b"*")
        todo += ((part, within or is_read) for part in one.parts)


def _joined(code: bytes, span: Span) -> Iterator[Span]:
    """Give what a condition joins by `&&`."""
    todo = [expression(code[slice(*span)])]
    while todo:
        node = todo.pop()
        if (node.kind, node.text) == ("binary", b"&&"):
            todo += node.parts
        else:
            yield node.within(span.start)


def _is_truth(node: Expression) -> bool:
    """Say whether an expression is true or false, which counts as 1 or 0, or nothing where it is false."""
    if node.kind == "?":
        return node.parts[-1].text == b"0"
    return (node.kind, node.text) == ("unary", b"!") or (node.kind == "binary" and node.text in COMPARED)


def _in_index(code: bytes, at: int) -> bool:
    """Say whether a place stands in an index: behind the bracket that opens one."""
    opens = last_of(code, b"[];", at, max(0, at - NEAR))
    return code[opens : opens + 1] == b"[" if opens >= 0 else False
