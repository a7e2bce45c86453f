"""Thrust in a namespace of the program's, where its build asks CUDA's headers to put it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import Match, beside, in_passing, report
from hipify_py.source.tokens import A_NAME
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

NAMED = re.compile(rb"thrust\s*::")
BROUGHT = re.compile(rb"\bnamespace\s+thrust\b|\busing\s[\w\s:]*::\s*thrust\s*;")
USED = re.compile(rb"\busing\s+namespace\s+(?:[\w:]*::)?(\w+)\s*;")
AROUND = re.compile(rb"([A-Za-z_]\w*)\s*::\s*\Z")


def wrapped_thrust(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report, once in a file, what names Thrust inside another namespace.

    It is noted alone where build files of the run put Thrust there: they are told what is to be done, once.
    """
    named = [one.start() for one in word_matches(unit, NAMED, b"thrust")]
    around = [(AROUND.search(unit.code, max(0, at - 80), at), at) for at in named]
    places = [(one[1], Span(one.start(1), at + len(b"thrust"))) for one, at in around if one]
    if places and not _is_another(unit, places[0][0], [at for one, at in around if not one]):
        said = report(rule, places[0][1], {"name": places[0][0].decode()})
        related = beside(span for _, span in places[1:])
        match = Match(findings=(said._replace(related=related),))
        yield in_passing(match) if options.project.wraps_thrust else match


def _is_another(unit: Unit, name: bytes, bare: list[int]) -> bool:
    """Say whether a namespace of some name has no Thrust in it: the file finds that without its name.

    `bare` are the places where it names Thrust so; in the namespace itself, and where the file has brought
    its names along, that says nothing.
    """
    if next(word_matches(unit, BROUGHT, b"namespace", b"using"), None) or any(
        one[1] == name for one in word_matches(unit, USED, b"using")
    ):
        return False
    return any(
        unit.code[at - 1 : at] not in {b".", b">"}
        and unit.directive_at(at) is None
        and not _is_within(unit, at, name)
        for at in bare
    )


def _is_within(unit: Unit, at: int, name: bytes) -> bool:
    """Say whether a place lies in a namespace of some name, or in one that the grammar could not read."""
    around = unit.around(Span(at, at + 1))
    heads = (node.child_by_field_name("name") for node in around if node.type == "namespace_definition")
    texts = (unit.code[head.start_byte : head.end_byte] for head in heads if head)
    return any(name in A_NAME.findall(text) for text in texts) or any(node.is_error for node in around)
