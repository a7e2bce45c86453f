"""Add the include that nvcc brings by itself and HIP compilers do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.choices import CXX, OWN_HEADERS
from hipify_py.lazy import re
from hipify_py.match.brought_headers import by_its_own_headers, c_headers, of_libraries
from hipify_py.match.hipcub_headers import lacking
from hipify_py.match.runtime_bringers import (
    API_HEADER,
    BARE,
    GL,
    HEADER,
    UNITS,
    bringing,
    brings,
    first_clash,
    is_unit,
    may_bring,
    target_of,
)
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.header_guards import behind_headers
from hipify_py.resolve.index_macros import indices
from hipify_py.resolve.linkage import KEYWORDS
from hipify_py.resolve.loaders import is_loaded, loader
from hipify_py.resolve.macros import defined, defines, is_own_guard
from hipify_py.resolve.project_files import included_file, pieces_calling_for
from hipify_py.source.conditions import inside
from hipify_py.source.device_code import DEVICE_CODE, has_device_code
from hipify_py.source.includes import insertion, is_header, is_piece, nested
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.vector_names import VECTOR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

LAUNCH = b"hipLaunchKernelGGL"
SHAPED = re.compile(rb"\b(?:" + VECTOR + rb"|dim3)\b")


def runtime_include(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give the edit that includes HIP's runtime, and C's headers with it, where nothing else brings them."""
    name = options.name
    if not options.add_include or is_piece(unit, name):
        return
    lacks = [HEADER] if _lacks_runtime(unit, rules, options) else []
    if name.endswith(".cu") or (is_header(unit, name) and _relies_on_nvcc(unit, rules, options)):
        lacks += c_headers(unit, rules, options)
    elif is_header(unit, name) and options.project.in_cuda and not options.in_c:
        # What other compilers read as well has what its functions call, but for macros that they do not use.
        lacks += c_headers(unit, rules, options, of_macros=True)
    if name.endswith(CXX) or options.project.cxx:  # a header, too, that a unit of plain C++ reads
        lacks += by_its_own_headers(unit, rules)
    brought = [*of_libraries(unit, rules, options.project.brought), *lacking(unit, rules, options)]
    lacks += brought
    if any(path.startswith(BARE) for path in lacks) and HEADER not in lacks:
        lacks.insert(0, HEADER)  # a second include of it, before what needs it
    if lacks:
        paths = [b"<" + path + b">" for path in lacks]
        plain = not brought and read_as_cxx(unit, options)
        needed = () if plain else needed_at(unit, rules, options)
        span, text = insertion(unit, paths, needed, shared=is_shared(unit, options))
        yield Match((Edit(span, (text,), rule.id, "include"),))


