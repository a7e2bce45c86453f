"""The entries of the rule files: what each name becomes for a release, and where that is written."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.catalogue.declared import headers
from hipify_py.choices import DNNS
from hipify_py.lazy import re
from hipify_py.releases import NEWEST
from hipify_py.rules.load import builtin_folder, load

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from hipify_py.choices import Dnn
    from hipify_py.rules.model import RuleSet
    from hipify_py.rules.names import Name

STATUSES = ("same", "renamed", "differs", "dropped", "later", "polyfill", "review")
TABLES = ("names", "headers", "namespaces")
HEADING = re.compile(r"\[([^\[\]]+)\]")
KEY = re.compile(r"""\s*(?:("(?:[^"\\]|\\.)*")|'([^']*)'|([\w-]+))\s*=""")
HISTORIC = re.compile(r"""["']?([\w-]+)["']?\s*=\s*["']([^"']*)["']""")
NAMED = re.compile(r"""name\s*=\s*["']([^"']*)["']""")
SOURCE = re.compile(r"# Made by [^\n]*(rules/facts/[\w/.]+)")
TEXT = re.compile(r"""(?m)^(library|namespace)\s*=\s*["']([^"'\n]*)["']""")


class Place(NamedTuple):
    """Where an entry is written: `layer` is 0 for the rules that ship; `line` counts from 1."""

    layer: int
    path: Path
    line: int

    def __str__(self) -> str:
        """Give `file:line`, for a built-in rule from its folder on."""
        if self.layer:
            return f"{self.path}:{self.line}"
        chosen = f"{self.path.parent.name}/" if self.path.parent.name in DNNS else ""
        return f"rules/{chosen}{self.path.name}:{self.line}"


class Entry(NamedTuple):
    """What the rules say about one name.

    `library` is the rule file's name without its ending, `title` what the file calls its library. `to` is
    None where there is no counterpart and empty where HIP needs nothing in its place. `since` is the oldest
    ROCm release known to have `to`. `last` is the last CUDA that had a name that the known headers lack, and
    "any" for one that programs define for the headers. `source` is the file that a person edits where the one
    at `place` is made from it. `replaced` are the places of what it wins over.
    """

    name: str
    library: str
    title: str
    kind: str
    status: str
    to: str | None
    since: str
    note: str
    last: str
    place: Place
    source: str
    replaced: tuple[Place, ...]


class Written(NamedTuple):
    """A rule file as it is written: its `library` and `namespace`, and the line of each entry and rule.

    `source` is the file that a person edits instead where the rule file is made from it. `historic` gives for
    names that no known header declares the last CUDA that had them.
    """

    title: str
    namespace: str
    lines: dict[tuple[str, str], int]
    rules: dict[str, int]
    historic: dict[str, str]
    source: str = ""


def entries(folders: Sequence[Path] = (), rocm: str = NEWEST, dnn: Dnn = "keep") -> list[Entry]:
    """Give all entries for a release of ROCm, of the rules that ship and of `folders`, sorted by name.

    `dnn` is what becomes of cuDNN.

    Raises `RuleError` where a rule file is wrong.
    """
    rules = ruleset(folders, rocm, dnn)
    written = places(folders, dnn)
    made = [
        _entry(table, name, known, target_of(rules, table, name, known), written[table, name])
        for table, name, known in _all(rules)
    ]
    return sorted(made, key=lambda entry: (entry.name, entry.library))


def ruleset(folders: Sequence[Path] = (), rocm: str = NEWEST, dnn: Dnn = "keep") -> RuleSet:
    """Load the rules as a conversion for that release does."""
    return load(*folders, rocm=rocm, dnn=dnn)


def _all(rules: RuleSet) -> Iterator[tuple[str, str, Name]]:
    for table in TABLES:
        for name, known in getattr(rules, table).items():
            yield table, name.decode(), known
    for namespace, names in rules.scoped.items():
        for name, known in names.items():
            yield "names", f"{namespace.decode()}::{name.decode()}", known


