"""Facts about public names of the CUDA and HIP headers, and the text tables they are kept in.

A table holds one fact a line, sorted: name, kind, header, detail and the releases that have it, divided by
tabs. The detail is a signature for a function, a number for an enumerator or a macro, the other name for an
alias.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, cast, get_args

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

Kind = Literal["function", "type", "enumerator", "field", "macro", "variable", "namespace", "header"]
KINDS: tuple[str, ...] = get_args(Kind)
COLUMNS = 5
NOTE = (
    "# Made by `python -m hipify_py.facts --cuda ... --rocm ...` from headers: see rules/facts/units.toml.\n"
)


class Fact(NamedTuple):
    """One declaration. `name` carries its namespaces and, for a field, its struct: `a::b`."""

    name: str
    kind: Kind
    header: str
    detail: str


Facts = dict[str, list[Fact]]


def write(path: Path, facts: Mapping[str, Iterable[Fact]], note: str = NOTE) -> None:
    """Write the facts of several releases: sorted, no line twice, below a `note` of where they come from."""
    releases: dict[Fact, list[str]] = {}
    for release in sorted(facts):
        for fact in set(facts[release]):
            releases.setdefault(fact, []).append(release)
    lines = sorted("\t".join((*fact, " ".join(found))) for fact, found in releases.items())
    path.write_text(note + "".join(f"{line}\n" for line in lines), encoding="utf-8")


def read(path: Path) -> dict[str, Facts]:
    """Read a table: by release, a mapping from a name to its facts.

    Raises ValueError where a line is malformed.
    """
    facts: dict[str, Facts] = {}
    for fact, releases in rows(path):
        for release in releases.split(" "):
            facts.setdefault(release, {}).setdefault(fact.name, []).append(fact)
    return facts


def rows(path: Path) -> Iterator[tuple[Fact, str]]:
    """Read a table line by line: each fact with the releases that have it, divided by blanks.

    Raises ValueError where a line is malformed.
    """
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        parts = line.split("\t")
        if len(parts) != COLUMNS or parts[1] not in KINDS:
            message = (
                f"{path}:{number}: expected name, kind, header, detail and releases; write the table again"
            )
            raise ValueError(message)
        name, kind, header, detail, releases = parts
        yield Fact(name, cast("Kind", kind), header, detail), releases


def kinds(facts: Facts, name: str) -> set[str]:
    """Say what a name is, seen through aliases made by `#define`; the empty set where it is unknown."""
    return {fact.kind for fact in resolve(facts, name)}


def resolve(facts: Facts, name: str) -> list[Fact]:
    """Give the facts behind a name: those of the function or type that a macro of this name stands for."""
    found = facts.get(name, [])
    macros = [fact for fact in found if fact.kind == "macro" and fact.detail in facts and fact.detail != name]
    return resolve(facts, macros[0].detail) if macros else found
