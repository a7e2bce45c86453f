"""Names that a header outside the run brings, and is called after: of a library that is no part of it."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.outcomes import beside, finding
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.project_files import included_file
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.model import Finding, Span
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

NAMED = 3  # names that are told; of more, how many there are


def name_of_header(path: bytes, rules: RuleSet) -> bytes:
    """Give the name with a look of CUDA's that a header is called after; "" where it has none, or is CUDA's.

    Classes lie in headers of their names; CUDA's own are known by path, or by name in folders of others.
    """
    name = posixpath.basename(path)
    stem = posixpath.splitext(name)[0]
    if (
        path in rules.headers
        or name in rules.headers
        or stem in rules.names
        or not rules.is_unknown.fullmatch(stem)
    ):
        return b""
    return stem


def outside_names(unit: Unit, rules: RuleSet, options: Options) -> dict[bytes, Span | None]:
    """Give such names for a file, and where the file itself includes the header."""
    found: dict[bytes, Span | None] = dict.fromkeys(options.project.outside)
    for one in unit.text.includes:
        path = unit.source[slice(*one.path)]
        name = name_of_header(path, rules)
        if not name or inside(dead(unit), one.path.start):
            continue
        if included_file(unit, one, options, rules) is None:
            found[name] = one.path
    return found


def told_outside(
    rules: RuleSet, found: Sequence[tuple[Span, bytes]], outside: Mapping[bytes, Span | None]
) -> Iterator[Finding]:
    """Report the names of a file that are of headers outside the run, once, at the first such include."""
    first: dict[bytes, Span] = {}
    for span, name in found:
        first.setdefault(name, span)
    if not first:
        return
    includes = [at for name in first if (at := outside[name]) is not None]
    place, *others = sorted(includes)[:1] + list(first.values())
    told = finding(rules, "N052", place, names=_listed(first))
    yield told._replace(related=beside(others))


def _listed(names: Mapping[bytes, object]) -> str:
    shown = [name.decode("utf-8", "replace") for name in names]
    more = len(shown) - NAMED
    return ", ".join(shown[:NAMED]) + (f" and {more} more" if more > 0 else "")
