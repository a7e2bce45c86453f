"""A function as a model: its conditions, loops, jumps, declarations, assignments and calls, with spans.

`function_reading` builds it once a function: from the syntax tree, or from the tokens alone where the grammar
lost its way in it. All spans are of the whole source.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from hipify_py.model import Span
from hipify_py.source.brackets import BLANK
from hipify_py.source.search import before
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from hipify_py.source.functions import Function

Part = TypeVar("Part")
Keyword = Literal["if", "switch", "for", "while", "do", "?", "&&", "||"]
Leaves = Literal["return", "break", "continue", "goto"]
LOOPS: frozenset[Keyword] = frozenset({"for", "while", "do"})
LEFT: Mapping[Leaves, frozenset[Keyword]] = MappingProxyType({"break": LOOPS | {"switch"}, "continue": LOOPS})
DEEPEST = 100  # conditions around a place that are followed
MOST_NESTED = 32  # assignments in each other's values that are read, and calls in each other's arguments


class Condition(NamedTuple):
    """What decides whether a part of a function runs, or how often.

    `span` is of its text, for a `for` of all between the brackets; with `otherwise` the part runs where it
    does not hold: an `else`, the last operand of `?`, the right one of `||`.
    """

    keyword: Keyword
    span: Span
    otherwise: bool = False


Path = tuple[Condition, ...]


class Region(NamedTuple):
    """A part of a function that runs under a condition; under none it is the body of a lambda.

    `parent` is the number of the region around it, or -1, and `home` that of the innermost lambda's around
    it, which may be its own. `path` are the conditions in force in it, from the outside in.
    """

    span: Span
    condition: Condition | None
    parent: int = -1
    home: int = -1
    path: Path = ()


OUTSIDE = Region(Span(0, 0), None)


class Regions(NamedTuple):
    """Regions in the order of their places, and which is the innermost behind each of their borders."""

    listed: tuple[Region, ...]
    borders: tuple[int, ...]
    behind: tuple[int, ...]

    def numbers(self, at: int) -> Iterator[int]:
        """Give the numbers of the regions around a place, from the inside out."""
        border = bisect_right(self.borders, at) - 1
        number = self.behind[border] if border >= 0 else -1
        while number >= 0:
            yield number
            number = self.listed[number].parent

    def around(self, at: int) -> Iterator[Region]:
        """Give the regions around a place, from the inside out."""
        return (self.listed[number] for number in self.numbers(at))

    def home(self, at: int) -> Span | None:
        """Give the body of the innermost lambda around a place."""
        region = next(self.around(at), None)
        return self.listed[region.home].span if region and region.home >= 0 else None


class Loop(NamedTuple):
    """A loop: the spans of the whole, of its head's parts and of its body; empty ones for what it lacks.

    `head` is what its region's condition has as its span. A loop over a range has only `start`: what it
    declares, and the range.
    """

    keyword: Keyword
    whole: Span
    head: Span
    start: Span
    condition: Span
    step: Span
    body: Span


class Jump(NamedTuple):
    """A way out: its place, the value that a `return` gives, and the function or lambda that it stands in."""

    kind: Leaves
    at: int
    home: Span
    value: Span | None = None


class Declaration(NamedTuple):
    """A declared name: the spans of the name, of its type's name, of its value, and of the scope it holds in.

    `statement` is the whole declaration, with qualifiers and the other names that it declares. `kind` is
    "parameter" or "local"; `pointers` counts the pointers to the type, and an array for one.
    """

    name: bytes
    at: Span
    type: Span | None
    value: Span | None
    scope: Span
    statement: Span
    kind: Literal["parameter", "local"] = "local"
    pointers: int = 0

    def type_in(self, code: bytes) -> bytes:
        """Give the type's name, with one blank between words; nothing where none is told."""
        return b" ".join(code[slice(*self.type)].split()) if self.type else b""

    def sign_in(self, code: bytes) -> bytes:
        """Give the `*` or `&` right before the name, of a pointer or a reference; nothing of others.

        That of a structured binding stands before all its names: `auto &[a, b]`.
        """
        end = before(code, self.at.start, BLANK)
        if code[end - 1 : end] in {b"[", b","} and self.type_in(code).endswith(b"auto"):
            end = before(code, max(code.rfind(b"[", self.statement.start, end), 0), BLANK)
        return code[end - 1 : end] if code[end - 1 : end] in {b"*", b"&"} else b""


class Assignment(NamedTuple):
    """What is given a value: its text, the operator that goes with `=`, and the value's span.

    `++` and `--` have the operator alone, and their target for a value, as has what assembly writes: its
    operator is `asm`.
    """

    target: bytes
    operator: bytes
    value: Span

    @property
    def name(self) -> bytes:
        """Give the name that is assigned, or that is pointed with; nothing for a member or an element."""
        return _name_in(self.target)


@lru_cache(maxsize=4096)  # one is asked for its name again and again
def _name_in(target: bytes) -> bytes:
    bare = target.lstrip(b"* \t\r\n")
    return bare if A_NAME.fullmatch(bare) else b""


