"""A `dim3` for a `uint3` and the other way round: CUDA makes one of the other, HIP does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.whole_indices import wanted
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.declared_types import declared_type
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.source.conditions import inside
from hipify_py.source.declarators import declared_behind
from hipify_py.source.spans import merged
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

TYPE = re.compile(rb"\b(?:uint3|dim3)\b")
MADE = {b"uint3": b"make_uint3(%b.x, %b.y, %b.z)", b"dim3": b"dim3(%b.x, %b.y, %b.z)"}
OTHER = {b"uint3": b"dim3", b"dim3": b"uint3"}
ARCH = b"__CUDA_ARCH__"
WHOLE = re.compile(rb"(?<![\w.:])(?<!->)[A-Za-z_]\w*+(?!\s*(?:\.|->|::|\(|\[|\w))")


def conversions(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Write out the values of a variable of the one type where the other is made of it."""
    types = [*word_matches(unit, TYPE, b"uint3", b"dim3")]
    if len({found[0] for found in types}) < 2 or is_hip(unit, rules):
        return
    grids = merged(Span(opens, behind) for (opens, _), (_, behind) in unit.launches)  # of which M027 speaks
    for span, name in _values(unit, types):
        if name in rules.names or name == ARCH:  # which may have another name in HIP, or a number
            continue
        kind = _kind(unit, name, span.start)
        if kind is None or inside(grids, span.start) or inside(sides(unit).own, span.start):
            continue
        if wanted(unit, span, name) == OTHER[kind] and not _declares(unit, span):
            text = MADE[OTHER[kind]] % (name, name, name)
            yield Match((Edit(span, (text,), rule.id, "value"),))


def _values(unit: Unit, types: Iterable[re.Match[bytes]]) -> Iterator[tuple[Span, bytes]]:
    """Give where names that are declared with one of the types stand as a whole."""
    names = {name for found in types for name in declared_behind(unit.code, found.end())}
    for found in WHOLE.finditer(unit.code) if names else ():
        if found[0] in names:
            yield Span(*found.span()), found[0]


def _kind(unit: Unit, name: bytes, at: int) -> bytes | None:
    """Give the one of the types, and no pointer to it, with which a name is declared; None if not known."""
    kinds = [kind for kind in MADE if declared_type(unit, name, kind, at)]
    known = len(kinds) == 1 and declared_type(unit, name, kinds[0], at, stars=0)
    return kinds[0] if known and not declared_type(unit, name, kinds[0], at, stars=1) else None


def _declares(unit: Unit, span: Span) -> bool:
    """Say whether a name is that of a parameter, rather than the value in `uint3 a(b);`."""
    above, node = unit.around(span)[-2:]
    return above.type == "parameter_declaration" and node.type != "type_identifier"
