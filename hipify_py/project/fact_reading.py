"""Read the facts of one file out of its source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import OWN_HEADERS
from hipify_py.conversion import convert
from hipify_py.lanes import project_bodies, project_macros
from hipify_py.lanes.find.own_warpsize import macro_left
from hipify_py.lanes.project_facts import asked, project_facts, wavefronts
from hipify_py.match import (
    address_values,
    brought_headers,
    declared_attributes,
    derived_vectors,
    device_addresses,
    extremes,
    forward_declarations,
    glm_functions,
    guards,
    host_helpers,
    index_parameters,
    integer_intrinsics,
    kept_capabilities,
    own_overloads,
    shared_objects,
    specialisations,
    undeclared_calls,
    unevaluated_calls,
    version_aliases,
)
from hipify_py.match.device_libraries import device_library, is_plain_cxx
from hipify_py.match.idle_sides import chosen_for_bounds
from hipify_py.match.names import is_widened, replaces
from hipify_py.match.names_made import introduces
from hipify_py.match.namespaces import openings, stands
from hipify_py.match.optional_parts import optional_parts, shelved
from hipify_py.match.own_includes import space_of
from hipify_py.match.runtime_bringers import API_HEADER, HEADER
from hipify_py.match.runtime_include import (
    brings_runtime,
    clashes,
    names_runtime,
    needs_runtime,
    needs_vectors,
)
from hipify_py.match.uncalled_functions import uncalled
from hipify_py.model import Span
from hipify_py.project.facts import Facts
from hipify_py.project.untaken_includes import edits_of_conditions, untaken
from hipify_py.resolve import (
    c_functions,
    class_members,
    device_constructors,
    filled_types,
    image_overloads,
    index_macros,
    member_macros,
    platform_branches,
    shared_spaces,
    std_names,
    told_apart,
    type_aliases,
    unread_branches,
    unset_switches,
)
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.dead_branches import dead, prepare
from hipify_py.resolve.for_hip import is_hip, stands_for_hip
from hipify_py.resolve.linkage import KEYWORDS, MACRO, Told, entered, includes_before, opened, scope_of, used
from hipify_py.resolve.lost_definitions import reads_as_definition
from hipify_py.resolve.macros import HIP_GUARD, alias, defined, defines
from hipify_py.resolve.pasted_names import MARK, pasted, uses, whole
from hipify_py.source.asked_macros import asked_for
from hipify_py.source.conditions import inside
from hipify_py.source.includes import HEADERS, include_guard, is_piece
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

INCLUDES = frozenset({b"import", b"include", b"include_next"})


def facts(source: bytes, rules: RuleSet, options: Options) -> Facts:
    """Read one file's facts; it is parsed only where a CUDA-like name may be declared in it."""
    return facts_of(Unit(source), rules, options)


class _Named(NamedTuple):
    """Names that may be a program's own: where they stand, numbers among them, and namespaces of CUDA's."""

    found: list[tuple[Span, bytes]]
    numbers: list[tuple[Span, bytes]]
    spaces: list[bytes]


