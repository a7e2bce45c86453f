"""A program's own declarations of the API's types and functions, which meet those of HIP once renamed."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declaration_signs import may_declare, may_enumerate
from hipify_py.resolve.declarations import TAGGED, declares, declares_variable, own_scope
from hipify_py.source.conditions import conditional, inside
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

# What may stand around a declaration at file scope.
FILE_SCOPE = re.compile(r"translation_unit|linkage_specification|declaration_list|preproc_\w+|ERROR")

WORD, TAG = re.compile(rb"\w+"), re.compile(rb"(?:struct|enum|union)\b")
BETWEEN = b" \t\r\n\f\v;"


def own_api_types(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report declarations that HIP's headers have otherwise, those in a row at once, all of a file alike.

    Where each of them stands under some condition the file has them in place of the API's: then nothing.
    """
    same = re.compile(rule.word.encode())
    clashes: dict[Span, bytes] = {}
    for span, name in candidates(unit, rules):
        known = rules.names.get(name)
        if not known or known.to in {None, b"", name} or inside(dead(unit), span.start):
            continue
        if may_declare(unit.code, span) or may_enumerate(unit, span):
            whole = _clash(unit, span, known.to or b"", same, rules)
            if whole is not None:
                clashes.setdefault(whole, name)
    if any(not conditional(unit, span.start) for span in clashes):
        first = clashes[min(clashes)].decode()
        more = f" and {len(clashes) - 1} more are" if len(clashes) > 1 else " is"
        for span in _rows(unit, clashes):
            yield Match(findings=(report(rule, span, {"name": first, "more": more}),))


def _clash(unit: Unit, name: Span, to: bytes, same: re.Pattern[bytes], rules: RuleSet) -> Span | None:
    """Give the whole declaration of a type at file scope that HIP declares otherwise, under the name `to`.

    So too of an enumerator, be it that of a type that HIP does not have, and of a variable that is named as a
    function, as programs have them that load the driver themselves.
    """
    nodes = unit.around(name)
    outer = next((at for at, node in enumerate(nodes) if not FILE_SCOPE.fullmatch(node.type)), len(nodes))
    if outer == len(nodes) or nodes[outer].type in {"namespace_definition", "template_declaration"}:
        return None
    inner = nodes[outer:]
    if any(node.type in {"compound_statement", "field_declaration_list"} for node in inner):
        return None
    if len(inner) > 1 and inner[-2].type == "enumerator":
        at_file_scope = own_scope(unit, name) is None  # unlike those of an `enum class`
        is_named = inner[-2].child_by_field_name("name") == inner[-1]
        return span_of(inner[0]) if is_named and at_file_scope else None
    tag = next((node for node in inner if node.type in TAGGED), None)
    if tag is not None and tag.child_by_field_name("name") == nodes[-1]:
        return span_of(inner[0]) if tag.child_by_field_name("body") and declares(unit, name) else None
    if inner[0].type == "declaration":
        clashes = declares_variable(unit, name)
    else:
        is_type = inner[0].type in {"type_definition", "alias_declaration"} and declares(unit, name)
        clashes = is_type and _differs(unit, inner, to, same, rules)
    return span_of(inner[0]) if clashes else None


def _differs(unit: Unit, nodes: list[Node], to: bytes, same: re.Pattern[bytes], rules: RuleSet) -> bool:
    """Say whether a typedef, given with the nodes down to its name, is for another type than in HIP.

    Of functions and of the API's own structures, by whatever name, it is taken for the same.
    """
    given = nodes[0].child_by_field_name("type")
    if given is None or any(node.type == "function_declarator" for node in nodes):
        return False
    if given.type in TAGGED and given.child_by_field_name("body") is not None:
        return True
    text = unit.source[slice(*span_of(given))]
    words = b" ".join(word for word in WORD.findall(text) if word not in {b"struct", b"enum", b"union"})
    known = rules.names.get(words)
    if known and known.to and TAG.match(text):
        return False
    pointers = text.count(b"*") + sum(node.type == "pointer_declarator" for node in nodes)
    spelt = ((known and known.to) or words) + b"*" * pointers
    return b"(" not in text and spelt != to and not same.fullmatch(b"%b(%b)" % (to, spelt))


def _rows(unit: Unit, found: Iterable[Span]) -> Iterator[Span]:
    """Put declarations together between which nothing but blanks, comments and directives stands."""
    row: Span | None = None
    for span in sorted(found):
        if row and not _apart(unit, row.end, span.start):
            row = Span(row.start, span.end)
            continue
        if row:
            yield row
        row = span
    if row:
        yield row


def _apart(unit: Unit, start: int, end: int) -> bool:
    """Say whether code stands between two places, directives aside."""
    first = bisect_left(unit.directives, start, key=lambda one: one.span.start)
    for directive in (unit.directives[at] for at in range(first, len(unit.directives))):
        if directive.span.start >= end:
            break
        if unit.code[start : directive.span.start].strip(BETWEEN):
            return True
        start = directive.span.end
    return bool(unit.code[start:end].strip(BETWEEN))
