"""Loops that count, gone through as they run: what an expression comes to in each turn.

A count is a name that one place of the loop changes, and that a place before it gives its first value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow import integers
from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.integers import Number
from hipify_py.source.expression_reading import expression
from hipify_py.source.spans import holds
from hipify_py.source.tokens import token_at, token_before

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop
    from hipify_py.source.function_names import FunctionNames

MOST_GIVEN = 2  # in a loop: a first value, and the step
MOST_TURNS = 64  # there are no more lanes
ONE = Number(1, 32)
UPDATES = {b"++": b"+", b"--": b"-"}


class Count(NamedTuple):
    """What counts the turns of a loop: its name, what it is first, and how it goes on."""

    name: bytes
    first: Number
    step: Assignment


class CountedLoops(NamedTuple):
    """The loops of one function, by its names and the constants of its file."""

    code: bytes
    names: FunctionNames
    constants: ConstantTable

    def counted(self, loop: Loop, name: bytes) -> Count | None:
        """Give how a name counts that one place of a loop changes, and one before gives its value."""
        own = self.names.given_in(name, loop.whole)
        if len(own) > MOST_GIVEN:
            return None
        first = [one for one in own if holds(loop.start, one.value)]
        steps = [one for one in own if one not in first]
        given = first[0] if first else self.names.sole_before(name, loop.whole.start)
        if len(steps) != 1 or given is None or given.operator:
            return None
        value = self.constants.of(expression(self.code[slice(*given.value)]), TOLD)
        return Count(name, value, steps[0]) if value else None

    def turns(self, loop: Loop, count: Count, node: Expression, at: int) -> Sequence[int]:
        """Give what an expression in a loop comes to, turn by turn; nothing where that is not told."""
        value, found = count.first, list[int]()
        early = holds(loop.body, count.step.value) and count.step.value.start < at
        asks_first = loop.keyword != "do"
        for turn in range(MOST_TURNS):
            if turn or asks_first:
                goes_on, value = self._asked(loop, count, value)
                if not goes_on:
                    return () if goes_on is None else found
            stepped = self._stepped(count, value) if not holds(loop.condition, count.step.value) else value
            far = self.constants.of(node, TOLD, {count.name: stepped if early and stepped else value})
            if far is None or stepped is None:
                return ()
            found.append(far.value)
            value = stepped
        return ()

    def _asked(self, loop: Loop, count: Count, value: Number) -> tuple[bool | None, Number]:
        """Say whether a loop goes on with a value of its count, and give what that is behind the question."""
        node = expression(self.code[slice(*loop.condition)])
        asked, after = value, value
        for one in node.walk():
            if one.kind == "unary" and one.text in UPDATES and one.parts[0].text == count.name:
                stepped = integers.applied(UPDATES[one.text], value, ONE)
                if stepped is None:
                    return None, value
                is_behind = one.parts[0].span.start == one.span.start
                asked, after = value if is_behind else stepped, stepped
        answer = self.constants.of(_without_updates(node), TOLD, {count.name: asked})
        return (bool(answer.value) if answer else None), after

    def _stepped(self, count: Count, value: Number) -> Number | None:
        """Give what a count holds behind its step."""
        one = count.step
        node, given = expression(self.code[slice(*one.value)]), {count.name: value}
        if not one.operator:
            return self.constants.of(node, TOLD, given)
        by = ONE if is_update(self.code, one) else self.constants.of(node, TOLD, given)
        return integers.applied(one.operator, value, by) if by and one.operator in integers.RESULTS else None


def is_update(code: bytes, one: Assignment) -> bool:
    """Say whether what gives a name another value is `++` or `--`, of which the value is the name itself."""
    sign = one.operator * 2
    if sign not in UPDATES or code[slice(*one.value)].strip() != one.target.strip():
        return False
    return sign in {token_before(code, one.value.start).text, token_at(code, one.value.end).text}


def _without_updates(node: Expression) -> Expression:
    """Give an expression in which names stand for what they are counted up or down to."""
    if node.kind == "unary" and node.text in UPDATES:
        return node.parts[0]
    return node._replace(parts=tuple(map(_without_updates, node.parts)))
