"""The analysis: facts of each function, and what is done about them.

Facts come from `find` and `flow`, what no rewrite mends from `hazards`, what is done about the rest from
`rewrite`: `decide` keeps warps of 32 lanes (`--warp 32`), `wavefronts` uses the whole width (`native`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.collectives import of_groups, on_tiles
from hipify_py.lanes.find.group_members import is_old
from hipify_py.lanes.find.intrinsics import warp_ops
from hipify_py.lanes.find.ptx_registers import assemblies
from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.flow.function_facts import FunctionFacts
from hipify_py.lanes.flow.hip_constants import chosen
from hipify_py.lanes.flow.instantiations import in_function
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.by_names import by_names
from hipify_py.lanes.hazards.chosen_calls import by_roles, chosen_calls
from hipify_py.lanes.hazards.function_hazards import function_hazards
from hipify_py.lanes.hazards.leader_elements import stored_by_one
from hipify_py.lanes.hazards.looping_macros import loops, uses
from hipify_py.lanes.hazards.meeting_calls import calls
from hipify_py.lanes.hazards.mixed_widths import narrow_lanes
from hipify_py.lanes.hazards.out_of_sight import asks_width, in_device_code, out_of_sight
from hipify_py.lanes.hazards.paired_steps import pairs
from hipify_py.lanes.hazards.pointed_steps import volatile_takers
from hipify_py.lanes.hazards.step_helpers import step_helpers
from hipify_py.lanes.hazards.template_functions import is_for_device
from hipify_py.lanes.hazards.warp_meetings import JOINS, TAKES, warp_calls
from hipify_py.lanes.hazards.wide_shifts import suspects, wide_shifts
from hipify_py.lanes.hazards.width_queries import odd_blocks, width_queries
from hipify_py.lanes.prefilter import STEP, called
from hipify_py.lanes.project_bodies import own_end, with_bodies
from hipify_py.lanes.read_bound import first_of, is_too_much, may_be_too_much
from hipify_py.lanes.rewrite import warp32
from hipify_py.lanes.rewrite.ballot_leaders import leaders
from hipify_py.lanes.rewrite.chosen_widths import beside_chosen
from hipify_py.lanes.rewrite.decide import in_halves
from hipify_py.lanes.rewrite.kept_from_hip import kept_from_hip
from hipify_py.lanes.rewrite.lane_steps import in_macros
from hipify_py.lanes.rewrite.macros_in_the_way import in_the_way
from hipify_py.lanes.rewrite.narrow_for_hip import narrow_for_hip
from hipify_py.lanes.rewrite.refuse import for_hip, refused
from hipify_py.lanes.rewrite.tile_distances import far_tiles
from hipify_py.lanes.warp_directives import CHOICES, choices, mode
from hipify_py.outcomes import Match, finding
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.resolve.left_alone import turned_off
from hipify_py.resolve.type_aliases import meaning
from hipify_py.source.conditions import in_condition, inside
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.includes import is_part
from hipify_py.source.macro_expansion import Expanded, expanded
from hipify_py.source.search import places
from hipify_py.source.spans import merged
from hipify_py.source.tokens import follows
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hipify_py.lanes.find.ptx_registers import Assembly
    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Project
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


class _Known(NamedTuple):
    """By what a file is read: rules, settings and constants, and whether warps may be wavefronts.

    `meant` says what names for types stand for.
    """

    rules: RuleSet
    options: Options
    constants: ConstantTable
    native: bool
    meant: Callable[[bytes], bytes]


def analysed(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give, function by function, the edits and findings that the width of a warp calls for."""
    made = choices(unit)
    hip = is_hip(unit, rules)
    native = options.warp == "native" or any(choice.value == b"native" for choice in made)
    valid = [choice for choice in made if choice.value in CHOICES]
    by_way: dict[str, list[FunctionFacts]] = {"32": [], "native": []}
    for facts in by_function(unit, rules, options, native=native):
        by_way[mode(unit, facts.function, valid, options)].append(facts)
    matches = [*_in_halves(unit, by_way["32"], rules, hip=hip)]
    if native:
        matches += _on_wavefronts(unit, by_way["native"], rules, options.project, hip=hip)
    yield from matches
    edits = [edit for match in matches for edit in match.edits]
    yield from in_the_way(unit, edits, rules, options)
    if not hip and not is_old(rules):  # before, a group has no ballot
        yield from map(Match, leaders(unit, edits, native=options.warp == "native"))
    if not hip:
        yield from far_tiles(unit, _constants(unit, options.project), rules, shared=options.project.included)
        yield from kept_from_hip(unit, edits, rules)
        yield from narrow_for_hip(unit, rules)
    wrong = [choice for choice in made if choice.value not in CHOICES]
    said = ((choice.span, choice.value.decode("utf-8", "replace")) for choice in wrong)
    yield Match(findings=tuple(finding(rules, "W035", span, value=value) for span, value in said))


def _constants(unit: Unit, project: Project) -> ConstantTable:
    told = {**project.numbers, **project.constants, **declared_constants(unit), **chosen(unit)}
    return constant_table(unit, told)


def by_function(
    unit: Unit, rules: RuleSet, options: Options, *, native: bool = False
) -> Iterator[FunctionFacts]:
    """Put what concerns warps in a file together by function."""
    known = _Known(rules, options, _constants(unit, options.project), native, meaning(unit, options))
    works = _works(unit, known)
    homes = _sure(unit, works) if may_be_too_much(unit) else {}
    if not is_too_much(unit, homes):
        homes = _homes(unit, known, works)
    if is_too_much(unit, homes):
        yield FunctionFacts(None, (), (), (Hazard("W055", first_of(homes)),), None, known.constants)
        return
    whole = _whole(unit, options.project)
    if whole:
        remaining = [*_there(unit, whole, known)]
        homes = _homes(unit, known, works, remaining)
    for home, parts in homes.items():
        facts = _facts(unit, home, parts, known)
        more = () if whole else tuple(_remaining(unit, facts, known))
        yield facts._replace(hazards=(*facts.hazards, *more))


