"""Read rule files: TOML in, a validated `RuleSet` out, with a compiled form kept for the next start.

Reading thousands of TOML lines takes half a second and more, so what they come to for a release of ROCm is
kept in the user's cache folder, named after the content of the rule files. The cache is never needed.
"""

from __future__ import annotations

import marshal
import os
import re
import sys
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.util import source_hash
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from hipify_py import __version__, rulecache
from hipify_py.model import Replaced, RuleError
from hipify_py.nametable import Name, Names
from hipify_py.releases import NEWEST, chosen, holds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.model import Fails, Severity

__all__ = ["Name", "Names", "Rule", "RuleSet", "RuleTest", "Template", "builtin_folder", "load", "template"]

FORMAT = 4  # raise when the compiled form changes


class Template(NamedTuple):
    """A fix: literal text, `{capture}` and `$1` parts in order, as (kind, value) pairs."""

    parts: tuple[tuple[str, str], ...]


class RuleTest(NamedTuple):
    """An embedded test: `before` becomes `after`; where they are equal the source stays as it is.

    `findings` are the ids expected, None where they do not matter; `launch`, `path`, `renamed` (the `.cu`
    files beside `path` that become `.hip`), the release `rocm` and the way of `warp` are options of the run.
    """

    name: str
    before: str
    after: str
    findings: tuple[str, ...] | None
    launch: Literal["keep", "macro"]
    path: str | None
    renamed: tuple[str, ...]
    rocm: str = NEWEST
    warp: Literal["32", "native"] = "32"


class Rule(NamedTuple):
    """A construct: how it is found (`call`, `query` or `code`), what is said and what is done.

    It holds for ROCm `since` and newer and for releases older than `until`; empty is without that limit.
    `origin` is the `file:line` of a user's own rule and empty for a built-in one. `more` are the parts that
    a conversion does not need, packed.
    """

    id: str
    name: str
    severity: Severity
    fails: Fails
    safety: str
    more: bytes
    message: str = ""
    call: str = ""
    args: tuple[str, ...] = ()
    where: tuple[tuple[str, str], ...] = ()
    fix: str = ""
    query: str = ""
    word: str = ""
    code: str = ""
    since: str = ""
    until: str = ""
    origin: str = ""

    @property
    def pattern(self) -> re.Pattern[bytes]:
        """Give the compiled `call` expression."""
        return re.compile(self.call.encode())

    @property
    def template(self) -> Template:
        """Give the fix as parts."""
        return template(self.fix)

    @property
    def docs(self) -> str:
        """Give the rule's documentation."""
        return str(marshal.loads(self.more)[0])  # noqa: S302  what `ruleentry` packed

    @property
    def tests(self) -> tuple[RuleTest, ...]:
        """Give the tests that stand with the rule."""
        return tuple(RuleTest(*test) for test in marshal.loads(self.more)[1])  # noqa: S302

    def holds(self, rocm: str) -> bool:
        """Say whether the rule applies when converting for a release."""
        return holds(rocm, self.since, self.until)


@dataclass(frozen=True)
class RuleSet:
    """All rules of a run. Names, headers and namespaces are looked up by their bytes.

    `scoped` holds, by namespace, the names that mean something only in it. `rules` are those of every
    release, of which `calls`, `coded` and `queries` give the ones that hold for `rocm`. `replaced` are the
    built-in entries that a user's own took the place of.
    """

    names: Mapping[bytes, Name]
    scoped: Mapping[bytes, Mapping[bytes, Name]]
    headers: Mapping[bytes, Name]
    namespaces: Mapping[bytes, Name]
    unknown: dict[str, str]
    rules: tuple[Rule, ...]
    calls: dict[bytes, tuple[int, ...]]
    candidate: re.Pattern[bytes] = field(compare=False)
    unknown_names: bytes = field(compare=False)
    rocm: str = NEWEST
    replaced: tuple[Replaced, ...] = ()

    @cached_property
    def is_unknown(self) -> re.Pattern[bytes]:
        """Give the expression for names that look like CUDA's."""
        return re.compile(self.unknown_names)

    @cached_property
    def by_id(self) -> dict[str, Rule]:
        """Give the rules by id; where several share one, the first by name."""
        return {rule.id: rule for rule in reversed(self.rules)}

    @cached_property
    def coded(self) -> tuple[Rule, ...]:
        """Give the rules whose matcher is Python."""
        return tuple(r for r in self.rules if r.code and r.code != "engine" and r.holds(self.rocm))

    @cached_property
    def queries(self) -> tuple[Rule, ...]:
        """Give the rules whose matcher is a tree-sitter query."""
        return tuple(rule for rule in self.rules if rule.query and rule.holds(self.rocm))

    @cached_property
    def roots(self) -> tuple[bytes, ...]:
        """Give the outermost namespaces of which the rules know something."""
        return tuple(dict.fromkeys(name.split(b"::")[0] for name in (*self.namespaces, *self.scoped)))

    @cached_property
    def inner(self) -> dict[tuple[bytes, ...], set[bytes]]:
        """Give for each scope that the rules know the scopes in it."""
        inner: dict[tuple[bytes, ...], set[bytes]] = {}
        for name in (*self.namespaces, *self.scoped):
            *outer, last = name.split(b"::")
            inner.setdefault(tuple(outer), set()).add(last)
        return inner

    @cached_property
    def in_order(self) -> list[bytes]:
        """Give all names in order, to find those that begin alike."""
        return sorted(self.names)

    def for_call(self, name: bytes) -> tuple[Rule, ...]:
        """Give the rules that speak about calls of a name, in order of id and name."""
        return tuple(self.rules[i] for i in self.calls.get(name, ()))


