"""Read rule files: TOML in, a validated `RuleSet` out, with a compiled form kept for the next start.

Reading thousands of TOML lines takes half a second and more, so what they come to for a release of ROCm is
kept in the user's cache folder, named after the content of the rule files. The cache is never needed. The
rules that ship are looked at once a process, a user's own at each call.
"""

from __future__ import annotations

import functools
import marshal
import os
import sys
from contextlib import suppress
from importlib.util import source_hash
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hipify_py.lazy import re
from hipify_py.model import HipifyError, RuleError
from hipify_py.releases import chosen
from hipify_py.rules import cache
from hipify_py.rules.build_names import BuildName, BuildNames
from hipify_py.rules.layers import BASE, CHOICE
from hipify_py.rules.model import Message, Replaced, Rule, RuleSet
from hipify_py.rules.names import Names
from hipify_py.rules.toml import contents
from hipify_py.settings import check_dnn
from hipify_py.version import __version__

if TYPE_CHECKING:
    from hipify_py.choices import Dnn
    from hipify_py.settings import Settings

FORMAT = 17  # raise when the compiled form changes

Found = tuple[int, Path, tuple[int, int]]  # the layer of a file, the file, and what changes when it does


def builtin_folder() -> Path:
    """Find the rules that ship with the package: inside it in a wheel, beside it in a checkout.

    Raises `HipifyError` where they are in neither.
    """
    return _shipped_with(__file__)


@functools.cache
def _shipped_with(module: str) -> Path:
    package = Path(module).parent.parent
    for folder in (package / "_rules", package.parent / "rules"):
        if folder.is_dir():
            return folder
    text = f"{package}: the rules that ship are not there; install hipify-py into a folder, not as a zip"
    raise HipifyError(text)


def load(*paths: str | os.PathLike[str], rocm: str | None = None, dnn: Dnn = "keep") -> RuleSet:
    """Load the built-in rules, and those of `paths`, folders or single files, over them: a later one wins.

    `rocm` is the release to convert for, by default the newest known, `dnn` what becomes of cuDNN. Raises
    `RuleError` where a file cannot be read or a rule is wrong, and `HipifyError` for a release or a `dnn`
    that is not known.
    """
    release = chosen(rocm)
    check_dnn(dnn)
    folder = builtin_folder()
    if not paths:
        return _builtin(folder, release, dnn)
    own = [(layer, path) for layer, given in enumerate(paths, 1) for path in files_of(given)]
    return _load(
        release, dnn, (*_shipped(folder, dnn), *((layer, path, _version(path)) for layer, path in own))
    )


def ruleset_of(settings: Settings) -> RuleSet:
    """Load the rules of a run; raises `RuleError` where one is wrong."""
    return load(*settings.rules, rocm=settings.rocm, dnn=settings.dnn)


@functools.cache
def _builtin(folder: Path, rocm: str, dnn: Dnn) -> RuleSet:
    """Load the rules that ship, once a process."""
    return _load(rocm, dnn, _shipped(folder, dnn))


@functools.cache
def _shipped(folder: Path, dnn: Dnn) -> tuple[Found, ...]:
    """Give the files that ship: those for all, and over them those in the folder of what was chosen."""
    chosen = () if dnn == "keep" else _in_folder(folder / dnn)
    layered = [*((BASE, path) for path in _in_folder(folder)), *((CHOICE, path) for path in chosen)]
    return tuple((layer, path, _version(path)) for layer, path in layered)


@functools.lru_cache(maxsize=8)
def _load(rocm: str, dnn: Dnn, found: tuple[Found, ...]) -> RuleSet:
    files = tuple((layer, path, contents(path, "rule file")) for layer, path, _ in found)
    parts = [f"{FORMAT} {__version__} {sys.version} {rocm}".encode()]
    for layer, path, data in files:
        parts += (b"%d:%b:%d:" % (layer, _shown(layer, path), len(data)), data)
    key = source_hash(b"".join(parts))
    place = cache.folder() / f"rules-{key.hex()}.bin"
    plain = cache.kept(place)
    if plain is not None:
        with suppress(ValueError, EOFError, TypeError, KeyError):  # sound, and yet not what we write
            return _build(marshal.loads(plain), dnn, key)  # noqa: S302  our own file, by its owner and its checksum
    from hipify_py.rules.compile import compile_rules

    made = compile_rules(files, rocm)
    cache.keep(place, marshal.dumps(made))
    with suppress(OSError):
        cache.clear(place)
    return _build(made, dnn, key)


def _shown(layer: int, path: Path) -> bytes:
    """Give the part of a path that the compiled form depends on: reports name a user's files whole."""
    return os.fsencode(path if layer > CHOICE else path.name)


def files_of(given: str | os.PathLike[str]) -> list[Path]:
    """Give the files of a user's rules, a folder or one of them; raises `RuleError` where there is none."""
    path = Path(given)
    if os.path.isdir(path):
        if found := _in_folder(path):
            return found
        why = "no .toml file in it"
    elif not os.path.exists(path):
        why = "there is no such path"
    elif path.suffix == ".toml":
        return [path]
    else:
        why = "no rule file"
    text = f"{path}: {why}; name a folder of rule files or a single .toml file"
    raise RuleError(text)


def _in_folder(folder: Path) -> list[Path]:
    try:
        return sorted(folder / name for name in os.listdir(folder) if name.endswith(".toml"))
    except OSError as error:
        text = f"{folder}: cannot read this folder of rules: {error.strerror}; make it one that can be read"
        raise RuleError(text) from error


def _version(path: Path) -> tuple[int, int]:
    """Give what changes when a file changes, so that a run need not read it again."""
    try:
        status = os.stat(path)
    except OSError as error:
        text = f"{path}: cannot read this rule file: {error.strerror}; make it a file that can be read"
        raise RuleError(text) from error
    return status.st_mtime_ns, status.st_size


def _build(plain: dict[str, Any], dnn: Dnn, key: bytes) -> RuleSet:
    notes = plain["notes"]
    return RuleSet(
        Names(plain["names"], notes),
        {namespace: Names(names, notes) for namespace, names in plain["scoped"].items()},
        Names(plain["headers"], notes),
        Names(plain["namespaces"], notes),
        plain["unknown"],
        plain["absent"],
        {
            table: BuildNames((key, BuildName(*one)) for key, one in names.items())
            for table, names in plain["build"].items()
        },
        tuple(Rule(**entry) for entry in plain["rules"]),
        {entry["id"]: Message(**entry) for entry in plain["messages"]},
        plain["calls"],
        plain["shims"],
        re.compile(plain["candidate"]),
        plain["unknown_names"],
        plain["rocm"],
        tuple(Replaced(*each) for each in plain["replaced"]),
        dnn,
        key,
        plain["versions"],
    )
