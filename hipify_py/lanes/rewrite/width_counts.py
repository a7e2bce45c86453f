"""What counts by 32 in code that is to work on the whole wavefront: what `--warp native` reports."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.index_names import names_lane
from hipify_py.lanes.flow.index_splits import arithmetic
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.assembly_splits import assembly_splits
from hipify_py.lanes.rewrite.assertions import is_asserted
from hipify_py.lanes.rewrite.bit_loops import bit_loops
from hipify_py.lanes.rewrite.block_shares import block_shares
from hipify_py.lanes.rewrite.calculated_nodes import nodes
from hipify_py.lanes.rewrite.default_widths import overridden
from hipify_py.lanes.rewrite.fixed_widths import fixed_widths
from hipify_py.lanes.rewrite.halves_of_words import halves_word
from hipify_py.lanes.rewrite.lane_steps import short_steps, steps
from hipify_py.lanes.rewrite.partial_masks import partial_masks
from hipify_py.lanes.rewrite.shared_sizes import shared_sizes
from hipify_py.lanes.rewrite.source_lanes import of_the_first
from hipify_py.lanes.rewrite.told_widths import WARP
from hipify_py.lanes.rewrite.warp_elements import WIDTH, warp_elements
from hipify_py.lanes.rewrite.warp_means import means
from hipify_py.lanes.rewrite.wavefront_functions import calls, is_confined, spans_wavefronts
from hipify_py.model import Span
from hipify_py.source.brackets import template_arguments
from hipify_py.source.conditions import inside
from hipify_py.source.expressions import bare
from hipify_py.source.search import last_of
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME, token_at, words
from hipify_py.source.type_names import past_template
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

# 32 and 31 bound or step something on the right of these.
BOUNDS = frozenset(b"< > <= >= == != = + - * += -= *= << >>".split())
PARTS = {b"*": 1, b"/": 2, b"-": 1}  # on their left, unless these numbers stand on the right
STEPS = frozenset((b"*", b"*="))
NOBODY: Mapping[bytes, int] = MappingProxyType({})


def widths(
    unit: Unit,
    facts: FunctionFacts,
    joined: set[bytes],
    told: set[bytes],
    reaches: Mapping[bytes, int] = NOBODY,
) -> Iterator[Hazard]:
    """Give the places in a function that a wavefront of 64 lanes changes in meaning.

    `joined` are the functions that `connected` gives, what these call counts by the wavefront as well; `told`
    are those of `told_width`, `reaches` those of `reaching`.
    """
    if facts.function is None:
        return
    yield from partial_masks(unit, facts)
    here = spans_wavefronts(unit, facts)
    by_width = any(op.kind == "shuffle" for op in facts.ops)  # whose widths it counts by, if not `here`
    helper = bool(joined) and facts.function.kind != "kernel" and not by_width
    inside = facts.function.called in joined and (here or calls(unit, facts.function, joined))
    if here or helper or inside:
        yield from _split(unit, facts)
        yield from assembly_splits(unit, facts)
    if here or (inside and (facts.ops or facts.function.kind != "host")):
        yield from _bounds(unit, facts)
        yield from means(unit, facts, joined)
        yield from block_shares(unit, facts)
        yield from of_the_first(unit, facts, is_confined)
    if here or (inside and facts.ops):
        yield from shared_sizes(unit, facts)
    if here or inside:
        yield from short_steps(unit, facts, [*steps(unit, facts, reaches, is_confined)])
    if told and any(op.kind == "size" for op in facts.ops):
        yield from _given(unit, facts, told)
    if facts.ops:
        yield from fixed_widths(unit, facts.function)
    if holds_part(unit, WIDTH):
        yield from warp_elements(unit, facts)


def _given(unit: Unit, facts: FunctionFacts, told: set[bytes]) -> Iterator[Hazard]:
    """Report calls that are given 32 for a width where `warpSize` counts the lanes."""
    assert facts.function is not None
    code = unit.code
    for word in words(code, *sorted(told), within=facts.function.body):
        end = past_template(code, word.end)
        if end == word.end or token_at(code, end).text != b"(":
            continue
        given = (code[slice(*one)] for one in template_arguments(code, token_at(code, word.end).end))
        if WARP in (facts.constants.worth(one) for one in given if b"warpSize" not in one):
            yield Hazard("W012", Span(word.start, end), "a width given")


def _split(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report what splits a thread's index by 32."""
    if facts.function is None or facts.values is None:
        return
    own = bool(owned(unit))
    for split in arithmetic(facts.values):
        width = unit.code[slice(*split.width)]
        if (own or b"warpSize" not in width) and facts.constants.chosen.isdisjoint(A_NAME.findall(width)):
            yield Hazard("W012", split.span, f"the {split.kind}")