def facts_of(unit: Unit, rules: RuleSet, options: Options) -> Facts:
    """Give the facts of a file of which nothing is known yet."""
    prepare(unit, rules, options)
    includes = tuple((unit.source[slice(*i.path)], i.quote == b'"') for i in unit.text.includes)
    needs = needs_runtime(unit, rules, options)
    piece, is_header = is_piece(unit, options.name), options.name.endswith(HEADERS)
    ours = options.name in OWN_HEADERS  # what it defines has its own namespace
    named = _Named([], [], []) if ours else _named(unit, rules)
    may_be_own = bool(named.found or named.spaces)
    switches = tuple(platform_branches.told(unit))
    guard = include_guard(unit)
    return Facts(
        includes,
        brings=brings_runtime(unit, rules, options),
        has_cuda=needs or any(path in rules.headers for path, _ in includes),
        told=tuple(_told(unit, rules, options, named, switches)),
        asks=_asks(unit, rules, options, named),
        scopes=opened(unit) if may_be_own else frozenset(),
        entered=entered(unit) if may_be_own else frozenset(),
        piece=piece,
        lacks=_lacks(unit, rules, options, needs=needs) if piece else frozenset(),
        plain=is_plain_cxx(unit, options),
        clashes=not ours and clashes(unit, rules, options),
        vectors=is_header and needs_vectors(unit, rules),
        device_libraries=device_library(unit),
        guard=guard,
        macros=defined(unit) - {guard, *(one.name for one in switches)},
        includes_any=_includes_any(unit),
        types=type_aliases.types_made(unit),
        behind=tuple(asked_for(unit)),
        untaken=untaken(unit, rules, options),
        members=class_members.told(unit) if is_header else (),
        macro_texts=project_macros.told(unit) if is_header and not ours else (),
        macro_uses=frozenset() if ours else project_macros.used(unit),
        bodies=project_bodies.told(unit) if is_header and not ours else (),
        c_headers=frozenset(brought_headers.own_headers(unit)),
        undeclared=undeclared_calls.asked(unit, rules),
        marked=undeclared_calls.marked(unit),
        uncalled=frozenset() if ours else uncalled(unit, options),
        width_macro=macro_left(unit),
        helpers=() if ours else host_helpers.helpers(unit, options),
        capabilities=kept_capabilities.kept(unit),
        capabilities_read=kept_capabilities.read(unit),
        optional=optional_parts(unit),
        shelved=shelved(unit),
        for_bounds=chosen_for_bounds(unit) if is_header else frozenset(),
    )


def _named(unit: Unit, rules: RuleSet) -> _Named:
    names = [one for one in candidates(unit, rules) if not inside(dead(unit), one[0].start)]
    numbers = extremes.written(unit)
    spaces = [root for root in rules.roots if root in rules.namespaces and stands(unit, root)]
    return _Named([one for one in names if _may_be_own(rules, one[1])] + numbers, numbers, spaces)


def _told(
    unit: Unit, rules: RuleSet, options: Options, named: _Named, switches: Iterable[Told]
) -> Iterator[Told]:
    """Give what a file tells its units."""
    yield from _names(unit, named.found, rules, options)
    yield from project_facts(unit)
    yield from wavefronts(unit, rules, options)
    yield from _spaces(unit, rules, named.spaces)
    yield from used(unit)
    yield from shared_spaces.told(unit, dead(unit))
    yield from extremes.told(unit) if named.numbers else ()
    yield from _pasting(unit)
    yield from _keywords(unit)
    yield from declared_attributes.told(unit)
    yield from unread_branches.told(unit, edits_of_conditions(unit, rules, options))
    yield from switches
    yield from unset_switches.told(unit)
    yield from address_values.told(unit)
    yield from device_addresses.told(unit)
    yield from type_aliases.told(unit)
    yield from guards.old_platform_told(unit)
    yield from version_aliases.told(unit)
    yield from told_apart.told(unit)
    yield from brought_headers.libcuxx_told(unit)
    yield from glm_functions.told(unit)
    yield from index_macros.told(unit)
    yield from image_overloads.told(unit)
    yield from c_functions.told(unit, rules)
    if options.name.endswith(HEADERS):
        yield from device_constructors.told(unit)
        yield from shared_objects.told(unit)
        yield from own_overloads.declared_operators(unit)
        yield from forward_declarations.told(unit)
        yield from index_parameters.told(unit)
    yield from member_macros.told(unit)
    yield from std_names.told(unit)
    yield from derived_vectors.told(unit)
    yield from specialisations.told(unit)
    yield from unevaluated_calls.told(unit)


def _asks(unit: Unit, rules: RuleSet, options: Options, named: _Named) -> frozenset[bytes]:
    """Give the names of which a file asks others."""
    return asked(unit).union(
        (name for _, name in named.found),
        (name + extremes.OWN for _, name in named.numbers),
        named.spaces,
        _pasting_uses(unit, rules),
        declared_attributes.asked(unit, options),
        shared_objects.asked(unit),
        unread_branches.asked(unit),
        platform_branches.asked(unit),
        address_values.asked(unit),
        extremes.asked_classes(unit),
        filled_types.classes_assigned(unit),
        integer_intrinsics.asked_classes(unit),
        specialisations.asked(unit),
        unevaluated_calls.asked(unit),
        glm_functions.asked(unit),
        index_parameters.asked(unit),
    )


