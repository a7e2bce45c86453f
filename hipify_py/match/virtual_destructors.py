"""Virtual destructors without attributes, in classes whose other members are for the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.for_hip import sides
from hipify_py.source.brackets import outline
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

DESTRUCTOR = rb"~\s*\w+\s*\(\s*(?:void\s*)?\)\s*(?:(?:noexcept|override|final)\s*)*\{\s*\}"
EMPTY = re.compile(rb"[;{}:]\s*((?:(?:virtual|inline)\s+)*)" + DESTRUCTOR)
NOTHING = re.compile(DESTRUCTOR)  # by whose sign it is found fast
BASES = re.compile(rb"(?<!:):(?!:)")
HOSTS = re.compile(rb"\b(?:std|thrust)\s*::")  # members with destructors of the host's
CLASSES = frozenset({"class_specifier", "struct_specifier"})


def destructors(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Mark destructors that do nothing, where objects are virtual on the device, for both sides."""
    for found in (
        EMPTY.finditer(unit.code) if b"__device__" in unit.code and NOTHING.search(unit.code) else ()
    ):
        at = found.start(1)
        if inside(sides(unit).own, at) or unit.directive_at(at):
            continue
        around = [node for node in unit.around(Span(at, found.end())) if node.type in CLASSES]
        if not around:
            continue
        head, _, body = unit.code[around[-1].start_byte : around[-1].end_byte].partition(b"{")
        own = outline(body.rpartition(b"}")[0])
        if b"__device__" not in own or HOSTS.search(own):
            continue
        if b"virtual" in found[1] or BASES.search(head):
            yield Match((Edit(Span(at, at), (b"__host__ __device__ ",), rule.id, "attribute"),))
