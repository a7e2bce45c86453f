"""Functions that are given the width of a warp as a plain argument, and calls and launches that give 32.

A parameter is such a width where it splits a thread's index, or where a loop up to it shuffles. One that a
function passes on is one of the function too.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.index_parts import SPLITS
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.default_widths import kept
from hipify_py.lanes.rewrite.listed_distances import put
from hipify_py.lanes.rewrite.told_widths import WARP
from hipify_py.source.brackets import template_arguments
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.functions import functions
from hipify_py.source.search import places
from hipify_py.source.template_parameters import template_parameters
from hipify_py.source.tokens import OWN_NAME, token_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    Confined = Callable[[WarpOp, Unit, ConstantTable], bool]

BY_NAME = (b"&", b"%", b"/")  # that split by what a name holds
GIVEN = "a width given"
DEEPEST = 4  # functions that pass a width on
NOBODY: Mapping[Function, set[bytes]] = MappingProxyType({})


class Given(NamedTuple):
    """A place that gives 32 for a width, and the function that it stands in."""

    home: Function
    hazard: Hazard


def given_widths(
    unit: Unit,
    all_facts: Iterable[FunctionFacts],
    joined: set[bytes],
    confined: Confined,
    others: Mapping[Function, set[bytes]] = NOBODY,
) -> list[Given]:
    """Give the places that pass 32 for the width by which functions of `joined` count lanes.

    `confined` says of a shuffle that it works on 32 lanes at most; `others` are names by which functions
    count them in other ways.
    """
    found: dict[tuple[Span, Span], Given] = {}
    for facts in all_facts:
        function = facts.function
        if function is None or facts.values is None or function.kind == "macro":
            continue
        is_joined = function.called in joined
        if not is_joined and not (joined and _is_helper(facts)):
            continue
        used = {*_splitting(unit, facts)}
        if is_joined:
            used |= {*_looping(unit, facts, confined), *others.get(function, ())}
        for one in _all_given(unit, facts, used):
            if is_joined or one.home.called in joined:
                found.setdefault((one.home.span, one.hazard.span), one)
        if not is_joined:
            for hazard in _by_default(unit, function, used, joined, facts.constants):
                found.setdefault((function.span, hazard.span), Given(function, hazard))
    return [*found.values()]


def _is_helper(facts: FunctionFacts) -> bool:
    """Say whether a function of the device splits indices for others: it takes no value from other lanes."""
    is_device = facts.function is not None and facts.function.kind == "device"
    return is_device and not any(op.kind == "shuffle" for op in facts.ops)


def _all_given(unit: Unit, facts: FunctionFacts, used: set[bytes]) -> Iterator[Given]:
    """Give the places that pass 32 for the parameters by which a function counts lanes."""
    assert facts.function is not None
    for number in sorted(_widths(unit, facts, used)):
        yield from _given(unit, facts.function, number, facts.constants, DEEPEST)
    yield from _to_templates(unit, facts.function, used, facts.constants)


def _by_default(
    unit: Unit, function: Function, used: set[bytes], joined: set[bytes], constants: ConstantTable
) -> Iterator[Hazard]:
    """Report widths of 32 that parameters have by default, where what works on a wavefront leaves them so."""
    made = {one.name: one.value for one in model(unit, function).declarations if one.kind == "parameter"}
    taken = [
        (number, made.get(one)) for number, one in enumerate(model(unit, function).parameters) if one in used
    ]
    listed = template_parameters(unit, function)
    of_template = [(number, one.default) for number, one in enumerate(listed) if one.name in used]
    calls = [one for one in sites(unit, function) if one.home.called in joined]
    for number, value in taken:
        if value and any(number >= len(one.arguments) for one in calls):
            yield from _told(unit, value, constants)
    for number, value in of_template:
        if value and any(number >= len(_put_at(unit, one.at)) for one in calls):
            yield from _told(unit, value, constants)


def _put_at(unit: Unit, name: int) -> list[Span]:
    """Give what a call puts for the parameters of a template, by where its name begins."""
    opens = token_at(unit.code, token_at(unit.code, name).end)
    listed = template_arguments(unit.code, opens.end) if opens.text == b"<" else []
    return [one for one in listed if one.start < one.end]


def _told(unit: Unit, value: Span, constants: ConstantTable) -> Iterator[Hazard]:
    if is_written_width(unit, expression(unit.code[slice(*value)]), constants):
        yield Hazard("W012", value, GIVEN)


def _widths(unit: Unit, facts: FunctionFacts, used: set[bytes]) -> set[int]:
    """Give the parameters of a function by which it counts lanes, by their numbers."""
    assert facts.function is not None
    taken = model(unit, facts.function).parameters
    return {number for number, name in enumerate(taken) if name in used and kept(unit, facts.function, name)}


def _to_templates(
    unit: Unit, function: Function, used: set[bytes], constants: ConstantTable
) -> Iterator[Given]:
    """Give where 32 is put for a number of a function's template by which that counts lanes."""
    taken = [one.name for one in template_parameters(unit, function)]
    for number in [number for number, name in enumerate(taken) if name in used]:
        spans = [*put(unit, function.called, number)]
        homes = functions(unit, [one.start for one in spans])
        for span in spans:
            home = homes.get(span.start)
            if home and is_written_width(unit, expression(unit.code[slice(*span)]), constants):
                message = "W038" if home.kind == "host" else "W012"
                yield Given(home, Hazard(message, span, "" if message == "W038" else GIVEN))


