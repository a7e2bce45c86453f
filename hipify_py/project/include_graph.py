"""Which file includes which, and what the files of a run so tell about one another."""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from hipify_py.lanes.project_facts import agreed
from hipify_py.model import HipifyError, Project
from hipify_py.project import files
from hipify_py.project.survey import Facts, facts
from hipify_py.resolve.project_files import own_file
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.rules.model import RuleSet

LEVELS = 8  # folders above a file in which its headers are looked for


def neighbours(found: Mapping[str, Facts], rules: RuleSet, limit: int) -> dict[str, Facts]:
    """Read the facts of headers on disk that files of a run include in quotes, directly or through others.

    So one file is converted as it would be together with its project. Headers are looked for beside the
    file and in the folders above it up to that of the repository, and in `include` and `src` there; files
    larger than `limit` bytes are passed over.
    """
    known: dict[str, Facts] = {}
    queue = list(found.items())
    while queue:
        path, fact = queue.pop()
        for include, quoted in fact.includes:
            place = on_disk(path, include) if quoted else None
            if place is None or place in found or place in known:
                continue
            try:
                data = files.read(place, limit=limit).data
            except HipifyError:
                continue
            known[place] = facts(data, rules, Options(path=place))
            queue.append((place, known[place]))
    return known


def on_disk(path: str, include: bytes) -> str | None:
    """Find the header that a file includes in quotes, where `neighbours` looks for it."""
    name = include.decode("utf-8", "surrogateescape")
    folder = posixpath.dirname(path)
    for _ in range(LEVELS):
        for inner in ("", "include", "src"):
            place = posixpath.normpath(posixpath.join(folder, inner, name))
            if os.path.isfile(place):
                return place
        if os.path.exists(posixpath.join(folder, ".git")) or folder == posixpath.dirname(folder):
            break
        folder = posixpath.dirname(folder)
    return None


def project_of(found: Mapping[str, Facts], rules: RuleSet, renamed: Mapping[str, str]) -> Project:
    """Put the facts of all files together; `found` maps each path to its facts.

    `renamed` gives the new paths of files in `found`, and of files that an earlier run gave one.
    """
    tails = _tails([*found.keys() | renamed.keys()])
    names = frozenset().union(*(fact.names for fact in found.values()))
    base = Project(files=tails, names=names, renamed=renamed)
    includers: dict[str, list[str]] = {}
    for path, fact in found.items():
        options = Options(path=path, project=base)
        for include, quoted in fact.includes:
            own = own_file(include, quoted, options, rules)
            if own is not None:
                includers.setdefault(own if own in found else renamed[own], []).append(path)
    runtime = {path for path, fact in found.items() if fact.brings}
    queue = list(runtime)
    while queue:
        for path in includers.get(queue.pop(), ()):
            if path not in runtime:
                runtime.add(path)
                queue.append(path)
    runtime |= {old for old, new in renamed.items() if new in runtime}
    constants = agreed(fact.constants for fact in found.values())
    functions = frozenset().union(*(fact.functions for fact in found.values()))
    return Project(tails, frozenset(runtime), names, renamed, constants, functions)


def _tails(paths: list[str]) -> dict[str, str]:
    """Map every path, and every tail of one that no other path shares, to the path."""
    tails: dict[str, str] = {}
    shared: set[str] = set()
    for path in paths:
        parts = path.split("/")
        for start in range(1, len(parts)):
            tail = posixpath.join(*parts[start:])
            if tails.setdefault(tail, path) != path:
                shared.add(tail)
    return {tail: path for tail, path in tails.items() if tail not in shared} | {path: path for path in paths}
