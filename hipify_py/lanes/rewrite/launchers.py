"""What counts by 32 where the host starts kernels that work on wavefronts, and what asks for no width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.function_facts import FunctionFacts
from hipify_py.lanes.flow.index_parts import SHIFT
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.block_sizes import block_sizes
from hipify_py.lanes.hazards.width_queries import launches
from hipify_py.lanes.rewrite.calculated_nodes import nodes
from hipify_py.lanes.rewrite.decide import grouped
from hipify_py.lanes.rewrite.enough_shares import is_enough
from hipify_py.lanes.rewrite.listed_distances import given_to_templates
from hipify_py.lanes.rewrite.told_widths import WARP
from hipify_py.lanes.rewrite.warp_items import items
from hipify_py.lanes.rewrite.width_counts import bound, counts, from_sign
from hipify_py.model import Span
from hipify_py.resolve.left_alone import turned_off
from hipify_py.source.conditions import inside
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.functions import functions
from hipify_py.source.search import places
from hipify_py.source.spans import merged
from hipify_py.source.statements import expression_end
from hipify_py.source.tokens import token_at, words
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.hazards.block_sizes import Size
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DIVIDES = frozenset(b"/ % & >> << /= %= &= >>= <<=".split())
SHARES = frozenset((b"/", b">>"))
ASKS = (b"warp", b"wave", b"width", b"lanes")  # in any case


def started(
    unit: Unit, joined: set[bytes], elsewhere: frozenset[bytes], all_facts: Iterable[FunctionFacts]
) -> list[bytes]:
    """Give the kernels that work on wavefronts: the file's own, and those `elsewhere` that it launches."""
    own = (one.function.called for one in all_facts if one.function and one.function.kind == "kernel")
    found = dict.fromkeys(name for name in own if name in joined)
    others = {one.kernel for one in launches(unit)} & elsewhere if elsewhere else set[bytes]()
    return [*found, *sorted(others - found.keys())]


def launchers(
    unit: Unit,
    kernels: Sequence[bytes],
    all_facts: Sequence[FunctionFacts],
    rules: RuleSet,
    given: dict[Function, list[Hazard]],
) -> Iterator[Finding]:
    """Report what counts by 32 where the host starts kernels that work on wavefronts, and what has to ask.

    `given` is what is to be said besides, by functions.
    """
    if not all_facts:
        return
    hosts: dict[bytes, list[Function]] = {}
    for name in kernels:
        homes = functions(unit, [word.start for word in standing(unit, name)])
        hosts[name] = [home for home in dict.fromkeys(homes.values()) if home.kind == "host"]
    constants = all_facts[0].constants
    homes_of_all = dict.fromkeys(home for each in hosts.values() for home in each)
    starting = {home: given.pop(home, []) for home in homes_of_all}
    for home, hazards in _all_by_32(unit, kernels, starting, constants).items():
        launcher = FunctionFacts(home, (), (), (), None, constants)
        yield from grouped(launcher, [*_read(unit, hazards)], rules)
    for home, hazards in given.items():
        launcher = FunctionFacts(home, (), (), (), None, constants)
        yield from grouped(launcher, [*_read(unit, hazards)], rules)
    for facts in all_facts:
        called = facts.function.called if facts.function else b""
        if facts.function and facts.function.kind == "kernel" and called in hosts:
            found = _read(unit, (Hazard("W040", item) for item in items(unit, facts.function)))
            item = next(found, None)
            if item and not any(speaks_of(unit, home, ASKS) for home in hosts[called]):
                yield from grouped(facts, [item], rules)


def _read(unit: Unit, hazards: Iterable[Hazard]) -> Iterator[Hazard]:
    """Leave out what no compiler reads, before others are told beside it; each is told once."""
    off = turned_off(unit)
    yield from dict.fromkeys(one for one in hazards if not inside(off, one.span.start))


def _all_by_32(
    unit: Unit, kernels: Sequence[bytes], starting: dict[Function, list[Hazard]], constants: ConstantTable
) -> dict[Function, list[Hazard]]:
    """Add to what is said of functions that start such kernels what counts by 32, and who hands them that."""
    found = {home: [*_by_32(unit, home, constants)] for home in starting}
    told = {home: merged([one.span for one in hazards]) for home, hazards in found.items()}
    for home, hazard in _by_choice(unit, kernels, starting.keys(), constants):
        if not inside(told.get(home, ()), hazard.span.start):
            found.setdefault(home, []).append(hazard)
    return {home: [*hazards, *starting.get(home, ())] for home, hazards in found.items()}


