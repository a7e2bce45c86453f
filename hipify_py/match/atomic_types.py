"""Atomic operations on types that CUDA takes and HIP does not, by what the file tells of the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.function_heads import parameter_types
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.class_members import known_elsewhere
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.resolve.ownership import owner
from hipify_py.resolve.type_aliases import meaning, types_made
from hipify_py.source.brackets import MOST, closing, template_arguments, trimmed
from hipify_py.source.conditions import inside
from hipify_py.source.functions import functions
from hipify_py.source.macro_expansion import expanded, made_functions
from hipify_py.source.number_types import NAMED_TYPE, number_type, spelt
from hipify_py.source.outer_types import types_around
from hipify_py.source.search import last_of
from hipify_py.source.template_parameters import template_parameters
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing, word_matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.call_parts import Call
    from hipify_py.source.functions import Function
    from hipify_py.source.macro_expansion import Expanded
    from hipify_py.source.unit import Unit

SPECIALIZES = re.compile(rb"\btemplate\s*+<\s*+>")
CALLED = re.compile(rb"atomic(?<![\w.>]atomic)[A-Z]\w+(?=\s*\()")
HANDED = re.compile(rb"\batomic[A-Z]\w+\s*[,)]")  # to a macro
CAST = re.compile(
    rb"(?:\(|(?:reinterpret|static|const)_cast\s*<)\s*(?:volatile\s+)?"
    rb"((?:unsigned\s+|signed\s+)?\w+(?:\s+\w+)*)\s*(?:volatile\s*)?\*\s*[)>]"
)
NAMED = re.compile(  # or its element
    rb"(?:\+\+|--)?\s*+(\w++)\s*+(?:[-+](?![-+=>])|(?:\[[^][]*+\]|\+\+|--)?\s*+\Z)"
)
TAKES = 2  # what an operation is given
CLASS = "class"
"""The type of what the file has a class of its own for, in what a rule's word lists."""


