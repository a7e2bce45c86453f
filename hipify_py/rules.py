"""Read rule files: TOML in, a validated `RuleSet` out, with a compiled form kept for the next start.

Reading thousands of TOML lines takes a tenth of a second and more, so what they come to is kept in the
user's cache folder, named after the content of the rule files. The cache is never needed.
"""

from __future__ import annotations

import marshal
import os
import re
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from importlib.util import source_hash
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from hipify_py import __version__
from hipify_py.model import RuleError

if TYPE_CHECKING:
    from hipify_py.model import Fails, Severity

FORMAT = 2  # raise when the compiled form changes


class Name(NamedTuple):
    """What a name becomes; `note` says what a person must know.

    `to` is None where there is no counterpart, and empty where HIP needs nothing in its place. A call whose
    number of arguments is in `fits` fits HIP's function as it is, so that the note need not be said.
    """

    to: bytes | None
    note: str
    fits: tuple[int, ...] = ()


class Template(NamedTuple):
    """A fix: literal text, `{capture}` and `$1` parts in order, as (kind, value) pairs."""

    parts: tuple[tuple[str, str], ...]


class RuleTest(NamedTuple):
    """An embedded test: `before` becomes `after`; where they are equal the source stays as it is.

    `findings` are the ids expected, None where they do not matter; `launch`, `path` and `renamed` (the `.cu`
    files beside `path` that become `.hip`) are options of the run.
    """

    name: str
    before: str
    after: str
    findings: tuple[str, ...] | None
    launch: Literal["keep", "macro"]
    path: str | None
    renamed: tuple[str, ...]


class Rule(NamedTuple):
    """A construct: how it is found (`call`, `query` or `code`), what is said and what is done."""

    id: str
    name: str
    severity: Severity
    fails: Fails
    safety: str
    docs: str
    message: str = ""
    call: str = ""
    args: tuple[str, ...] = ()
    where: tuple[tuple[str, str], ...] = ()
    fix: str = ""
    query: str = ""
    word: str = ""
    code: str = ""
    tests: tuple[RuleTest, ...] = ()

    @property
    def pattern(self) -> re.Pattern[bytes]:
        """Give the compiled `call` expression."""
        return re.compile(self.call.encode())

    @property
    def template(self) -> Template:
        """Give the fix as parts."""
        return template(self.fix)


@dataclass(frozen=True)
class RuleSet:
    """All rules of a run. Names, headers and namespaces are looked up by their bytes.

    `scoped` holds, by namespace, the names that mean something only in it.
    """

    names: dict[bytes, Name]
    scoped: dict[bytes, dict[bytes, Name]]
    headers: dict[bytes, Name]
    namespaces: dict[bytes, Name]
    unknown: dict[str, str]
    rules: tuple[Rule, ...]
    calls: dict[bytes, tuple[int, ...]]
    candidate: re.Pattern[bytes] = field(compare=False)
    is_unknown: re.Pattern[bytes] = field(compare=False)

    @cached_property
    def by_id(self) -> dict[str, Rule]:
        """Give the rules by id; where several share one, the first by name."""
        return {rule.id: rule for rule in reversed(self.rules)}

    @cached_property
    def coded(self) -> tuple[Rule, ...]:
        """Give the rules whose matcher is Python."""
        return tuple(rule for rule in self.rules if rule.code and rule.code != "engine")

    @cached_property
    def queries(self) -> tuple[Rule, ...]:
        """Give the rules whose matcher is a tree-sitter query."""
        return tuple(rule for rule in self.rules if rule.query)

    def for_call(self, name: bytes) -> tuple[Rule, ...]:
        """Give the rules that speak about calls of a name, in order of id and name."""
        return tuple(self.rules[i] for i in self.calls.get(name, ()))


def builtin_folder() -> Path:
    """Find the rules that ship with the package: inside it in a wheel, beside it in a checkout."""
    here = Path(__file__).parent
    inside = here / "_rules"
    return inside if inside.is_dir() else here.parent / "rules"


def load(*folders: Path) -> RuleSet:
    """Load the built-in rules, and those of `folders` over them: a later folder's name wins.

    Raises `RuleError` where a file cannot be read or a rule is wrong.
    """
    layers = enumerate((builtin_folder(), *folders))
    found = [(layer, path) for layer, folder in layers for path in _toml_files(folder)]
    return _load(tuple((layer, path, _version(path)) for layer, path in found))


@lru_cache(maxsize=4)
def _load(found: tuple[tuple[int, Path, tuple[int, int]], ...]) -> RuleSet:
    files = tuple((layer, path, _read(path)) for layer, path, _ in found)
    content = [f"{layer}:{path.name}:{len(data)}:".encode() + data for layer, path, data in files]
    stamp = source_hash(b"".join([f"{FORMAT} {__version__} {sys.version}".encode(), *content])).hex()
    cached = _cache_folder() / f"rules-{stamp}.bin"
    try:
        return _build(marshal.loads(cached.read_bytes()))  # noqa: S302  our own file, named after its content
    except (OSError, ValueError, EOFError, TypeError, KeyError, AttributeError, re.error):
        from hipify_py.rulefile import compile_rules

        plain = compile_rules(files)
        _keep(cached, marshal.dumps(plain))
        return _build(plain)


def _toml_files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        text = f"{folder}: no such folder of rules; name a folder that holds .toml files"
        raise RuleError(text)
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


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(os.devnull if base.startswith("~") else base) / "hipify-py"  # no home, nothing is kept


def _keep(path: Path, data: bytes) -> None:
    """Write the compiled form so that a reader sees all of it or none; a failure costs only time."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _build(plain: dict[str, Any]) -> RuleSet:
    def names(table: str) -> dict[bytes, Name]:
        made = map(partial(tuple.__new__, Name), plain[table].values())  # Name(*value), several times as fast
        return dict(zip(plain[table], made, strict=True))

    scoped: dict[bytes, dict[bytes, Name]] = {}
    for key, value in names("scoped").items():
        namespace, _, name = key.rpartition(b"::")
        scoped.setdefault(namespace, {})[name] = value
    rules = []
    for entry in plain["rules"]:
        tests = tuple(RuleTest(*test) for test in entry["tests"])
        rules.append(Rule(**{**entry, "tests": tests}))
    return RuleSet(
        names("names"),
        scoped,
        names("headers"),
        names("namespaces"),
        plain["unknown"],
        tuple(rules),
        plain["calls"],
        re.compile(plain["candidate"]),
        re.compile(plain["is_unknown"]),
    )


@lru_cache(maxsize=256)
def template(text: str) -> Template:
    """Split a fix into its parts."""
    parts: list[tuple[str, str]] = []
    for literal, capture, group in re.findall(r"([^{}$]+)|\{(\w+)\}|\$(\d)", text):
        kind = "text" if literal else "capture" if capture else "group"
        parts.append((kind, literal or capture or group))
    return Template(tuple(parts))
