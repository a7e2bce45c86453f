"""Make the rule files of the C++ template libraries from their facts and `rules/facts/templates.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.facts import emit
from hipify_py.facts.hints import difference
from hipify_py.facts.templates import MACRO
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from hipify_py.facts.hints import Value
    from hipify_py.facts.table import Fact, Facts

DEPTH = 4  # of namespaces that stand for others
OPEN = 40  # arguments: more than any function takes that does not take any number


@dataclass(frozen=True, slots=True)
class File:
    """A rule file: the namespace whose names it holds, and what a person decided about them.

    `becomes` is the namespace's name in ROCm, empty where there is none; `spaces` gives the names of inner
    namespaces there. Where there is none, the file holds nothing of inner namespaces but of those in `inner`.
    `reviews` are (expression for names, text) and `differs` (expression, what a value says beside the
    target), the first that fits counts.
    """

    name: str
    library: str
    namespace: str
    becomes: str
    spaces: dict[str, str]
    inner: frozenset[str]
    namespaces: dict[str, Value]
    names: dict[str, Value]
    reviews: tuple[tuple[re.Pattern[str], str], ...]
    differs: tuple[tuple[re.Pattern[str], dict[str, Any]], ...]

    def holds(self, name: str, facts: list[Fact], spaces: set[str]) -> bool:
        """Say whether a name is for this file; of libcu++ those of `cuda` itself, and of `inner`, are."""
        if not self.namespace:
            return bool(MACRO.fullmatch(name)) and all(fact.kind == "macro" for fact in facts)
        if not name.startswith(f"{self.namespace}::") or name in spaces:
            return False
        inner = "::".join(name.split("::")[:2])
        return bool(self.becomes) or inner not in spaces or inner in self.inner

    def target(self, name: str) -> str:
        """Give the full name in ROCm that would be the counterpart of a name below the namespace."""
        scope, _, last = name.rpartition("::")
        for mine, theirs in sorted(self.spaces.items(), key=lambda item: -len(item[0])):
            if scope == mine or scope.startswith(f"{mine}::"):
                scope = theirs + scope.removeprefix(mine)
                break
        return "::".join(part for part in (self.becomes, scope, last) if part)

    def said(self, entries: tuple[tuple[re.Pattern[str], str], ...], name: str) -> str:
        """Give the text of the first entry that fits a name, else the empty string."""
        return next((text for pattern, text in entries if pattern.fullmatch(name)), "")


class Asked(NamedTuple):
    """A name below its file's namespace, with its facts."""

    name: str
    facts: list[Fact]
    file: File

    def counterparts(self, hip: Facts) -> list[Fact]:
        """Give the facts of the name in ROCm that would be the counterpart."""
        known = self.file.becomes or not self.file.namespace
        return found(hip, self.file.target(self.name)) if known else []


