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

CHOSEN = "--dnn {choice} makes it {to}, whose library has another interface"


@dataclass(slots=True)
class Made:
    """The names of each rule file, `notes` for a reader, and `problems` that a person has to decide.

    `hinted` are the rule files with a file of hints of their own. `before` holds, by release, what is
    otherwise for older ones; `historic` the last CUDA that had a name.
    """

    scope: Scope
    hinted: frozenset[str] = frozenset()
    files: dict[str, dict[str, Value]] = field(default_factory=dict)
    before: dict[str, dict[str, dict[str, Value]]] = field(default_factory=dict)
    historic: dict[str, dict[str, str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def write(self, folder: Path, hints: str = "rules/facts/hints") -> None:
        """Write the rule files into a folder; `hints` is the one that a person edits for them."""
        folder.mkdir(exist_ok=True)
        for file in self.scope.files:
            tables: dict[str, Mapping[str, Value]] = {"names": self.files[file.name]}
            for release, files in self.before.items():
                tables[f'before."{release}"'] = files.get(file.name, {})
            tables["historic"] = self.historic.get(file.name, {})
            source = f"{hints}/{file.name if file.name in self.hinted else 'core'}.toml"
            path = folder / f"{file.name}.toml"
            emit.write(path, file.library, tables, source=source, namespace=file.within)


class Side(NamedTuple):
    """The facts of one ROCm, and what a message about it begins with."""

    release: str
    facts: Facts


def sort(entry: tuple[str, Value]) -> str:
    """Say what an entry does with a name: same, renamed, differs or review."""
    name, value = entry
    if isinstance(value, str):
        return "same" if value == name else "renamed"
    return "differs" if "to" in value else "review"


def derive(cuda: Mapping[str, Facts], rocm: Mapping[str, Facts], scope: Scope, hints: Hints) -> Made:
    """Decide every public name of CUDA, for the newest ROCm and the older ones; facts come by release."""
    merged = merge(cuda.values())
    made = Made(scope, hints.files, {file.name: {} for file in scope.files})
    owners = {name: held.name for name, facts in merged.items() if (held := scope.file_of(facts))}
    newest = Side(newest_of(rocm), rocm[newest_of(rocm)])
    names = derived(merged, newest.facts, owners, hints)
    for name, file in owners.items():
        to = names.get(name)
        value = hints.value(name, bare(to) if to else None, newest.facts)
        if value is None:
            made.problems.append(f"undecided in {file}: " + " ".join(merged[name][0]))
        else:
            made.files[file][bare(name)] = value
    for file, entries in hints.historic.items():
        made.files[file] |= {name: value for name, (_, value) in entries.items()}
        made.historic[file] = {name: release for name, (release, _) in entries.items()}
    known = known_names(newest.facts, hints)
    targets = ((name, target(value)) for file in made.files.values() for name, value in file.items())
    made.problems += [
        f"no such name in ROCm: {name} -> {to}" for name, to in targets if to and to not in known
    ]
    check(made, cuda, newest, names, hints)
    for release in sorted(rocm.keys() - {newest.release}):
        older(made, cuda, Side(release, rocm[release]), newest, hints)
    unknown = hints.names.keys() - owners.keys()
    declared = [name for names in hints.historic.values() for name in names if name in owners]
    made.problems += [f"historic name that a header still declares: {name}" for name in declared]
    made.problems += [f"hint for a name that no header declares: {name}" for name in sorted(unknown)]
    return made


def tell_of_choice(made: Made, other: Made, choice: str) -> None:
    """Let names that have no counterpart say what they become where a user makes a choice."""
    for file, entries in other.files.items():
        plain = made.files[file]
        for name, value in entries.items():
            to = target(value)
            if to and target(plain[name]) is None:
                plain[name] = {"review": CHOSEN.format(choice=choice, to=to)}


def newest_of(releases: Iterable[str]) -> str:
    """Give the newest of some releases."""
    return max(releases, key=lambda release: tuple(map(int, release.split("."))))


def derived(cuda: Facts, hip: Facts, wanted: Iterable[str], hints: Hints) -> dict[str, str]:
    """Give the HIP names that the rules of spelling and a person's hints come to."""
    decided = {name: to for name, value in hints.names.items() if (to := target(value))}
    engine = deriving.Deriver(cuda, hip, decided, hints.spellings)
    engine.run(set(wanted) - (hints.names.keys() - decided.keys()))
    return engine.names


def older(made: Made, cuda: Mapping[str, Facts], side: Side, newest: Side, hints: Hints) -> None:
    """Decide what is otherwise for an older ROCm: an older spelling, or a name that arrives later.

    Of a library whose headers the older release's facts do not hold nothing is known, and nothing is said.
    """
    merged, known = merge(cuda.values()), known_names(side.facts, hints)
    wanted = (name for file in made.files.values() for name in file if name in merged)
    names = derived(merged, side.facts, wanted, hints)
    said, seen = hints.before.get(newest.release, {}), libraries(side.facts)
    for file, entries in made.files.items():
        out: dict[str, Value] = {}
        for name, value in entries.items():
            to, spelled = target(value), names.get(name)
            if name in said:
                out[name] = said[name]
            elif to and to not in known and libraries({to: newest.facts.get(to, [])}) <= seen:
                out[name] = spelled if spelled in known else {"to": to, "since": newest.release}
            elif to is None and spelled in known and name not in hints.names:
                made.notes.append(f"{side.release} has {name} as {spelled}, {newest.release} has not")
        made.before.setdefault(newest.release, {})[file] = out
    whole = {name: {**file, **made.before[newest.release][name]} for name, file in made.files.items()}
    check(
        Made(made.scope, made.hinted, whole, notes=made.notes, problems=made.problems),
        cuda,
        side,
        names,
        hints,
    )


def libraries(facts: Facts) -> set[str]:
    """Give the folders of the headers that declare some facts: each library has its own."""
    return {fact.header.partition("/")[0] for found in facts.values() for fact in found if fact.header}


def merge(versions: Iterable[Facts]) -> Facts:
    """Put the facts of several versions together."""
    out: Facts = {}
    for facts in versions:
        for name, found in facts.items():
            out.setdefault(name, []).extend(fact for fact in found if fact not in out.get(name, ()))
    return out


def known_names(hip: Facts, hints: Hints) -> set[str]:
    """Give every name that an entry may have as its target."""
    groups = "cooperative_groups::"
    return {*hip, *hints.undeclared, *(bare(name) for name in hip if name.startswith(groups))}


def check(made: Made, cuda: Mapping[str, Facts], side: Side, names: Mapping[str, str], hints: Hints) -> None:
    """Hold the decisions against the facts: functions fit, values agree."""
    for entries in made.files.values():
        for name, value in entries.items():
            to = target(value)
            if to is None or to not in side.facts:
                continue
            spoken = isinstance(value, dict) or hints.shapes.fullmatch(name)
            for version, facts in cuda.items():
                sides = Sides(f"CUDA {version} {name}", facts, side)
                made.notes += values(sides, name, to)
                (made.notes if spoken else made.problems).extend(arguments(sides, name, to, names))


class Sides(NamedTuple):
    """The facts of one CUDA and of ROCm, and what a message about a name begins with."""

    label: str
    cuda: Facts
    rocm: Side


def values(sides: Sides, name: str, to: str) -> Iterator[str]:
    """Say where a constant has another number in HIP."""
    mine, theirs = deriving.number(sides.cuda, name), deriving.number(sides.rocm.facts, to)
    if mine and theirs and mine != theirs:
        yield f"value: {sides.label} = {mine}, {to} = {theirs}"


def arguments(sides: Sides, name: str, to: str, names: Mapping[str, str]) -> Iterator[str]:
    """Say which of a function's signatures HIP does not take, and where they differ."""
    for misfit in compare.misfits(sides.cuda, sides.rocm.facts, name, to, names):
        spelled = "; ".join(fact.detail for fact in table.resolve(sides.rocm.facts, to))
        what = "counts" if misfit.counts else f"types at {misfit.positions}"
        yield f"{what}: {sides.label} {misfit.signature} -> ROCm {sides.rocm.release} {to} {spelled}"


def bare(name: str) -> str:
    """Give a name without its namespaces."""
    return name.rpartition("::")[2]
