"""What a project wants always: `[tool.hipify-py]` in its pyproject.toml, or the top level of hipify.toml.

    rules = ["port/rules", "extra.toml"]  # folders or files of rules, from this folder on
    include-dirs = ["lib/include"]        # folders of headers that the sources include
    rocm = "6.4"                          # the release to convert for
    arch = ["gfx942", "gfx1100"]          # the GPUs that are meant
    dnn = "miopen"                        # MIOpen's names for cuDNN's, where it takes the same
    warp = "native"                       # the wavefront's own width; "32" for warps of 32 lanes
    polyfill = false                      # report what HIP lacks instead of calling headers of ours

Of the folders from the first PATH upward the nearest with such a file counts, alone; where one has both,
hipify.toml does. A pyproject.toml without the table is passed over. The command line wins.

A file that is found so is data, as the sources are, and reaches nothing outside of its repository.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.choices import DNNS, WARPS
from hipify_py.model import HipifyError
from hipify_py.releases import RELEASES
from hipify_py.settings import refused_archs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.choices import Dnn, Warp
    from hipify_py.rules.entry import Where

OWN, SHARED = "hipify.toml", "pyproject.toml"
TABLE = "tool.hipify-py"
KEYS = ("arch", "dnn", "include-dirs", "polyfill", "rocm", "rules", "warp")


class Config(NamedTuple):
    """What a config file says; `path` is empty where there is none. Paths in it are from here on."""

    path: str = ""
    rules: tuple[str, ...] = ()
    rocm: str | None = None
    warp: Warp | None = None
    include_dirs: tuple[str, ...] = ()
    polyfill: bool | None = None
    archs: tuple[str, ...] = ()
    dnn: Dnn | None = None


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
            if os.path.lexists(place) and (found := _read(_short(place), _repository(folder))) is not None:
                yield found
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _repository(folder: str) -> str:
    """Give the real path of the repository around a folder, of the folder itself where there is none."""
    place = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(place, ".git")):
        place, inner = os.path.dirname(place), place
        if place == inner:
            return os.path.realpath(folder)
    return place


def _short(path: str) -> str:
    """Give a path as a user would type it: from here on, if it lies below."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def _read(path: str, bounds: str = "") -> Config | None:
    """Read a config file; None for a pyproject.toml that does not speak of hipify-py.

    One that nobody named may come with the sources, from anywhere: neither it nor what it names may lie
    outside of `bounds`, a real path.
    """
    from hipify_py.rules import toml

    if not _within(path, bounds):
        text = f"{path}: a link out of {bounds}: not read; name it with --config, or use --isolated"
        raise HipifyError(text)
    data = toml.contents(path, "config file")
    shared = os.path.basename(path) == SHARED
    if shared and b"hipify-py" not in data:  # a parser takes a while to import
        return None
    import tomllib

    from hipify_py.rules.entry import Where

    text, content = toml.parsed(path, data, tomllib.loads)
    where = Where(path, text)
    if not shared:
        return _config(where, content, bounds)
    tool = content.get("tool", {})
    if not isinstance(tool, dict):
        raise _refuse(where, "tool", "must be a table", f"write it as [{TABLE}]")
    return _config(where, tool["hipify-py"], bounds) if "hipify-py" in tool else None


def _config(where: Where, table: Any, bounds: str) -> Config:  # noqa: ANN401  what TOML holds
    if not isinstance(table, dict):
        raise _refuse(where, TABLE, "must be a table", f"write it as [{TABLE}]")
    for key in table:
        if key not in KEYS:
            raise _refuse(where, key, "unknown key", f"use one of {', '.join(KEYS)}")
    rocm, warp, polyfill, dnn = map(table.get, ("rocm", "warp", "polyfill", "dnn"))
    if rocm is not None and rocm not in RELEASES:
        raise _refuse(where, "rocm", f"no rules for ROCm {_said(rocm)}", f"use one of {', '.join(RELEASES)}")
    if warp is not None and warp not in WARPS:
        raise _refuse(where, "warp", f"no way of warps named {_said(warp)}", f"use {' or '.join(WARPS)}")
    if dnn is not None and dnn not in DNNS:
        raise _refuse(where, "dnn", f"no rules for cuDNN named {_said(dnn)}", f"use {' or '.join(DNNS)}")
    if polyfill is not None and not isinstance(polyfill, bool):
        raise _refuse(where, "polyfill", "must be a boolean", "write it as polyfill = false")
    archs = table.get("arch", [])
    if not isinstance(archs, list) or not all(isinstance(each, str) for each in archs):
        raise _refuse(where, "arch", "must be a list of GPUs", 'write it as arch = ["gfx90a"]')
    if refused := refused_archs(archs):
        raise _refuse(where, "arch", *refused)
    rules = tuple(_rules(where, table.get("rules", []), bounds))
    dirs = tuple(_include_dirs(where, table.get("include-dirs", []), bounds))
    return Config(str(where.path), rules, rocm, warp, dirs, polyfill, tuple(archs), dnn)


def _rules(where: Where, given: object, bounds: str) -> Iterator[str]:
    """Give the paths of rules as they are from here on."""
    for each, place in _places(where, "rules", given):
        if "\0" not in place and not all(_within(one, bounds) for one in (place, *_files(place))):
            remedy = "name rules from elsewhere with --rules, or these settings with --config"
            raise _refuse(where, "rules", f"{each!r} leads out of {bounds}", remedy)
        if not os.path.exists(place):
            remedy = "name a folder of rule files or a .toml file, from the config file's folder on"
            raise _refuse(where, "rules", f"{each!r} does not exist", remedy)
        yield place


def _include_dirs(where: Where, given: object, bounds: str) -> Iterator[str]:
    """Give the paths of folders of headers as they are from here on."""
    key = "include-dirs"
    for each, place in _places(where, key, given):
        if "\0" not in place and not _within(place, bounds):
            remedy = "name folders elsewhere with --include-dir, or these settings with --config"
            raise _refuse(where, key, f"{each!r} leads out of {bounds}", remedy)
        if not os.path.isdir(place):
            remedy = "name a folder of headers, from the config file's folder on"
            raise _refuse(where, key, f"{each!r} is no folder", remedy)
        yield place


def _places(where: Where, key: str, given: object) -> Iterator[tuple[str, str]]:
    """Give each path of a list as it stands and as it is from here on."""
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise _refuse(where, key, "must be a list of paths", f'write it as {key} = ["folder"]')
    for each in given:
        yield each, os.path.normpath(os.path.join(os.path.dirname(where.path), each))


def _files(place: str) -> Iterator[str]:
    """Give the rule files in a folder; one that cannot be read is the loader's matter."""
    with suppress(OSError):
        yield from (os.path.join(place, name) for name in os.listdir(place) if name.endswith(".toml"))


def _within(path: str, bounds: str) -> bool:
    """Say whether a path, with all links followed, lies in a folder; without one all do."""
    return not bounds or os.path.join(os.path.realpath(path), "").startswith(os.path.join(bounds, ""))


def _said(value: object) -> str:
    """Show a value; a number may have more digits than Python writes."""
    return repr(value) if isinstance(value, str | float | bool) else f"of the type {type(value).__name__}"


def _refuse(where: Where, key: str, why: str, remedy: str) -> HipifyError:
    """Make the error that names file, line, key, cause and remedy."""
    return HipifyError(f"{where.place(key, TABLE)}: {key}: {why}; {remedy}")
