"""What holds in a run: an option of the command line, else what the settings file says, else the default."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from hipify_py.cli.options import Refused
from hipify_py.model import HipifyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hipify_py.cli.config import Config
    from hipify_py.cli.setting_keys import InFiles
    from hipify_py.report.selection import Layer, PerFile, Selection
    from hipify_py.rules.model import RuleSet

TOGETHER = {"rules": 1, "include_dirs": -1, "severity": 1, "per_file_ignores": 1}
"""Options of which both sides count: 1 where the command line's come last, -1 where they come first."""
WRITERS = ("output", "in_place", "diff")
"""Of what says where the outcome goes the command line's choice replaces any of the file's."""
SELECTORS = ("select", "extend_select", "ignore")


class Resolved(NamedTuple):
    """The value of each parameter of a command, and where it comes from: `file:line`, `--option`, or "".

    `layers` choose among the rules, the file's first; `path` is the settings file, empty where there is none.
    """

    values: dict[str, Any]
    origins: dict[str, str]
    layers: tuple[Layer, ...]
    path: str = ""


def resolve(given: dict[str, Any]) -> Resolved:
    """Put together what was given to the command that runs and what the settings file for its paths says.

    Raises `Refused` where that file is wrong.
    """
    from hipify_py.cli.config import choose

    try:
        first = (given["paths"] or (".",))[0]
        whole = given.get("in_repository", False)
        found = choose(first, given["config"], isolated=given["isolated"], in_repository=whole)
    except HipifyError as error:
        raise Refused(str(error)) from error
    return resolved(click.get_current_context(), found)


def resolved(context: click.Context, config: Config) -> Resolved:
    """Put together what was given to a command and what a settings file says.

    A setting that a command does not take, such as a format that it does not know, is passed over.
    """
    options = {one.name: one for one in context.command.params if isinstance(one, click.Option) and one.name}
    typed = {name for name in options if _is_typed(context, name)}
    values, origins = dict(context.params), dict.fromkeys(context.params, "")
    for name in typed:
        origins[name] = options[name].opts[-1]
    for name, value in config.values.items():
        if name not in options or not _takes(options[name], value):
            continue
        if name in typed and name in TOGETHER:
            both = (value, values[name])[:: TOGETHER[name]]
            values[name] = (*both[0], *both[1])
            origins[name] = f"{config.places[name]}, {options[name].opts[-1]}"
        elif name not in typed and not (name in WRITERS and typed.intersection(WRITERS)):
            values[name], origins[name] = value, config.places[name]
    return Resolved(values, origins, tuple(_layers(context.params, typed, config)), config.path)


def _is_typed(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) not in {None, ParameterSource.DEFAULT}


def _takes(option: click.Option, value: object) -> bool:
    return not isinstance(option.type, click.Choice) or value in option.type.choices


def _layers(given: Mapping[str, Any], typed: set[str], config: Config) -> Iterator[Layer]:
    """Give the layers that choose among the rules: what the file says, and over it what was typed."""
    written = {name: config.values[name] for name in SELECTORS if name in config.values}
    asked = {name: given[name] for name in SELECTORS if name in typed}
    if not (written or asked):  # start-up: most runs choose none
        return
    from hipify_py.report.selection import Layer

    if written:
        yield Layer(**written, origin=config.places[next(iter(written))])
    if asked:
        yield Layer(**asked, origin="the command line")


def selection_of(given: Resolved, rules: RuleSet) -> Selection | None:
    """Work out which findings were chosen, None where nobody chose.

    Raises `HipifyError` for a rule or a glob that makes no sense.
    """
    in_files, severities = given.values.get("per_file_ignores", ()), given.values.get("severity", ())
    if not (given.layers or in_files or severities):
        return None
    from hipify_py.report.selection import selection

    return selection(rules, given.layers, _per_file(in_files), severities)


def _per_file(in_files: tuple[InFiles, ...]) -> Iterator[PerFile]:
    from hipify_py.report.selection import PerFile

    for each in in_files:
        yield PerFile(_matcher(each), each.rules, each.origin)


def _matcher(each: InFiles) -> Callable[[str], bool]:
    """Give what says of a path, as a report has it, whether a glob takes it in."""
    from hipify_py.project.globs import compile_typed, covers

    globs, folder = compile_typed([each.glob]), os.path.abspath(each.folder or ".")

    def matches(path: str) -> bool:
        relative = os.path.relpath(os.path.abspath(path), folder)
        return not relative.startswith("..") and covers(globs, relative)

    return matches
