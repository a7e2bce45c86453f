"""What the CUDA and ROCm headers declare, release by release: the facts that ship with the rules."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from hipify_py.facts.table import Fact, rows
from hipify_py.model import RuleError
from hipify_py.rules.load import builtin_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.facts.table import Facts, Kind

Side = Literal["cuda", "rocm"]
KINDS = ("function", "type", "enumerator", "variable", "macro", "namespace", "header")


class Declaration(NamedTuple):
    """One declaration and the releases whose headers have it, oldest first.

    `detail` is a signature for a function, a number for an enumerator, the other name for an alias.
    """

    kind: str
    header: str
    detail: str
    releases: tuple[str, ...]


class Headers(NamedTuple):
    """The headers of one side: what declares a name, full names by their last part, and known releases."""

    names: dict[str, list[Declaration]]
    tails: dict[str, list[str]]
    releases: tuple[str, ...]

    def find(self, name: str) -> list[Declaration]:
        """Give the declarations of a name; one without a namespace is found in any namespace too."""
        return [what for _, what in self.full(name)]

    def full(self, name: str) -> list[tuple[str, Declaration]]:
        """Give the declarations of a name, each with its full name; fields are left out."""
        names = [name] if name in self.names else self.tails.get(name, ())
        found = [(full, each) for full in names for each in self.names[full]]
        return [(full, each) for full, each in found if each.kind != "field"]

    def meant(self, name: str) -> list[tuple[str, Declaration]]:
        """Give the declarations of a name and of those that macros of this name stand for."""
        found = self.full(name)
        seen = {name}
        for full, each in found:
            if each.kind == "macro" and each.detail in self.names and each.detail not in seen:
                seen |= {full, each.detail}
                found += self.full(each.detail)
        return found

    def kind(self, name: str) -> str:
        """Say what a name is, seen through macros that only rename; empty where no header declares it."""
        kinds = {each.kind for _, each in self.meant(name)}
        return next((kind for kind in KINDS if kind in kinds), "")

    def since(self, name: str) -> str:
        """Give the oldest release that has a name; empty where none has."""
        return min((each.releases[0] for each in self.find(name)), key=number, default="")


def number(release: str) -> tuple[int, ...]:
    """Give a release such as `7.2` in a form that sorts."""
    return tuple(map(int, release.split(".")))


@cache
def headers(side: Side) -> Headers:
    """Read the facts of one side; raises `RuleError` where this installation lacks them."""
    path = builtin_folder() / "facts" / f"{side}.tsv"
    names: dict[str, list[Declaration]] = {}
    known: dict[str, tuple[str, ...]] = {}
    try:
        for (name, kind, header, detail), found in rows(path):
            if found not in known:
                known[found] = tuple(sorted(found.split(" "), key=number))
            names.setdefault(name, []).append(Declaration(kind, header, detail, known[found]))
    except (OSError, ValueError) as error:
        text = f"{path}: cannot read the facts about the headers: {error}; install hipify-py again"
        raise RuleError(text) from error
    releases = sorted({release for found in known.values() for release in found}, key=number)
    return Headers(names, _tails(names), tuple(releases))


@cache
def facts(side: Side, release: str) -> Facts:
    """Give the facts of a release, or where it is not known of the newest known one before it."""
    known = headers(side)
    older = [each for each in known.releases if number(each) <= number(release)]
    chosen = max(older, key=number) if older else known.releases[0]
    made: Facts = {}
    for name, declared in known.names.items():
        found = [
            Fact(name, cast("Kind", kind), header, detail)
            for kind, header, detail, releases in declared
            if chosen in releases
        ]
        if found:
            made[name] = found
    return made


def _tails(names: Mapping[str, list[Declaration]]) -> dict[str, list[str]]:
    """Index names in namespaces by what stands behind the last `::`; fields are no names of their own."""
    tails: dict[str, list[str]] = {}
    for name, declared in names.items():
        scope, _, tail = name.rpartition("::")
        if scope and declared[0].kind != "field":
            tails.setdefault(tail, []).append(name)
    return tails
