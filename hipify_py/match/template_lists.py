"""Lists that begin what a template or a macro is told the type of: HIP's vectors take all values or none.

`T value = {0}` in a template whose `T` has an `x`, as CUDA's vectors have, and `T f() { return {1, 2}; }` in
a macro that is given `uint3` for `T`.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import for_device_compiler, read_for_device
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.resolve.type_aliases import values_of
from hipify_py.source.brackets import BRACE, closing, macro_arguments, parts
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.lexer import DEFINE
from hipify_py.source.listed_values import lists
from hipify_py.source.tokens import token_at
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

MOST_NAME = 100  # bytes before a list in which the name is looked for
BEGUN = re.compile(rb"([A-Za-z_]\w*)\s*(?:=\s*)?\Z")
PARAMETER = re.compile(rb"\b(?:typename|class)\s+(\w+)")
# Behind a macro's parameter that is a type: what a list begins, or the name of a function that returns one.
BEGINS = re.compile(rb"\s*+(?:[A-Za-z_]\w*+\s*+(?:=\s*+)?+)?+(?=\{)")
HEAD = re.compile(rb"\s++(?:operator\s*+[^\s\w(]{1,3}|[A-Za-z_]\w*+)\s*+(?=\()")
RETURNS = re.compile(rb"\s*+(?:const\s*+)?+\{\s*+return\s*+(?=\{)")
LITERAL = re.compile(rb"[-+]?\s*+[\d.][\w.]*+")
MOST_GIVEN = 500  # bytes of what a macro is given
MEMBER = re.compile(rb"(?<![\w.>])([A-Za-z_]\w*+)\s*\.\s*[xy]\b")


def cut_short(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report variables of a template's type that a list of one value begins and that have an `x` or a `y`."""
    if not for_device_compiler(unit, options):
        return
    for listed in lists(unit):
        span = span_of(listed.node)
        single = len([part for part in listed.node.named_children if part.type != "comment"]) == 1
        if listed.dimensions or not single or listed.type not in _parameters(unit, span):
            continue
        if _has_members(unit, span) and not (
            inside(dead(unit), span.start) or inside(sides(unit).own, span.start)
        ):
            yield Match(findings=(report(rule, span, {"type": listed.type.decode("utf-8", "replace")}),))


def of_macros(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report vectors that a macro is given as a type, and for which a list in it has too few values."""
    for directive in unit.directives if read_for_device(unit, options) else ():
        head = DEFINE.match(unit.code, *directive.body) if directive.name == b"define" else None
        names = head[2][1:-1].split(b",") if head and head[2] else []
        text = Span(head.end(), directive.body.end) if head else directive.body
        least = [_fewest(unit.code, text, name.strip()) for name in names]
        for use in standing(unit, head[1]) if head and any(least) else ():
            if not unit.directive_at(use.start) and not is_left_alone(unit, use.start):
                yield from _too_few(unit, rule, use, least)


def _too_few(unit: Unit, rule: Rule, use: Token, least: list[int]) -> Iterator[Match]:
    """Report the vectors that a use of a macro is given, where the lists for them are shorter."""
    opens = token_at(unit.code, use.end)
    end = (
        closing(unit.code, opens.start, min(len(unit.code), use.end + MOST_GIVEN))
        if opens.text == b"("
        else 0
    )
    given = macro_arguments(unit.code, opens.end, end - 1) if end else []
    for span, number in zip(given, least, strict=False):
        type_ = unit.code[slice(*span)]
        if 0 < number < values_of(type_):
            yield Match(findings=(report(rule, span, {"type": type_.decode(), "number": str(number)}),))


def _fewest(code: bytes, text: Span, name: bytes) -> int:
    """Give how many values the shortest list has that begins something of a parameter's type; 0 for none."""
    words = re.compile(rb"(?<![\w.])" + re.escape(name) + rb"(?!\w)").finditer(code, *text) if name else ()
    lists = [at for word in words if (at := _list_behind(code, word.end(), text.end))]
    return min((count for at in lists if (count := _count(code, at, text.end))), default=0)


def _count(code: bytes, at: int, end: int) -> int:
    """Give how many values a list has; 0 where it may copy one, or holds lists."""
    listed = [code[slice(*one)] for one in parts(code, at + 1, closing(code, at, end, BRACE) - 1)]
    is_copy = len(listed) == 1 and not LITERAL.fullmatch(listed[0])
    return 0 if is_copy or any(one.startswith((b"{", b".")) for one in listed) else len(listed)


def _list_behind(code: bytes, at: int, end: int) -> int:
    """Give where a list stands that begins something of the type before a place, or is returned; else 0."""
    if begun := BEGINS.match(code, at, end):
        return begun.end()
    head = HEAD.match(code, at, end)
    returned = RETURNS.match(code, closing(code, head.end(), end), end) if head else None
    return returned.end() if returned else 0


def _parameters(unit: Unit, at: Span) -> frozenset[bytes]:
    """Give the types that are parameters of the templates around a place."""
    around = [span_of(node) for node in unit.around(at) if node.type == "template_declaration"]
    heads = (unit.code[span.start : unit.code.find(b">", span.start)] for span in around)
    return frozenset(name for head in heads for name in PARAMETER.findall(head))


def _has_members(unit: Unit, listed: Span) -> bool:
    """Say whether an `x` or a `y` of what a list begins is used behind it in the function."""
    name = BEGUN.search(unit.code, max(0, listed.start - MOST_NAME), listed.start)
    home = in_function(unit, listed.start)
    if name is None or home is None:
        return False
    places = _members(unit).get(name[1], [])
    at = bisect_left(places, listed.end)
    return at < len(places) and places[at] < home.end


@fact
def _members(unit: Unit) -> dict[bytes, list[int]]:
    """Give where a file uses an `x` or a `y` of each name."""
    places: dict[bytes, list[int]] = {}
    for found in MEMBER.finditer(unit.code):
        places.setdefault(found[1], []).append(found.start())
    return places
