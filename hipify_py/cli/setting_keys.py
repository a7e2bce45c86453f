"""What may stand in a settings file: a key for each option of the command line, and what it takes.

A key is named as its option is. One that decides where something is written or what is run counts only in a
file that somebody names with `--config`: a file that a run finds by itself may have come with the sources.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.choices import BUILD_MODES, DNNS, GROUPINGS, LAUNCHES, WARPS
from hipify_py.cli.exit_codes import LEVELS
from hipify_py.cli.report_files import ReportFile, parsed
from hipify_py.gpus import refused_gpus
from hipify_py.model import SEVERITIES, HipifyError
from hipify_py.releases import RELEASES
from hipify_py.report.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hipify_py.model import Severity
    from hipify_py.rules.where import Where

TABLE = "tool.hipify-py"
CACHE, POLYFILL = "cache", "polyfill"  # the booleans that are true by default


class Severed(NamedTuple):
    """How severe somebody says that a rule is; `origin` is named in errors."""

    rule: str
    severity: Severity
    origin: str


class InFiles(NamedTuple):
    """Rules that are ignored in files that match a glob, from a folder on; `origin` is named in errors."""

    folder: str
    glob: str
    rules: tuple[str, ...]
    origin: str


class Said(NamedTuple):
    """One key as a file has it: `bounds` is the real path that paths may not lead out of, or empty."""

    where: Where
    key: str
    value: Any
    bounds: str

    @property
    def place(self) -> str:
        """Give `file:line` of the key, or of the heading of its table."""
        place = self.where.place(self.key, TABLE)
        return self.where.place(f"{TABLE}.{self.key}") if place.endswith(":1") else place


def refuse(said: Said, why: str, remedy: str) -> HipifyError:
    """Make the error that names file, line, key, cause and remedy."""
    return HipifyError(f"{said.place}: {said.key}: {why}; {remedy}")


class Key(NamedTuple):
    """What a key takes: `option` is the parameter that it stands for, `read` checks and gives its value."""

    option: str
    read: Callable[[Said], Any]
    named_only: bool = False


def _boolean(said: Said) -> bool:
    if not isinstance(said.value, bool):
        usual = "false" if said.key in {CACHE, POLYFILL} else "true"
        raise refuse(said, "must be a boolean", f"write it as {said.key} = {usual}")
    return said.value


def _count(said: Said) -> int:
    if type(said.value) is not int or not 1 <= said.value < 1 << 63:
        raise refuse(said, "must be a whole number from 1 on", f"write it as {said.key} = 4")
    return int(said.value)


def _seconds(said: Said) -> float:
    if type(said.value) not in {int, float} or not 0.1 <= said.value < 1e9:  # nan is not either
        raise refuse(said, "must be a number of seconds from 0.1 on", f"write it as {said.key} = 60")
    return float(said.value)


def _text(said: Said) -> str:
    if not isinstance(said.value, str) or not said.value or "\0" in said.value:
        raise refuse(said, "must be a text", f'write it as {said.key} = "..."')
    return said.value


def _choice(values: Sequence[str], what: str) -> Callable[[Said], str]:
    """Take one of some values; `what` is said before one that is none of them."""

    def read(said: Said) -> str:
        if not isinstance(said.value, str) or said.value not in values:
            some = " or ".join(values) if len(values) < 3 else f"one of {', '.join(values)}"
            raise refuse(said, f"{what} {_shown(said.value)}", f"use {some}")
        return said.value

    return read


def _texts(said: Said) -> tuple[str, ...]:
    if not _are_texts(said.value):
        raise refuse(said, "must be a list of texts", f'write it as {said.key} = ["..."]')
    return tuple(said.value)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and each for each in value)


def _archs(said: Said) -> tuple[str, ...]:
    if not isinstance(said.value, list) or not all(isinstance(each, str) for each in said.value):
        raise refuse(said, "must be a list of GPUs", 'write it as arch = ["gfx90a"]')
    if why := refused_gpus(said.value):
        raise refuse(said, *why)
    return tuple(said.value)


def _severities(said: Said) -> tuple[Severed, ...]:
    remedy = f'write it as a table, {said.key} = {{ W031 = "error" }}'
    if not isinstance(said.value, dict):
        raise refuse(said, "must say for each rule how severe it is", remedy)
    for rule, severity in said.value.items():
        if severity not in SEVERITIES:
            why = f"no severity for {rule} named {_shown(severity)}"
            raise refuse(said, why, f"use one of {', '.join(SEVERITIES)}")
    return tuple(Severed(rule, severity, said.place) for rule, severity in said.value.items())


def _per_file(said: Said) -> tuple[InFiles, ...]:
    if not isinstance(said.value, dict) or not all(map(_are_texts, said.value.values())):
        remedy = f'write it as a table, {said.key} = {{ "tests/**" = ["W031"] }}'
        raise refuse(said, "must say for each glob which rules are ignored", remedy)
    folder = os.path.dirname(said.where.path)
    return tuple(InFiles(folder, glob, tuple(rules), said.place) for glob, rules in said.value.items())


def _rules(said: Said) -> tuple[str, ...]:
    return tuple(_checked_rules(said))


def _checked_rules(said: Said) -> Iterator[str]:
    """Give the paths of rules as they are from here on."""
    for each, place in _places(said):
        if "\0" not in place and not all(within(one, said.bounds) for one in (place, *_files(place))):
            remedy = "name rules from elsewhere with --rules, or these settings with --config"
            raise refuse(said, f"{each!r} leads out of {said.bounds}", remedy)
        if not os.path.exists(place):
            remedy = "name a folder of rule files or a .toml file, from the config file's folder on"
            raise refuse(said, f"{each!r} does not exist", remedy)
        yield place


def _include_dirs(said: Said) -> tuple[str, ...]:
    return tuple(_checked_dirs(said))


def _checked_dirs(said: Said) -> Iterator[str]:
    """Give the paths of folders of headers as they are from here on."""
    for each, place in _places(said):
        if "\0" not in place and not within(place, said.bounds):
            remedy = "name folders elsewhere with --include-dir, or these settings with --config"
            raise refuse(said, f"{each!r} leads out of {said.bounds}", remedy)
        if not os.path.isdir(place):
            remedy = "name a folder of headers, from the config file's folder on"
            raise refuse(said, f"{each!r} is no folder", remedy)
        yield place


def _path(said: Said) -> str:
    """Give a path, which need not be there, as it is from here on."""
    place = _from_here(said, _text(said))
    if not within(place, said.bounds):
        raise refuse(said, f"{said.value!r} leads out of {said.bounds}", "name these settings with --config")
    return place


def _reports(said: Said) -> tuple[ReportFile, ...]:
    """Give reports with the paths of their files as they are from here on."""
    try:
        made = [parsed(each) for each in _texts(said)]
    except ValueError as error:
        raise refuse(
            said, str(error).partition("; ")[0], str(error).partition("; ")[2] or "correct it"
        ) from error
    return tuple(each._replace(path=_from_here(said, each.path)) for each in made)


def _program(said: Said) -> str:
    """Give a program's name as it stands, to be looked for, or its path as it is from here on."""
    text = _text(said)
    return _from_here(said, text) if "/" in text else text


