"""Counts that a mask of lanes gives: where its first bit stands, or its last, and what is made of that.

`__ffs` is 32 where lane 31 alone has a bit, `__clz` where none has one; `__ffs(m) - 1` is -1 where none has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import defined_functions, model, path
from hipify_py.source.functions import functions
from hipify_py.source.tokens import words
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Condition, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

WIDTH = 32
FIRST, LAST = b"__ffs", b"__clz"
VOTE = (b"__ballot_sync", b"__ballot")  # of which no lane may have a bit
MASKS = frozenset((*VOTE, b"__activemask", b"__match_any_sync", b"__match_any"))
SIGNS = {b"+": 1, b"-": -1}
DEEPEST = 3  # names and functions that are followed, one from the other
EMPTY = "where no lane has a bit in the mask"
# Of each, what it is of an empty mask, and where lane 31 has a bit that decides.
ENDS = {
    FIRST: (0, WIDTH, "where lane 31 alone has a bit in the mask"),
    LAST: (WIDTH, 0, "where lane 31 has a bit in the mask"),
}


class Found(NamedTuple):
    """`less + sign * which(mask)`, as a part of a function that stands at a place."""

    which: bytes
    mask: Expression
    sign: int
    less: int


@fact
def finders(unit: Unit) -> frozenset[bytes]:
    """Give what finds a lane in a mask, with the names of the functions of a file that do."""
    homes = functions(unit, [one.start for one in words(unit.code, FIRST, LAST)])
    return frozenset((FIRST, LAST, *(one.called for one in homes.values() if one.kind == "device")))


class LaneCounts:
    """The counts by masks in one function; `number` gives what an expression is worth."""

    def __init__(
        self, unit: Unit, of: Model, names: FunctionNames, number: Callable[[Expression], int | None]
    ) -> None:
        """Remember where to look."""
        self.unit, self.of, self.names, self.number = unit, of, names, number

    def said(self, count: Expression, at: int) -> str:
        """Say when a count is 32 or more, or less than 0; nothing where it is not known to be."""
        found = self._found(count, at, DEEPEST)
        if found is None or not self._is_of_lanes(found.mask, at):
            return ""
        empty, top, when = ENDS[found.which]
        worth = found.less + found.sign * top
        if not 0 <= worth < WIDTH and not self.is_compared(count, at):
            return f"{worth} {when}"
        worth = found.less + found.sign * empty
        if not 0 <= worth < WIDTH and self._may_be_empty(found.mask, at):
            return f"{worth} {EMPTY}"
        return ""

    def _found(self, node: Expression, at: int, left: int) -> Found | None:
        """Read a count: a call, more or less than that by a number, or a name or a function's for one."""
        node = bare(node)
        while node.kind == "cast":
            node = bare(node.parts[-1])
        if node.kind == "call" and node.name in ENDS:
            return Found(node.name, bare(node.parts[0]), 1, 0) if node.parts else None
        if node.kind == "binary" and node.text in SIGNS:
            return self._sum(node, at, left)
        if not left:
            return None
        return self._held(node.name, at, left) if node.kind == "name" else self._returned(node, left)

    def _sum(self, node: Expression, at: int, left: int) -> Found | None:
        """Read what is more or less by a number, or is taken from one."""
        one, other = map(bare, node.parts)
        sign, number, behind = SIGNS[node.text], self.number(one), self.number(other)
        if behind is not None:
            found = self._found(one, at, left)
            return found._replace(less=found.less + sign * behind) if found else None
        found = self._found(other, at, left) if number is not None else None
        if number is None or found is None:
            return None
        return found._replace(sign=sign * found.sign, less=number + sign * found.less)

    def _held(self, name: bytes, at: int, left: int) -> Found | None:
        """Read what a name holds that is given its value once."""
        given = self.names.given.get(name, [])
        if len(given) != 1 or given[0].operator or given[0].value.start >= at:
            return None
        value = given[0].value
        return self._found(expression(self.unit.code[slice(*value)]), value.start, left - 1)

    def _returned(self, call: Expression, left: int) -> Found | None:
        """Read what a function of the file gives back that does nothing else with a mask it is given."""
        made = defined_functions(self.unit).get(call.name)
        read = model(self.unit, made) if made else None
        values = [one.value for one in read.jumps if one.value] if read else []
        if read is None or len(values) != 1 or read.assignments:
            return None
        inner = LaneCounts(self.unit, read, self.names, self.number)
        found = inner._found(expression(self.unit.code[slice(*values[0])]), 0, left - 1)
        number = (
            read.parameters.index(found.mask.text) if found and found.mask.text in read.parameters else -1
        )
        if found is None or not 0 <= number < len(call.parts):
            return None
        return found._replace(mask=bare(call.parts[number]))

    def _is_of_lanes(self, mask: Expression, at: int) -> bool:
        """Say whether a mask is of a vote, and of all that the vote gives it."""
        if mask.kind == "call":
            return mask.name in MASKS
        made = [*self._made(mask, at)]
        return any(one.kind == "call" and one.name in MASKS for one in made)

    def _made(self, mask: Expression, at: int) -> Iterator[Expression]:
        """Give what a name is given before a place; nothing where a part of it is picked."""
        given = [one for one in self.names.given.get(mask.text, ()) if mask.kind == "name"]
        if any(one.operator == b"&" and not self._clears(one) for one in given):
            return
        yield from (
            bare(expression(self.unit.code[slice(*one.value)])) for one in given if one.value.start < at
        )

    def _clears(self, given: Assignment) -> bool:
        """Say whether bits are cleared one by one: `m &= m - 1`, `m &= ~bit`."""
        node = bare(expression(self.unit.code[slice(*given.value)]))
        less = node.kind == "binary" and node.text == b"-" and node.parts[0].text == given.name
        return less or (node.kind, node.text) == ("unary", b"~")

    def _may_be_empty(self, mask: Expression, at: int) -> bool:
        """Say whether nothing that is asked before a place tells that some lane has a bit in a mask."""
        made = [mask] if mask.kind == "call" else [*self._made(mask, at)]
        if any(one.kind != "call" or one.name not in VOTE for one in made):
            return False
        about = {mask.text, *(part.name for one in made for part in one.walk() if part.kind == "name")}
        return not any(about & self._named(one) for one in self._asked(at))

    def is_compared(self, count: Expression, at: int) -> bool:
        """Say whether something asked before a place holds what counts against a number.

        How a loop counts says nothing of the rest of what it goes through.
        """
        about = {part.name for part in count.walk() if part.kind == "name"}
        for one in self._asked(at):
            if one.keyword == "for":
                continue
            node = expression(self.unit.code[slice(*one.span)])
            numbers = {self.number(part) for part in node.walk() if part.kind in {"number", "name"}}
            if about & self._named(one) and numbers - {None, 0}:
                return True
        return False

    def _asked(self, at: int) -> Iterator[Condition]:
        """Give the conditions around a place, and those on which others have left before."""
        yield from path(self.unit, self.of, at)
        for jump in self.of.jumps:
            if jump.at < at:
                yield from self.of.path(jump.at)

    def _named(self, condition: Condition) -> set[bytes]:
        nodes = expression(self.unit.code[slice(*condition.span)]).walk()
        return {part.name for part in nodes if part.kind in {"name", "call"}}
