"""Functions of GLM in device code, which versions before 1.0 have for CUDA's compiler and not for HIP's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.resolve.linkage import Told, scope_of
from hipify_py.source.functions import functions
from hipify_py.source.word_places import holds_part, word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

GLM, FOR_HIP = b"GLM", b"GLM_COMPILER_HIP"  # a macro of simd/platform.h, which versions before 1.0 lack
CALL = re.compile(rb"glm\s*+::\s*+(?:\w++\s*+::\s*+)*+([a-z]\w*+)\s*+(?:<[^<>;(){}]*+>\s*+)?\(")
OWN = re.compile(rb"\bnamespace\s++glm\s*+\{")
MARK = re.compile(rb"\b(?:__device__|[A-Z][A-Z\d_]{3,})\b")  # or a macro that may stand for it
MOST_HEAD = 300
MADE = re.compile(rb"\b\w++[\s&*>]++([A-Za-z_]\w*+)\s*+\([^(){};]*+\)\s*+(?:(?:const|noexcept)\b\s*+)*+[{;]")
TYPES = re.compile(
    rb"(?:(?:low|medium|high)p_)?(?:[biudf]?\d*|packed_|aligned_|t)(?:vec\d?|mat\d?(?:x\d)?|quat|dualquat)\w*+"
    rb"|[iuf]\d+|u?int\d*(?:_t)?|length_t|qua"
)
# Of version 0.9.9.8 and clang 22: what is constexpr serves both sides, and so do those of std for one number.
CONSTANT = frozenset(
    b"""
    abs all any clamp cos_one_over_two degrees e epsilon equal euler four_over_pi golden_ratio greaterThan
    greaterThanEqual half_pi lessThan lessThanEqual ln_ln_two ln_ten ln_two max min notEqual not_ one
    one_over_pi one_over_root_two one_over_two_pi pi quarter_pi quat_identity radians root_five root_half_pi
    root_ln_four root_pi root_three root_two root_two_pi third three_over_two_pi two_over_pi
    two_over_root_pi two_pi two_thirds zero
    """.split()
)
OF_STD = frozenset(
    b"""
    acos acosh asin asinh atan atanh ceil cos cosh exp exp2 floor fma isinf isnan log log2 pow round sin sinh
    sqrt tan tanh trunc
    """.split()
)


def in_device_code(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report once where a file calls such functions on the device, if its GLM is not known to be for HIP."""
    if options.project.glm_for_hip or OWN.search(unit.code) or not for_device_compiler(unit, options):
        return
    found = [one for one in word_matches(unit, CALL, b"glm") if not TYPES.fullmatch(one[1])]
    homes = functions(unit, [one.start() for one in found])
    called = [
        one
        for one in found
        if one[1] not in CONSTANT
        and b"glm::" + one[1] not in options.project.functions
        and _is_on_device(homes.get(one.start()))
        and not is_left_alone(unit, one.start())
    ]
    first = next((one for one in called if one[1] not in OF_STD), None)
    if first is not None:
        places = (Span(*one.span(1)) for one in called if one is not first)
        said = report(rule, Span(*first.span(1)), {"name": first[1].decode()})
        yield Match(findings=(said._replace(related=tuple(Related(at, "and here") for at in places)),))


def _is_on_device(home: Function | None) -> bool:
    return home is not None and home.of_device


def told(unit: Unit) -> Iterator[Told]:
    """Tell of a GLM that knows HIP's compiler, and of functions that the program itself puts beside GLM's."""
    if holds_part(unit, FOR_HIP):
        yield Told("brings", GLM)
    elif holds_part(unit, b"glm") and OWN.search(unit.code) and not holds_part(unit, b"GLM_FUNC_"):
        names = {one[1] for one in MADE.finditer(unit.code) if _is_for_device(unit, Span(*one.span(1)))}
        yield from (Told("function", b"glm::" + name) for name in sorted(names))


def _is_for_device(unit: Unit, name: Span) -> bool:
    """Say whether the name in a function's head stands in GLM's namespace, behind a mark for the device."""
    head = unit.code[max(0, name.start - MOST_HEAD) : name.start]
    is_marked = MARK.search(head, max(map(head.rfind, (b";", b"{", b"}"))) + 1) is not None
    return is_marked and scope_of(unit, name) == b"glm"


def asked(unit: Unit) -> frozenset[bytes]:
    """Give the functions in GLM's namespace that a file calls, which may be the program's own."""
    return frozenset(b"glm::" + one[1] for one in word_matches(unit, CALL, b"glm"))