def builtin_folder() -> Path:
    """Find the rules that ship with the package: inside it in a wheel, beside it in a checkout."""
    here = Path(__file__).parent
    inside = here / "_rules"
    return inside if inside.is_dir() else here.parent / "rules"


def load(*paths: str | os.PathLike[str], rocm: str | None = None) -> RuleSet:
    """Load the built-in rules, and those of `paths`, folders or single files, over them: a later one wins.

    `rocm` is the release to convert for, by default the newest known. Raises `RuleError` where a file cannot
    be read or a rule is wrong, and `HipifyError` for a release that is not known.
    """
    found = [(0, path) for path in _in_folder(builtin_folder())]
    found += [(layer, path) for layer, given in enumerate(paths, 1) for path in _files(Path(given))]
    return _load(chosen(rocm), tuple((layer, path, _version(path)) for layer, path in found))


@lru_cache(maxsize=8)
def _load(rocm: str, found: tuple[tuple[int, Path, tuple[int, int]], ...]) -> RuleSet:
    files = tuple((layer, path, _read(path)) for layer, path, _ in found)
    content = [b"%d:%b:%d:%b" % (layer, _shown(layer, path), len(data), data) for layer, path, data in files]
    head = f"{FORMAT} {__version__} {sys.version} {rocm}".encode()
    cached = rulecache.folder() / f"rules-{source_hash(b''.join([head, *content])).hex()}.bin"
    try:
        return _build(marshal.loads(cached.read_bytes()))  # noqa: S302  our own file, named after its content
    except (OSError, ValueError, EOFError, TypeError, KeyError, AttributeError, re.error):
        from hipify_py.rulefile import compile_rules

        plain = compile_rules(files, rocm)
        rulecache.keep(cached, marshal.dumps(plain))
        return _build(plain)


def _shown(layer: int, path: Path) -> bytes:
    """Give the part of a path that the compiled form depends on: reports name a user's files whole."""
    return os.fsencode(path if layer else path.name)


def _files(path: Path) -> list[Path]:
    """Give the files of a user's rules."""
    found = _in_folder(path) if path.is_dir() else [path]
    if found and path.exists() and (path.is_dir() or path.suffix == ".toml"):
        return found
    why = "no .toml file in it" if not found else "no rule file" if path.exists() else "there is no such path"
    text = f"{path}: {why}; name a folder of rule files or a single .toml file"
    raise RuleError(text)


def _in_folder(folder: Path) -> list[Path]:
    return sorted(folder / name for name in os.listdir(folder) if name.endswith(".toml"))


def _version(path: Path) -> tuple[int, int]:
    """Give what changes when a file changes, so that a run need not read it again."""
    try:
        status = os.stat(path)
    except OSError as error:
        text = f"{path}: cannot read this rule file: {error.strerror}"
        raise RuleError(text) from error
    return status.st_mtime_ns, status.st_size


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        text = f"{path}: cannot read this rule file: {error.strerror}"
        raise RuleError(text) from error


def _build(plain: dict[str, Any]) -> RuleSet:
    notes = plain["notes"]
    return RuleSet(
        Names(plain["names"], notes),
        {namespace: Names(names, notes) for namespace, names in plain["scoped"].items()},
        Names(plain["headers"], notes),
        Names(plain["namespaces"], notes),
        plain["unknown"],
        tuple(Rule(**entry) for entry in plain["rules"]),
        plain["calls"],
        re.compile(plain["candidate"]),
        plain["unknown_names"],
        plain["rocm"],
        tuple(Replaced(*each) for each in plain["replaced"]),
    )


@lru_cache(maxsize=256)
def template(text: str) -> Template:
    """Split a fix into its parts."""
    parts: list[tuple[str, str]] = []
    for literal, capture, group in re.findall(r"([^{}$]+)|\{(\w+)\}|\$(\d)", text):
        kind = "text" if literal else "capture" if capture else "group"
        parts.append((kind, literal or capture or group))
    return Template(tuple(parts))
