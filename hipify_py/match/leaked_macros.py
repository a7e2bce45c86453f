"""Names of a program's own that are macros in HIP's runtime header, which CUDA's headers do not have.

Of the macros of `hip/hip_runtime.h` without an underscore or a name of HIP's in front, in ROCm 6.4 and 7.2,
those that only bodies of its own functions use, so that nothing misses them afterwards. `__forceinline__` is
one, too, and holds `inline`: a program's macro of that name that holds `__forceinline__` cuts it short.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.function_heads import head_start
from hipify_py.model import Edit, Related, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import inside
from hipify_py.source.lexer import line_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

FORCED = b"__forceinline__"
LEAKED = rb"MASK1|MASK2|HW_ID"
DECLARED = re.compile(
    rb"(?<![\w$.])(?!(?:return|else|case|goto|new|delete|throw|sizeof|typename|using)\b)[A-Za-z_]\w*[\s*&>\]]+(%b)"
    rb"\s*(?=[;,=\[({:)])" % LEAKED
)


def names(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Take HIP's macro away before the first declaration of each such name, in what HIP's compiler reads."""
    if not (options.name.endswith((".cu", ".cuh", ".hip")) or options.project.in_cuda):
        return
    yield from _cut_short(unit, rule)
    if any(name in unit.code for name in LEAKED.split(b"|")):
        yield from _taken_away(unit, rule)


def _cut_short(unit: Unit, rule: Rule) -> Iterator[Match]:
    """Report a macro `inline` that holds `__forceinline__`, which the file writes before it takes that back.

    HIP's `__forceinline__` becomes `inline`, and that the program's `__forceinline__`, which stays a word.
    """
    if FORCED not in unit.code:
        return
    made: Directive | None = None
    unread = dead(unit)
    uses = [one.start() for one in re.finditer(rb"(?<!\w)__forceinline__(?!\w)", unit.code)]
    for one in (each for each in unit.directives if each.name in {b"define", b"undef"}):
        body = unit.code[slice(*one.body)].split()
        if body[:1] != [b"inline"]:
            continue
        if made is not None:
            yield from _met(unit, rule, made, uses, one.span.start)
        holds = one.name == b"define" and FORCED in body[1:] and not inside(unread, one.span.start)
        made = one if holds else None
    if made is not None:
        yield from _met(unit, rule, made, uses, len(unit.code))


def _met(unit: Unit, rule: Rule, made: Directive, uses: list[int], end: int) -> Iterator[Match]:
    """Report a macro at its definition, with the first use of HIP's up to a place."""
    written = (at for at in uses[bisect_left(uses, made.span.end) :] if at < end)
    at = next((at for at in written if not _stays(unit, at)), None)
    if at is not None:
        span = Span(made.body.start, made.body.start + len(b"inline"))
        said = report(rule, span, {})._replace(severity="error")
        place = Related(Span(at, at + len(FORCED)), "written here")
        yield Match(findings=(said._replace(related=(place,)),))


def _stays(unit: Unit, at: int) -> bool:
    """Say whether a word stands in a directive, which another place reads, or where nobody reads it."""
    return unit.directive_at(at) is not None or inside(dead(unit), at)


def _taken_away(unit: Unit, rule: Rule) -> Iterator[Match]:
    taken = (unit.code[slice(*one.body)].strip() for one in unit.directives if one.name == b"undef")
    done = {*defined(unit), *taken}
    for found in DECLARED.finditer(unit.code):
        name, at = found[1], found.start()
        if name in done or unit.directive_at(at) is not None or inside(dead(unit), at):
            continue
        done.add(name)
        start = line_start(unit.text, head_start(unit, at))
        line = b"#undef " + name + unit.newline
        yield Match((Edit(Span(start, start), (line,), rule.id, "macro"),))
