"""Look over all files of a run before one is converted, for what a file alone cannot tell.

Which includes name the project's own files, which of those bring the HIP runtime, which CUDA-like names
the project defines itself.
"""

from __future__ import annotations

import os
import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py import files
from hipify_py.context import is_alias, makes, own_file, stands_for_hip
from hipify_py.headers import candidates
from hipify_py.lanes.branches import is_hip
from hipify_py.lanes.told import agreed, told
from hipify_py.model import HipifyError, Options, Project
from hipify_py.prologue import brings_runtime, needs_runtime
from hipify_py.syntax import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.model import Span
    from hipify_py.rules import RuleSet


SIGNS = re.compile(
    rb"(?m)^[ \t]*#[ \t]*include[ \t]*[<\"](?:cuda|cub/|cooperative_groups)|^[^\n\"'#/]*\b__global__\s+\w+\s"
)


LEVELS = 8  # folders above a file in which its headers are looked for


class Facts(NamedTuple):
    """What one file tells: its includes as (path, quoted), its own names, whether it holds CUDA at all.

    `brings` says that whoever includes the converted file has the HIP runtime: the file includes it, or
    needs it, so that something it includes brings it or the include is added. `constants` and `functions`
    are those that speak of warps.
    """

    includes: tuple[tuple[bytes, bool], ...]
    names: frozenset[bytes]
    brings: bool
    has_cuda: bool
    constants: tuple[tuple[bytes, bytes], ...] = ()
    functions: frozenset[bytes] = frozenset()


def facts(source: bytes, rules: RuleSet, options: Options) -> Facts:
    """Read one file's facts; it is parsed only where a CUDA-like name may be declared in it."""
    unit = Unit(source)
    includes = tuple((source[slice(*i.path)], i.quote == b'"') for i in unit.text.includes)
    needs = needs_runtime(unit, rules, options)
    hip = is_hip(unit, rules)
    own = frozenset(
        name
        for span, name in candidates(unit, rules)
        if (rules.names[name].to is None if name in rules.names else rules.is_unknown.fullmatch(name))
        and not _is_entry(unit, span, name, known=name in rules.names)
        and not (hip and any(rule.fix for rule in rules.for_call(name)))  # a stand-in, which the fix replaces
        and makes(unit, span)
    )
    has_cuda = needs or any(path in rules.headers for path, _ in includes)
    constants, functions = told(unit)
    return Facts(includes, own, brings_runtime(unit, rules, options), has_cuda, constants, functions)


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
            place = _on_disk(path, include) if quoted else None
            if place is None or place in found or place in known:
                continue
            try:
                data = files.read(place, limit=limit).data
            except HipifyError:
                continue
            known[place] = facts(data, rules, Options(path=place))
            queue.append((place, known[place]))
    return known


def _on_disk(path: str, include: bytes) -> str | None:
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


def _is_entry(unit: Unit, span: Span, name: bytes, *, known: bool) -> bool:
    """Say whether a macro belongs to a list that turns CUDA names into others: it is no definition."""
    library = not known and not name.startswith((b"CUDA_", b"CU_"))
    return stands_for_hip(unit, span) or (library and is_alias(unit, span))


def project(found: Mapping[str, Facts], rules: RuleSet, renamed: Mapping[str, str]) -> Project:
    """Put the facts of all files together; `found` maps each path to its facts."""
    tails = _tails([*found])
    names = frozenset().union(*(fact.names for fact in found.values()))
    base = Project(files=tails, names=names, renamed=renamed)
    includers: dict[str, list[str]] = {}
    for path, fact in found.items():
        options = Options(path=path, project=base)
        for include, quoted in fact.includes:
            own = own_file(include, quoted, options, rules)
            if own is not None:
                includers.setdefault(own, []).append(path)
    runtime = {path for path, fact in found.items() if fact.brings}
    queue = list(runtime)
    while queue:
        for path in includers.get(queue.pop(), ()):
            if path not in runtime:
                runtime.add(path)
                queue.append(path)
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


def looks_like_cuda(source: bytes) -> bool:
    """Say whether a file whose ending tells nothing is CUDA source by what it holds."""
    return SIGNS.search(source) is not None
