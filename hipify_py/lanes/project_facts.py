"""What a file tells its translation units about warps: constants, and what is named after them.

Start-up: most files tell nothing of it, and what reads one that does is imported there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.choices import OWN_HEADERS
from hipify_py.lanes.prefilter import calls_elements, has_warp_code
from hipify_py.lanes.warp_names import (
    COLLECTIVES,
    CONSTANT_HINTS,
    CONSTANT_WORDS,
    INTRINSIC,
    LEADS,
    MACRO,
    OF_HEADER,
    REACHES,
    SHUFFLES,
    TABLE,
    is_about_warps,
)
from hipify_py.model import Span
from hipify_py.resolve import macros
from hipify_py.resolve.for_hip import is_hip
from hipify_py.resolve.linkage import includes_before, is_external
from hipify_py.resolve.told import Told
from hipify_py.source.search import places, word_starts
from hipify_py.source.tokens import OWN_NAME, token_at
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

BARRIER = b"sync"  # in the name of each that a block has


def project_facts(unit: Unit) -> tuple[Told, ...]:
    """Give the constants of a file that speak of warps, and its functions and macros that do.

    Among the functions are those that overload an intrinsic or are named as one for groups, and macros named
    as one of hipify_warp32.h or as a shuffle without a mask.
    """
    alike = (*_macros(unit), *_collectives(unit), *_tables(unit))
    if not any(hint in unit.code for hint in CONSTANT_HINTS):
        return alike
    return (*_constants(unit), *_functions(unit), *alike)


def _macros(unit: Unit) -> Iterator[Told]:
    for name in sorted((OF_HEADER | SHUFFLES) & macros.defined(unit)):
        at = next(at for at in places(unit.code, name) if macros.defines(unit, Span(at, at + len(name))))
        yield Told("function", name + MACRO, after=includes_before(unit, at))


def _collectives(unit: Unit) -> Iterator[Told]:
    """Give the functions of the device that the file makes with the name of one for groups."""
    named = [name for name in COLLECTIVES if name in unit.code] if b"__device__" in unit.code else []
    if not named:
        return
    from hipify_py.lanes.hazards.out_of_sight import body_at
    from hipify_py.source.functions import functions

    bodies = [at for one in all_standing(unit, *named) if (at := body_at(unit, Span(one.start, one.end)))]
    made = [one for one in functions(unit, bodies).values() if one.kind == "device"]
    for name, function in {one.called: one for one in reversed(made)}.items():
        if name in named:
            yield Told("function", name, after=includes_before(unit, function.span.start))


def _tables(unit: Unit) -> Iterator[Told]:
    """Give the tables of functions of which one comes to a barrier of the block."""
    if not (b"__device__" in unit.code and BARRIER in unit.code):
        return
    from hipify_py.lanes.hazards.function_tables import tables
    from hipify_py.lanes.hazards.meeting_calls import names_that_meet

    made = tables(unit)
    names = names_that_meet(unit) if made else frozenset[bytes]()
    for name, spans in made.items():
        if any(not names.isdisjoint(OWN_NAME.findall(unit.code, *span)) for span in spans):
            yield Told("function", name + TABLE, after=includes_before(unit, spans[0].start))


def _constants(unit: Unit) -> Iterator[Told]:
    """Give each constant that speaks of warps once; what a function has within is its own.

    Not what lies in the memory of constants, to which another file may write.
    """
    from hipify_py.lanes.flow.constant_folding import declared_constants, given_constants, written_constants
    from hipify_py.lanes.flow.hip_constants import chosen
    from hipify_py.lanes.flow.listed_constants import in_memory
    from hipify_py.source.functions import in_body

    places = {
        name: at
        for at, name, _ in written_constants(unit)
        if is_about_warps(name) and name not in in_memory(unit)
        if unit.directive_at(at) or not in_body(unit, at)
    }
    own = {name: text for name, text in declared_constants(unit).items() if name in places}
    given = {name: text for name, text in given_constants(unit).items() if is_about_warps(name)}
    for name, text in {**own, **given, **chosen(unit)}.items():
        at = places.get(name, unit.code.find(name.removesuffix(b"()")))
        yield Told("constant", name, text, includes_before(unit, at))


def _functions(unit: Unit) -> Iterator[Told]:
    from hipify_py.lanes.find.intrinsics import overloaded
    from hipify_py.lanes.hazards.out_of_sight import announced, defined, is_function

    found: dict[bytes, Told] = {}
    for span in (*defined(unit), *overloaded(unit)):
        name = unit.code[slice(*span)]
        if name not in found:
            found[name] = Told("function", name, after=includes_before(unit, span.start))
            if is_function(unit, span) and is_external(unit, span):
                yield Told("external", name)
    yield from found.values()
    yield from {
        name: Told("declared", name, after=includes_before(unit, span.start))
        for span in announced(unit)
        if (name := unit.code[slice(*span)]) not in found
    }.values()


def wavefronts(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Told]:
    """Give the functions of a file that work on all lanes of a wavefront, where `--warp native` lets them."""
    if options.warp != "native" or options.name in OWN_HEADERS or not has_warp_code(unit):
        return
    from hipify_py.lanes.analysis import by_function
    from hipify_py.lanes.rewrite.dropped_masks import without_dropped
    from hipify_py.lanes.rewrite.half_filled import leading
    from hipify_py.lanes.rewrite.lane_steps import reaching
    from hipify_py.lanes.rewrite.refuse import for_hip
    from hipify_py.lanes.rewrite.wavefront_functions import connected, is_confined
    from hipify_py.lanes.warp_directives import CHOICES, choices, mode

    made = [choice for choice in choices(unit) if choice.value in CHOICES]
    hip = is_hip(unit, rules)
    found = [
        facts
        for facts in by_function(unit, rules, options, native=True)
        if mode(unit, facts.function, made, options) == "native"
        and not (facts.ops and for_hip(unit, facts, hip=hip))
    ]
    found = without_dropped(unit, found)
    joined, leads = connected(unit, found), leading(unit, found)
    reaches = reaching(unit, found, is_confined)
    for function in (facts.function for facts in found):
        if function and function.kind != "host" and function.called in joined:
            after = includes_before(unit, function.span.start)
            yield Told("wavefront", function.called, after=after)
            if function.called in leads:
                yield Told("wavefront", function.called + LEADS, after=after)
            if function.called in reaches:
                name = function.called + REACHES + b"%d" % reaches[function.called]
                yield Told("wavefront", name, after=after)


def asked(unit: Unit) -> frozenset[bytes]:
    """Give the names about warps for which a file may need the word of others.

    Without warp code they are those of the tables that it may call functions through.
    """
    tables = frozenset(name + TABLE for name in _called(unit)) if calls_elements(unit) else frozenset[bytes]()
    if not has_warp_code(unit):
        return tables
    starts = word_starts(unit.code, CONSTANT_WORDS)
    named = (token_at(unit.code, start).text for start in starts)
    intrinsics = (name for _, name in unit.find(INTRINSIC))
    macros_ = (name + MACRO for name in OF_HEADER | SHUFFLES)
    return frozenset(named).union(intrinsics, COLLECTIVES, macros_, tables)


def _called(unit: Unit) -> Iterator[bytes]:
    """Give the names of which elements are called in a file, as those of a table of functions are."""
    from hipify_py.lanes.hazards.chosen_calls import chosen_calls

    for calls in chosen_calls(unit).values():
        yield from (name for one in calls if not one.held for name in OWN_NAME.findall(unit.code, *one.by))
