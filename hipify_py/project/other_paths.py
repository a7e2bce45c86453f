"""Headers that a source includes under a path which nothing has, such as an old one: what these define.

A name that only looks like CUDA's is none of CUDA's where the one header of that name in the project has it.
For anything else such an include stays what it is: one that nobody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.project.facts import Facts
    from hipify_py.project.include_paths import IncludePaths
    from hipify_py.rules.model import RuleSet


def under_other_paths(
    path: str, fact: Facts, places: Sequence[str | None], paths: IncludePaths, rules: RuleSet
) -> tuple[str, ...]:
    """Give the headers that the includes of a file without a place may mean, by their names alone.

    They are looked for only where the file has names with a look of CUDA's that no rule knows.
    """
    unknown = [one for one, place in zip(fact.includes, places, strict=True) if place is None]
    unknown = [one for one in unknown if b"/" in one[0] and one[0] not in rules.headers]
    if not unknown or not any(_strange(fact, rules)):
        return ()
    found = (paths.by_name(path, include) for include, quoted in unknown if quoted)
    return tuple(dict.fromkeys(one for one in found if one))


def names_under_other_paths(
    path: str, found: Mapping[str, Facts], headers: Sequence[str], rules: RuleSet
) -> frozenset[bytes]:
    """Give those of the names that a file asks for which such headers define or declare."""
    told = {
        one.name for header in headers if header in found for one in found[header].told if one.kind == "name"
    }
    asking = found.get(path) if told else None
    return frozenset(name for name in _strange(asking, rules) if name in told) if asking else frozenset()


def _strange(fact: Facts, rules: RuleSet) -> Iterator[bytes]:
    return (name for name in fact.asks if name not in rules.names and rules.is_unknown.fullmatch(name))
