"""Count per library what becomes of CUDA's names, and hold the rules against the headers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, cast

from hipify_py.catalogue import misfits
from hipify_py.catalogue.declared import headers
from hipify_py.catalogue.entries import STATUSES, entries, ruleset
from hipify_py.facts import scope
from hipify_py.facts.table import Fact
from hipify_py.rules.load import builtin_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from hipify_py.catalogue.entries import Entry
    from hipify_py.choices import Dnn
    from hipify_py.facts.table import Kind


class Row(NamedTuple):
    """One library: its names by status, those that no rule holds, and functions whose parameters differ."""

    library: str
    names: int
    same: int
    renamed: int
    differs: int
    dropped: int
    later: int
    polyfill: int
    review: int
    unknown: int
    misfits: int
    adapted: int
    reported: int
    accepted: int


def rows(rocm: str, folders: Sequence[Path] = (), dnn: Dnn = "keep") -> list[Row]:
    """Count all libraries, by name; the last row is the sum of the others."""
    known = entries(folders, rocm, dnn)
    statuses = Counter((entry.library, entry.status) for entry in known)
    unknown = Counter(library for library, _ in unheld(known))
    library_of = {entry.name: entry.library for entry in known}
    both = misfits.sides(ruleset(folders, rocm, dnn), rocm)
    ways = Counter((library_of[found.name], found.handled) for found in misfits.differences(both))
    libraries = sorted({library for library, _ in statuses} | set(unknown))
    made = [_row(library, statuses, unknown, ways) for library in libraries]
    return [*made, Row("all", *(sum(column) for column in zip(*(row[1:] for row in made), strict=True)))]


def _row(
    library: str, statuses: Counter[tuple[str, str]], unknown: Counter[str], ways: Counter[tuple[str, str]]
) -> Row:
    counts = {status: statuses[library, status] for status in STATUSES}
    handled = {way: ways[library, way] for way in misfits.WAYS}
    return Row(
        library=library,
        names=sum(counts.values()) + unknown[library],
        unknown=unknown[library],
        misfits=sum(handled.values()),
        **counts,
        **handled,
    )


def unheld(known: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    """Give the public names of CUDA's headers, with their library, that no rule speaks for; each once."""
    held = {entry.name.rpartition("::")[2] for entry in known}
    held |= {entry.name for entry in known if entry.kind == "header"}
    public = scope.read(builtin_folder() / "facts" / "scope.toml")
    for name, declared in headers("cuda").names.items():
        if name.rpartition("::")[2] in held:
            continue
        found = [Fact(name, cast("Kind", each.kind), each.header, each.detail) for each in declared]
        if any(fact.kind == "header" for fact in found):
            yield "headers", name
        elif (file := public.file_of(found)) is not None:
            yield file.name, name
