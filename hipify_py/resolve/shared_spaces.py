"""What files say of CUDA's namespaces to those that are read behind them: aliases, and what `using` brings.

A header that says `namespace cg = cooperative_groups;` says it for whoever includes it, directly or not.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.linkage import includes_before, opened
from hipify_py.resolve.named_scopes import INNER, scope_at
from hipify_py.resolve.qualified_names import statements
from hipify_py.resolve.told import Told
from hipify_py.source.conditions import inside
from hipify_py.source.word_places import all_words, holds_part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.model import Span
    from hipify_py.resolve.qualified_names import Said
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

COMMON = frozenset((b"std", b"boost"))
"""Namespaces that are none of CUDA's and that `using` names most."""
MADE = rb"\b(?:namespace|class|struct|union|enum|typename|typedef|using)\s++"


def told(unit: Unit, dead: Sequence[Span]) -> Iterator[Told]:
    """Tell of the aliases of namespaces, and of what `using` brings in, outside of functions.

    `dead` is what no build for HIP reads.
    """
    if not (holds_part(unit, b"namespace") or holds_part(unit, b"using")):
        return
    said: dict[tuple[bytes, bytes], int] = {}
    for one in statements(unit.code):
        plain = len(one.path) == 1 and one.kind in {"type", "brought"}
        if plain or one.path[0] in COMMON or inside(dead, one.at):
            continue
        scope = scope_at(unit, one.at)
        if scope != INNER:
            said.setdefault((one.text, scope), one.at)
    yield from (Told("space", *one, includes_before(unit, at)) for one, at in said.items())


def in_order(found: Iterable[bytes], roots: Iterable[bytes]) -> dict[bytes, Said]:
    """Give the statements that lead to some outermost namespaces, each behind those that it builds on."""
    by_head: dict[bytes, list[tuple[bytes, Said]]] = defaultdict(list)
    for text in sorted(found):
        by_head[(said := statements(text)[0]).path[0]].append((text, said))
    known = set(roots)
    queue = [*known]
    given: dict[bytes, Said] = {}
    for head in queue:
        for text, said in by_head.get(head, ()):
            given[text] = said
            if said.name and said.name not in known:
                known.add(said.name)
                queue.append(said.name)
    return given


def spaces_before(unit: Unit, rules: RuleSet, options: Options) -> bytes:
    """Give what the files before a unit say of namespaces that it can mean, as statements in a row.

    Of a name that it makes something of itself, or that is one of CUDA's, they say nothing.
    """
    said = [text for text, scope in options.project.spaces if _is_open(unit, scope)]
    return b"".join(text for text in said if not _is_own(unit, statements(text)[0], rules))


def _is_open(unit: Unit, scope: bytes) -> bool:
    return not scope or all(part in opened(unit) for part in scope.split(b"::"))


def _is_own(unit: Unit, said: Said, rules: RuleSet) -> bool:
    name = said.name
    if not name or said.kind == "brought":
        return False
    return name in rules.roots or (
        name in all_words(unit) and re.search(MADE + name + rb"\b", unit.code) is not None
    )
