"""Names of CUDA's in strings that a compiler or an assembler reads as names: of macros, and of symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

BEFORE = re.compile(
    rb"""\b(?: (?P<whole> (?:push|pop)_macro | (?:__)?(?:alias|weakref|ifunc)(?:__)? ) \s*\(\s*
        | (?:asm|__asm(?:__)?) \s*+ (?:(?:volatile|__volatile__|inline|goto)\s*+)*+ \( [\s"]*
        | _Pragma \s*\(\s* )\Z""",
    re.VERBOSE,
)
PRAGMA = re.compile(rb'\b(?:push|pop)_macro\s*\(\s*\\"(\w+)\\"')
WORD = re.compile(rb"\w+")
REACH = 200  # bytes before a string in which the word stands that says who reads it


def strings(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report names that get another one in code, and keep theirs in what names a macro or a symbol."""
    for start, end in unit.text.strings:
        found = BEFORE.search(unit.code, max(0, start - REACH), start)
        if found is None or inside(dead(unit), start):
            continue
        for name in _named(unit.source, found, Span(start, end)):
            text = unit.source[name.start : name.end]
            known = rules.names.get(text)
            if known and known.to is not None and known.to != text:
                what = {"name": text.decode(), "to": known.to.decode()}
                yield Match(findings=(report(rule, name, what),))


def _named(source: bytes, before: re.Match[bytes], string: Span) -> Iterator[Span]:
    """Give where names stand in a string, by what stands before that."""
    start, end = string
    if before["whole"]:
        if WORD.fullmatch(source, start + 1, end - 1):
            yield Span(start + 1, end - 1)
    elif before[0].startswith(b"_Pragma"):
        yield from (Span(*found.span(1)) for found in PRAGMA.finditer(source, start, end))
    else:
        yield from (Span(*found.span()) for found in WORD.finditer(source, start, end))
