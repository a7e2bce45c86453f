"""What `decltype` names of the other side: HIP's compiler lets no function do that.

Device code so names `std::declval`, and the host's code functions for the device alone.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.attribute_macros import OPEN, SIDES, sides_in
from hipify_py.match.declared_attributes import macros
from hipify_py.match.function_heads import head_of
from hipify_py.match.function_places import ENDS, OPENS, named
from hipify_py.match.runtime_include import read_for_device
from hipify_py.match.specialisations import EXPLICIT, template_key
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.for_hip import is_hip
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.resolve.linkage import includes_before, scope_of
from hipify_py.resolve.told import Told
from hipify_py.source.brackets import closing
from hipify_py.source.definitions import CLASSES
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.functions import DEVICE, functions, marking_words, on_device_alone
from hipify_py.source.functions import head_of as name_of
from hipify_py.source.search import matches
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, holds_part, standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

VALUE = re.compile(rb"std\s*+::\s*+declval\b(?=\s*+<)")
OURS = b"hipify_compat::declval"
CALLED = re.compile(rb"(?<![\w.>])([A-Za-z_]\w*+)(?=\s*+\()")
HEAD = re.compile(rb"\s*+(\w++)\(")  # of a macro that takes arguments
TEMPLATE = re.compile(rb"[^)]*+\)[\s\\]*+template\s*+<")
MADE = re.compile(rb"\s*+([A-Za-z_]\w*+)\s*+\(")
MOST = 400  # bytes of what `decltype` is given


def values(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give `std::declval` in functions for the device alone, and in templates of names, another function.

    A name stands for its type where it is used, which may be in such a function.
    """
    if is_hip(unit, rules) or not read_for_device(unit, options):
        return
    found = [Span(*one.span()) for one in matches(unit.code, VALUE, b"std")]
    homes = functions(unit, [one.start for one in found])
    for span in found:
        home = homes.get(span.start)
        if not (_is_for_device(unit, home, span) if home else _in_alias(unit, span)):
            continue
        if is_left_alone(unit, span.start):
            continue
        if options.polyfill:
            yield Match((Edit(span, (OURS,), rule.id, "polyfill"),))
        else:
            yield Match(findings=(report(rule, span, {"name": "std::declval"}),))


def _is_for_device(unit: Unit, home: Function, span: Span) -> bool:
    """Say whether a place is one of a function for the device alone, or a macro that marks such before it."""
    if home.kind != "macro":
        return on_device_alone(unit, home)
    return _is_for_device_alone(unit.code[home.span.start : span.start])


