"""Items that the warps of a grid take in turn, so that every number of warps comes to all of them.

A warp that begins with the item of its number goes on by the number of warps, `row += gridDim.x * blockDim.x
/ warpSize`, or takes as many as there are for each. What else a kernel does with the size of its grid says
nothing of that: it prints it, fills another array by threads, or numbers blocks along two axes by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import by_assignments, followed
from hipify_py.resolve.left_alone import turned_off
from hipify_py.source.conditions import inside
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare, names_in
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.functions import macros
from hipify_py.source.search import places
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WIDTH = b"warpSize"
OF_GRID = frozenset((b"gridDim", b"this_grid"))
OF_BLOCK = frozenset((b"blockDim", b"this_thread_block"))
# Words that tell threads or blocks apart: what is made of them is no number of all of them.
TELLING = frozenset(b"threadIdx blockIdx thread_rank block_rank thread_index block_index".split())
STEPS = frozenset((b"+", b"-"))
COUNTS = frozenset((b"++", b"--"))


def in_turn(unit: Unit, function: Function, item: Span, *, scaled: bool) -> bool:
    """Say whether an item is the first of those that its warp takes, by a step that counts the warps.

    With `scaled` the item counts the warps of the blocks before by the width, as the steps do; else only
    steps within what a block has are right.
    """
    return _steps_on(unit, function, item, scaled=scaled) or (scaled and _is_shared_out(unit, function, item))


def words_of(unit: Unit, function: Function, *pieces: Span, calculated: bool = False) -> set[bytes]:
    """Give the names in some pieces of a function and what these are given, also by macros and calls.

    With `calculated` not through what is read from memory, or given by functions of the API's.
    """
    calls, listed, given = defined_functions(unit), macros(unit), _given(unit, function)

    def all_given(name: bytes) -> Iterable[Span]:
        yield from (one for one in given(name) if not calculated or _is_calculated(unit, one))
        if name in listed:
            yield listed[name].body
        elif name in calls:
            yield from (one.value for one in model(unit, calls[name]).jumps if one.value)

    return {name for _, names in followed(unit.code, pieces, all_given) for name in names}


@fact_of
def _is_calculated(unit: Unit, value: Span) -> bool:
    """Say whether a value is made of names and numbers, and of ranks that groups and functions give."""
    known = {*defined_functions(unit), *TELLING, *OF_GRID, *OF_BLOCK}
    return not any(
        one.kind == "subscript"
        or (one.kind, one.text) == ("unary", b"*")
        or (one.kind == "call" and one.name not in known)
        for one in expression(unit.code[slice(*value)]).walk()
    )


@fact_of
def _given(unit: Unit, function: Function) -> Callable[[bytes], Iterable[Span]]:
    return by_assignments(_made(unit, function))


@fact_of
def _made(unit: Unit, function: Function) -> tuple[Assignment, ...]:
    """Give the assignments of a function that a compiler reads."""
    off = turned_off(unit)
    return tuple(one for one in model(unit, function).assignments if not inside(off, one.value.start))


@fact_of
def _made_of(unit: Unit, function: Function, item: Span) -> set[bytes]:
    """Give the names that hold an item, or what is made of it."""
    found = {one.name for one in _made(unit, function) if holds(one.value, item)} - {b""}
    queue = [*found]
    while queue:
        new = _users(unit, function).get(queue.pop(), set()) - found - {b""}
        found |= new
        queue += new
    return found


@fact_of
def _users(unit: Unit, function: Function) -> dict[bytes, set[bytes]]:
    """Give for each name of a function those that are given something made of it."""
    found: dict[bytes, set[bytes]] = {}
    for one in _made(unit, function):
        for name in OWN_NAME.findall(unit.code, *one.value):
            found.setdefault(name, set()).add(one.name)
    return found


def _steps_on(unit: Unit, function: Function, item: Span, *, scaled: bool) -> bool:
    """Say whether what holds an item, or what it is made of in a loop around it, goes on by such a step."""
    steps = _steps(unit, function)
    after = _made_of(unit, function, item) if steps else set[bytes]()
    before = words_of(unit, function, item) if steps else after
    for name, at, words in steps:
        by_grid = not words.isdisjoint(OF_GRID)
        if by_grid and not scaled:
            continue
        if name in after and WIDTH in words:
            return True
        around = (
            one for one in model(unit, function).loops if holds(one.whole, item) and holds(one.whole, at)
        )
        if name in before and any(_ends_by_width(unit, function, one, after) for one in around):
            return True
    return False


def _ends_by_width(unit: Unit, function: Function, loop: Loop, after: set[bytes]) -> bool:
    """Say whether a loop goes on up to a bound that is known in warps: by the width, or by the item."""
    return not words_of(unit, function, loop.condition).isdisjoint({*after, WIDTH})


@fact_of
def _steps(unit: Unit, function: Function) -> tuple[tuple[bytes, Span, set[bytes]], ...]:
    """Give what a function steps by the size of the grid or the block: the name, the place, its words."""
    return tuple(_found_steps(unit, function))


def _found_steps(unit: Unit, function: Function) -> Iterator[tuple[bytes, Span, set[bytes]]]:
    for one in _made(unit, function):
        by = one.value if one.operator in STEPS else _added(unit, one)
        words = words_of(unit, function, by) if by and one.name else set[bytes]()
        if by and not words.isdisjoint(OF_GRID | OF_BLOCK) and words.isdisjoint(TELLING):
            yield one.name, one.value, words


def _added(unit: Unit, one: Assignment) -> Span | None:
    """Give what is added to a name by `row = row + step`."""
    node = bare(expression(unit.code[slice(*one.value)]))
    if one.operator or node.kind != "binary" or node.text not in STEPS:
        return None
    sides = [side for side in node.parts if bare(side).text != one.name]
    return sides[0].within(one.value.start) if len(sides) == 1 else None


def _products(unit: Unit, function: Function) -> Iterator[tuple[int, Expression, Expression]]:
    """Give the products of a function, both ways round: where the statement begins, and the two factors."""
    for start, root in expressions(unit.code, function.body, places(unit.code, b"*", within=function.body)):
        for node in root.walk():
            if (node.kind, node.text) == ("binary", b"*"):
                left, right = node.parts
                yield from ((start, left, right), (start, right, left))


def _is_shared_out(unit: Unit, function: Function, item: Span) -> bool:
    """Say whether a product gives each warp its part of all: `row * each`, or `turn * warps` beside it."""
    after = _made_of(unit, function, item)
    factors, beside = _factors(unit, function), _turns(unit, function)
    if any(_is_share(unit, function, one) for name in after for one in factors.get(name, ())):
        return True
    turns = (one for name in after for turn, one in beside.get(name, ()) if turn not in after)
    return any(_counts_warps(unit, function, one) for one in turns)


@fact_of
def _factors(unit: Unit, function: Function) -> dict[bytes, list[Span]]:
    """Give for each name in a factor of a product the other factor."""
    found: dict[bytes, list[Span]] = {}
    for start, left, right in _products(unit, function):
        for name in names_in(left):
            found.setdefault(name, []).append(right.within(start))
    return found


@fact_of
def _turns(unit: Unit, function: Function) -> dict[bytes, list[tuple[bytes, Span]]]:
    """Give for each name in a statement what counts something there, and by what that is multiplied."""
    counted = {one.name for one in _made(unit, function) if one.operator in {*COUNTS, *STEPS}}
    found: dict[bytes, list[tuple[bytes, Span]]] = {}
    for start, left, right in _products(unit, function):
        if bare(left).text in counted:
            for name in {*OWN_NAME.findall(unit.code, start, _end(unit, start))}:
                found.setdefault(name, []).append((bare(left).text, right.within(start)))
    return found


def _end(unit: Unit, start: int) -> int:
    end = unit.code.find(b";", start)
    return end if end >= 0 else len(unit.code)


@fact_of
def _counts_warps(unit: Unit, function: Function, piece: Span) -> bool:
    words = words_of(unit, function, piece)
    return WIDTH in words and not words.isdisjoint(OF_GRID) and words.isdisjoint(TELLING)


@fact_of
def _is_share(unit: Unit, function: Function, piece: Span) -> bool:
    """Say whether a number is a quotient by the number of warps, also by a function that rounds it."""
    for at, _ in followed(unit.code, [piece], _given(unit, function)):
        for node in expression(unit.code[slice(*at)]).walk():
            divides = (node.kind, node.text) == ("binary", b"/")
            by = node.parts[1:] if divides or node.kind == "call" else ()
            if any(_counts_warps(unit, function, one.within(at.start)) for one in by):
                return True
    return False
