"""In which functions of a file something may count on the width of a warp, and what stands in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.collectives import of_groups
from hipify_py.lanes.find.group_members import is_old
from hipify_py.lanes.find.intrinsics import warp_ops
from hipify_py.lanes.find.ptx_registers import assemblies
from hipify_py.lanes.flow.function_facts import FunctionFacts
from hipify_py.lanes.flow.instantiations import each_way, in_function
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.hazards.chosen_calls import chosen_calls
from hipify_py.lanes.hazards.looping_macros import loops, uses
from hipify_py.lanes.hazards.meeting_calls import calls
from hipify_py.lanes.hazards.out_of_sight import asks_width, in_device_code, out_of_sight
from hipify_py.lanes.hazards.paired_steps import pairs
from hipify_py.lanes.hazards.pointed_steps import volatile_takers
from hipify_py.lanes.hazards.step_helpers import step_helpers
from hipify_py.lanes.hazards.template_functions import is_for_device
from hipify_py.lanes.hazards.warp_meetings import JOINS, TAKES, warp_calls
from hipify_py.lanes.hazards.wide_shifts import suspects
from hipify_py.lanes.hazards.width_queries import odd_blocks, width_queries
from hipify_py.lanes.prefilter import STEP, called, stored_by_one
from hipify_py.lanes.rewrite.coalesced_steps import steps_of_groups
from hipify_py.lanes.rewrite.lane_steps import in_macros
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import in_condition, inside
from hipify_py.source.functions import functions
from hipify_py.source.includes import is_part
from hipify_py.source.search import places
from hipify_py.source.spans import merged
from hipify_py.source.tokens import follows
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hipify_py.lanes.find.ptx_registers import Assembly
    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.hazard import Hazard
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    Parts = tuple[list[WarpOp], list[Assembly], list[Hazard]]
    Homes = dict[Function | None, Parts]

SUSPECTS = (b"__syncthreads", b"atomicCAS", b"atomicExch")
"""Where else a function may count on the width of a warp: at what begins with one of these."""
FOLLOWED = {b"volatile": (), b"sync": (b"(",)}
"""The same of words, with the tokens that stand behind them."""


class Known(NamedTuple):
    """By what a file is read: rules, settings and constants, and whether warps may be wavefronts.

    `meant` says what names for types stand for.
    """

    rules: RuleSet
    options: Options
    constants: ConstantTable
    native: bool
    meant: Callable[[bytes], bytes]


def homes_of(unit: Unit, known: Known, found: Sequence[WarpOp], remaining: Sequence[Hazard] = ()) -> Homes:
    """Give the functions of a file that may count on the width of a warp, with what stands in each.

    `found` works on a warp, and `remaining` are hazards that are known already.
    """
    _, options, constants, native, _ = known
    apart = sides(unit).own
    read = [one for one in assemblies(unit) if not inside(apart, one.span.start)]
    chosen_between = merged(sides(unit).decided)  # what HIP gets in place of a call, the program says itself
    said = [
        one
        for one in _said(unit, known, found)
        if not inside(chosen_between if one.message == "W031" else apart, one.span.start)
    ]
    said += remaining
    spans = [*(op.span for op in found), *(one.span for one in read), *(one.span for one in said)]
    suspects = [*_suspects(unit, constants, masks=native and bool(found or read))]
    told = called(unit, options.project.wavefronts) | called(unit, constants.chosen)
    suspects += [word.start for word in all_standing(unit, *told)]
    if native:
        suspects += in_macros(unit, [op.span.start for op in found])
        suspects += (one.at.start for one in steps_of_groups(unit))
    places = [*(span.start for span in spans), *(at for at in suspects if not inside(apart, at))]
    homes = functions(unit, places) if places else {}
    by_home: Homes = {}
    for offset in places:
        by_home.setdefault(homes.get(offset), ([], [], []))
    for op in found:
        by_home[homes.get(op.span.start)][0].append(op)
    for one in read:
        by_home[homes.get(one.span.start)][1].append(one)
    worked = {op.span for op in found}  # of which more is known than a name
    for hazard in (one for one in said if one.message != "W031" or one.span not in worked):
        home = homes.get(hazard.span.start)
        asked = not native and (home is None or home.kind == "host") and asks_width(unit, hazard.span)
        works = hazard.message != "W031" or asked or in_device_code(home)  # elsewhere nothing works on a warp
        if works or is_for_device(unit, hazard.span):
            by_home[home][2].append(hazard)
    return by_home


def sure_homes(unit: Unit, found: Sequence[WarpOp]) -> Homes:
    """Give the functions that are among those of `homes_of` by what is known before any of them is read."""
    apart = sides(unit).own
    suspects = (at for at in _plain_suspects(unit) if not inside(apart, at))
    homes = functions(unit, [*(op.span.start for op in found), *suspects])
    by_home: Homes = {home: ([], [], []) for home in (None, *homes.values())}
    for op in found:
        by_home[homes.get(op.span.start)][0].append(op)
    return by_home


def warp_works(unit: Unit, known: Known) -> list[WarpOp]:
    """Give what works on a warp in a file, in order."""
    others = known.options.project.functions
    of_file = of_groups(unit, known.rules, others, shared=known.options.project.included)
    of_code = (op for op in of_file if not in_condition(unit, op.span.start))
    return sorted((*warp_ops(unit, known.rules, others), *of_code), key=lambda op: op.span)


def facts_of(unit: Unit, home: Function | None, parts: Parts, known: Known) -> FunctionFacts:
    """Give what is known of a function by what stands in it."""
    (ops, asm, hazards), constants = parts, known.constants
    told = home if ops and _are_numbers_told(known) else None
    of_home = in_function(unit, told, constants, native=known.native) if told else constants
    values = LazyValues(unit, home, of_home) if home and (ops or home.kind != "host") else None
    return FunctionFacts(home, tuple(ops), tuple(asm), tuple(hazards), values, constants)


def ways_of(unit: Unit, facts: FunctionFacts, known: Known) -> Sequence[ConstantTable]:
    """Give the constants with each of the lists of numbers that a template is given, if they differ."""
    told = facts.function if facts.ops and _are_numbers_told(known) else None
    return each_way(unit, told, known.constants, native=known.native) if told else ()


def _are_numbers_told(known: Known) -> bool:
    """Say whether a file tells all the numbers that its templates are given: no other one may name them."""
    return not (known.options.project.included or is_part(known.options.name))


def _said(unit: Unit, known: Known, found: Sequence[WarpOp]) -> Iterator[Hazard]:
    """Give what is said about a file's warps wherever it stands, in a function or not."""
    rules, options, constants, *_ = known
    native = options.warp == "native"
    part, last = is_part(options.name), options.project.last_of_hip
    asked = width_queries(unit, constants, is_header=part, is_last=last, older=is_old(rules))
    for hazard in (*asked, *out_of_sight(unit, options)):
        if not native or hazard.message != "W016":
            yield hazard
    if native and found:
        yield from odd_blocks(unit, constants)


def _suspects(unit: Unit, constants: ConstantTable, *, masks: bool) -> Iterator[int]:
    """Give the places by which a function may count on the width of a warp, or work on masks of lanes."""
    yield from _plain_suspects(unit)
    for led in (calls(unit), *(warp_calls(unit, constants, one) for one in (JOINS, TAKES))):
        yield from (span.start for spans in led.values() for span in spans)
    yield from (one.at.start for each in chosen_calls(unit).values() for one in each)
    yield from loops(unit)
    yield from uses(unit)
    yield from suspects(unit)
    yield from (one.step.span.start for one in step_helpers(unit).values())
    yield from (
        word.start for word in all_standing(unit, *step_helpers(unit), *pairs(unit), *volatile_takers(unit))
    )
    yield from (one.start() for one in STEP.finditer(unit.code))
    yield from stored_by_one(unit)
    if masks:
        from hipify_py.lanes.flow.def_use import look

        yield from look(unit)


def _plain_suspects(unit: Unit) -> Iterator[int]:
    """Give those of these places that a word tells."""
    yield from places(unit.code, *SUSPECTS)
    for word in all_standing(unit, *FOLLOWED):
        if follows(unit.code, word.end, *FOLLOWED[word.text]):
            yield word.start
