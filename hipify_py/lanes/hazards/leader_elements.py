"""Elements in shared memory by which a leader hands its warp a value, with no wait before the others read it.

`if (lane == 0) base[warp] = atomicAdd(n, 32); i = base[warp] + lane;` counts on lanes in lock step, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.counted_loops import is_update
from hipify_py.lanes.flow.lattice import LANE, OF_LANE, WARP, plain
from hipify_py.lanes.flow.storage import SHARED, is_marked_shared
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.element_steps import indices, waits_in
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import model, names
from hipify_py.source.tokens import OWN_NAME, token_at, token_before, words
from hipify_py.source.word_places import holds_part, standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.function_model import Assignment, Condition, Model, Path
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

BY_ONE = re.compile(
    rb"(?:==\s*+\w++|<\s*+\d++[uU]?)\s*+\)[\s){]*+\w++\s*+\["
)  # what a thread alone stores, or a few
FROM_LANE = frozenset((b"__shfl_sync", b"__shfl"))
LONGEST = 400  # bytes from the name of a shuffle to what it takes
EQUAL = frozenset((b"==",))
BOUNDS = frozenset((b"<", b"<=", b">", b">="))
LEAST = 2  # lanes that a bound by a number lets through
UP_AND_DOWN = {b"+", b"-"}
MOST_LOOPS = 2  # around a store whose next turns are looked at
HARMLESS = (b"atomic", b"__shfl", b"__popc", b"__ffs", b"__clz", b"min", b"max", b"__ldg")


class _Stored(NamedTuple):
    """An element that is stored: its array, where, the texts of its indices, and who has each alike."""

    array: bytes
    given: Assignment
    indices: Sequence[bytes]
    levels: Sequence[int]

    def is_at(self, read: Sequence[bytes], level: Callable[[bytes], int]) -> bool:
        """Say whether what is read somewhere may be it: by the same indices, or one of some lanes' own."""
        if len(read) != len(self.indices):
            return False
        return all(
            level(one) < LANE if own == LANE else b"".join(one.split()) == b"".join(of.split())
            for one, of, own in zip(read, self.indices, self.levels, strict=True)
        )


def leader_elements(unit: Unit, function: Function, values: LazyValues) -> Iterator[Hazard]:
    """Report where a value is read that a leader has stored for its warp, as if it were there at once."""
    if not any(words(unit.code, SHARED, within=function.body)):
        return
    read = model(unit, function)
    for given in read.assignments:
        if not _guard(unit, read, given):  # most are under none, and need no look at values
            continue
        stored = _stored(unit, read, given, values)
        end = _end_for_leader(unit, read, given, values, stored) if stored else 0
        if stored and end:
            yield from _read_behind(unit, read, stored, end, values)


def stored_by_one(unit: Unit) -> Iterator[int]:
    """Give where a file may store for one thread alone what is in shared memory."""
    if holds_part(unit, SHARED):
        yield from (found.start() for found in BY_ONE.finditer(unit.code))


def _stored(unit: Unit, read: Model, given: Assignment, values: LazyValues) -> _Stored | None:
    """Give the element of shared memory that is stored, if there are such for each warp."""
    name = token_at(given.target, 0)
    texts = [given.target[slice(*one)] for one in indices(given.target, name.end)]
    if not texts or not _is_shared(unit, read, name.text, given):
        return None
    known = values.at(given.value.start)
    levels = [known.value(expression(one)).level for one in texts]
    return _Stored(name.text, given, texts, levels) if WARP in levels else None


def _end_for_leader(unit: Unit, read: Model, given: Assignment, values: LazyValues, stored: _Stored) -> int:
    """Give where the branch ends in which a lane alone gives a value, or 0.

    Of the conditions around it that is the one by which the lanes of a warp part.
    """
    region, sign = next(read.regions.around(given.value.start), None), _guard(unit, read, given)
    signs = BOUNDS if LANE in stored.levels else EQUAL  # some lanes that store an element each, or one
    if region is None or sign not in signs or not _differs(unit, region.path[-1], values):
        return 0
    around = (one for one in region.path[:-1] if one.keyword not in LOOPS)
    return 0 if any(_differs(unit, one, values) for one in around) else region.span.end


