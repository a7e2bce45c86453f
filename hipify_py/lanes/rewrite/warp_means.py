"""Means over a warp of 32 lanes: what a shuffle has summed up, divided by 32.0 or times 0.03125."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazard import Hazard
from hipify_py.source.expression_reading import expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model
from hipify_py.source.search import places
from hipify_py.source.spans import inner

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

BY = {b"/": 32.0, b"/=": 32.0, b"*": 1 / 32, b"*=": 1 / 32}
SUMS = frozenset(("shuffle", "reduce"))
LEAST_TO_LOOK_FOR = (b"32.", b"03125", b"32f")


def means(unit: Unit, facts: FunctionFacts, joined: Collection[bytes]) -> Iterator[Hazard]:
    """Report what divides a sum of a function by 32; functions of `joined` give such sums, too."""
    assert facts.function is not None
    signs = places(unit.code, *LEAST_TO_LOOK_FOR, within=facts.function.body)
    summed = _summed(unit, facts, joined) if signs else set()
    for start, root in expressions(unit.code, facts.function.body, signs) if summed else ():
        for node in root.walk():
            if node.kind == "binary" and node.text in BY and _is_mean(node, facts, summed):
                yield Hazard("W012", node.within(start), "lanes")


def _is_mean(node: Expression, facts: FunctionFacts, summed: Collection[bytes]) -> bool:
    pairs = [node.parts] if node.text[:1] == b"/" else [node.parts, node.parts[::-1]]
    return any(
        _worth(by, facts) == BY[node.text] and any(part.text in summed for part in one.walk())
        for one, by in pairs
    )


def _worth(node: Expression, facts: FunctionFacts) -> float | None:
    """Give what a number with a point is worth, or one that is divided by such."""
    node = bare(node)
    if (node.kind, node.text) == ("binary", b"/"):
        above, below = (_worth(one, facts) for one in node.parts)
        return above / below if above is not None and below else None
    try:
        return float(node.text.rstrip(b"fFlL")) if node.kind == "number" else None
    except ValueError:  # as `0x20`, or with digits apart
        return None


def _summed(unit: Unit, facts: FunctionFacts, joined: Collection[bytes]) -> set[bytes]:
    """Give the names that a function gives what it takes from other lanes, and the functions that give it."""
    assert facts.function is not None
    read = model(unit, facts.function)
    called = [(one.name, name) for one in read.calls if (name := unit.code[slice(*one.name)]) in joined]
    taking = inner([*(span for span, _ in called), *(op.span for op in facts.ops if op.kind in SUMS)])
    found = {name for _, name in called}
    return found | {one.name for one in read.assignments if taking.any_in(one.value)}
