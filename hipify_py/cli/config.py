"""What a project wants always: `[tool.hipify-py]` in its pyproject.toml, or the top level of hipify.toml.

    rules = ["port/rules", "extra.toml"]  # folders or files of rules, from this folder on
    rocm = "6.4"                          # the release to convert for
    warp = "native"                       # the wavefront's own width; "32" for warps of 32 lanes

Of the folders from the first PATH upward the nearest with such a file counts, alone; where one has both,
hipify.toml does. A pyproject.toml without the table is passed over. The command line wins.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.model import HipifyError
from hipify_py.releases import RELEASES
from hipify_py.settings import refused_warp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.choices import Warp
    from hipify_py.rules.entry import Where

OWN, SHARED = "hipify.toml", "pyproject.toml"
TABLE = "tool.hipify-py"
KEYS = ("rocm", "rules", "warp")


class Config(NamedTuple):
    """What a config file says; `path` is empty where there is none. The paths of `rules` are from here on."""

    path: str = ""
    rules: tuple[str, ...] = ()
    rocm: str | None = None
    warp: Warp | None = None


def choose(first: str, named: str | None = None, *, isolated: bool = False) -> Config:
    """Give the config for a run over `first` and other paths, `-` for standard input.

    `named` is the file to take instead of the nearest; `isolated` takes none. Raises `HipifyError` where the
    file cannot be read or says what makes no sense.
    """
    if named is not None and isolated:
        text = "--config and --isolated exclude each other; give one"
        raise HipifyError(text)
    if isolated:
        return Config()
    if named is not None:
        found = _read(named)
        if found is None:
            text = f"{named}: has no table [{TABLE}]; add it, or name another file"
            raise HipifyError(text)
        return found
    return next(_upward("." if first == "-" else first), Config())


def _upward(first: str) -> Iterator[Config]:
    """Give what the config files in the folders from a path on say, the nearest first."""
    path = os.path.abspath(first)
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    while True:
        for name in (OWN, SHARED):
            place = os.path.join(folder, name)
            if os.path.isfile(place) and (found := _read(_short(place))) is not None:
                yield found
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _short(path: str) -> str:
    """Give a path as a user would type it: from here on, if it lies below."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def _read(path: str) -> Config | None:
    """Read a config file; None for a pyproject.toml that does not speak of hipify-py."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        text = f"{path}: cannot read this config file: {error.strerror}"
        raise HipifyError(text) from error
    shared = os.path.basename(path) == SHARED
    if shared and b"hipify-py" not in data:  # a parser takes a while to import
        return None
    import tomllib

    try:
        text = data.decode()
        content = tomllib.loads(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        message = f"{path}: not valid TOML: {error}; correct the file"
        raise HipifyError(message) from error
    table = content.get("tool", {}).get("hipify-py") if shared else content
    return None if table is None else _config(path, text, table)


def _config(path: str, text: str, table: Any) -> Config:  # noqa: ANN401  what TOML holds
    from hipify_py.rules.entry import Where

    where = Where(path, text)
    if not isinstance(table, dict):
        raise _refuse(where, TABLE, "must be a table", f"write it as [{TABLE}]")
    for key in table:
        if key not in KEYS:
            raise _refuse(where, key, "unknown key", f"use one of {', '.join(KEYS)}")
    rocm = table.get("rocm")
    if rocm is not None and rocm not in RELEASES:
        raise _refuse(where, "rocm", f"no rules for ROCm {rocm!r}", f"use one of {', '.join(RELEASES)}")
    warp = table.get("warp")
    if warp is not None and (refused := refused_warp(warp)):
        raise _refuse(where, "warp", *refused)
    return Config(path, tuple(_rules(where, path, table.get("rules", []))), rocm, warp)


def _rules(where: Where, path: str, given: object) -> Iterator[str]:
    """Give the paths of rules as they are from here on."""
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise _refuse(where, "rules", "must be a list of paths", 'write it as rules = ["folder"]')
    for each in given:
        place = os.path.normpath(os.path.join(os.path.dirname(path), each))
        if not os.path.exists(place):
            remedy = "name a folder of rule files or a .toml file, from the config file's folder on"
            raise _refuse(where, "rules", f"{each!r} does not exist", remedy)
        yield place


def _refuse(where: Where, key: str, why: str, remedy: str) -> HipifyError:
    """Make the error that names file, line, key, cause and remedy."""
    return HipifyError(f"{where.place(key, TABLE)}: {key}: {why}; {remedy}")