def _includes_any(unit: Unit) -> bool:
    """Say whether a file includes what a macro names."""
    included = (one.body for one in unit.directives if one.name in INCLUDES)
    return any(unit.code[slice(*body)].lstrip()[:1] not in {b"<", b'"'} for body in included)


def _lacks(unit: Unit, rules: RuleSet, options: Options, *, needs: bool) -> frozenset[str]:
    """Give the headers that a piece calls for, converted by itself: HIP's for the runtime, and ours."""
    made = convert(unit.source, rules, options).output
    runtime = {HEADER.decode()} if needs and not brings_runtime(unit, rules, options) else set()
    if names_runtime(unit, rules, options):
        runtime.add(API_HEADER.decode())
    return frozenset(runtime | {header for header in OWN_HEADERS if space_of(header) in made})


def _may_be_own(rules: RuleSet, name: bytes) -> bool:
    """Say whether a name is CUDA's by its look alone, or one that HIP lacks or has for fewer types.

    So too the guard of a header, which a copy of that makes.
    """
    known = rules.names.get(name)
    if known is None:
        return rules.is_unknown.fullmatch(name) is not None
    if known.to is None or HIP_GUARD.fullmatch(known.to):
        return True
    return bool(known.filled(name)) or is_widened(rules, name)


def _names(
    unit: Unit, found: Sequence[tuple[Span, bytes]], rules: RuleSet, options: Options
) -> Iterator[Told]:
    """Give the names with a look of CUDA's that a file makes, once for each scope."""
    hip = is_hip(unit, rules)
    said: set[tuple[bytes, bytes]] = set()
    for span, name in found:
        stand_in = hip and any(rule.fix for rule in rules.for_call(name))  # which the fix replaces
        if stand_in or _is_entry(unit, span, rules):
            continue
        made = replaces(unit, span, name, rules, options)
        lost = not made and name not in rules.names and reads_as_definition(unit, span)
        if not made and not lost and not (name not in rules.names and introduces(unit, span)):
            continue
        scope = b"" if lost else scope_of(unit, span)
        if scope not in {None, MACRO} and name not in rules.names:
            scope = b""  # CUDA has no such name in any: where braces are parted by #if the scope may be wrong
        if scope is not None and (name, scope) not in said:
            said.add((name, scope))
            yield Told("name", name, scope, includes_before(unit, span.start))


def _spaces(unit: Unit, rules: RuleSet, roots: Iterable[bytes]) -> Iterator[Told]:
    """Tell of namespaces that a file opens as its own under a name of CUDA's, with those around them.

    So too of the aliases that it gives such a name.
    """
    for root in roots:
        said: set[bytes] = set()
        for span, scope in openings(unit, rules, root):
            if scope not in said:
                said.add(scope)
                yield Told("name", root, scope, includes_before(unit, span.start))


def _pasting(unit: Unit) -> Iterator[Told]:
    """Tell of the macros of a file that put names together."""
    for name, span, *_ in pasted(unit):
        yield Told("function", name + MARK, after=includes_before(unit, span.start))


def _keywords(unit: Unit) -> Iterator[Told]:
    """Tell of the keywords of CUDA that a file makes as macros, for compilers of plain C++."""
    for name in sorted(KEYWORDS & defined(unit)):
        places = (Span(*found.span()) for found in re.finditer(rb"\b%b\b" % name, unit.code))
        at = next((span.start for span in places if defines(unit, span)), 0)
        yield Told("function", name, after=includes_before(unit, at))


def _pasting_uses(unit: Unit, rules: RuleSet) -> Iterator[bytes]:
    """Give the macros that may put a name of CUDA together where the file uses them."""
    for macro, end in {(macro, unit.code[slice(*end)]) for macro, end, _ in uses(unit)}:
        if any(name in rules.names for name, _ in whole(macro, end)):
            yield macro + MARK


def _is_entry(unit: Unit, span: Span, rules: RuleSet) -> bool:
    """Say whether a macro belongs to a list that turns CUDA names into others: it is no definition.

    One of the program's own that stands for a name of CUDA is.
    """
    name = unit.code[slice(*span)]
    if name in rules.names or name.startswith((b"CUDA_", b"CU_")):
        return stands_for_hip(unit, span)
    other = alias(unit, span)
    return stands_for_hip(unit, span) or (other is not None and other not in rules.names)
