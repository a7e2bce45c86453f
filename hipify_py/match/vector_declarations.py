"""Vector types declared ahead, as the structures that they are in CUDA: HIP's are aliases of a template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.own_api_types import FILE_SCOPE
from hipify_py.match.runtime_include import brings_runtime, for_device_compiler
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.source.lexer import REST_OF_LINE, line_start
from hipify_py.source.vector_names import VECTOR
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

TAG = rb"(?:struct|class)\s+"
AHEAD = re.compile(rb"\b" + TAG + rb"(" + VECTOR + rb")\s*;")
OWN_TAG = rb"(?:struct|class|union)\s+(?:\w+\s*\([^()]*\)\s*)?"
OWN = re.compile(rb"\b(?:" + OWN_TAG + rb"|using\s+)(" + VECTOR + rb")\s*[{:=]")


def declared_ahead(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Leave out declarations of vector types at file scope where HIP's header is read; report others."""
    own = {found[1] for found in word_matches(unit, OWN, b"struct", b"class", b"union", b"using")}
    for found in word_matches(unit, AHEAD, b"struct", b"class"):
        span = Span(*found.span())
        if found[1] in own or options.in_c_alone or not _at_file_scope(unit, span):
            continue
        if is_left_alone(unit, span.start):
            continue
        if for_device_compiler(unit, options) or brings_runtime(unit, rules, options):
            yield Match((Edit(_whole(unit, span), (), rule.id, "spelling"),))
        else:
            yield Match(findings=(report(rule, span, {"name": found[1].decode()}),))


def _at_file_scope(unit: Unit, span: Span) -> bool:
    around = unit.around(span)
    outer = [node.type for node in around if node.end_byte - node.start_byte > span.end - span.start]
    return unit.directive_at(span.start) is None and all(FILE_SCOPE.fullmatch(kind) for kind in outer)


def _whole(unit: Unit, span: Span) -> Span:
    """Give the line of a declaration, or the declaration alone where something else stands on its line."""
    start, rest = line_start(unit.text, span.start), REST_OF_LINE.match(unit.source, span.end)
    alone = rest and not unit.source[start : span.start].strip()
    return Span(start, rest.end()) if rest and alone else span
