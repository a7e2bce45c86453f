"""Shared memory that is declared `extern` with a size, which nvcc takes for a definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.type_aliases import UNSIZED, meaning
from hipify_py.source.conditions import inside
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

WORD = b"extern"
INNER = rb"(?:[^()]|\((?:[^()]|\([^()]*+\))*+\))*+"
DECLARED = re.compile(rb"extern\s++((?:[^;{}()=&\"]|\(" + INNER + rb"\)){1,300}+);")
SHARED = re.compile(rb"\b__shared__\b")
SHARED_BEFORE = re.compile(rb"\b__shared__\s++\Z")
EXTENT = re.compile(rb"\[([^][]*+)\]")
ALIGNED = re.compile(rb"\w++\s*+\((?!\s*+\*)" + INNER + rb"\)")  # __align__(16), or a macro for that
TEMPLATE = re.compile(rb"<[^<>]*+>")
DEEPEST = 4  # lists of arguments of templates in one another
DECLARATOR = re.compile(
    rb"(?P<type>.*?)\(?[\s*]*+(?P<name>\w++)\s*+\)?\s*+(?P<extents>(?:\[1?\]\s*+)*+)\Z", re.DOTALL
)
QUALIFIERS = frozenset({b"__shared__", b"volatile", b"const", b"static"})
TYPE = re.compile(rb"\w++(?:\s*+::\s*+\w++)*+")


class Declarator(NamedTuple):
    """A name, what stands before it, and whether a `[]` makes it an array without a size."""

    before: list[bytes]
    name: bytes
    open: bool


def extern_shared(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write `static` for `extern` where the size of the variable is given, as nvcc does itself."""
    for span, declared, is_open in _shared(unit, options):
        if is_open == {False}:
            edit = Edit(span, (b"static",), rule.id, "storage")
            yield Match((edit,), (report(rule, span, {"name": declared.name.decode()}),))


def not_plain(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report memory of a launch that clang does not know as such: by its type's name, or beside others."""
    for span, declared, is_open in _shared(unit, options):
        if is_open not in ({False}, {True}):
            yield Match(findings=(report(rule, span, {"name": declared.name.decode()}),))


def _shared(unit: Unit, options: Options) -> Iterator[tuple[Span, Declarator, set[bool | None]]]:
    """Give `extern` of each shared variable, its declarator, and whether it and those behind have no size.

    None stands for one whose type has none by name.
    """
    meant = meaning(unit, options)
    for found in word_matches(unit, DECLARED, WORD):
        at, declared = found.start(), _declarators(found[1])
        is_shared = SHARED.search(found[1]) or SHARED_BEFORE.search(unit.code, max(0, at - 40), at)
        if not (is_shared and declared) or inside(sides(unit).own, at) or inside(dead(unit), at):
            continue
        by_name = meant(declared[0].before[-1]) == UNSIZED
        yield (
            Span(at, at + len(WORD)),
            declared[0],
            {None if by_name and not one.open else one.open for one in declared},
        )


def _declarators(text: bytes) -> list[Declarator]:
    """Give what a declaration without its first word declares; nothing where that is not clear."""
    text = EXTENT.sub(lambda extent: b"[1]" if extent[1].strip() else b"[]", text)
    text = ALIGNED.sub(b" ", text)
    for _ in range(DEEPEST):
        text = TEMPLATE.sub(b"", text)
    found = [DECLARATOR.match(part) for part in text.split(b",")]
    types = [one for one in TYPE.findall(found[0]["type"]) if one not in QUALIFIERS] if found[0] else []
    if not types or b"<" in text or not all(found) or WORD in types:
        return []
    return [Declarator(types, one["name"], b"[]" in one["extents"]) for one in found if one]
