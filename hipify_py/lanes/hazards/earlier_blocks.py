"""Waits for flags of earlier blocks, as look-back has them: blocks share no wavefront.

The index of such a flag is that of the own block, or a number drawn that the block shares, be it handed on to
a function, less 1 or more: `flag[tile - 1 - lane]`. It hangs on no thread and no warp, and the block's is not
multiplied, for a block may have a flag for each of its warps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import followed
from hipify_py.lanes.flow.integers import written
from hipify_py.lanes.flow.lattice import THREAD_INDEX, WARP_INDEX
from hipify_py.lanes.flow.storage import holds_parts, led_to
from hipify_py.lanes.hazards.block_numbers import hangs_on_blocks, is_handed_block
from hipify_py.source.expression_reading import expression

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.loop_exits import LoopExits
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop

INDICES = frozenset(b"threadIdx blockIdx blockDim gridDim".split())
BLOCK = b"blockIdx"
SCALED = frozenset({b"*", b"<<", b"/", b">>", b"%", b"&"})  # several flags a block


def asks_earlier_blocks(of: LoopExits, loop: Loop, values: LazyValues) -> bool:
    """Say whether all that a loop reads of memory to be left are flags of blocks before the own one."""
    places = [*asked_places(of, loop)]
    read = [place for place in places if place is not None]
    return bool(places) and read == places and all(_is_earlier(of, place, values) for place in read)


def asked_places(of: LoopExits, loop: Loop) -> Iterator[Span | None]:
    """Give the indices at which memory is read for the condition of a loop, by what the loop assigns.

    None stands for what is read by another way.
    """
    given = _given(of, loop)
    for at, _ in followed(of.unit.code, [loop.condition], given):
        for node in expression(of.unit.code[slice(*at)]).walk():
            if _own(of, node):
                continue
            if node.kind == "subscript":
                yield node.parts[1].within(at.start)
            elif (node.kind, node.text) == ("unary", b"*") or _is_member(node):
                yield None


def _given(of: LoopExits, loop: Loop) -> Callable[[bytes], Iterable[Span]]:
    """Give what tells what a loop gives a name, or a part of what the thread itself holds by it."""
    found: dict[bytes, list[Span]] = {}
    for one in of.model.assigned_in(loop.whole):
        found.setdefault(one.name or _own(of, expression(one.target)), []).append(one.value)
    return lambda name: found.get(name, ())


def _own(of: LoopExits, node: Expression) -> bytes:
    """Give the array or the object of the thread's own of which an expression names a part."""
    name = led_to(node).name if node.kind in {"subscript", "member"} else b""
    made = of.names.declared.get(name, ())
    return name if made and all(holds_parts(of.unit, one) for one in made) else b""


def _is_member(node: Expression) -> bool:
    """Say whether memory is read by a member, other than that of an element: its index is read for itself."""
    return node.kind == "member" and node.parts[0].kind != "subscript" and node.parts[0].text not in INDICES


def _is_earlier(of: LoopExits, place: Span, values: LazyValues) -> bool:
    """Say whether an index is that of a block, or a number drawn, less something."""
    if not hangs_on_blocks(of, place):
        return False
    less, names = False, set[bytes]()
    for at, words in followed(of.unit.code, [place], of.names.values_of):
        names |= words
        for node in expression(of.unit.code[slice(*at)]).walk():
            less = less or (node.kind == "binary" and node.text == b"-" and _is_one(node.parts[1].text))
            scaled = node.parts if node.kind == "binary" and node.text in SCALED else ()
            if any(hangs_on_blocks(of, one.within(at.start)) for one in scaled):
                return False
    less = less or any(_lessens(of, one) for name in names for one in of.names.given.get(name, ()))
    # Else each thread may have drawn a number of its own.
    taken = names.intersection(of.model.parameters)
    shared = BLOCK in names or any(map(of.is_shared, names))
    if not (less and (shared or any(is_handed_block(of.unit, of.model.function, one) for one in taken))):
        return False
    found = values.at(place.start).value(expression(of.unit.code[slice(*place)]))
    return not found.indices & (THREAD_INDEX | WARP_INDEX)


def _lessens(of: LoopExits, one: Assignment) -> bool:
    """Say whether something takes 1 or more from a name; `--` has the name itself for a value."""
    by = of.unit.code[slice(*one.value)]
    return one.operator == b"-" and (by == one.name or _is_one(by))


def _is_one(text: bytes) -> bool:
    """Say whether a text is a number that is not 0: it is less for certain, as a lane's number is not."""
    number = written(text)
    return number is not None and number.value != 0
