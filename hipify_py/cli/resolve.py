"""What holds in a run: an option of the command line, else what the settings file says, else the default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.cli.config import Config
    from hipify_py.report.selection import Layer

TOGETHER = {"rules": 1, "include_dirs": -1, "severity": 1, "per_file_ignores": 1}
"""Options of which both sides count: 1 where the command line's come last, -1 where they come first."""
WRITERS = ("output", "in_place", "diff")
"""Of what says where the outcome goes the command line's choice replaces any of the file's."""
SELECTORS = ("select", "extend_select", "ignore")


class Resolved(NamedTuple):
    """The value of each parameter of a command, and where it comes from: `file:line`, `--option`, or "".

    `layers` choose among the rules, the file's first.
    """

    values: dict[str, Any]
    origins: dict[str, str]
    layers: tuple[Layer, ...]


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
    return Resolved(values, origins, tuple(_layers(context.params, typed, config)))


def _is_typed(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) not in {None, ParameterSource.DEFAULT}


def _takes(option: click.Option, value: object) -> bool:
    return not isinstance(option.type, click.Choice) or value in option.type.choices


def _layers(given: Mapping[str, Any], typed: set[str], config: Config) -> Iterator[Layer]:
    """Give the layers that choose among the rules: what the file says, and over it what was typed."""
    from hipify_py.report.selection import Layer

    written = {name: config.values[name] for name in SELECTORS if name in config.values}
    if written:
        yield Layer(**written, origin=config.places[next(iter(written))])
    asked = {name: given[name] for name in SELECTORS if name in typed}
    if asked:
        yield Layer(**asked, origin="the command line")
