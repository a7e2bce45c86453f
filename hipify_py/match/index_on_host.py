"""`threadIdx` and its kin in functions for the host alone, where nvcc takes them and HIP has none.

No program that is linked reads them there: what names them stands behind a condition that the compiler
decides, most often in a macro for both sides that says which thread met a failure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.declared_attributes import macros, marked
from hipify_py.match.runtime_include import read_for_device
from hipify_py.match.whole_indices import own_names
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.resolve.index_macros import MARK, index_macros, indices
from hipify_py.resolve.ownership import owner
from hipify_py.source.conditions import by_pass, inside
from hipify_py.source.functions import DEVICE, functions, marking_words
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

FUNCTIONS = frozenset({"function_definition", "lambda_expression"})
UNSURE = frozenset({"ERROR", "parameter_list"})  # as where code is given to a macro
BUILT_IN = frozenset(b"void bool char short int long unsigned signed float double auto".split())
# What stands before a function's name and is no type, and marks nothing.
PLAIN = frozenset(
    b"static inline extern virtual explicit friend const constexpr volatile noexcept override final template"
    b" typename struct class enum __inline__ __restrict__".split()
)
ARGUMENTS = re.compile(rb"<[^<>;{}]*>")
LAST_NAME = re.compile(rb"[A-Za-z_]\w*+(?!\s*+::)")
CAPITALS = re.compile(rb"[A-Z][A-Z\d_]+")
DEEPEST = 6  # template arguments in one another


def on_host(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report each such name once a function: an index itself, or a macro that names one."""
    named = {one.removesuffix(MARK) for one in options.project.functions if one.endswith(MARK)}
    named.update(index_macros(unit))
    here = indices(unit)
    if not (named or here) or not read_for_device(unit, options) or is_hip(unit, rules):
        return
    named_here = {*_uses(unit, named)}
    places = sorted({*here, *named_here})
    homes = functions(unit, [span.start for span, _ in places])
    plain = {home for home in {*homes.values()} if _has_plain_head(unit, home, options)}  # few are
    told: set[tuple[Span, bytes]] = set()
    for span, name in places:
        home = homes.get(span.start)
        if home is None or home not in plain or (home.span, name) in told:
            continue
        is_asked = (span, name) in named_here or _is_index(unit, span, name, rules)
        if is_asked and _is_for_host(unit, home, span, options):
            told.add((home.span, name))
            yield Match(findings=(report(rule, span, {"name": name.decode(), "function": home.name}),))


def _is_index(unit: Unit, span: Span, name: bytes, rules: RuleSet) -> bool:
    """Say whether a name is that of an index of CUDA's, and stands in no text that may be a macro's."""
    if name in own_names(unit) or unit.directive_at(span.start) or owner(unit, span, rules):
        return False
    return not _is_given(unit, span)


def _is_given(unit: Unit, span: Span) -> bool:
    """Say whether a place stands among the arguments of what may be a macro."""
    known, around = _given_nodes(unit), unit.around(span)
    first = next((at for at in range(len(around), 0, -1) if around[at - 1].id in known), 0)
    told = first > 0 and known[around[first - 1].id]
    for node in around[first:]:  # of many places in one node it is asked once
        told = known[node.id] = told or _may_be_macro(unit, node)
    return told


def _may_be_macro(unit: Unit, node: Node) -> bool:
    callee = node.child_by_field_name("function")
    return node.type in UNSURE or (
        callee is not None and CAPITALS.fullmatch(unit.code, *span_of(callee)) is not None
    )


@fact
def _given_nodes(_unit: Unit) -> dict[int, bool]:
    """Give a place to keep of which nodes it is known whether they may be given to a macro."""
    return {}


def _uses(unit: Unit, named: set[bytes]) -> Iterator[tuple[Span, bytes]]:
    for one in all_standing(unit, *named):
        if not unit.directive_at(one.start):
            yield Span(one.start, one.end), one.text


def _is_for_host(unit: Unit, home: Function, span: Span, options: Options) -> bool:
    """Say whether HIP's compiler reads a place in a function that nothing marks, and not in a lambda.

    Its head is plain already.
    """
    if inside(dead(unit), span.start) or inside(sides(unit).own, span.start) or by_pass(unit, span.start):
        return False
    around = [node for node in unit.around(span) if node.type in FUNCTIONS]
    within = home.span.start < home.body.start <= span.start < home.body.end
    if len(around) != 1 or not within:
        return False
    return not marked(unit, home.called, options)


def _has_plain_head(unit: Unit, home: Function, options: Options) -> bool:
    """Say whether the head of a function is a type and words that mark nothing."""
    head = marking_words(unit, home)
    if DEVICE.search(head) or not macros(unit, options).keys().isdisjoint(A_NAME.findall(head)):
        return False
    for _ in range(DEEPEST):
        head = ARGUMENTS.sub(b"", head)
    names = [name for name in LAST_NAME.findall(head) if name not in PLAIN]
    if any(CAPITALS.fullmatch(name) for name in names):
        return False
    types = [name for name in names if name not in BUILT_IN]
    return len(names) > 0 and len(types) <= (1 if len(types) == len(names) else 0)
