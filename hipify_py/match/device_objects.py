"""Objects that the host makes by constructors for the device alone, where nvcc lets them pass.

nvcc 13.0 refuses `T x;` and `T x(1);` in a function for the host, and takes an array, `T x[2];`, and a list
that is assigned, passed or returned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.declared_attributes import macros
from hipify_py.match.device_initialisers import is_for_device, is_host
from hipify_py.match.emitted import heads
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.device_constructors import Class, known
from hipify_py.resolve.filled_types import filled
from hipify_py.resolve.for_hip import is_hip
from hipify_py.resolve.number_values import is_literal
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged
from hipify_py.source.type_names import last_name
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

ARRAY = re.compile(
    rb"(?<![\w.>~])([A-Za-z_]\w*+)(?:\s*+<[^<>;{}()]*+>)?\s++[A-Za-z_]\w*+\s*+(?:\[[^][;]*+\]\s*+)+;"
)


def made_on_host(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report arrays, and lists of values, for which a function for the host makes such objects."""
    found = known(unit, options)
    if not found or is_hip(unit, rules):
        return
    marks = macros(unit, options)
    only = {name: one for name, one in found.items() if is_for_device(one, marks)}
    if not only:
        return
    from hipify_py.match.host_calls import on_one_side

    hosts = merged(one.body for one, words in heads(unit).items() if is_host(one.kind, words))
    for span, name in sorted({*_arrays(unit, only, hosts), *_lists(unit, only, hosts)}):
        if not on_one_side(unit, span.start):
            yield Match(findings=(report(rule, span, {"class": name.decode()}),))


def _arrays(unit: Unit, only: Mapping[bytes, Class], hosts: Sequence[Span]) -> Iterator[tuple[Span, bytes]]:
    for body in hosts:
        for one in ARRAY.finditer(unit.code, *body):
            if one[1] in only and any(each.takes(0) for each in only[one[1]].constructors):
                yield Span(one.start(1), one.start(1)), one[1]


def _lists(unit: Unit, only: Mapping[bytes, Class], hosts: Sequence[Span]) -> Iterator[tuple[Span, bytes]]:
    for listed in filled(unit) if hosts else ():
        name, span = last_name(listed.type), span_of(listed.node)
        if name in only and inside(hosts, span.start):
            parts = [one for one in listed.node.named_children if one.type != "comment"]
            if listed.dimensions or _is_made(unit, parts, only[name]):
                yield Span(span.start, span.start), name


def _is_made(unit: Unit, parts: list[Node], kind: Class) -> bool:
    """Say whether a list is for a constructor, and not for a copy, which both sides make."""
    fits = any(one.takes(len(parts)) for one in kind.constructors)
    return fits and (len(parts) != 1 or parts[0].type == "initializer_list" or is_literal(unit, parts[0]))