def wrong_sign(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Let an operation go to that of the other sign, whose bits are the same."""
    for call, _ in _found(unit, rule, rules, options):
        if len(call.arguments) != TAKES:  # which CUDA's do not take either
            continue
        name = unit.code[slice(*call.name)]
        at, value = (trimmed(unit.code, *one) for one in call.arguments)
        back = b"" if _is_statement(unit, call) else b"(long long)"
        parts = (back, name, b"((unsigned long long *)(", at, b"), (unsigned long long)(", value, b"))")
        yield Match((Edit(Span(call.name.start, call.close), parts, rule.id, "call"),))


def lacking(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report operations on types that HIP's functions do not take."""
    for call, kind in _found(unit, rule, rules, options):
        name = unit.code[slice(*call.name)].decode()
        yield Match(findings=(report(rule, call.name, {"name": name, "type": _shown(kind)}),))


def by_macro(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report uses of macros that make an operation of one of these types, where they are used.

    In a function, or as a function.
    """
    if not (HANDED.search(unit.code) or _in_macro(unit)) or is_hip(unit, rules):
        return
    told: set[Span] = set()
    for other in (expanded(unit), made_functions(unit)):
        for place, name, kind in _made(other, rule, rules, options) if other else ():
            if place not in told and not inside(sides(unit).own, place.start):
                told.add(place)
                yield Match(findings=(report(rule, place, {"name": name, "type": _shown(kind)}),))


def _made(other: Expanded, rule: Rule, rules: RuleSet, options: Options) -> Iterator[tuple[Span, str, str]]:
    """Give the uses of macros that make an operation, with its name and its type."""
    made = sorted(use.becomes for use in other.uses)
    for call, kind in _found(other.unit, rule, rules, options):
        if inside(made, call.name.start):
            yield other.original(call.name), other.unit.code[slice(*call.name)].decode(), kind


def _shown(kind: str) -> str:
    return "a structure" if kind == CLASS else kind


def _in_macro(unit: Unit) -> bool:
    return any(b"atomic" in unit.code[slice(*one.body)] for one in unit.directives if one.name == b"define")


def in_templates(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report operations on a template's type where the file names one that HIP lacks for it."""
    wanted, meant = re.compile(rule.word), meaning(unit, options)
    for call, kind, home in _typed(unit, rules, options):
        name = unit.code[slice(*call.name)].decode()
        for given in _given(unit, home, kind.encode()) if home else ():
            plain = (meant(given) or given).decode("utf-8", "replace")
            own = plain in _own(unit).get(name.encode(), ())
            if wanted.fullmatch(f"{name}({plain})") and not own:
                yield Match(findings=(report(rule, call.name, {"name": name, "type": plain}),))
                break


def _given(unit: Unit, home: Function, parameter: bytes) -> Iterator[bytes]:
    """Give what the file names for a parameter of a function's template, each use in order.

    But for the types for which the file writes a specialization.
    """
    taken = [one.name for one in template_parameters(unit, home)]
    at = taken.index(parameter) if parameter in taken else len(taken)
    named: list[bytes] = []
    own: set[bytes] = set()
    for use in standing(unit, home.called) if at < len(taken) else ():
        opens = token_at(unit.code, use.end)
        listed = template_arguments(unit.code, opens.end) if opens.text == b"<" else []
        types = [unit.code[slice(*one)] for one in listed[at : at + 1]]
        named += types
        if SPECIALIZES.search(unit.code, last_of(unit.code, b";{}", use.start) + 1, use.start):
            end = closing(unit.code, opens.start, min(len(unit.code), opens.start + MOST))
            own.update(types or A_NAME.findall(unit.code, opens.start, end))
    yield from (one for one in named if one not in own)


def _found(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[tuple[Call, str]]:
    """Give the calls on a type that a rule's word has, as `name(type)`, with the type."""
    wanted = re.compile(rule.word)
    for call, kind, _ in _typed(unit, rules, options):
        if wanted.fullmatch(f"{unit.code[slice(*call.name)].decode()}({kind})"):
            yield call, kind


def _typed(unit: Unit, rules: RuleSet, options: Options) -> Iterator[tuple[Call, str, Function | None]]:
    """Give the calls of the API's operations with the type of what they work on, and the function around."""
    found = [Span(*one.span()) for one in word_matches(unit, CALLED, b"atomic")]
    if not found or is_hip(unit, rules):
        return
    homes = functions(unit, [span.start for span in found])
    meant, others = meaning(unit, options), known_elsewhere(unit, options)
    for span in found:
        if inside(dead(unit), span.start) or inside(sides(unit).own, span.start):
            continue
        call, name = unit.call(span), unit.code[slice(*span)]
        if call is None or len(call.arguments) < 2 or name in options.project.names:
            continue
        types = types_around(unit, homes.get(span.start), others)
        kind = _pointed(unit, call.arguments[0], types, meant)
        if kind not in _own(unit).get(name, ()) and not owner(unit, span, rules):
            yield call, kind, homes.get(span.start)


def _pointed(unit: Unit, span: Span, types: Mapping[bytes, str], meant: Callable[[bytes], bytes]) -> str:
    """Give the type of what a pointer points to; "" where that cannot be told."""
    span = trimmed(unit.code, *span)
    if unit.code[span.start : span.start + 1] == b"&":
        span = trimmed(unit.code, span.start + 1, span.end)
    text = unit.code[slice(*span)]
    cast, named = CAST.match(text), NAMED.match(text)
    if cast:
        kind = spelt(cast[1]) if NAMED_TYPE.fullmatch(cast[1]) else "?" + cast[1].decode("utf-8", "replace")
    else:
        kind = types.get(named[1], "") if named else number_type(unit, span, types)
    if not kind.startswith("?"):
        return kind
    plain = meant(kind[1:].encode()) or kind[1:].encode()
    if NAMED_TYPE.fullmatch(plain):
        return spelt(plain)
    return CLASS if plain in types_made(unit) else plain.decode("utf-8", "replace")


@fact
def _own(unit: Unit) -> dict[bytes, set[str]]:
    """Give the types to which the first parameter points of the operations that a file makes by itself."""
    made: dict[bytes, set[str]] = {}
    for found in CALLED.finditer(unit.code):
        if makes(unit, Span(*found.span())):
            end = closing(unit.code, unit.code.index(b"(", found.end()), len(unit.code))
            kinds = parameter_types(unit.code, found.end(), end)
            kind = kinds[0].rstrip(b"*& ") if kinds else b""
            spelled = spelt(kind) if NAMED_TYPE.fullmatch(kind) else kind.decode("utf-8", "replace")
            made.setdefault(found[0], set()).add(CLASS if kind in types_made(unit) else spelled)
    return made


def _is_statement(unit: Unit, call: Call) -> bool:
    """Say whether nothing takes the value of a call."""
    around = unit.around(Span(call.name.start, call.close))
    return len(around) > 1 and around[-2].type == "expression_statement"
