"""Conditions on the number of the architecture that would lead HIP to an `#error`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.hip_conditions import chains
from hipify_py.resolve.macros import defined
from hipify_py.resolve.zero_comparisons import BY_SIGN
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

ARCH = b"__CUDA_ARCH__"
COMPARES = re.compile(rb"[\s(]*+__CUDA_ARCH__\s*([<>]=?|[=!]=)\s*(\d{1,6})[\s)]*+")
HIP = b"defined(__HIP_DEVICE_COMPILE__)"


def ladders(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Let HIP take the side for the newest GPUs where no number at all leads to an `#error`."""
    for directive, (span, text) in dict.fromkeys(led_to_errors(unit).values()):
        edit = Edit(span, (text,), rule.id, "guard")
        at = unit.code.find(ARCH, *directive.body)
        yield Match((edit,), (report(rule, Span(at, at + len(ARCH)), {}),))


@fact
def led_to_errors(unit: Unit) -> dict[int, tuple[Directive, tuple[Span, bytes]]]:
    """Give the condition to change and its edit for each `#if` from which HIP comes to an `#error`.

    Only where each condition of the chain compares the number alone, and by the start of each of them.
    """
    made: dict[int, tuple[Directive, tuple[Span, bytes]]] = {}
    if ARCH not in unit.code or b"#error" not in unit.code.replace(b" ", b"") or ARCH in defined(unit):
        return made
    for indices in chains(unit):
        chain = [unit.directives[index] for index in indices]
        sides = [one for one in chain if one.name in {b"if", b"elif"}]
        read = [COMPARES.fullmatch(unit.code, *one.body) for one in sides]
        if len(sides) != sum(one.name not in {b"else", b"endif"} for one in chain) or None in read:
            continue
        compared = [one for one in read if one]
        taken = next((at for at, one in enumerate(compared) if BY_SIGN[one[1]](0, int(one[2]))), len(sides))
        if taken + 1 >= len(indices) or not _refuses(unit, indices[taken]):
            continue
        newest = next((at for at, one in enumerate(compared) if one[1][:1] == b">"), taken)
        if newest == len(sides):  # an `#else` behind what is for one architecture each
            newest = max(range(len(compared)), key=lambda at: int(compared[at][2]))
        directive = chain[newest]
        edit = _with_hip(unit, directive, holds=newest != taken)
        made |= dict.fromkeys([one.span.start for one in sides], (directive, edit))
    return made


def _refuses(unit: Unit, index: int) -> bool:
    """Say whether nothing but an `#error` stands behind a directive."""
    following = unit.directives[index + 1]
    between = unit.code[unit.directives[index].span.end : following.span.start]
    return following.name == b"error" and not between.strip()


def _with_hip(unit: Unit, directive: Directive, *, holds: bool) -> tuple[Span, bytes]:
    """Give the edit after which a condition holds for HIP, or does not."""
    start, end = directive.body
    body = unit.code[start:end]
    blank = body[: len(body) - len(body.lstrip())]
    test = HIP + b" || " if holds else b"!" + HIP + b" && "
    return Span(start + len(blank), start + len(blank)), test
