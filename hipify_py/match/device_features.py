"""Members of the properties of a device that HIP has under another name, or has not and that 0 stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.match.lacking_members import accesses, accesses_of
from hipify_py.model import Edit
from hipify_py.outcomes import Match, report
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.model import Span
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

FEATURES = frozenset({b"deviceNumaConfig", b"hostNumaMultinodeIpcSupported", b"mpsEnabled"})
"""Members of which 0 says that the device does not do so, in driver_types.h of CUDA 13.0."""
# What an object is named with so that nothing is lost where it is not.
NAMED_WITH = frozenset(
    {
        "comment",
        "field_expression",
        "field_identifier",
        "identifier",
        "number_literal",
        "subscript_argument_list",
        "subscript_expression",
        "this",
    }
)
NOT_READ = frozenset({"pointer_expression", "update_expression"})  # `&a.b`, `++a.b`
NEAREST = 3  # a member, its object with it, and what both are of


PROPERTIES = (b"cudaDeviceProp",)


def renamed(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Write members by the names that HIP has for them; report them where the object's type is not told."""
    known = {*accesses_of(unit, rule, PROPERTIES)}
    for name in accesses(unit, rule):
        text = unit.code[slice(*name)].replace(b"CudaArray", b"HipArray")
        if name in known:
            yield Match((Edit(name, (text,), rule.id, "call"),))
        else:
            values = {"name": unit.code[slice(*name)].decode(), "to": text.decode()}
            yield Match(findings=(report(rule, name, values),))


def read(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Write 0 for features that HIP has not, where they are read."""
    known = {*accesses_of(unit, rule, PROPERTIES)}
    for name in accesses(unit, rule):
        access = _read(unit, name) if name in known else None
        if access is not None:
            said = report(rule, name, {"name": unit.code[slice(*name)].decode()})
            yield Match((Edit(access, (b"0",), rule.id, "call"),), (said,))


def lacking(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report members that HIP has not, but for features that are read."""
    known = {*accesses_of(unit, rule, PROPERTIES)}
    for name in accesses(unit, rule):
        if name not in known or _read(unit, name) is None:
            yield Match(findings=(report(rule, name, {"name": unit.code[slice(*name)].decode()}),))


def _read(unit: Unit, name: Span) -> Span | None:
    """Give the whole of an access to a feature that does no more than read it."""
    nodes = unit.around(name) if unit.code[slice(*name)] in FEATURES else []
    if len(nodes) < NEAREST or nodes[-2].type != "field_expression" or unit.directive_at(name.start):
        return None
    is_kept = not _is_plain(nodes[-2]) or not _is_read(nodes[-3], nodes[-2])
    return None if is_kept else span_of(nodes[-2])


def _is_plain(access: Node) -> bool:
    queue = [*access.named_children]
    while queue:
        node = queue.pop()
        if node.type not in NAMED_WITH:
            return False
        queue += node.named_children
    return True


def _is_read(around: Node, access: Node) -> bool:
    """Say whether nothing is written to an access, nor its place told, given what it stands in."""
    if around.type == "assignment_expression":
        return around.child_by_field_name("left") != access
    if around.type == "init_declarator":
        declared = around.child_by_field_name("declarator")
        return declared is not None and declared.type != "reference_declarator"
    return around.type not in NOT_READ