def target_of(rules: RuleSet, table: str, name: str, known: Name) -> str | None:
    """Give what a name becomes, with what becomes of the namespace that it is written in."""
    if polyfill := known.filled(name.encode()):
        return polyfill.decode()
    if known.to is None:
        return None
    to, scope = known.to.decode(), name.rpartition("::")[0]
    if table in {"headers", "namespaces", "header", "namespace"} or not scope or not to:
        return to
    head = scope
    while head:
        space = rules.namespaces.get(head.encode())
        if space is not None and space.to:
            return f"{space.to.decode()}{scope.removeprefix(head)}::{to}"
        head = head.rpartition("::")[0]
    return f"{scope}::{to}"


def _entry(table: str, name: str, known: Name, to: str | None, places: list[tuple[Place, Written]]) -> Entry:
    place, written = places[-1]
    kind = headers("cuda").kind(name) if table == "names" else table.removesuffix("s")
    return Entry(
        name,
        place.path.stem,
        written.title or place.path.stem,
        kind,
        status(name, known, to),
        to,
        known.since or (headers("rocm").since(to) if to else ""),
        known.note,
        written.historic.get(name, ""),
        place,
        written.source,
        tuple(earlier for earlier, _ in places[:-1] if place.layer),
    )


def status(name: str, known: Name, to: str | None) -> str:
    """Sort what is known of a name that becomes `to` into one of `STATUSES`."""
    if known.filled(name.encode()):
        return "polyfill"
    if known.to is None:
        return "review"
    if known.to == b"":
        return "dropped"
    if known.since:
        return "later"
    if known.note:
        return "differs"
    return "same" if to == name else "renamed"


def places(
    folders: Sequence[Path] = (), dnn: Dnn = "keep"
) -> dict[tuple[str, str], list[tuple[Place, Written]]]:
    """Say where each entry is written, the one that wins last."""
    found: dict[tuple[str, str], list[tuple[Place, Written]]] = {}
    for layer, path, text in _files(folders, dnn):
        written = read(text)
        for key, line in (written.lines if layer == 0 else _any_form(text, written)).items():
            found.setdefault(key, []).append((Place(layer, path, line), written))
    return found


def rule_places(folders: Sequence[Path] = (), dnn: Dnn = "keep") -> dict[str, Place]:
    """Say where each `[[rule]]` is written, by its name; a later folder's wins."""
    return {
        name: Place(layer, path, line)
        for layer, path, text in _files(folders, dnn)
        for name, line in read(text).rules.items()
    }


def _files(folders: Sequence[Path], dnn: Dnn) -> Iterator[tuple[int, Path, str]]:
    shipped = builtin_folder()
    chosen = [] if dnn == "keep" else [(0, shipped / dnn)]
    for layer, folder in ((0, shipped), *chosen, *enumerate(folders, 1)):
        for path in sorted(folder.glob("*.toml")) if folder.is_dir() else [folder]:
            yield layer, path, path.read_text(encoding="utf-8")


def _any_form(text: str, written: Written) -> dict[tuple[str, str], int]:
    """Give the entries of a user's file with their lines: those too that stand in an inline table."""
    content = tomllib.loads(text)
    scope = f"{written.namespace}::" if written.namespace else ""
    keys = ((table, key) for table in TABLES for key in content.get(table, {}))
    full = ((table, (scope if table == "names" else "") + key) for table, key in keys)
    return {key: written.lines.get(key, 1) for key in full}


@cache
def read(text: str) -> Written:
    """Find the entries in a rule file's text, one a line, as the rule files that ship are written."""
    heading, lines, rules, historic = "", {}, {}, {}
    found = dict(TEXT.findall(text.partition("\n[")[0]))
    scope = f"{found['namespace']}::" if found.get("namespace") else ""
    for at, line in enumerate(text.splitlines(), 1):
        if heads := HEADING.match(line):
            heading = heads[1]
        elif line.startswith("[["):
            heading = line.strip()
        elif heading in {"[[rule]]", "[[message]]"} and (named := NAMED.match(line)):
            rules[named[1]] = at
        elif heading == "historic" and (said := HISTORIC.match(line)):
            historic[scope + said[1]] = said[2]
        elif heading in TABLES and (key := KEY.match(line)):
            name = json.loads(key[1]) if key[1] else key[2] or key[3]
            lines[heading, (scope if heading == "names" else "") + name] = at
    made = SOURCE.match(text)
    source = made[1] if made else ""
    return Written(found.get("library", ""), found.get("namespace", ""), lines, rules, historic, source)
