"""`#pragma unroll` before what is no loop, or before another: nvcc warns and goes on, clang refuses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside
from hipify_py.source.lexer import REST_OF_LINE, line_start
from hipify_py.source.search import before

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

UNROLL_WORD = b"unroll"
UNROLL = re.compile(rb"\s*(?:no)?unroll\b[^\"']*+")  # and no string, which is kept
PRAGMA = re.compile(rb"\s*(?:no)?unroll\b|\s*clang\s+loop\b")
LOOPS = rb"(?:for|while|do)\b"
# What begins no loop for certain: a block, a word of C++ or of CUDA but those of loops, or a name that is
# declared, changed or called a member of. A lone name before a bracket may be a macro that is a loop.
NO_LOOP = re.compile(
    rb"\s*(?!" + LOOPS + rb")(?:[{};*(]|\+\+|--"
    rb"|(?:if|else|switch|case|default|return|break|continue|goto|const|constexpr|static|volatile|register|auto"
    rb"|unsigned|signed|int|long|short|char|bool|float|double|size_t|u?int\d+_t|__shared__|__syncthreads)\b"
    rb"|[a-z]\w*\s*(?:=|\+=|-=|\*=|\+\+|--|\[|\.|->)|[A-Za-z_]\w*\s+[a-z_]\w*\s*(?:[=;,\[{]|\())"
)
MOST_IN_A_ROW = 8  # pragmas that are looked at behind one


def stray(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Leave out `#pragma unroll` where no loop follows, and all but the last before one, which nvcc takes."""
    behind = _behind(unit) if UNROLL_WORD in unit.code else {}
    for at, directive in enumerate(unit.directives):
        if directive.name != b"pragma" or not UNROLL.fullmatch(unit.code, *directive.body):
            continue
        following = behind.get(at)
        no_loop = following is not None and NO_LOOP.match(unit.code, following)
        if (no_loop or _overruled(unit, at)) and not inside(sides(unit).own, directive.span.start):
            yield Match((Edit(_line(unit, directive), (), rule.id, "pragma"),))


def _overruled(unit: Unit, at: int) -> bool:
    """Say whether another pragma of the kind stands behind one of the directives and before its loop."""
    this, *others = unit.directives[at : at + 1 + MOST_IN_A_ROW]
    for one in others:
        if one.name != b"pragma" or unit.code[this.span.end : one.span.start].strip():
            return False
        if UNROLL.fullmatch(unit.code, *one.body):
            return True
        this = one
    return False


def _behind(unit: Unit) -> dict[int, int | None]:
    """Give where the code behind each pragma for loops begins, and behind others; None at conditions."""
    found: dict[int, int | None] = {}
    next_at = len(unit.code)
    for at, directive in reversed([*enumerate(unit.directives)]):
        if directive.name == b"pragma":
            end = directive.span.end
            alone = at + 1 == len(unit.directives) or unit.code[end:next_at].strip()
            found[at] = end if alone else found.get(at + 1)
            if not PRAGMA.match(unit.code, *directive.body):
                found.pop(at)
        next_at = directive.span.start
    return found


def _line(unit: Unit, directive: Directive) -> Span:
    """Give the line of a directive, or the directive alone where a comment stands on its line."""
    start, end = line_start(unit.text, directive.span.start), directive.span.end
    rest = REST_OF_LINE.match(unit.source, end)
    blank = not unit.code[start : directive.span.start].strip()
    if rest and blank and b"/" not in unit.source[start:end]:
        return Span(start, rest.end())
    return Span(directive.span.start, before(unit.code, end, b" \t\r\n"))
