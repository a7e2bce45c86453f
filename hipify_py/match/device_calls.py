"""Calls of functions for the device alone, in templates for both sides that the host reaches.

nvcc 13.0 takes such a call in a template, and refuses it elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.attribute_macros import meaning
from hipify_py.match.declared_attributes import macros
from hipify_py.match.emitted import emitted, heads, in_class, lambda_heads
from hipify_py.match.host_calls import AHEAD, BY_PRAGMA, CALL, callable_names, is_declared, on_one_side
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.for_hip import is_hip
from hipify_py.resolve.macros import defined
from hipify_py.source.functions import DEVICE, on_device_alone
from hipify_py.source.word_places import all_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.model import Finding
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

CHOOSES = re.compile(rb"if\s++constexpr\b")


def device_calls(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report each such function once; where `if constexpr` may leave the call out it is a note."""
    made, reached = heads(unit), emitted(unit, "host")
    templates = [one for one in made if one in reached and _is_template(unit, one)]
    if not templates or is_hip(unit, rules) or any(word in unit.code for word in BY_PRAGMA):
        return
    others = options.project.names | defined(unit) | {one.called for one in made}
    of_api = frozenset(filter(re.compile(rule.word.encode()).fullmatch, all_words(unit))) - others
    only = (_for_device(unit, made, macros(unit, options)) - options.project.names - defined(unit)) | of_api
    told: set[bytes] = set()
    open_ones: dict[bytes, Finding] = {}
    for one in templates:
        calls = [found for found in CALL.finditer(unit.code, *one.body) if found["name"] in only - told]
        own = callable_names(unit, one, made[one]) if calls else frozenset()
        for found in calls:
            name, span = found["name"], Span(*found.span("name"))
            if found["scope"] == b"std::" or name in own | told or is_declared(unit.code, found.start()):
                continue
            if not (on_one_side(unit, span.start) or _is_in_device_lambda(unit, span)):
                said = report(rule, span, {"name": name.decode(), "function": one.name})
                if _is_chosen(unit, span):
                    open_ones.setdefault(name, said._replace(severity="note"))
                    continue
                told.add(name)
                yield Match(findings=(said,))
    yield from (Match(findings=(said,)) for name, said in open_ones.items() if name not in told)


def _is_template(unit: Unit, one: Function) -> bool:
    """Say whether a function is a template, or a member of one."""
    at = Span(one.body.start, one.body.start)
    return any(node.type == "template_declaration" for node in unit.around(at))


def _is_chosen(unit: Unit, span: Span) -> bool:
    """Say whether a place stands in a side of `if constexpr`, which the host's template may leave out."""
    return any(
        node.type == "if_statement"
        and CHOOSES.match(unit.code, node.start_byte)
        and (asked := node.child_by_field_name("condition")) is not None
        and asked.end_byte <= span.start
        for node in unit.around(span)
    )


def _is_in_device_lambda(unit: Unit, span: Span) -> bool:
    """Say whether a place stands in a lambda for the device alone, which a function for both may make."""
    return any(DEVICE.search(one) and b"__host__" not in one for one in lambda_heads(unit, span))


def _for_device(unit: Unit, made: Mapping[Function, bytes], marks: Mapping[bytes, bytes]) -> frozenset[bytes]:
    """Give the names of a file's free functions that are all for the device alone, be it by a macro."""
    device: set[bytes] = set()
    others: set[bytes] = set()
    for one, words in made.items():
        by_word = one.kind == "device" and on_device_alone(unit, one)
        meant = meaning(words, marks) if one.kind == "host" else b""
        by_macro = b"__device__" in meant and b"__host__" not in meant
        alone = (by_word or by_macro) and not in_class(unit, one)
        (device if alone else others).add(one.called)
    others.update(
        found[1] for found in AHEAD.finditer(unit.code) if b"__host__" in _before(unit, found.start())
    )
    return frozenset(device - others)


def _before(unit: Unit, at: int) -> bytes:
    return unit.code[max(0, at - len(b"__host__ ")) : at]