def _whole(unit: Unit, project: Project) -> Expanded | None:
    """Give a file with the functions of others that it calls behind it, and the macros that it uses expanded.

    What a macro does, the function does in which it is used. None where there is nothing of these.
    """
    with_others = with_bodies(unit, project.bodies)
    return expanded(with_others, project.macros) or (
        Expanded(with_others, ()) if with_others is not unit else None
    )


def _there(unit: Unit, whole: Expanded, known: _Known) -> Iterator[Hazard]:
    """Give what remains for a person in the functions of a file, as the whole of it tells."""
    end = own_end(unit)
    for home, parts in _homes(whole.unit, known, _works(whole.unit, known)).items():
        if home and whole.original(home.body).start < end:
            for one in _remaining(whole.unit, _facts(whole.unit, home, parts, known), known):
                yield one._replace(span=whole.original(one.span))


def _homes(unit: Unit, known: _Known, found: Sequence[WarpOp], remaining: Sequence[Hazard] = ()) -> Homes:
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


def _sure(unit: Unit, found: Sequence[WarpOp]) -> Homes:
    """Give the functions that are among those of `_homes` by what is known before any of them is read."""
    apart = sides(unit).own
    suspects = (at for at in _plain_suspects(unit) if not inside(apart, at))
    homes = functions(unit, [*(op.span.start for op in found), *suspects])
    by_home: Homes = {home: ([], [], []) for home in (None, *homes.values())}
    for op in found:
        by_home[homes.get(op.span.start)][0].append(op)
    return by_home


def _works(unit: Unit, known: _Known) -> list[WarpOp]:
    """Give what works on a warp in a file, in order."""
    others = known.options.project.functions
    of_file = of_groups(unit, known.rules, others, shared=known.options.project.included)
    of_code = (op for op in of_file if not in_condition(unit, op.span.start))
    return sorted((*warp_ops(unit, known.rules, others), *of_code), key=lambda op: op.span)


def _facts(unit: Unit, home: Function | None, parts: Parts, known: _Known) -> FunctionFacts:
    (ops, asm, hazards), constants = parts, known.constants
    name, shared = known.options.name, known.options.project.included
    is_told = home and ops and not (shared or is_part(name))
    of_home = in_function(unit, home, constants, native=known.native) if home and is_told else constants
    values = LazyValues(unit, home, of_home) if home and (ops or home.kind != "host") else None
    return FunctionFacts(home, tuple(ops), tuple(asm), tuple(hazards), values, constants)


def _remaining(unit: Unit, facts: FunctionFacts, known: _Known) -> Iterator[Hazard]:
    """Give what remains for a person in a function."""
    home, values = facts.function, facts.values
    if home and values and home.kind != "macro":
        yield from by_names(values, lambda values: _of_values(unit, home, facts, values, known))
        if not known.native:
            yield from narrow_lanes(unit, facts.assemblies, values.constants)


def _of_values(
    unit: Unit, home: Function, facts: FunctionFacts, values: LazyValues, known: _Known
) -> Iterator[Hazard]:
    """Give what remains of a function by what its names hold."""
    off = turned_off(unit)
    found = function_hazards(unit, home, facts.ops, values, native=known.native)
    yield from (one for one in found if not inside(off, one.span.start))
    yield from wide_shifts(unit, home, values, known.meant)
    if home.span in chosen_calls(unit):
        yield from by_roles(unit, model(unit, home), values, known.options.project.functions)


def _said(unit: Unit, known: _Known, found: Sequence[WarpOp]) -> Iterator[Hazard]:
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


def _in_halves(
    unit: Unit, all_facts: Sequence[FunctionFacts], rules: RuleSet, *, hip: bool
) -> Iterator[Match]:
    """Keep the warps of functions in the halves of a wavefront, or say why they are left alone."""
    refusals = {one: why for one in all_facts if one.ops and (why := refused(unit, one, hip=hip))}
    for one in all_facts:
        yield from [refusals[one].match(one, rules)] if one in refusals else in_halves(unit, one, rules)
    if not hip:
        kept = [one for one in all_facts if one.ops and one not in refusals]
        yield from beside_chosen(unit, kept, [*refusals], rules)


def _on_wavefronts(
    unit: Unit, all_facts: Sequence[FunctionFacts], rules: RuleSet, project: Project, *, hip: bool
) -> Iterator[Match]:
    """Let the warps of functions be as wide as a wavefront, but of those that were written for that.

    What joins the lanes of a tile does so by hipify_warp32.h here, too: a tile lies in one half of a
    wavefront. So does a class of CUB's whose width is written, which stays as it is.
    """
    from hipify_py.lanes.rewrite.wavefronts import on_wavefronts, others_named

    refusals = {facts: why for facts in all_facts if facts.ops and (why := for_hip(unit, facts, hip=hip))}
    left = []
    for facts in (one for one in all_facts if one not in refusals):
        of_tiles = tuple(op for op in facts.ops if on_tiles(op) or warp32.has_width(unit, op))
        if of_tiles:
            alone = facts._replace(ops=of_tiles, assemblies=(), hazards=(), values=None)
            yield from in_halves(unit, alone, rules)
        theirs = {*of_tiles}
        left.append(facts._replace(ops=tuple(op for op in facts.ops if op not in theirs)))
    others = others_named(unit, project.wavefronts, project.macros)
    yield from on_wavefronts(unit, left, rules, others)
    for facts, refusal in refusals.items():
        yield refusal.match(facts, rules)
