"""A program's own names that are ambiguous behind `using namespace std`: for HIP `std` has more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Edit, Related, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.given_names import given
from hipify_py.resolve.hiding_scopes import hiding, is_declared
from hipify_py.resolve.macros import defined
from hipify_py.resolve.pasted_arguments import is_pasted
from hipify_py.resolve.std_names import TYPE, Own, known, may_stand_for, places_seen, table
from hipify_py.source.conditions import inside
from hipify_py.source.lexer import DEFINE
from hipify_py.source.tokens import A_NAME, follows, token_at, token_before
from hipify_py.source.word_places import all_words, standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

TAGS = frozenset({b"class", b"enum", b"struct", b"union"})
MEMBER = re.compile(rb"\s*+::\s*+(?:~\s*+|operator\s*+(?:[^\w\s;{}()]++|\w++)|\w++)(?=\s*+\()")
MACRO = re.compile(rb"[A-Z][A-Z0-9_]+")
TIGHT = b"<:"  # behind these `::` would be read as part of another sign
# Words before a name that are no type, so that `::` behind them belongs to what follows.
NO_TYPE = frozenset(
    b"""
    auto bool case char class const constexpr delete do double else enum explicit extern float friend goto
    inline int long mutable new operator private protected public register return short signed sizeof static
    struct template throw typedef typename union unsigned using virtual void volatile
    __device__ __forceinline__ __global__ __host__ __inline__ __noinline__ __constant__ __shared__
    __restrict__
    """.split()
)
MOST = 20  # places that are told


def clashes(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write `::` before such names where they are used; report where another one may be meant."""
    if not (read_for_device(unit, options) or options.path in options.project.as_hip):
        return
    functions = options.project.functions
    seen = places_seen(unit, functions)
    for name, own in known(unit, functions).items() if seen else ():
        if name not in all_words(unit) or name in defined(unit):
            continue  # where it is a macro it is none of the two
        doubtful = list[Span]()
        for one in standing(unit, name):
            span = Span(one.start, one.end)
            if one.start > own.at and inside(seen, one.start) and _is_use(unit, span):
                edits = None if options.in_c else _edits(unit, span, own, rule)
                if edits is None:
                    doubtful.append(span)
                elif edits:
                    yield Match(edits)
        if doubtful:
            said = report(rule, doubtful[0], {"name": name.decode()})
            related = tuple(Related(span, "and here") for span in doubtful[1:MOST])
            yield Match(findings=(said._replace(related=related),))


def _is_use(unit: Unit, span: Span) -> bool:
    """Say whether a bare name may stand for the program's own, or that of `std`."""
    if inside(dead(unit), span.start) or not may_stand_for(unit, span):
        return False
    name = unit.code[slice(*span)]
    if inside(hiding(unit, name).sure, span.start):
        return False
    directive = unit.directive_at(span.start)
    if directive is not None:
        head = DEFINE.match(unit.code, *directive.body) if directive.name == b"define" else None
        return head is not None and span.start >= head.end() and name not in A_NAME.findall(head[2] or b"")
    if is_declared(unit, span):
        return False
    return not (token_before(unit.code, span.start).text in TAGS and follows(unit.code, span.end, b";"))


def _edits(unit: Unit, span: Span, own: Own, rule: Rule) -> tuple[Edit, ...] | None:
    """Give what makes a name the program's own; None where it may be another's."""
    name = unit.code[slice(*span)]
    hidden = hiding(unit, name)
    if (unit.directive_at(span.start) and hidden.sure) or _may_be_pasted(unit, span, own):
        return None
    if inside(hidden.doubtful, span.start) and not (own.kind == TYPE and _is_type(unit, span)):
        return None
    if not follows(unit.code, span.end, b"::"):
        blank = b" " if unit.code[span.start - 1 : span.start] in TIGHT else b""
        return (_insertion(span.start, blank + b"::", rule),)
    # before `::` only types and namespaces count
    return () if name in table().functions else _before_scope(unit, span, rule)


def _may_be_pasted(unit: Unit, span: Span, own: Own) -> bool:
    """Say whether a macro is given a name to put it together with other text, or a type for which one may."""
    to = given(unit, span)
    if to is None:
        return False
    name = unit.code[to.callee.start : to.callee.end]
    unseen = own.kind == TYPE and MACRO.fullmatch(name) is not None and name not in defined(unit)
    return unseen or is_pasted(unit, span)


def _before_scope(unit: Unit, span: Span, rule: Rule) -> tuple[Edit, ...] | None:
    """Give what makes the name of a class before `::` the program's own, in brackets behind another type."""
    before = token_before(unit.code, span.start)
    is_type = before.text == b">" or (before.is_word and before.text not in NO_TYPE)
    if not is_type:
        return (_insertion(span.start, b"::", rule),)
    member = MEMBER.match(unit.code, span.end)
    if member is None:
        return None
    return _insertion(span.start, b"(::", rule), _insertion(member.end(), b")", rule)


def _is_type(unit: Unit, span: Span) -> bool:
    """Say whether a name is used as a type, by what follows."""
    after = token_at(unit.code, span.end)
    return after.is_word or after.text in {b"*", b"&", b"&&", b">", b"<", b"::"}


def _insertion(at: int, text: bytes, rule: Rule) -> Edit:
    return Edit(Span(at, at), (text,), rule.id, "qualified")