def _bounds(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report 32 and 31 where they bound a loop, name a lane or step from one warp's part to the next."""
    assert facts.function is not None
    code = unit.code
    signs = [*facts.constants.widths_in(code, facts.function.span)]
    unused = {one.end for one in overridden(unit, facts.function)}
    of_bits = merged(bit_loops(unit, facts)) if signs else ()
    for start, node in nodes(unit, facts.function.span, signs):
        span = bound(unit, start, node, facts.constants)
        if span and (span.end in unused or is_asserted(unit, facts.function, start, node)):
            continue
        if span and (inside(of_bits, span.start) or halves_word(unit, facts, start, node)):
            continue
        if (span and not _subscript(code, span.start)) or _counted_from(unit, start, node, facts):
            yield Hazard("W012", span or node.within(start), "lanes")


def bound(unit: Unit, start: int, node: Expression, constants: ConstantTable) -> Span | None:
    """Give where a node bounds or steps by a warp, from its operator on; a factor of 31 makes checksums."""
    if node.kind == "call" and node.name in {b"min", b"max"} and len(node.parts) > 1:
        return node.within(start) if any(counts(unit, one, constants) for one in node.parts) else None
    if node.kind != "binary":
        return None
    left, right = node.parts
    while right.kind == "binary" and right.text == b">" and node.text == b"=":
        right = right.parts[0]  # the last parameter of a template
    if _is_part(unit, node, constants):
        return left.within(start)
    counted = node.text in BOUNDS and counts(unit, right, constants)
    steps = node.text not in STEPS or _is_warp(right, constants)
    return from_sign(unit, start, node, right) if counted and steps else None


def _is_part(unit: Unit, node: Expression, constants: ConstantTable) -> bool:
    """Say whether a warp's width is multiplied, divided, or less by something; half of it is no part."""
    left, right = node.parts
    if node.text not in PARTS or left.parts or not _is_warp(left, constants):
        return False
    if right.kind == "call" and right.text.startswith(b"__"):
        return False  # as `32 - __clz(m)`, of which others speak
    by = constants.of(right)
    return counts(unit, left, constants) and (by is None or by.value != PARTS[node.text])


def from_sign(unit: Unit, start: int, node: Expression, right: Expression) -> Span:
    """Give the span of an operator with what stands on its right."""
    return Span(unit.code.index(node.text, start + node.parts[0].span.end), start + right.span.end)


def _counted_from(unit: Unit, start: int, node: Expression, facts: FunctionFacts) -> bool:
    """Say whether a node counts lanes or threads from the end of a warp: `31 - lane`."""
    right = None
    if (node.kind, node.text) == ("binary", b">>"):
        right = _below_top(node, facts.constants)
    elif (node.kind, node.text) == ("binary", b"-") and counts(unit, node.parts[0], facts.constants):
        right = node.parts[1]
    if right is None:
        return False
    if right.kind == "name" and names_lane(right.text):
        return True
    known = facts.values.at(start + node.span.start) if facts.values else None
    return known is not None and known.value(right).indices & INDEX != 0


def _below_top(node: Expression, constants: ConstantTable) -> Expression | None:
    """Give what the lane is by which ones are shifted down: `lane` of `0x7fffffff >> (30 - lane)`."""
    ones, right = constants.of(node.parts[0]), bare(node.parts[1])
    top = constants.plain(right.parts[0]) if (right.kind, right.text) == ("binary", b"-") else None
    if ones is None or top is None or not WARP // 2 <= top < WARP - 1:
        return None
    return right.parts[1] if ones.value == 2 ** (top + 1) - 1 else None


def _is_warp(node: Expression, constants: ConstantTable) -> bool:
    number = constants.of(node, TOLD)
    return number is not None and number.value == WARP


def counts(unit: Unit, node: Expression, constants: ConstantTable) -> bool:
    """Say whether an expression is the width of a warp of 32 lanes, or its last lane."""
    if not owned(unit) and any(one.text == b"warpSize" for one in node.walk()):
        return False
    if constants.chosen and any(one.name in constants.chosen for one in node.walk() if one.kind == "name"):
        return False  # a condition says what it is for HIP
    number = constants.of(node, TOLD)
    return number is not None and number.value in {WARP, WARP - 1}


def _subscript(code: bytes, at: int) -> bool:
    """Say whether a place stands in a declaration of shared memory, of which another rule speaks."""
    start = last_of(code, b";{}", at)
    return b"__shared__" in code[start + 1 : at]
