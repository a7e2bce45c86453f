"""A program's own templates of operators that fit vectors and a number no better than HIP's own do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.function_heads import parameter_types
from hipify_py.match.own_overloads import RATHER
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.source.vector_names import VECTOR
from hipify_py.source.word_places import all_words, word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

USED = re.compile(rb"\b" + VECTOR + rb"\b")
OWN = re.compile(
    rb"\btemplate\s*+<\s*+(?:class|typename)\s++(\w+)\s*+>\s*+"
    rb"(?![^;{}()]{0,200}\b(?:enable_if|requires)\b)[^;{}()]{0,200}?\boperator\s*+([-+*/]=?|[=!]=)\s*+(\()"
)
NUMBER = re.compile(
    rb"(?:signed |unsigned )?(?:char|short|int|long|long long)|unsigned|bool|float|double|u?int\d+_t|size_t"
)


def templates(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Let clang take a template of the program's where HIP has one that is as good."""
    if not any(map(USED.fullmatch, all_words(unit))):
        return
    for found in word_matches(unit, OWN, b"template"):
        at = _behind_list(unit.code, found.start())
        head = unit.code[at : found.start(2)]
        types = parameter_types(unit.code, found.start(3), len(unit.code))
        if b"friend" in head or RATHER in unit.source[at : found.start(2)] or not _is_as_good(found, types):
            continue
        if not is_left_alone(unit, at):
            yield Match((Edit(Span(at, at), (RATHER,), rule.id, "overload"),))


def _behind_list(code: bytes, at: int) -> int:
    """Give where the head goes on behind the list of a template's parameters, which holds no other list."""
    at = code.index(b">", at) + 1
    return at + len(code[at : at + 200]) - len(code[at : at + 200].lstrip())


def _is_as_good(found: re.Match[bytes], types: tuple[bytes, ...]) -> bool:
    """Say whether one parameter is of the template's type, and the other a number or a vector to change."""
    if len(types) != 2:
        return False
    kinds = [kind.removesuffix(b"&") for kind in types]
    if found[2].endswith(b"=") and found[2] not in {b"==", b"!="}:
        return kinds[1] == found[1] and types[0].endswith(b"&") and USED.fullmatch(kinds[0]) is not None
    return any(one == found[1] and NUMBER.fullmatch(other) for one, other in (kinds, kinds[::-1]))