def _relies_on_nvcc(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether a header may rely on what nvcc includes by itself: no other compiler reads it."""
    return needs_runtime(unit, rules, options) or (options.for_hip_alone and not options.in_c)


def read_as_cxx(unit: Unit, options: Options) -> bool:
    """Say whether plain C++ reads the file: it, or what units read before it, makes CUDA's keywords."""
    return not KEYWORDS.isdisjoint(defined(unit) | options.project.functions)


def is_shared(unit: Unit, options: Options) -> bool:
    """Say whether plain C++ may read a file that others include: a header, or a unit that it includes too."""
    project = options.project
    by_cxx = project.cxx or (project.included and read_as_cxx(unit, options))
    return is_header(unit, options.name) or bool(by_cxx)


def for_device_compiler(unit: Unit, options: Options) -> bool:
    """Say whether a file is read by nvcc: by its ending, or as it holds device code, or launches by macro."""
    return is_unit(options) or _has_device_code(unit)


def _has_device_code(unit: Unit) -> bool:
    return has_device_code(unit) or LAUNCH in unit.code


def read_for_device(unit: Unit, options: Options) -> bool:
    """Say whether nvcc reads a file as C++: by what it holds, or as a header that such a source includes."""
    return for_device_compiler(unit, options) or (options.project.in_cuda and not options.in_c)


def brings_runtime(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether whoever includes the converted file has the runtime: by its include, or the one added.

    A piece of other files gets none.
    """
    if brings(unit, rules, options, HEADER):
        return True
    return _lacks_runtime(unit, rules, options) and not is_piece(unit, options.name)


def clashes(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether the file makes a macro that HIP's headers may meet, before it includes any of them."""
    clash = first_clash(unit, rules)
    if clash == len(unit.source):
        return False
    before = (one for one in unit.text.includes if one.path.start < clash)
    return not any(target_of(unit, one, rules, options) in {None, HEADER, API_HEADER} for one in before)


def names_runtime(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether a piece of other files names what the runtime's header declares and includes none."""
    return next(_renamed_at(unit, rules, options), None) is not None and not brings(
        unit, rules, options, API_HEADER
    )


def opens_before_runtime(unit: Unit, at: int, rules: RuleSet, options: Options) -> bool:
    """Say whether a file includes what may bring the runtime behind a place alone, with no device code yet.

    Device code there would call for the runtime before all that; not where that is called for in any case.
    """
    mark, brought = _first_mark(unit), next(bringing(unit, rules, options), None)
    if brought is None or at >= brought or (mark is not None and at > mark):
        return False
    added = options.add_include and not is_piece(unit, options.name)
    return not (added and _lacks_runtime(unit, rules, options))


def first_include(unit: Unit, rules: RuleSet, options: Options) -> tuple[Span, bytes]:
    """Give the place and the text of the runtime's include for a file that gets its first device code.

    No text where the file has it, or a file that includes this one, or where it is called for in any case.
    """
    brought = brings(unit, rules, options, HEADER) or _lacks_runtime(unit, rules, options)
    if brought or is_piece(unit, options.name) or not options.add_include:
        return Span(0, 0), b""
    return insertion(unit, [b"<" + HEADER + b">"], (), shared=is_shared(unit, options))


def _lacks_runtime(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether the file needs more of the runtime than its includes bring, or needs it before them."""
    if brings(unit, rules, options, HEADER):
        behind = _is_behind_uses(unit, rules, options) or _is_behind_pieces(unit, rules, options)
        return behind or _is_late(unit, rules, options)
    first = next(needed_at(unit, rules, options), None)
    if first is None:
        return False
    names_only = not DEVICE_CODE.match(unit.code, first) and not is_unit(options)
    return not (names_only and brings(unit, rules, options, API_HEADER))


def _is_behind_uses(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether device code stands before the first include that may bring the runtime.

    As where a header includes what defines its functions, at its end. What macros hold is read where they are
    used.
    """
    mark, brought = _first_mark(unit), next(bringing(unit, rules, options), None)
    return brought is None or (mark is not None and mark <= brought)


def _is_behind_pieces(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether a unit includes a piece that calls for the runtime before what brings it for certain."""
    if not is_unit(options) or not options.project.pieces:
        return False
    calling = [
        at
        for header in (HEADER, API_HEADER)
        for at in pieces_calling_for(unit, header.decode(), rules, options)
    ]
    brought = next(bringing(unit, rules, options), None)
    return bool(calling) and brought is not None and min(calling) < brought


@fact
def _first_mark(unit: Unit) -> int | None:
    """Give where the first device code stands that is read, and not what a macro holds."""
    found = DEVICE_CODE.finditer(unit.code) if has_device_code(unit) else ()
    marks = (Span(*one.span()) for one in found)
    return next(
        (one.start for one in marks if not unit.directive_at(one.start) and _is_read(unit, one)), None
    )


def _is_late(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether a unit for nvcc comes to vector types before the runtime, or may do so in a file not known.

    That is asked of what stands before a file of the project that brings the runtime. Of several files of one
    name it is not known which one an include names.
    """
    if next(_too_early(unit, rules, options), None) is not None:
        return True
    unknown = False
    for include in unit.text.includes if is_unit(options) and options.project.files else ():
        path, quoted = unit.source[slice(*include.path)], include.quote == b'"'
        target = target_of(unit, include, rules, options)
        if target in {None, HEADER, API_HEADER}:
            return unknown and target is None
        if path.decode("latin-1").rpartition("/")[2] in OWN_HEADERS:
            continue  # a conversion's own, which brings what it needs
        if not inside(dead(unit), include.path.start):
            unknown |= quoted and target == path and path not in rules.headers
    return False


def needs_runtime(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether the file needs the header that nvcc includes by itself."""
    return next(needed_at(unit, rules, options), None) is not None


def needed_at(unit: Unit, rules: RuleSet, options: Options) -> Iterator[int]:
    """Give the offsets of device keywords and launches, and in files for nvcc of names of the runtime.

    So too of the includes of pieces that hold some.
    """
    marked = b"__" in unit.code or b"<<<" in unit.code or unit.launches
    for found in DEVICE_CODE.finditer(unit.code) if marked and has_device_code(unit) else ():
        span = Span(*found.span())
        shifts = found[0][:1] == b"<" and token_before(unit.code, span.start).text == b"operator"
        if not shifts and _is_read(unit, span):
            yield span.start
    for include in unit.text.includes:
        in_braces = include.path.start in nested(unit) and may_bring(unit, include, rules, options)
        if in_braces or target_of(unit, include, rules, options) == GL:
            yield include.path.start
    yield from pieces_calling_for(unit, HEADER.decode(), rules, options)
    yield from _too_early(unit, rules, options)
    if options.name.endswith(UNITS) or is_header(unit, options.name):
        yield from pieces_calling_for(unit, API_HEADER.decode(), rules, options)
        yield from _renamed_at(unit, rules, options)
    if options.name.endswith((".cuh", *UNITS)):
        yield from _vectors_at(unit)
    if options.name.endswith(UNITS):
        yield from (span.start for span, _ in indices(unit) if _is_read(unit, span))


def _renamed_at(unit: Unit, rules: RuleSet, options: Options) -> Iterator[int]:
    from_header, behind = loader(unit, options), behind_headers(unit, rules)
    for span, name in candidates(unit, rules):
        known = rules.names.get(name)
        if from_header and is_loaded(name):
            continue
        if not known or not known.to or known.to == name or inside(dead(unit), span.start):
            continue
        if not is_own_guard(unit, name, known, options) and not inside(behind, span.start):
            yield span.start


def _vectors_at(unit: Unit) -> Iterator[int]:
    """Give the offsets of vector types, which a header for nvcc may use before anything is included."""
    found = [(Span(*one.span()), one[0]) for one in SHAPED.finditer(unit.code)]
    own = {name for span, name in found if makes(unit, span)}
    yield from (span.start for span, name in found if name not in own and _is_read(unit, span))


def needs_vectors(unit: Unit, rules: RuleSet) -> bool:
    """Say whether a file uses vector types that it does not make, and includes nothing of CUDA or HIP."""
    if any(path in rules.headers or path.startswith(b"hip") for path in unit.included):
        return False
    return next(_vectors_at(unit), None) is not None


def _too_early(unit: Unit, rules: RuleSet, options: Options) -> Iterator[int]:
    """Give the includes by which a unit for nvcc comes to vector types before it has the runtime."""
    for include in unit.text.includes if is_unit(options) and options.project.vectors else ():
        if included_file(unit, include, options, rules) in options.project.vectors:
            yield include.path.start
        if target_of(unit, include, rules, options) in {None, HEADER, API_HEADER}:
            return


def _is_read(unit: Unit, span: Span) -> bool:
    """Say whether a word is code that HIP reads, or the body of a macro; of other directives none is."""
    directive = unit.directive_at(span.start)
    used = directive is None or (directive.name == b"define" and not defines(unit, span))
    return used and not inside(dead(unit), span.start)
