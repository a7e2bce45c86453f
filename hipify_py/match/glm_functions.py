"""Functions of GLM in device code, which versions before 1.0 have for CUDA's compiler and not for HIP's."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.glm_values import KINDS, kind_of, operations
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.resolve.linkage import scope_of
from hipify_py.resolve.told import Told
from hipify_py.source.functions import functions
from hipify_py.source.word_places import holds_part, word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.match.glm_values import Kind
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

GLM, FOR_HIP = b"GLM", b"GLM_COMPILER_HIP"  # a macro of simd/platform.h, which versions before 1.0 lack
CALL = re.compile(rb"glm\s*+::\s*+(?:\w++\s*+::\s*+)*+([a-z]\w*+)\s*+(?:<[^<>;(){}]*+>\s*+)?\(")
OWN = re.compile(rb"\bnamespace\s++glm\s*+\{")
MARK = re.compile(rb"\b(?:__device__|[A-Z][A-Z\d_]{3,})\b")  # or a macro that may stand for it
MOST_HEAD = 300
BESIDE = b"glm "  # before the name of a function that may be for values of GLM's, where files tell each other
MADE = re.compile(rb"\b\w++[\s&*>]++([A-Za-z_]\w*+)\s*+\([^(){};]*+\)\s*+(?:(?:const|noexcept)\b\s*+)*+[{;]")
TYPES = re.compile(
    rb"(?:(?:low|medium|high)p_)?(?:[biudf]?\d*|packed_|aligned_|t)(?:vec\d?|mat\d?(?:x\d)?|quat|dualquat)\w*+"
    rb"|[iuf]\d+|u?int\d*(?:_t)?|length_t|qua"
)
# Of version 0.9.9.8 and clang 22: what is constexpr serves both sides, and so do those of std for one number.
CONSTANT = frozenset(
    b"""
    abs all any cos_one_over_two degrees e epsilon equal euler four_over_pi golden_ratio greaterThan
    greaterThanEqual half_pi lessThan lessThanEqual ln_ln_two ln_ten ln_two notEqual not_ one one_over_pi
    one_over_root_two one_over_two_pi pi quarter_pi quat_identity radians root_five root_half_pi
    root_ln_four root_pi root_three root_two root_two_pi third three_over_two_pi two_over_pi
    two_over_root_pi two_pi two_thirds zero
    """.split()
)
OF_STD = frozenset(
    b"""
    acos acosh asin asinh atan atanh ceil cos cosh exp exp2 floor fma isinf isnan log pow round sin sinh sqrt
    tan tanh trunc
    """.split()
)
OF_NUMBERS = OF_STD | {b"clamp", b"max", b"min"}  # the last call, for vectors, what is no constexpr
NEVER = b"log2"  # not for HIP in 1.0.1 either: what it calls has no mark
OF_VALUES = OF_NUMBERS | frozenset(
    b"""
    conjugate cross determinant distance dot faceforward fract inverse inversesqrt length log2 mix mod
    normalize outerProduct reflect refract sign slerp smoothstep step transpose
    """.split()
)
BARE = re.compile(rb"(?<![\w:.>])(" + b"|".join(sorted(OF_VALUES)) + rb")\s*+\(")
OLDER = (
    "GLM before 1.0 gives its functions to the device for CUDA's compiler alone: have version 1.0 or a newer"
    " one found first, installed or in the place of the one that the project brings, if that is older"
)
LACKING = "GLM up to 1.0.1 has it on the device for CUDA's compiler alone: call ::log2f for each member"


class Use(NamedTuple):
    """A function or an operator of GLM's: its name, where it stands, and whether HIP lacks it for certain."""

    name: bytes
    at: Span
    is_lacking: bool