def _places(said: Said) -> Iterator[tuple[str, str]]:
    """Give each path of a list as it stands and as it is from here on."""
    if not isinstance(said.value, list) or not all(isinstance(each, str) for each in said.value):
        raise refuse(said, "must be a list of paths", f'write it as {said.key} = ["folder"]')
    for each in said.value:
        yield each, _from_here(said, each)


def _from_here(said: Said, path: str) -> str:
    return os.path.normpath(os.path.join(os.path.dirname(said.where.path), path))


def _files(place: str) -> Iterator[str]:
    """Give the rule files in a folder; one that cannot be read is the loader's matter."""
    with suppress(OSError):
        yield from (os.path.join(place, name) for name in os.listdir(place) if name.endswith(".toml"))


def within(path: str, bounds: str) -> bool:
    """Say whether a path, with all links followed, lies in a folder; without one all do."""
    return not bounds or os.path.join(os.path.realpath(path), "").startswith(os.path.join(bounds, ""))


def _shown(value: object) -> str:
    """Show a value; a number may have more digits than Python writes."""
    return repr(value) if isinstance(value, str | float | bool) else f"of the type {type(value).__name__}"


KEYS = {
    "arch": Key("arch", _archs),
    "as-is": Key("as_is", _boolean),
    "baseline": Key("baseline", _path),
    "build-files": Key("build_files", _boolean),
    "build-mode": Key("build_mode", _choice(BUILD_MODES, "no way of build files named")),
    CACHE: Key("cache", _boolean),
    "cache-size": Key("cache_size", _count),
    "compile-commands": Key("compile_commands", _path),
    "details": Key("details", _boolean),
    "diff": Key("diff", _boolean, named_only=True),
    "dnn": Key("dnn", _choice(DNNS, "no rules for cuDNN named")),
    "exclude": Key("exclude", _texts),
    "extend-select": Key("extend_select", _texts),
    "fail-on": Key("fail_on", _choice(LEVELS, "no severity named")),
    "foretold": Key("foretold", _path),
    "format": Key("style", _choice(tuple(FORMATS), "no format named")),
    "group-by": Key("group_by", _choice(GROUPINGS, "no way to put findings together named")),
    "hip-compiler": Key("hip_compiler", _program, named_only=True),
    "ignore": Key("ignore", _texts),
    "in-place": Key("in_place", _boolean, named_only=True),
    "include": Key("include", _texts),
    "include-dirs": Key("include_dirs", _include_dirs),
    "jobs": Key("jobs", _count),
    "launch": Key("launch", _choice(LAUNCHES, "no launch form named")),
    "make": Key("make", _boolean, named_only=True),
    "max-size": Key("max_size", _count),
    "notes": Key("notes", _boolean),
    "object": Key("to_object", _boolean),
    "output": Key("output", _path, named_only=True),
    "per-file-ignores": Key("per_file_ignores", _per_file),
    POLYFILL: Key("polyfill", _boolean),
    "quiet": Key("quiet", _boolean),
    "report": Key("reports", _reports, named_only=True),
    "rename": Key("rename", _text),
    "rocm": Key("rocm", _choice(RELEASES, "no rules for ROCm")),
    "rules": Key("rules", _rules),
    "select": Key("select", _texts),
    "severity": Key("severity", _severities),
    "time-limit": Key("time_limit", _seconds),
    "verbose": Key("verbose", _boolean),
    "verify": Key("verify", _boolean, named_only=True),
    "warp": Key("warp", _choice(WARPS, "no way of warps named")),
    "warp-header-dir": Key("warp_header_dir", _text),
}
"""By the name that stands in a file."""