def _guard(unit: Unit, read: Model, given: Assignment) -> bytes:
    """Give the sign by which the innermost condition around an assignment compares, or nothing."""
    region = next(read.regions.around(given.value.start), None)
    asked = region.condition if region else None
    if asked is None or asked.keyword != "if" or asked.otherwise:
        return b""
    node = expression(unit.code[slice(*asked.span)])
    return node.text if node.kind == "binary" and node.text in BOUNDS | EQUAL else b""


def _differs(unit: Unit, asked: Condition, values: LazyValues) -> bool:
    """Say whether a condition holds for some lanes of a warp and not for others."""
    node = expression(unit.code[slice(*asked.span)])
    return values.at(asked.span.start).value(node).level == LANE


def _lets_others(unit: Unit, asked: Condition, values: LazyValues) -> bool:
    """Say whether other lanes than a leader come where a condition holds: a bound, or the same for all."""
    node = bare(expression(unit.code[slice(*asked.span)]))
    if asked.keyword in LOOPS:
        return b"==" not in unit.code[slice(*asked.span)]
    if not _differs(unit, asked, values):
        return True
    plain = values.constants.plain
    is_bound = node.kind == "binary" and node.text in BOUNDS and not asked.otherwise
    return is_bound and all((plain(one) or LEAST) >= LEAST for one in map(bare, node.parts))


def _is_shared(unit: Unit, read: Model, array: bytes, given: Assignment) -> bool:
    """Say whether an array that is stored to is one of shared memory."""
    made = names(unit, read.function).declaration(array, given.value.start)
    return made is not None and is_marked_shared(unit, made)


def _read_behind(unit: Unit, read: Model, stored: _Stored, end: int, values: LazyValues) -> Iterator[Hazard]:
    """Report the first place behind a branch that names the array, if all lanes read that element there.

    That may be in the next turn of the loop around it.
    """
    for way in _ways_behind(read, stored.given, end):
        found = _read_on(unit, read, stored, way, values)
        if found:
            yield found
            return


def _read_on(
    unit: Unit, read: Model, stored: _Stored, way: Sequence[Span], values: LazyValues
) -> Hazard | None:
    """Give the first place on a way that names the array, if all lanes read that element there at once."""
    given, (word, passed) = stored.given, _first_on(unit, stored.array, way)
    at = indices(unit.code, word.end) if word else []
    if word is None or not at or _is_address(unit, word) or token_at(unit.code, at[-1].end + 1).text == b"=":
        return None
    known = values.at(word.start)
    if not stored.is_at(
        [unit.code[slice(*one)] for one in at], lambda text: known.value(expression(text)).level
    ):
        return None
    around = read.path(given.value.start)
    asked = {*read.path(word.start)} - {*around}
    behind = _Behind(read, around, way[0].end)
    changed = behind.changed(unit, passed)
    sides = {one.span for one in around}
    read_by_others = all(one.span not in sides and _lets_others(unit, one, values) for one in asked)
    named = (name for one in at for name in OWN_NAME.findall(unit.code, *one))
    if not read_by_others or not changed.isdisjoint(named):
        return None
    left = [jump for one in (Span(given.value.start, way[0].start), *passed) for jump in read.jumps_in(one)]
    parted = any(_differs(unit, one, values) for jump in left for one in read.path(jump.at))
    if parted or _may_wait(unit, behind, passed) or _is_from_leader(unit, read, given, word.start, values):
        return None
    return Hazard("W059", Span(word.start, at[-1].end + 1))


def _first_on(unit: Unit, name: bytes, way: Sequence[Span]) -> tuple[Token | None, list[Span]]:
    """Give the first place on a way that holds a name, and what is passed before it."""
    passed: list[Span] = []
    for piece in way:
        word = next(standing(unit, name, piece), None)
        passed.append(Span(piece.start, word.start if word else piece.end))
        if word:
            return word, passed
    return None, passed


