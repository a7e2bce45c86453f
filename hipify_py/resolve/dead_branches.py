"""Branches of conditions that no build for HIP takes: what stands there is CUDA's own, and stays as it is."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve import hip_conditions
from hipify_py.resolve.compiler_chains import COMPILER, HOLDS, OF_CUDA, OF_HIP, asks_compiler
from hipify_py.resolve.condition_truth import KNOWN, of_condition, of_name
from hipify_py.resolve.hip_conditions import NVIDIAS, chains, own_platforms
from hipify_py.resolve.macros import defined
from hipify_py.resolve.open_cuda import needs_cuda
from hipify_py.resolve.platform_includes import is_platform_told
from hipify_py.resolve.project_files import absent_headers, replaced_headers
from hipify_py.resolve.shared_spaces import spaces_before
from hipify_py.resolve.told_apart import for_cuda_alone
from hipify_py.source.conditions import inside, opens_guard
from hipify_py.source.includes import is_part
from hipify_py.source.lexer import DEFINE
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.resolve.condition_truth import Truth
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

# Of headers of NPP and nvJPEG, which ROCm does not have: programs ask whether these were included before.
ABSENT = frozenset({b"NV_NPPIDEFS_H", b"NVJPEGAPI"})
# Of editors, for which programs declare what they do not know of CUDA; no compiler sets them.
EDITORS = frozenset(
    {b"__INTELLISENSE__", b"__CDT_PARSER__", b"__JETBRAINS_IDE__", b"__RESHARPER__", b"__clang_analyzer__"}
)
# Without one of them no branch is known to be dead.
WORDS = (*hip_conditions.WORDS, b"__PTX__", b"THRUST_", *sorted(ABSENT | EDITORS))
# Of a build for AMD's GPUs, the host compiler's part included.
PLATFORM = b"__HIP_PLATFORM_AMD__"  # clang sets it in no file by itself, HIP's headers do
MAKES = frozenset({b"define", b"undef"})
FAILS = frozenset({b"__PTX__"}) | NVIDIAS
HAS_HEADER = re.compile(rb"(?<!\w)__has_include\s*\(\s*<([^<>]*)>\s*\)")
GONE = b"__no_such_header__"  # what stands for the question for a header that no build for HIP has
# rocThrust's version: thrust/version.h of ROCm 6.4 says 200500, of 7.2 200805.
OF_THRUST = {b"THRUST_MAJOR_VERSION": range(2, 3), b"THRUST_VERSION": range(200000, 300000)}
ASKS_THRUST = re.compile(
    rb"(?:(?<=&&)|(?<=\|\|)|(?<=\()|(?<=if)|^)(\s*)(THRUST_(?:MAJOR_)?VERSION)\s*([<>]=?|[=!]=)\s*(\d{1,9})(?=\s*(?:&&|\|\||\)|\Z))"
)
ZERO = re.compile(rb"\s+0\s*")


def prepare(unit: Unit, rules: RuleSet, options: Options) -> None:
    """Tell a unit what its branches hang on and its text does not say; before anything is asked of it."""
    unit.absent, unit.replaced = absent_headers(unit, rules, options), replaced_headers(unit, rules)
    unit.for_hip_alone = _is_for_hip_alone(unit, options)
    unit.needs_cuda = needs_cuda(unit, rules, options)
    unit.spaces = spaces_before(unit, rules, options)
    unit.read_by_others = _is_read_by_others(options)
    unit.named_by_others = options.project.named_by_others


def holds(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether a unit was told before what it would be told now."""
    by_text = absent_headers(unit, rules, options), _is_for_hip_alone(unit, options)
    by_others = needs_cuda(unit, rules, options), spaces_before(unit, rules, options)
    known = unit.absent, unit.for_hip_alone, unit.needs_cuda, unit.spaces
    if unit.named_by_others != options.project.named_by_others:
        return False
    return known == (*by_text, *by_others) and unit.read_by_others == _is_read_by_others(options)


def _is_read_by_others(options: Options) -> bool:
    return options.project.included or is_part(options.name)


def _is_for_hip_alone(unit: Unit, options: Options) -> bool:
    return options.for_hip_alone and holds_part(unit, *COMPILER)


@fact
def dead(unit: Unit) -> tuple[Span, ...]:
    """Give what stands in branches that no build for HIP takes, in order, without the conditions."""
    if not unit.absent and not _may_choose(unit):
        return ()
    zeros = _zeros(unit)
    return merged([span for chain in closed_chains(unit) for span in _dead_of(unit, chain, zeros)])


def _may_choose(unit: Unit) -> bool:
    """Say whether a file may choose for HIP: few do."""
    return holds_part(unit, *WORDS) or any(
        OF_HIP.search(unit.source, *one.path) for one in unit.text.includes
    )