def _splitting(unit: Unit, facts: FunctionFacts) -> Iterator[bytes]:
    """Give the names that split the index of a thread or a lane."""
    assert facts.function is not None
    assert facts.values is not None
    signs = places(unit.code, *BY_NAME, within=facts.function.body)
    for start, root in expressions(unit.code, facts.function.body, signs):
        for node in root.walk():
            sign = node.text.removesuffix(b"=")
            by = _width(node.parts[1], sign) if node.kind == "binary" and sign in SPLITS else b""
            if by and facts.values.at(start + node.span.start).value(node.parts[0]).indices & INDEX:
                yield by


def _width(node: Expression, sign: bytes) -> bytes:
    """Give the name by which an operator splits: that less one behind `&`."""
    node = bare(node)
    if sign == b"&":
        less = (node.kind, node.text) == ("binary", b"-") and node.parts[1].text.rstrip(b"uU") == b"1"
        node = bare(node.parts[0]) if less else bare(expression(b""))
    return node.text if node.kind == "name" and sign != b">>" else b""


def _looping(unit: Unit, facts: FunctionFacts, confined: Confined) -> Iterator[bytes]:
    """Give the names in the heads of loops in which a shuffle takes its lane or distance from the loop."""
    assert facts.function is not None
    shuffles = sorted(
        (op.span, {name for one in op.call.arguments for name in OWN_NAME.findall(unit.code, *one)})
        for op in facts.ops
        if op.kind == "shuffle" and op.call and not confined(op, unit, facts.constants)
    )
    for loop in model(unit, facts.function).loops if shuffles else ():
        head = {*OWN_NAME.findall(unit.code, *loop.head)}
        first = bisect_left(shuffles, loop.body.start, key=lambda one: one[0].start)
        for span, asked in islice(shuffles, first, None):
            if span.start >= loop.body.end:
                break
            if span.end <= loop.body.end and head & asked:
                yield from head - asked


def _given(
    unit: Unit, function: Function, number: int, constants: ConstantTable, left: int
) -> Iterator[Given]:
    """Give the calls of a function that are given 32 for one of its parameters, or hand on what is."""
    for site in sites(unit, function):
        if number >= len(site.arguments):
            continue
        at = site.arguments[number]
        value = bare(expression(unit.code[slice(*at)]))
        if value.kind == "name" and (came := _comes_from(unit, site.home, value.text)) is not None:
            if isinstance(came, int):
                yield from _given(unit, site.home, came, constants, left - 1) if left else ()
                continue
            value = expression(unit.code[slice(*came)])
        if is_written_width(unit, value, constants):
            message = "W038" if site.home.kind == "host" else "W012"
            yield Given(site.home, Hazard(message, at, "" if message == "W038" else GIVEN))


def _comes_from(unit: Unit, home: Function, name: bytes) -> int | Span | None:
    """Give which parameter of a function a name is, or the one value that it is given."""
    taken, once = model(unit, home).parameters, names(unit, home).once(name)
    if name in taken:
        return taken.index(name) if kept(unit, home, name) else None
    return once.value if once else None


def is_written_width(unit: Unit, node: Expression, constants: ConstantTable) -> bool:
    """Say whether a value is the width of a warp of 32 lanes, and does not ask for it."""
    if not owned(unit) and any(one.text == b"warpSize" for one in node.walk()):
        return False
    number = constants.of(node, TOLD)
    return number is not None and number.value == WARP
