"""`hipify-py config show`: what holds in a run, and which file and line or which option says so."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from hipify_py.choices import BUILD_MODES, DNNS, WARPS
from hipify_py.cli.console import paged, say
from hipify_py.cli.exit_codes import EXIT_FILES
from hipify_py.cli.report_files import ReportFile
from hipify_py.cli.setting_keys import KEYS, InFiles, Severed
from hipify_py.releases import NEWEST
from hipify_py.report.terminal import columns, harmless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.cli.resolve import Resolved

DEFAULT = "default"
TABLES = frozenset({"per-file-ignores", "severity"})  # the keys whose value is one, not a list
WIDEST = 44  # columns of a setting that has its origin beside it, not above
HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
MEANT = {
    "build_files": True,
    "build_mode": BUILD_MODES[0],
    "dnn": DNNS[0],
    "polyfill": True,
    "rocm": NEWEST,
    "warp": WARPS[0],
}
"""What holds where an option has no default of its own, as a settings file may say it."""


class Row(NamedTuple):
    """One setting: its key, its value as TOML has it, None where it is not set, and where it comes from."""

    key: str
    value: Any
    origin: str


def command(commands: Sequence[click.Command]) -> click.Group:
    """Give the group; what it shows are the options of these commands, which it takes itself."""
    group = click.Group("config", help="Ask which settings hold.", context_settings=HELP)
    options: dict[str | None, click.Option] = {}
    for one in (one for each in commands for one in each.params if isinstance(one, click.Option)):
        options.setdefault(one.name, one)
    paths = click.Argument(["paths"], nargs=-1, metavar="[PATH]...", type=click.Path(allow_dash=True))
    as_json = click.Option(["--json", "as_json"], is_flag=True, help="Write JSON, not TOML.")

    @click.pass_context
    def show(context: click.Context, /, **_: object) -> None:
        _show(context, commands)

    text = (
        "Show what holds for a run over PATH, by default the current folder.\n\n"
        "Takes all options of `convert`, `check` and `verify`, and says of each setting where it comes from:"
        " the file and line, the option, or the default. What it prints is a hipify.toml."
    )
    params = [paths, as_json, *options.values()]
    group.add_command(click.Command("show", callback=show, params=params, help=text))
    return group


def _show(context: click.Context, commands: Sequence[click.Command]) -> None:
    from hipify_py.cli.resolve import resolve

    held = resolve(context.params)
    rows = _rows(held, commands)
    as_json = context.params["as_json"]
    text = (_json if as_json else _toml)(held.path, rows)
    if not as_json and paged(text):
        return
    if not say(sys.stdout, text.encode("utf-8", "backslashreplace")):
        sys.exit(EXIT_FILES)


def _rows(held: Resolved, commands: Sequence[click.Command]) -> list[Row]:
    """Give what was chosen, and then what holds by default."""
    chosen = []
    usual = []
    for name, key in KEYS.items():
        if origin := held.origins.get(key.option):
            chosen.append(Row(name, _plain(name, held.values[key.option]), origin))
        else:
            value, origin = _default(key.option, commands)
            usual.append(Row(name, _plain(name, value), origin))
    return [*chosen, *usual]


def _plain(name: str, value: object) -> object:
    """Give a value as TOML and JSON write it."""
    if name in TABLES and value == ():
        return {}
    if name == "arch" and isinstance(value, str):
        return [each.strip() for each in value.split(",")]
    if isinstance(value, tuple) and value and isinstance(value[0], Severed):
        return {each.rule: each.severity for each in value}
    if isinstance(value, tuple) and value and isinstance(value[0], InFiles):
        return {each.glob: list(each.rules) for each in value}
    if isinstance(value, tuple) and value and isinstance(value[0], ReportFile):
        return [f"{each.style}:{each.path}" for each in value]
    return [str(each) for each in value] if isinstance(value, tuple) else value


def _default(option: str, commands: Sequence[click.Command]) -> tuple[Any, str]:
    """Give the default, where all commands that take the option agree on it, and what to say of it."""
    if option in MEANT:
        return MEANT[option], DEFAULT
    found: dict[Any, list[str]] = {}
    for each in commands:
        for one in each.params:
            if one.name == option and isinstance(one, click.Option):
                found.setdefault(_usual(one), []).append(str(each.name))
    if len(found) == 1:
        (value,) = found
        return value, DEFAULT
    said = "; ".join(f"{value} for {' and '.join(names)}" for value, names in found.items())
    return None, f"{DEFAULT}: {said}"


def _usual(option: click.Option) -> object:
    if option.multiple:
        return ()
    if option.is_flag:
        return option.default is True
    return option.default if isinstance(option.default, str | int | float) else None


def _json(path: str, rows: Sequence[Row]) -> str:
    settings = {row.key: {"value": row.value, "origin": row.origin} for row in rows}
    return json.dumps({"file": path or None, "settings": settings}, indent=2) + "\n"


def _toml(path: str, rows: Sequence[Row]) -> str:
    lines = [f"# settings file: {harmless(path) or 'none'}"]
    for before, row in zip([None, *rows], rows, strict=False):
        if before and row.origin.startswith(DEFAULT) and not before.origin.startswith(DEFAULT):
            lines.append("")
        line = f"{row.key} = {_value(row.value)}" if row.value is not None else f"# {row.key} is not set"
        origin = harmless(row.origin)
        if columns(line) <= WIDEST:
            lines.append(f"{line}{' ' * (WIDEST + 2 - columns(line))}# {origin}")
        else:
            lines += [f"# {row.key}: {origin}", line]
    return "\n".join([*lines, ""])


def _value(value: object) -> str:
    """Write a value of TOML; text as JSON does, whose escapes TOML has too."""
    if value == {}:
        return "{}"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(key)} = {_value(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)