@dataclass(slots=True)
class Made:
    """The tables of the rule files by name, and what a person has yet to decide."""

    tables: dict[str, dict[str, dict[str, Value]]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def read(path: Path) -> tuple[File, ...]:
    """Read the file of decisions; raises KeyError where one lacks what it needs."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(_file(entry) for entry in content["file"])


def _file(entry: dict[str, Any]) -> File:
    reviews = tuple((re.compile(each["match"]), each["reason"]) for each in entry.get("review", ()))
    differs = tuple(map(difference, entry.get("differs", ())))
    return File(
        entry["name"],
        entry["library"],
        entry["namespace"],
        entry["becomes"],
        entry.get("spaces", {}),
        frozenset(entry.get("inner", ())),
        entry.get("namespaces", {}),
        entry.get("names", {}),
        reviews,
        differs,
    )


def derive(files: tuple[File, ...], cuda: Facts, rocm: Mapping[str, Facts]) -> Made:
    """Decide every name of the CUDA facts that a file holds, for the releases of ROCm given."""
    made = Made()
    spaces = {name for name, facts in cuda.items() if any(fact.kind == "namespace" for fact in facts)}
    for file in files:
        asked = [
            Asked(full.removeprefix(f"{file.namespace}::"), facts, file)
            for full, facts in sorted(cuda.items())
            if file.holds(full, facts, spaces)
        ]
        tables, undecided = decided(asked, rocm)
        made.tables[file.name] = {"namespaces": file.namespaces, **tables}
        unknown = file.names.keys() - tables["names"].keys()
        made.problems += [f"{file.name}: undecided: {name}" for name in undecided]
        made.problems += [
            f"{file.name}: a hint for a name that no header declares: {name}" for name in unknown
        ]
    return made


def decided(asked: list[Asked], rocm: Mapping[str, Facts]) -> tuple[dict[str, dict[str, Value]], list[str]]:
    """Give the tables of a rule file, and the names for which no value was found."""
    newest = max(rocm, key=lambda release: tuple(map(int, release.split("."))))
    names: dict[str, Value] = {}
    before: dict[str, Value] = {}
    undecided = []
    for one in asked:
        if not needed(one, rocm[newest]):
            continue
        value = decide(one, rocm[newest])
        if value is None:
            undecided.append(one.name)
            continue
        names[one.name] = value
        for release in sorted(rocm.keys() - {newest}):
            if older := earlier(one, value, newest, rocm[release]):
                before[one.name] = older
    return {"names": names, f'before."{newest}"': before}, undecided


def needed(asked: Asked, hip: Facts) -> bool:
    """Say whether a name needs an entry: a class speaks for member functions that are no static ones.

    Those get one of their own where hipCUB's class is seen to lack them or to take other arguments.
    """
    scope = asked.name.rpartition("::")[0]
    member = scope and asked.file.namespace == "cub"
    if not member or any(fact.detail.startswith("static") for fact in asked.facts):
        return True
    holder = found(hip, asked.file.target(scope))
    opaque = not holder or any("alias" in fact.detail or fact.detail == "using" for fact in holder)
    theirs = asked.counterparts(hip)
    return not opaque and (not theirs or bool(missing(asked.facts, theirs)))


def decide(asked: Asked, hip: Facts) -> Value | None:
    """Give what a name becomes; None where no entry says so and ROCm does not have it."""
    name, mine, file = asked
    if name in file.names:
        return file.names[name]
    theirs = asked.counterparts(hip)
    if not theirs:
        reason = file.said(file.reviews, name)
        return {"review": reason} if reason else None
    to = file.target(name).rpartition("::")[2]
    if gone := missing(mine, theirs):
        fits = sorted(taken(mine) - gone)
        differs = f"it cannot be called with {spelled(gone)} argument{'' if gone == {1} else 's'}"
        return {"to": to, "differs": differs, "fits": fits} if fits else {"review": differs}
    told = next((said for names, said in file.differs if names.fullmatch(name)), None)
    return {"to": to, **told} if told else to


def earlier(asked: Asked, value: Value, newest: str, hip: Facts) -> Value | None:
    """Give what a name becomes in an older release, where that is something else."""
    to = value if isinstance(value, str) else value.get("to")
    if to is None:
        return None
    scope, mark, _ = asked.file.target(asked.name).rpartition("::")
    if not found(hip, f"{scope}{mark}{to}"):
        known = {} if isinstance(value, str) else {key: value[key] for key in value if key != "to"}
        return {"to": to, **known, "since": newest}
    older = None if asked.name in asked.file.names else decide(asked, hip)
    return older if older != value else None


def found(hip: Facts, name: str, depth: int = DEPTH) -> list[Fact]:
    """Give the facts of a name, seen through namespaces that stand for others."""
    if name in hip or not depth:
        return hip.get(name, [])
    parts = name.split("::")
    for count in range(len(parts) - 1, 0, -1):
        for fact in hip.get("::".join(parts[:count]), ()):
            if fact.kind == "namespace" and fact.detail:
                return found(hip, "::".join((fact.detail, *parts[count:])), depth - 1)
    return []


def taken(facts: list[Fact]) -> set[int]:
    """Give the numbers of arguments that the overloads of a function take."""
    return {count for fact in facts if fact.kind == "function" for count in counts(fact.detail)}


def counts(detail: str) -> Iterator[int]:
    """Read the numbers of arguments in a detail: `static (2..4, 6)`, `(1..)`."""
    inside = detail.partition("(")[2].rstrip(")")
    for part in inside.split(", ") if inside else ():
        least, dots, most = part.partition("..")
        yield from range(int(least), (int(most or OPEN) if dots else int(least)) + 1)


def missing(mine: list[Fact], theirs: list[Fact]) -> set[int]:
    """Give the numbers of arguments that one side's overloads take and the other's do not."""
    return taken(mine) - taken(theirs) if taken(theirs) else set()


def spelled(numbers: set[int]) -> str:
    """Spell numbers as words of a sentence: `3`, `4 or 5`."""
    *most, last = map(str, sorted(numbers))
    return f"{', '.join(most)} or {last}" if most else last


def write(made: Made, files: tuple[File, ...], folder: Path) -> None:
    """Write the rule files."""
    for file in files:
        tables, path = made.tables[file.name], folder / f"{file.name}.toml"
        emit.write(path, file.library, tables, source="rules/facts/templates.toml", namespace=file.namespace)
