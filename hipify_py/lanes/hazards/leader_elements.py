"""Elements in shared memory by which a leader hands its warp a value, with no wait before the others read it.

`if (lane == 0) base[warp] = atomicAdd(n, 32); i = base[warp] + lane;` counts on lanes in lock step, too.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.counted_loops import is_update
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.lattice import LANE, OF_LANE, WARP, plain
from hipify_py.lanes.flow.storage import SHARED, is_marked_shared
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.element_paths import ElementPath, path_behind
from hipify_py.lanes.hazards.element_steps import waits_in
from hipify_py.model import Span
from hipify_py.source.expression_reading import NO_NODE, expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import model, names
from hipify_py.source.tokens import OWN_NAME, token_at, token_before, words
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, CallText, Condition, Model, Path
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

FROM_LANE = frozenset((b"__shfl_sync", b"__shfl"))
LONGEST = 400  # bytes from the name of a shuffle to what it takes
EQUAL = frozenset((b"==", b"!"))  # what lets one lane through
BOUNDS = frozenset((b"<", b"<=", b">", b">="))
LEAST = 2  # lanes that a bound by a number lets through
UP_AND_DOWN = {b"+", b"-"}
MOST_LOOPS = 2  # around a store whose next turns are looked at
MOST = 64  # places that name an array behind a store
JOINS = tuple(b"__%b" % one for one in (b"ballot", b"any", b"all", b"match_", b"reduce_"))
HARMLESS = (b"atomic", b"__shfl", b"__popc", b"__ffs", b"__clz", b"min", b"max", b"__ldg")


class _Stored(NamedTuple):
    """An element that is stored: its array, where, what stands behind the array's name, and who has it alike.

    The array may be one that is referred to, or a pointer to its element, by another name.
    """

    array: bytes
    given: Assignment
    path: ElementPath
    levels: dict[bytes, int]


def leader_elements(unit: Unit, function: Function, values: LazyValues) -> Iterator[Hazard]:
    """Report where a value is read that a leader has stored for its warp, as if it were there at once."""
    if not any(words(unit.code, SHARED, within=function.body)):
        return
    read = model(unit, function)
    for given in read.assignments:
        if not any(_guards(unit, read, given)):  # most are under none, and need no look at values
            continue
        stored = _stored(unit, read, given, values)
        end = _end_for_leader(unit, read, given, values, stored) if stored else 0
        if stored and end:
            yield from _read_behind(unit, read, stored, end, values)


def _stored(unit: Unit, read: Model, given: Assignment, values: LazyValues) -> _Stored | None:
    """Give the element of shared memory that is stored, if there are such for each warp."""
    name = token_at(given.target, 0)
    path = path_behind(given.target, name.end)
    led = _led_to(unit, read, name.text, given)
    if led is None or path.end < len(given.target.rstrip()):
        return None
    known = values.at(given.value.start)
    levels = {one: known.value(expression(one)).level for one in (*path.indices, *led.indices)}
    return _Stored(name.text, given, path, levels) if WARP in levels.values() else None


def _led_to(unit: Unit, read: Model, name: bytes, given: Assignment) -> ElementPath | None:
    """Give what leads to the memory of a name from an array in shared memory: nothing if it is that array."""
    known = names(unit, read.function)
    made = known.declaration(name, given.value.start)
    if made is None or made.kind != "local":
        return None
    if is_marked_shared(unit, made):
        return ElementPath((), made.at.end)
    refers = made.sign_in(unit.code) == b"&"
    if made.value is None or not (refers or (made.pointers and len(known.given.get(name, ())) == 1)):
        return None
    first = token_at(unit.code, made.value.start)
    first = token_at(unit.code, first.end) if first.text == b"&" else first
    path, array = path_behind(unit.code, first.end), known.declaration(first.text, first.start)
    is_whole = path.end >= made.value.end
    return path if is_whole and array and is_marked_shared(unit, array) else None


def _end_for_leader(unit: Unit, read: Model, given: Assignment, values: LazyValues, stored: _Stored) -> int:
    """Give where the branch ends in which a lane alone gives a value, or 0.

    Of the conditions around it that is the one by which the lanes of a warp part.
    """
    region = next(read.regions.around(given.value.start), None)
    signs = BOUNDS if LANE in stored.levels.values() else EQUAL  # some lanes with an element each, or one
    if region is None or not _differs(unit, region.path[-1], values):
        return 0
    known = values.at(region.path[-1].span.start)
    guards = (one for one in _guards(unit, read, given) if one.text in signs)
    around = [one for one in region.path[:-1] if one.keyword not in LOOPS]
    parted = any(_differs(unit, one, values) for one in around)
    return 0 if parted or not any(known.value(one).level == LANE for one in guards) else region.span.end


def _guards(unit: Unit, read: Model, given: Assignment) -> Iterator[Expression]:
    """Give the comparisons that the innermost condition around an assignment is made of."""
    region = next(read.regions.around(given.value.start), None)
    asked = region.condition if region else None
    if asked is not None and asked.keyword == "if" and not asked.otherwise:
        yield from (one for one in _asked(unit, read, asked.span) if one.text in BOUNDS | EQUAL)


def _asked(unit: Unit, read: Model, asked: Span) -> Iterator[Expression]:
    """Give what a condition asks, one by one of what holds together, and what names for that hold."""
    todo, known = [expression(unit.code[slice(*asked)])], names(unit, read.function)
    for _ in range(MOST):
        node = bare(held(unit.code, known, bare(todo.pop()), asked.start)) if todo else NO_NODE
        if (node.kind, node.text) == ("binary", b"&&"):
            todo += node.parts
        elif node.kind in {"binary", "unary"}:
            yield node


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
    given, (word, passed) = stored.given, _first_on(unit, stored, way)
    if word is None or _is_address(unit, word):
        return None
    path, known = path_behind(unit.code, word.end), values.at(word.start)
    is_there = stored.path.may_be(
        path, lambda text: known.value(expression(text)).level, stored.levels.__getitem__
    )
    if not is_there or token_at(unit.code, path.end).text == b"=":
        return None
    around = read.path(given.value.start)
    asked = {*read.path(word.start)} - {*around}
    behind = _Behind(read, around, way[0].end)
    changed = behind.changed(unit, passed)
    sides = {one.span for one in around}
    read_by_others = all(one.span not in sides and _lets_others(unit, one, values) for one in asked)
    named = (name for one in path.indices for name in OWN_NAME.findall(one))
    if not read_by_others or not changed.isdisjoint([stored.array, *named]):
        return None
    left = [jump for one in (Span(given.value.start, way[0].start), *passed) for jump in read.jumps_in(one)]
    parted = any(_differs(unit, one, values) for jump in left for one in read.path(jump.at))
    if (
        parted
        or _may_wait(unit, behind, passed, word.start)
        or _is_from_leader(unit, read, given, word.start, values)
    ):
        return None
    return Hazard("W059", Span(word.start, path.end))


def _first_on(unit: Unit, stored: _Stored, way: Sequence[Span]) -> tuple[Token | None, list[Span]]:
    """Give the first place on a way that may lead to what is stored, and what is passed before it."""
    passed: list[Span] = []
    for piece in way:
        named = islice(standing(unit, stored.array, piece), MOST)
        word = next((one for one in named if not stored.path.is_apart(path_behind(unit.code, one.end))), None)
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


def _may_wait(unit: Unit, behind: _Behind, passed: Sequence[Span], at: int) -> bool:
    """Say whether the lanes of a warp may wait for one another in some pieces, by what these call.

    What an intrinsic is given at the place behind them is read before it joins the lanes.
    """
    called = [one for each in passed for one in behind.read.called_in(each) if behind.runs(one.name.start)]
    waits = any(waits_in(unit, behind.read, one) for one in passed)
    texts = ((one, unit.code[slice(*one.name)]) for one in called)
    given = (name for one, name in texts if not (name.startswith(JOINS) and _is_given(one, at)))
    return waits or not all(name.startswith(HARMLESS) for name in given)


def _is_given(call: CallText, at: int) -> bool:
    return any(one.start <= at < one.end for one in call.arguments)


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
    leader = _number(unit, read, region.condition.span, values) if region and region.condition else None
    for call in read.called_in(Span(max(read.function.body.start, at - LONGEST), at)):
        name = unit.code[slice(*call.name)]
        taken = call.arguments[name.endswith(b"_sync") :] if name in FROM_LANE else ()
        if len(taken) > 1 and taken[0].start <= at < taken[0].end:
            source = values.constants.plain(expression(unit.code[slice(*taken[1])]))
            return source is not None and source == leader
    return False


def _number(unit: Unit, read: Model, asked: Span, values: LazyValues) -> int | None:
    """Give the number with which a condition compares the index of a lane for being equal."""
    known = values.at(asked.start)
    for node in _asked(unit, read, asked):
        sides = node.parts if node.text in {b"!", b"=="} else ()
        lanes = [plain(known.value(one)) == OF_LANE for one in sides]
        worths = [values.constants.plain(bare(one)) for one in sides] if len(sides) > 1 else [None, 0]
        if True in lanes:
            return worths[1 - lanes.index(True)]
    return None


def _is_address(unit: Unit, array: Token) -> bool:
    """Say whether only the address of an element is kept: `p = &s[w]`."""
    sign = token_before(unit.code, array.start)
    return sign.text == b"&" and token_before(unit.code, sign.start).text == b"="