def _by_choice(
    unit: Unit, kernels: Sequence[bytes], hosts: Container[Function], constants: ConstantTable
) -> Iterator[tuple[Function, Hazard]]:
    """Report where some functions get blocks of 32 threads from by a choice, or by a function of the file."""
    others = functions_by_name(unit).keys() - {*kernels}
    launched = [one for one in launches(unit) if one.kernel not in others] if kernels else []
    homes = functions(unit, [one.threads.start for one in launched])
    for one in launched:
        home = homes.get(one.threads.start)
        for size in block_sizes(unit, home, one.threads, constants) if home in hosts and home else ():
            by_32 = size.worth == WARP or (size.is_called and _counts_by(unit, size, constants))
            if by_32 or counts(unit, size.node, constants):
                yield size.home, Hazard("W038", size.at)
            yield from _by_template(unit, size, constants)


def _by_template(unit: Unit, size: Size, constants: ConstantTable) -> Iterator[tuple[Function, Hazard]]:
    """Report where 32 is put for a parameter of a template that a block has along x.

    Not where others put another number: what works with that counts on no row of one warp.
    """
    found = [*given_to_templates(unit, size.home, size.node.text)] if size.node.kind == "name" else []
    if all(counts(unit, expression(unit.code[slice(*one)]), constants) for one in found):
        homes = functions(unit, [one.start for one in found]) if found else {}
        yield from ((homes[one.start], Hazard("W038", one)) for one in found if one.start in homes)


def _counts_by(unit: Unit, size: Size, constants: ConstantTable) -> bool:
    """Say whether what a function gives for a block is made by 32: rounded up to it, or so many warps."""
    nodes_of = size.node.walk() if size.start >= 0 else ()
    return any(_by_32_at(unit, size.start, node, constants) for node in nodes_of)


@fact_of
def speaks_of(unit: Unit, host: Function, words: tuple[bytes, ...]) -> bool:
    """Say whether one of some words stands in a function of the host, in any case and as a part, too."""
    text = unit.code[slice(*host.body)].lower()
    return any(word in text for word in words)


def _by_32(unit: Unit, home: Function, constants: ConstantTable) -> Iterator[Hazard]:
    code, body = unit.code, home.body
    signs = {*places(code, b"<<", b">>", within=body), *constants.widths_in(code, body)}
    for start, node in nodes(unit, body, sorted(signs)):
        span = _by_32_at(unit, start, node, constants)
        if span and not (node.text in SHARES and is_enough(unit, home, span.start)):
            yield Hazard("W038", span)
    for whole, given in _dimensions(unit, body):
        node = expression(code[slice(*given)])
        if node.kind in {"name", "number"} and counts(unit, node, constants):
            yield Hazard("W038", whole)


def _dimensions(unit: Unit, body: Span) -> Iterator[tuple[Span, Span]]:
    """Give the first numbers of grids in a function, and the blocks of launches, with all before."""
    for word in words(unit.code, b"dim3", within=body):
        mark = token_at(unit.code, word.end)
        mark = token_at(unit.code, mark.end) if mark.is_word else mark
        if mark.text in {b"(", b"{"}:
            end = expression_end(unit.code, mark.end, body.end)
            yield Span(word.start, end + 1), Span(mark.end, end)
    for launch in unit.launches_in(body):
        found = unit.launch(launch)
        for threads in found.arguments[1:2] if found else ():
            behind = token_at(unit.code, threads.end)
            end = behind.end if behind.text == b"," else launch.close.end
            yield Span(launch.open.start, end), threads


def _by_32_at(unit: Unit, start: int, node: Expression, constants: ConstantTable) -> Span | None:
    return bound(unit, start, node, constants) or _divided(unit, start, node, constants)


def _divided(unit: Unit, start: int, node: Expression, constants: ConstantTable) -> Span | None:
    """Give where a node divides by a warp, or shifts by 5, from its operator on."""
    if node.kind != "binary" or node.text not in DIVIDES:
        return None
    right = node.parts[1]
    by = constants.of(right, TOLD) if node.text[:2] in {b"<<", b">>"} and not right.parts else None
    shifts = by is not None and by.value == SHIFT
    return from_sign(unit, start, node, right) if shifts or counts(unit, right, constants) else None
