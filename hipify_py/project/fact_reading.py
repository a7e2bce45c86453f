"""Read the facts of one file out of its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.choices import OWN_HEADERS
from hipify_py.conversion import convert
from hipify_py.lanes import project_bodies, project_macros
from hipify_py.lanes.find.own_warpsize import macro_left
from hipify_py.lanes.project_facts import asked, project_facts, wavefronts
from hipify_py.lanes.shared_kernels import offered, spoken_of
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
    json_header,
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
from hipify_py.project import names_told
from hipify_py.project.facts import Facts
from hipify_py.project.names_told import NOBODYS, Named
from hipify_py.project.untaken_includes import edits_of_conditions, untaken
from hipify_py.resolve import (
    c_functions,
    class_members,
    device_constructors,
    filled_types,
    image_overloads,
    index_macros,
    layouts,
    member_macros,
    platform_branches,
    shared_spaces,
    std_names,
    told_apart,
    type_aliases,
    unread_branches,
    unset_switches,
)
from hipify_py.resolve.dead_branches import dead, prepare
from hipify_py.resolve.linkage import entered, opened, used
from hipify_py.resolve.macros import defined
from hipify_py.source.asked_macros import asked_for
from hipify_py.source.includes import HEADERS, include_guard, is_piece
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.resolve.told import Told
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

INCLUDES = frozenset({b"import", b"include", b"include_next"})


def facts(source: bytes, rules: RuleSet, options: Options) -> Facts:
    """Read one file's facts; it is parsed only where a CUDA-like name may be declared in it."""
    return facts_of(Unit(source), rules, options)


def facts_of(unit: Unit, rules: RuleSet, options: Options) -> Facts:
    """Give the facts of a file of which nothing is known yet."""
    prepare(unit, rules, options)
    includes = tuple((unit.source[slice(*i.path)], i.quote == b'"') for i in unit.text.includes)
    needs = needs_runtime(unit, rules, options)
    piece, is_header = is_piece(unit, options.name), options.name.endswith(HEADERS)
    ours = options.name in OWN_HEADERS  # what it defines has its own namespace
    is_native = options.warp == "native" and not ours
    named = NOBODYS if ours else names_told.held(unit, rules)
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
        layouts=layouts.told(unit) if is_header and not ours else (),
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
        offered=offered(unit) if is_native and not is_header else frozenset(),
        spoken_of=spoken_of(unit) if is_native else frozenset(),
        for_bounds=chosen_for_bounds(unit) if is_header else frozenset(),
    )


def _told(
    unit: Unit, rules: RuleSet, options: Options, named: Named, switches: Iterable[Told]
) -> Iterator[Told]:
    """Give what a file tells its units."""
    yield from names_told.names(unit, named.found, rules, options)
    yield from project_facts(unit)
    yield from wavefronts(unit, rules, options)
    yield from names_told.spaces(unit, rules, named.spaces)
    yield from used(unit)
    yield from shared_spaces.told(unit, dead(unit))
    yield from extremes.told(unit) if named.numbers else ()
    yield from names_told.pasting(unit)
    yield from names_told.keywords(unit)
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
    yield from brought_headers.libraries_told(unit, rules)
    yield from glm_functions.told(unit)
    yield from json_header.told(unit)
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


def _asks(unit: Unit, rules: RuleSet, options: Options, named: Named) -> frozenset[bytes]:
    """Give the names of which a file asks others."""
    return asked(unit).union(
        (name for _, name in named.found),
        (name + extremes.OWN for _, name in named.numbers),
        named.spaces,
        names_told.pasting_asked(unit, rules),
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
        layouts.asked(unit),
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
