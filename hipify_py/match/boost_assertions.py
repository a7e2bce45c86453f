"""Boost.MPL's assertions in device code: nvcc takes the host's functions behind them, clang does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import sides
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.brackets import macro_arguments, trimmed
from hipify_py.source.conditions import inside
from hipify_py.source.functions import functions, head
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    Parts = tuple[bytes | Span, ...]

ASSERTION = re.compile(rb"BOOST_MPL_ASSERT(|_NOT|_RELATION|_MSG)\s*(\()")
ARGUMENTS = {b"": 1, b"_NOT": 1, b"_RELATION": 3, b"_MSG": 3}
COMPARES = frozenset(b"== != < <= > >=".split())
OF_NO_TYPE = re.compile(rb"[\"';{}]")
A_WORD = re.compile(rb"[A-Za-z_]\w*")
BY_MACRO = re.compile(rb"\b[A-Z][A-Z0-9_]{2,}\b")  # a head with a word that may stand for `__device__`


def on_device(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Write `static_assert` for assertions in functions of the device."""
    found = [*word_matches(unit, ASSERTION, b"BOOST_MPL_ASSERT")]
    homes, ends = functions(unit, [one.start() for one in found]), bracket_ends(unit) if found else {}
    for one in found:
        home, end = homes.get(one.start()), ends.get(one.start(2))
        if end is None:
            continue
        given = [trimmed(unit.code, *arg) for arg in macro_arguments(unit.code, one.end(), end - 1)]
        if home is None or not _may_be_on_device(unit, home) or not _fits(unit, one[1], given):
            continue
        if not (inside(dead(unit), one.start()) or inside(sides(unit).own, one.start())):
            text = (b"static_assert(", *_asserted(unit, one[1], given), b")")
            yield Match((Edit(Span(one.start(), end), text, rule.id, "assertion"),))


def _fits(unit: Unit, kind: bytes, given: list[Span]) -> bool:
    """Say whether a macro has its arguments, with the brackets around a type; a macro may stand for those.

    The line end behind a string that nothing ends is needed, and is not kept; nor is the list of types of a
    message, which holds no string.
    """
    if len(given) != ARGUMENTS[kind] or any(unit.code.count(b'"', *one) % 2 for one in given):
        return False
    if any(one.start == one.end for one in given):
        return False
    if kind == b"_MSG" and not _holds_types(unit.code, given[2]):
        return False
    if len(given) == 1:
        return unit.code[given[0].start : given[0].start + 1] == b"("
    middle = unit.code[slice(*given[1])]
    return middle in COMPARES if kind == b"_RELATION" else A_WORD.fullmatch(middle) is not None


def _holds_types(code: bytes, given: Span) -> bool:
    """Say whether an argument may be a list of types in brackets, or a macro that stands for one."""
    return A_WORD.fullmatch(code, *given) is not None or (
        code.startswith(b"(", given.start) and not OF_NO_TYPE.search(code, *given)
    )


def _may_be_on_device(unit: Unit, home: Function) -> bool:
    if home.kind == "host":
        return BY_MACRO.search(head(unit, home)) is not None
    return home.of_device


def _asserted(unit: Unit, kind: bytes, given: list[Span]) -> Parts:
    """Give what `static_assert` takes: the condition, and a text."""
    if kind == b"_RELATION":
        first, sign, second = given
        return b"(", first, b") ", sign, b" (", second, b'), "BOOST_MPL_ASSERT_RELATION"'
    if kind == b"_MSG":
        return given[0], b', "' + unit.code[slice(*given[1])] + b'"'
    inner = Span(given[0].start + 1, given[0].end - 1)  # the macro asks for brackets of their own
    return b"!" if kind else b"", inner, b'::value, "BOOST_MPL_ASSERT' + kind + b'"'
