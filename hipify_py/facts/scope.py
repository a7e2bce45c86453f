"""Decide which facts are public names, and which rule file speaks for each; see `rules/facts/scope.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from pathlib import Path

    from hipify_py.facts.table import Fact


@dataclass(frozen=True, slots=True)
class File:
    """A rule file: the headers it speaks for, and what of them is not public.

    `within` names the namespace whose members it holds; elsewhere only global names count.
    """

    name: str
    library: str
    headers: re.Pattern[str]
    drop: re.Pattern[str]
    kinds: frozenset[str]
    within: str

    def holds(self, fact: Fact) -> bool:
        """Say whether a fact is a public name that this file speaks for."""
        scope, _, name = fact.name.rpartition("::")
        return (
            fact.kind in self.kinds
            and scope == self.within
            and bool(self.headers.fullmatch(fact.header))
            and not self.drop.fullmatch(name)
        )


@dataclass(frozen=True, slots=True)
class Scope:
    """All rule files that are derived, in the order in which they claim a name.

    `guards` and `plain` are the names that no file holds.
    """

    files: tuple[File, ...]
    guards: frozenset[str]
    plain: re.Pattern[str]

    def file_of(self, facts: Iterable[Fact]) -> File | None:
        """Give the file that speaks for a name with these facts."""
        known = list(facts)
        if any(self.left_out(fact.name) for fact in known):
            return None
        return next((file for file in self.files if any(map(file.holds, known))), None)

    def only(self, names: Container[str]) -> Scope:
        """Give the scope of some rule files alone."""
        return Scope(tuple(file for file in self.files if file.name in names), self.guards, self.plain)

    def left_out(self, name: str) -> bool:
        """Say whether no table may hold a name: code speaks for it, or it is too plain a word."""
        return name in self.guards or bool(self.plain.fullmatch(name))

    def public(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """Give the facts that tables are derived from: public names, and the fields of public types."""
        known = [fact for fact in facts if not self.left_out(fact.name)]
        held = {fact for fact in known if any(file.holds(fact) for file in self.files)}
        types = {fact.name for fact in held if fact.kind == "type"}
        for fact in known:
            if fact in held or (fact.kind == "field" and fact.name.rpartition("::")[0] in types):
                yield fact


def read(path: Path) -> Scope:
    """Read a scope file."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return Scope(
        tuple(map(_file, content["file"])), frozenset(content["guards"]), re.compile(content["plain"])
    )


def _file(entry: dict[str, Any]) -> File:
    kinds = entry.get("kinds", ("function", "type", "enumerator", "macro", "variable"))
    return File(
        entry["name"],
        entry["library"],
        re.compile("|".join(entry["headers"])),
        re.compile(entry["drop"]),
        frozenset(kinds),
        entry.get("within", ""),
    )