class CallText(NamedTuple):
    """A call, or what looks like one: the span of the name, and those of its arguments."""

    name: Span
    arguments: tuple[Span, ...]


class Model(NamedTuple):
    """What one function says, each kind of it in the order of the source.

    `read` tells by what: by "tokens" where the grammar lost its way; then scopes are those of braces.
    """

    function: Function
    read: Literal["tree", "tokens"]
    regions: Regions
    loops: tuple[Loop, ...]
    jumps: tuple[Jump, ...]
    parameters: tuple[bytes, ...]
    declarations: tuple[Declaration, ...]
    assignments: tuple[Assignment, ...]
    calls: tuple[CallText, ...]

    def path(self, at: int) -> Path:
        """Give the conditions around a place, from the outside in; the innermost `DEEPEST` of more."""
        region = next(self.regions.around(at), None)
        return region.path if region else ()

    def home(self, at: int) -> Span:
        """Give the body of the innermost lambda around a place, or else the function's."""
        return self.regions.home(at) or self.function.body

    def loop(self, head: Span) -> Loop | None:
        """Give the loop with a head, which is what its region's condition has as its span."""
        return next((one for one in self.loops if one.head == head), None)

    def assigned_in(self, span: Span) -> tuple[Assignment, ...]:
        """Give the assignments whose value begins in a span."""
        return _between(self.assignments, span, lambda one: one.value.start)

    def assigned_around(self, at: int) -> Assignment | None:
        """Give the innermost assignment in whose value a place stands."""
        end = bisect_right(self.assignments, at, key=lambda one: one.value.start)
        near = self.assignments[max(0, end - MOST_NESTED) : end]
        return next((one for one in reversed(near) if at < one.value.end), None)

    def turn_end(self, at: int) -> int:
        """Give where the turn of the innermost loop around a place ends, or the function."""
        head = next((one.span for one in reversed(self.path(at)) if one.keyword in LOOPS), None)
        loop = self.loop(head) if head else None
        return loop.body.end if loop else self.function.body.end

    def called_in(self, span: Span) -> tuple[CallText, ...]:
        """Give the calls whose name begins in a span."""
        return _between(self.calls, span, lambda one: one.name.start)

    def jumps_in(self, span: Span) -> tuple[Jump, ...]:
        """Give the jumps that begin in a span."""
        return _between(self.jumps, span, lambda one: one.at)


def _between(found: tuple[Part, ...], within: Span, key: Callable[[Part], int]) -> tuple[Part, ...]:
    return found[bisect_left(found, within.start, key=key) : bisect_left(found, within.end, key=key)]


def in_order_of_values(found: Iterable[Assignment]) -> tuple[Assignment, ...]:
    """Put assignments in the order of their values, without those inside of `MOST_NESTED` others."""
    return _shallow(sorted(found, key=lambda one: one.value), lambda one: one.value)


def in_order_of_names(found: Iterable[CallText]) -> tuple[CallText, ...]:
    """Put calls in the order of their names, without those inside of `MOST_NESTED` others."""
    return _shallow(sorted(found), _from_name)


def _from_name(call: CallText) -> Span:
    """Give a call from its name to the end of its last argument."""
    return Span(call.name.start, (call.arguments[-1] if call.arguments else call.name).end)


def _shallow(found: list[Part], span_of: Callable[[Part], Span]) -> tuple[Part, ...]:
    """Leave out what stands too deep: all that read a value would read what is in it once for each around."""
    if len(found) <= MOST_NESTED:
        return tuple(found)
    kept: list[Part] = []
    ends: list[int] = []  # of those around the place that has been come to, and of some before it
    for one in found:
        start, end = span_of(one)
        if len(ends) >= MOST_NESTED:
            ends = [other for other in ends if other > start]
        if len(ends) < MOST_NESTED:
            kept.append(one)
            ends.append(end)
    return tuple(kept)


def in_order(regions: Iterable[tuple[Span, Condition | None]]) -> Regions:
    """Put regions, none across another's border, in the order of their places, with their parents."""
    made: list[Region] = []
    open_: list[tuple[int, int]] = []  # the numbers of regions around, the innermost last, with their ends
    borders: list[tuple[int, int]] = []

    def close(until: int) -> None:
        while open_ and open_[-1][0] <= until:
            end, _ = open_.pop()
            borders.append((end, open_[-1][1] if open_ else -1))

    for span, condition in sorted(regions, key=lambda one: (one[0].start, -one[0].end)):
        close(span.start)
        parent, number = open_[-1][1] if open_ else -1, len(made)
        around = made[parent] if open_ else OUTSIDE
        home = number if condition is None else around.home
        path = (*around.path, condition)[-DEEPEST:] if condition else around.path
        made.append(Region(span, condition, parent, home, path))
        open_.append((span.end, number))
        borders.append((span.start, number))
    close(max((one.span.end for one in made), default=0))
    return Regions(tuple(made), tuple(at for at, _ in borders), tuple(number for _, number in borders))