class _Behind(NamedTuple):
    """What runs behind a branch: not the other sides of the conditions around it, up to the turn's `end`."""

    read: Model
    around: Path
    end: int

    def runs(self, at: int) -> bool:
        """Say whether what stands at a place may run."""
        sides = {(one.span, not one.otherwise) for one in self.around if one.keyword not in LOOPS}
        return at >= self.end or all((one.span, one.otherwise) not in sides for one in self.read.path(at))

    def changed(self, unit: Unit, passed: Sequence[Span]) -> frozenset[bytes]:
        """Give the names that are given others on the way, but for what counts up and down, as stacks do."""
        made = [one for each in passed for one in self.read.assigned_in(each) if self.runs(one.value.start)]
        signs: dict[bytes, set[bytes]] = {}
        for one in made:
            sign = one.operator if is_update(unit.code, one) else b""
            signs.setdefault(one.name, set()).add(sign)
        return frozenset(name for name, by in signs.items() if by != UP_AND_DOWN)


def _may_wait(unit: Unit, behind: _Behind, passed: Sequence[Span]) -> bool:
    """Say whether the lanes of a warp may wait for one another in some pieces, by what these call."""
    called = [one for each in passed for one in behind.read.called_in(each) if behind.runs(one.name.start)]
    waits = any(waits_in(unit, behind.read, one) for one in passed)
    return waits or not all(unit.code[slice(*one.name)].startswith(HARMLESS) for one in called)


def _ways_behind(read: Model, given: Assignment, end: int) -> Iterator[tuple[Span, ...]]:
    """Give what runs behind a branch, in order: with loops around it their next turns, or the rest."""
    around = read.path(given.value.start)
    loops = [read.loop(one.span) for one in reversed(around) if one.keyword in LOOPS][:MOST_LOOPS]
    passed: tuple[Span, ...] = ()
    first, rest = around[-1].span.start, Span(end, read.function.body.end)
    ways: list[tuple[Span, ...]] = []
    for loop in loops:
        if loop is None:
            break
        passed = (*passed, Span(rest.start, loop.body.end), loop.step, loop.condition)
        ways.append((*passed, Span(loop.body.start, min(first, loop.body.end))))
        first, rest = loop.whole.start, rest._replace(start=loop.whole.end)
        if len(ways) == 1:
            ways.append((*passed, rest))
    for way in ways or [(rest,)]:
        yield tuple(one for one in way if one.end > one.start)


def _is_from_leader(unit: Unit, read: Model, given: Assignment, at: int, values: LazyValues) -> bool:
    """Say whether an element goes into a shuffle that takes the value of the lane which has stored it."""
    region = next(read.regions.around(given.value.start), None)
    leader = _number(unit, region.condition.span, values) if region and region.condition else None
    for call in read.called_in(Span(max(read.function.body.start, at - LONGEST), at)):
        name = unit.code[slice(*call.name)]
        taken = call.arguments[name.endswith(b"_sync") :] if name in FROM_LANE else ()
        if len(taken) > 1 and taken[0].start <= at < taken[0].end:
            source = values.constants.plain(expression(unit.code[slice(*taken[1])]))
            return source is not None and source == leader
    return False


def _number(unit: Unit, asked: Span, values: LazyValues) -> int | None:
    """Give the number with which a condition compares the index of a lane for being equal."""
    node = bare(expression(unit.code[slice(*asked)]))
    sides = node.parts if (node.kind, node.text) == ("binary", b"==") else ()
    known = values.at(asked.start)
    lanes = [plain(known.value(one)) == OF_LANE for one in sides]
    worths = [values.constants.plain(bare(one)) for one in sides]
    return next((worths[1 - number] for number, is_lane in enumerate(lanes) if is_lane), None)


def _is_address(unit: Unit, array: Token) -> bool:
    """Say whether only the address of an element is kept: `p = &s[w]`."""
    sign = token_before(unit.code, array.start)
    return sign.text == b"&" and token_before(unit.code, sign.start).text == b"="