def of_device(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Let templates for the device, which functions of the host name in `decltype`, be for both sides.

    They are made for a side where that calls them. What is none, or declared elsewhere too, is reported.
    """
    if is_hip(unit, rules) or not read_for_device(unit, options):
        return
    found = [*_named(unit)]
    homes = functions(unit, [span.start for span in found])
    done: set[bytes] = set()
    for span in found:
        home, name = homes.get(span.start), unit.code[slice(*span)]
        made = [one for one in functions_by_name(unit).get(name, ()) if not _is_member(unit, one)]
        elsewhere = name in _made_heads(unit) or (not made and _is_of_device_elsewhere(unit, span, options))
        if name in done or home is None or home.kind != "host" or OPEN.search(marking_words(unit, home)):
            continue
        if is_left_alone(unit, span.start):
            continue
        of_device = [one for one in made if one.kind == "device" and on_device_alone(unit, one)]
        if len(of_device) < len(made) or not (made or elsewhere):
            continue
        done.add(name)
        if made and not elsewhere and (starts := _starts(unit, name, made)):
            yield Match(tuple(Edit(Span(at, at), (b"__host__ ",), rule.id, "attribute") for at in starts))
        else:
            yield Match(findings=(report(rule, span, {"name": name.decode("utf-8", "replace")}),))


def asked(unit: Unit) -> frozenset[bytes]:
    """Give the templates of functions that a file names in `decltype`, as others tell of them."""
    return frozenset(_key(unit, span) for span in _named(unit))


def told(unit: Unit) -> Iterator[Told]:
    """Tell of templates for the device whose heads a macro of the file makes: `DEVICE_IF(has) f(T a) {`."""
    seen = set[bytes]()
    for name, places in _made_heads(unit).items():
        for place in places:
            key = template_key(unit, scope_of(unit, place) or b"", name, unit.code.index(b"(", place.end))
            if key not in seen:
                seen.add(key)
                yield Told("attribute", key, SIDES[0], includes_before(unit, place.start))


@fact
def _made_heads(unit: Unit) -> dict[bytes, list[Span]]:
    """Give the names of functions before which a macro stands that makes them templates for the device."""
    bodies = (
        (macro[1], unit.code[macro.end() : one.span.end])
        for one in (unit.directives if holds_part(unit, SIDES[0], b"template") else ())
        if one.name == b"define" and (macro := HEAD.match(unit.code, *one.body))
    )
    marking = {name for name, body in bodies if TEMPLATE.match(body) and _is_for_device_alone(body)}
    found: dict[bytes, list[Span]] = {}
    for word in all_standing(unit, *marking):
        opens = token_at(unit.code, word.end)
        end = closing(unit.code, opens.start, min(len(unit.code), opens.start + MOST))
        head = (
            MADE.match(unit.code, end) if opens.text == b"(" and not unit.directive_at(word.start) else None
        )
        if head is not None:
            found.setdefault(head[1], []).append(Span(*head.span(1)))
    return found


def _is_for_device_alone(text: bytes) -> bool:
    return DEVICE.search(text) is not None and b"__host__" not in text


def _is_of_device_elsewhere(unit: Unit, span: Span, options: Options) -> bool:
    """Say whether another file has a template of a name for the device alone, and nobody one for the host."""
    words = options.project.attributes.get(_key(unit, span), b"")
    return sides_in(words, macros(unit, options)) == {SIDES[0]}


def _key(unit: Unit, span: Span) -> bytes:
    """Give the key of the template that a name in a call stands for, in the scope it says or its own."""
    before = token_before(unit.code, span.start)
    scope = token_before(unit.code, before.start).text if before.text == b"::" else None
    opening = unit.code.index(b"(", span.end)
    name = unit.code[slice(*span)]
    return template_key(unit, (scope_of(unit, span) or b"") if scope is None else scope, name, opening)


def _named(unit: Unit) -> Iterator[Span]:
    """Give the names of what is called in `decltype`, and of no member."""
    for word in standing(unit, b"decltype"):
        opens = token_at(unit.code, word.end)
        end = closing(unit.code, opens.start, opens.start + MOST) if opens.text == b"(" else word.end
        for one in CALLED.finditer(unit.code, opens.end, end):
            yield Span(*one.span(1))


def _is_member(unit: Unit, made: Function) -> bool:
    """Say whether a function is of a class, or defined outside of its class or namespace."""
    span = name_of(unit.code, made)
    is_apart = span is not None and token_before(unit.code, span.start).text == b"::"
    return is_apart or any(node.type in CLASSES for node in unit.around(made.span))


def _starts(unit: Unit, name: bytes, made: Sequence[Function]) -> list[int]:
    """Give where the heads of functions begin, if all of a name are templates, and declared nowhere else."""
    places = {span.start for one in made if (span := name_of(unit.code, one))}
    listed = (Span(at, at + 1) for behind in (ENDS, OPENS) for _, at, _ in named(unit, {name}, behind))
    beside = (one for one in listed if not any(node.type in CLASSES for node in unit.around(one)))
    if places != {one.start for one in beside if scope_of(unit, one) is not None}:
        return []
    heads = [head_of(unit, at) for at in sorted(places)]
    plain = all(one.templates and one.templates != EXPLICIT for one in heads)
    return [one.start for one in heads] if plain else []


def _in_alias(unit: Unit, span: Span) -> bool:
    """Say whether a place stands in what a template of a name stands for."""
    nodes = [*unit.around(span)]
    return any(
        node.type == "alias_declaration" and around.type == "template_declaration"
        for around, node in pairwise(nodes)
    )
