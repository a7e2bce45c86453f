"""What a project wants always: `[tool.hipify-py]` in its pyproject.toml, or the top level of hipify.toml.

    rules = ["port/rules", "extra.toml"]  # folders or files of rules, from this folder on
    rocm = "6.4"                          # the release to convert for
    select = ["W", "D", "no-counterpart"] # which rules are reported

`setting_keys.KEYS` has all that may stand there: each option of the command line, under its name.

Of the folders from the first PATH upward the nearest with such a file counts, alone; where one has both,
hipify.toml does. A pyproject.toml without the table is passed over. The command line wins.

A file that is found so is data, as the sources are, and reaches nothing outside of its repository.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.model import HipifyError
from hipify_py.project.files import repository

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.rules.where import Where

OWN, SHARED = "hipify.toml", "pyproject.toml"
NOTHING: Mapping[str, Any] = {}
ALONE = {
    "config": "which settings hold",
    "isolated": "that no settings hold",
    "in-repository": "where settings are looked for",
    "root": "where the project of one file lies",
    "depfile": "what one step of a build writes",
}
"""The options of commands that convert which are none of `KEYS`, and what they say."""


class Config(NamedTuple):
    """What a config file says; `path` is empty where there is none.

    `values` are by the parameter of the command line that they stand for, with paths as they are from here
    on; `places` say `file:line` of each.
    """

    path: str = ""
    values: Mapping[str, Any] = NOTHING
    places: Mapping[str, str] = NOTHING


def choose(
    first: str, named: str | None = None, *, isolated: bool = False, in_repository: bool = False
) -> Config:
    """Give the config for a run over `first` and other paths, `-` for standard input.

    `named` is the file to take instead of the nearest; `isolated` takes none; `in_repository` looks from the
    top of the repository around `first` on, as a run over all of it does. Raises `HipifyError` where the
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
            from hipify_py.cli.setting_keys import TABLE

            text = f"{named}: has no table [{TABLE}]; add it, or name another file"
            raise HipifyError(text)
        return found
    top = repository(os.path.realpath(first)) if in_repository else None
    return next(_upward(top or ("." if first == "-" else first)), Config())


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
    return repository(place) or place


def _short(path: str) -> str:
    """Give a path as a user would type it: from here on, if it lies below."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def _read(path: str, bounds: str = "") -> Config | None:
    """Read a config file; None for a pyproject.toml that does not speak of hipify-py.

    One that nobody named may come with the sources, from anywhere: neither it nor what it names may lie
    outside of `bounds`, a real path.
    """
    from hipify_py.cli.setting_keys import TABLE, within
    from hipify_py.rules import toml

    if not within(path, bounds):
        text = f"{path}: a link out of {bounds}: not read; name it with --config, or use --isolated"
        raise HipifyError(text)
    data = toml.contents(path, "config file")
    shared = os.path.basename(path) == SHARED
    if shared and b"hipify" not in data.lower():  # a parser takes a while to import
        return None
    import tomllib

    from hipify_py.rules.where import Where

    text, content = toml.parsed(path, data, tomllib.loads)
    where = Where(path, text)
    if not shared:
        return _config(where, content, bounds)
    tool = content.get("tool", {})
    if not isinstance(tool, dict):
        text = f"{where.place('tool', TABLE)}: tool: must be a table; write it as [{TABLE}]"
        raise HipifyError(text)
    from hipify_py.cli.config_headings import OURS, check

    check(where, content)
    return _config(where, tool[OURS], bounds) if OURS in tool else None


def _config(where: Where, table: Any, bounds: str) -> Config:  # noqa: ANN401  what TOML holds
    from hipify_py.cli.setting_keys import KEYS, TABLE, Said, refuse

    if not isinstance(table, dict):
        raise refuse(Said(where, TABLE, table, bounds), "must be a table", f"write it as [{TABLE}]")
    values: dict[str, Any] = {}
    places: dict[str, str] = {}
    for name, value in table.items():
        said = Said(where, name, value, bounds)
        if name not in KEYS:
            from hipify_py.cli.config_headings import refuse_in_own
            from hipify_py.suggestions import did_you_mean

            refuse_in_own(where, name, value)
            if why := ALONE.get(name):
                raise refuse(said, f"no setting: it says {why}", f"give --{name} on the command line")
            hint = did_you_mean(name, KEYS)
            raise refuse(said, "unknown key", f"{hint}?" if hint else f"use one of {', '.join(KEYS)}")
        key = KEYS[name]
        if key.named_only and bounds and value:
            why = "says what is written or run, which a file that is found by itself may not"
            raise refuse(said, why, "give it on the command line, or name the file with --config")
        values[key.option] = key.read(said)
        places[key.option] = said.place
    return Config(str(where.path), values, places)