def in_device_code(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report once where a file uses such functions on the device, and what no version has for HIP."""
    if OWN.search(unit.code) or not for_device_compiler(unit, options):
        return
    found = sorted(
        (*_qualified(unit, options), *_bare(unit, options), *_operators(unit)), key=lambda one: one.at
    )
    homes = functions(unit, [one.at.start for one in found])
    uses = [
        one
        for one in found
        if _is_on_device(homes.get(one.at.start)) and not is_left_alone(unit, one.at.start)
    ]
    if options.project.glm_for_hip:
        uses = [one for one in uses if one.name == NEVER]
    first = next((one for one in uses if one.is_lacking), None)
    if first is not None:
        why = LACKING if options.project.glm_for_hip else OLDER
        said = report(rule, first.at, {"name": first.name.decode(), "why": why})
        places = (one.at for one in uses if one is not first)
        yield Match(findings=(said._replace(related=tuple(Related(at, "and here") for at in places)),))


def _qualified(unit: Unit, options: Options) -> Iterator[Use]:
    """Give the calls with `glm::` before the name; those of numbers are lacking for vectors alone."""
    for one in word_matches(unit, CALL, b"glm"):
        name, at = one[1], Span(*one.span(1))
        if TYPES.fullmatch(name) or name in CONSTANT or b"glm::" + name in options.project.functions:
            continue
        is_lacking = name not in OF_NUMBERS or _is_given(unit, at, "vec")
        if is_lacking or name in OF_STD:
            yield Use(name, at, is_lacking)


def _bare(unit: Unit, options: Options) -> Iterator[Use]:
    """Give the calls without `glm::` in which a value of GLM's lets the compiler find GLM's function."""
    own = {one[1] for one in MADE.finditer(unit.code)} if b"glm" in unit.code else set()
    for one in BARE.finditer(unit.code):
        name, at = one[1], Span(*one.span(1))
        kinds: tuple[Kind, ...] = ("vec",) if name in OF_NUMBERS else KINDS
        if name not in own and BESIDE + name not in options.project.functions and _is_given(unit, at, *kinds):
            yield Use(name, at, is_lacking=True)


def _operators(unit: Unit) -> Iterator[Use]:
    """Give the operators of matrices, and those of a quaternion with a vector."""
    return (Use(b"operator" + one.sign.encode(), one.at, is_lacking=True) for one in operations(unit))


def _is_given(unit: Unit, name: Span, *kinds: Kind) -> bool:
    """Say whether a call has an expression of some kinds among its arguments."""
    around = (one for one in reversed(unit.around(name)) if one.type == "call_expression")
    call = next(around, None)
    listed = call.child_by_field_name("arguments") if call else None
    return listed is not None and any(kind_of(unit, one) in kinds for one in listed.named_children)


def _is_on_device(home: Function | None) -> bool:
    return home is not None and home.of_device


def told(unit: Unit) -> Iterator[Told]:
    """Tell of a GLM that knows HIP's compiler, and of functions that the program itself puts beside GLM's."""
    if holds_part(unit, FOR_HIP):
        yield Told("brings", GLM)
        return
    for name in sorted(
        {one[1] for one in MADE.finditer(unit.code)} & OF_VALUES if _names_values(unit) else ()
    ):
        yield Told("function", BESIDE + name)
    if holds_part(unit, b"glm") and OWN.search(unit.code) and not holds_part(unit, b"GLM_FUNC_"):
        names = {one[1] for one in MADE.finditer(unit.code) if _is_for_device(unit, Span(*one.span(1)))}
        yield from (Told("function", b"glm::" + name) for name in sorted(names))


def _names_values(unit: Unit) -> bool:
    """Say whether a file of the program's own may have functions for values of GLM's."""
    return holds_part(unit, b"vec", b"mat", b"quat") and not holds_part(unit, b"GLM_FUNC_")


def _is_for_device(unit: Unit, name: Span) -> bool:
    """Say whether the name in a function's head stands in GLM's namespace, behind a mark for the device."""
    head = unit.code[max(0, name.start - MOST_HEAD) : name.start]
    is_marked = MARK.search(head, max(map(head.rfind, (b";", b"{", b"}"))) + 1) is not None
    return is_marked and scope_of(unit, name) == b"glm"


def asked(unit: Unit) -> frozenset[bytes]:
    """Give the functions of GLM's, or for its values, that a file calls, and that may be the program's."""
    if not holds_part(unit, b"glm"):
        return frozenset()
    bare = (BESIDE + one[1] for one in BARE.finditer(unit.code))
    return frozenset((*bare, *(b"glm::" + one[1] for one in word_matches(unit, CALL, b"glm"))))