@fact
def closed_chains(unit: Unit) -> tuple[list[Directive], ...]:
    """Give the chains of conditions that end and do not guard the whole file."""
    found = ((indices[0], [unit.directives[index] for index in indices]) for indices in chains(unit))
    return tuple(
        chain for first, chain in found if chain[-1].name == b"endif" and not opens_guard(unit, first)
    )


@fact
def _zeros(unit: Unit) -> frozenset[bytes]:
    """Give the macros that are something else than 0 only for an editor, or by a header that no build has."""
    asking = [chain for chain in closed_chains(unit) if any(_is_told(_body(unit, one)) for one in chain)]
    gone = merged([span for chain in asking for span in _dead_of(unit, chain, frozenset())])
    if not gone:
        return frozenset()
    heads = ((one, DEFINE.match(unit.code, *one.body)) for one in unit.directives if one.name in MAKES)
    made = [(head[1], inside(gone, one.span.start), _is_zero(unit, one, head)) for one, head in heads if head]
    zero = {name for name, off, is_zero in made if is_zero and not off}
    return frozenset(zero - {name for name, off, is_zero in made if not is_zero and not off})


def _is_told(body: bytes) -> bool:
    return GONE in body or any(editor in body for editor in EDITORS)


def _is_zero(unit: Unit, directive: Directive, head: re.Match[bytes]) -> bool:
    return ZERO.fullmatch(unit.code, head.end(), directive.body.end) is not None


def _body(unit: Unit, directive: Directive) -> bytes:
    """Give what a condition asks, with one name for each question for a header that HIP does not have."""
    text = ASKS_THRUST.sub(_of_thrust, unit.code[slice(*directive.body)])
    if not unit.absent:
        return text
    return HAS_HEADER.sub(lambda found: GONE if found[1].strip() in unit.absent else found[0], text)


def _of_thrust(asked: re.Match[bytes]) -> bytes:
    """Give what stands for a comparison with Thrust's version; itself where releases of ROCm differ in it."""
    versions, number = OF_THRUST[asked[2]], int(asked[4])
    first, last = versions[0], versions[-1]
    holds = {
        b"<": {first < number, last < number},
        b"<=": {first <= number, last <= number},
        b">": {first > number, last > number},
        b">=": {first >= number, last >= number},
        b"==": {number in versions, first == last == number},
        b"!=": {number not in versions, not first == last == number},
    }[asked[3]]
    return asked[1] + KNOWN[holds.pop()] if len(holds) == 1 else asked[0]


def never_there(unit: Unit) -> frozenset[bytes]:
    """Give the macros that no build for AMD's GPUs sets, but for those that a file makes itself."""
    return FAILS - own_platforms(unit)


@fact
def _sure(unit: Unit) -> dict[bytes, bool]:
    """Give the macros of which it is known for every condition of a file whether builds for HIP set them."""
    lacking = never_there(unit) | (ABSENT | EDITORS) - defined(unit)
    sure = dict.fromkeys(HOLDS, True) | dict.fromkeys(lacking, False)
    sure |= {GONE: False, KNOWN[True]: True, KNOWN[False]: False}
    return sure | (dict.fromkeys(COMPILER - defined(unit), True) if unit.for_hip_alone else {})


def _dead_of(unit: Unit, chain: Sequence[Directive], zeros: frozenset[bytes]) -> list[Span]:
    sure = _sure(unit)
    if asks_compiler(unit, chain) or for_cuda_alone(unit, chain[0]) is not None:
        sure = sure | dict.fromkeys(OF_CUDA, False)
    if is_platform_told(unit, chain[0]):
        sure = sure | {PLATFORM: True}
    taken, found = False, []
    for directive, following in pairwise(chain):
        holds = not taken if directive.name == b"else" else _holds(unit, directive, sure, zeros)
        if taken or holds is False:
            found.append(Span(directive.span.end, following.span.start))
        taken = taken or holds is True
    return found


@fact
def with_hip_side(unit: Unit) -> frozenset[int]:
    """Give where the directives begin of chains of which a condition asks for HIP's compiler."""
    found: set[int] = set()
    for indices in chains(unit) if _may_choose(unit) else ():
        chain = [unit.directives[index] for index in indices]
        if asks_compiler(unit, chain):
            found.update(one.span.start for one in chain)
    return frozenset(found)


def _holds(unit: Unit, directive: Directive, sure: Mapping[bytes, bool], zeros: frozenset[bytes]) -> Truth:
    """Say whether a condition holds in a build for HIP; None where that cannot be told."""
    text = _body(unit, directive)
    if directive.name.endswith(b"def"):
        return of_name(text, sure, negated=b"ndef" in directive.name)
    return of_condition(text, sure, zeros)
