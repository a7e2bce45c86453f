"""The analysis: facts of each function, and what is done about them.

Facts come from `find` and `flow`, what no rewrite mends from `hazards`, what is done about the rest from
`rewrite`: `decide` keeps warps of 32 lanes (`--warp 32`), `wavefronts` uses the whole width (`native`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.collectives import on_tiles
from hipify_py.lanes.find.group_members import is_old
from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.flow.function_facts import FunctionFacts
from hipify_py.lanes.flow.hip_constants import chosen
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.by_names import by_names
from hipify_py.lanes.hazards.by_ways import by_ways
from hipify_py.lanes.hazards.chosen_calls import by_roles, chosen_calls
from hipify_py.lanes.hazards.function_hazards import function_hazards
from hipify_py.lanes.hazards.mixed_widths import narrow_lanes
from hipify_py.lanes.hazards.wide_shifts import wide_shifts
from hipify_py.lanes.homes import Known, facts_of, homes_of, sure_homes, warp_works, ways_of
from hipify_py.lanes.project_bodies import own_end, with_bodies
from hipify_py.lanes.read_bound import first_of, is_too_much, may_be_too_much
from hipify_py.lanes.rewrite import warp32
from hipify_py.lanes.rewrite.ballot_leaders import leaders
from hipify_py.lanes.rewrite.chosen_widths import beside_chosen
from hipify_py.lanes.rewrite.decide import in_halves
from hipify_py.lanes.rewrite.kept_from_hip import kept_from_hip
from hipify_py.lanes.rewrite.macros_in_the_way import in_the_way
from hipify_py.lanes.rewrite.narrow_for_hip import narrow_for_hip
from hipify_py.lanes.rewrite.refuse import for_hip, refused
from hipify_py.lanes.rewrite.tile_distances import far_tiles
from hipify_py.lanes.warp_directives import CHOICES, choices, mode
from hipify_py.outcomes import Match, finding
from hipify_py.resolve.for_hip import is_hip
from hipify_py.resolve.left_alone import turned_off
from hipify_py.resolve.type_aliases import meaning
from hipify_py.source.conditions import inside
from hipify_py.source.function_reading import model
from hipify_py.source.macro_expansion import Expanded, expanded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit
    from hipify_py.surroundings import Project


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
    known = Known(rules, options, _constants(unit, options.project), native, meaning(unit, options))
    works = warp_works(unit, known)
    homes = sure_homes(unit, works) if may_be_too_much(unit) else {}
    if not is_too_much(unit, homes):
        homes = homes_of(unit, known, works)
    if is_too_much(unit, homes):
        yield FunctionFacts(None, (), (), (Hazard("W055", first_of(homes)),), None, known.constants)
        return
    whole = _whole(unit, options.project)
    if whole:
        remaining = [*_there(unit, whole, known)]
        homes = homes_of(unit, known, works, remaining)
    for home, parts in homes.items():
        facts = facts_of(unit, home, parts, known)
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


def _there(unit: Unit, whole: Expanded, known: Known) -> Iterator[Hazard]:
    """Give what remains for a person in the functions of a file, as the whole of it tells."""
    end = own_end(unit)
    for home, parts in homes_of(whole.unit, known, warp_works(whole.unit, known)).items():
        if home and whole.original(home.body).start < end:
            for one in _remaining(whole.unit, facts_of(whole.unit, home, parts, known), known):
                yield one._replace(span=whole.original(one.span))


def _remaining(unit: Unit, facts: FunctionFacts, known: Known) -> Iterator[Hazard]:
    """Give what remains for a person in a function."""
    home, values = facts.function, facts.values
    if home and values and home.kind != "macro":
        found = by_names(values, lambda values: _of_values(unit, home, facts, values, known))
        yield from (one for one in found if not inside(turned_off(unit), one.span.start))
        if not known.native:
            yield from narrow_lanes(unit, facts.assemblies, values.constants)


def _of_values(
    unit: Unit, home: Function, facts: FunctionFacts, values: LazyValues, known: Known
) -> Iterator[Hazard]:
    """Give what remains of a function by what its names hold."""
    yield from by_ways(
        values,
        ways_of(unit, facts, known),
        lambda values: function_hazards(unit, home, facts.ops, values, native=known.native),
    )
    yield from wide_shifts(unit, home, values, known.meant)
    if home.span in chosen_calls(unit):
        yield from by_roles(unit, model(unit, home), values, known.options.project.functions)


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
