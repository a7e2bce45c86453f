"""Make the rule files from facts and hints, and say what is missing or does not fit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.facts import compare, emit, table
from hipify_py.facts import derive as deriving
from hipify_py.facts.hints import target

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from hipify_py.facts.hints import Hints, Value
    from hipify_py.facts.scope import Scope
    from hipify_py.facts.table import Facts


@dataclass(slots=True)
class Made:
    """The names of each rule file, `notes` for a reader, and `problems` that a person has to decide."""

    scope: Scope
    files: dict[str, dict[str, Value]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def write(self, folder: Path) -> None:
        """Write the rule files."""
        for file in self.scope.files:
            tables = {"names": self.files[file.name]}
            emit.write(folder / f"{file.name}.toml", file.library, tables, namespace=file.within)


def sort(entry: tuple[str, Value]) -> str:
    """Say what an entry does with a name: same, renamed, differs or review."""
    name, value = entry
    if isinstance(value, str):
        return "same" if value == name else "renamed"
    return "differs" if "to" in value else "review"


def derive(cuda: Mapping[str, Facts], hip: Facts, scope: Scope, hints: Hints) -> Made:
    """Decide every public name of the CUDA facts, given by version."""
    merged = merge(cuda.values())
    made = Made(scope, {file.name: {} for file in scope.files})
    owners = {name: file for name, facts in merged.items() if (file := scope.file_of(facts))}
    decided = {name: to for name, value in hints.names.items() if (to := target(value))}
    engine = deriving.Deriver(merged, hip, decided, hints.spellings)
    engine.run(owners.keys() - (hints.names.keys() - decided.keys()))
    for name, file in owners.items():
        to = engine.names.get(name)
        value = hints.value(name, bare(to) if to else None)
        if value is None:
            made.problems.append("undecided: " + " ".join(merged[name][0]))
        else:
            made.files[file.name][bare(name)] = value
    for name, entries in hints.historic.items():
        made.files[name] |= entries
    check(made, cuda, hip, engine.names, hints)
    unknown = hints.names.keys() - owners.keys()
    known = [name for names in hints.historic.values() for name in names if name in owners]
    made.problems += [f"historic name that a header still declares: {name}" for name in known]
    made.problems += [f"hint for a name that no header declares: {name}" for name in sorted(unknown)]
    return made


def merge(versions: Iterable[Facts]) -> Facts:
    """Put the facts of several versions together."""
    out: Facts = {}
    for facts in versions:
        for name, found in facts.items():
            out.setdefault(name, []).extend(fact for fact in found if fact not in out.get(name, ()))
    return out


def check(made: Made, cuda: Mapping[str, Facts], hip: Facts, names: Mapping[str, str], hints: Hints) -> None:
    """Hold the decisions against the facts: targets exist, functions fit, values agree."""
    known = {
        *hip,
        *hints.undeclared,
        *(bare(name) for name in hip if name.startswith("cooperative_groups::")),
    }
    for entries in made.files.values():
        for name, value in entries.items():
            to = target(value)
            if to is None:
                continue
            if to not in known:
                made.problems.append(f"no such name in ROCm: {name} -> {to}")
            spoken = isinstance(value, dict) or hints.shapes.fullmatch(name)
            for version, facts in cuda.items():
                sides = Sides(f"{version} {name}", facts, hip)
                made.notes += values(sides, name, to)
                (made.notes if spoken else made.problems).extend(arguments(sides, name, to, names))


class Sides(NamedTuple):
    """The facts of one CUDA and of ROCm, and what a message about a name begins with."""

    label: str
    cuda: Facts
    hip: Facts


def values(sides: Sides, name: str, to: str) -> Iterator[str]:
    """Say where a constant has another number in HIP."""
    mine, theirs = deriving.number(sides.cuda, name), deriving.number(sides.hip, to)
    if mine and theirs and mine != theirs:
        yield f"value: {sides.label} = {mine}, {to} = {theirs}"


def arguments(sides: Sides, name: str, to: str, names: Mapping[str, str]) -> Iterator[str]:
    """Say which of a function's signatures HIP does not take, and where they differ."""
    for misfit in compare.misfits(sides.cuda, sides.hip, name, to, names):
        spelled = "; ".join(fact.detail for fact in table.resolve(sides.hip, to))
        what = "counts" if misfit.counts else f"types at {misfit.positions}"
        yield f"{what}: {sides.label} {misfit.signature} -> {to} {spelled}"


def bare(name: str) -> str:
    """Give a name without its namespaces."""
    return name.rpartition("::")[2]
