"""`--report FORMAT:FILE`: reports in files, beside what is printed."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, NamedTuple

import click

from hipify_py.model import HipifyError
from hipify_py.report.formats import FORMATS
from hipify_py.report.terminal import harmless

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hipify_py.report.form import Form
    from hipify_py.report.model import Report


class ReportFile(NamedTuple):
    """A form of the report and the file that it goes to."""

    style: str
    path: str


def parsed(text: str) -> ReportFile:
    """Take `FORMAT:FILE` apart; raises `ValueError` that says what is wrong with it."""
    style, sign, path = text.partition(":")
    if not sign or not path or "\0" in path:
        message = f"{text!r}: write it as FORMAT:FILE, such as sarif:hipify.sarif"
        raise ValueError(message)
    if style not in FORMATS:
        from hipify_py.suggestions import did_you_mean

        hint = did_you_mean(style, FORMATS)
        remedy = f"{hint}?" if hint else f"use one of {', '.join(FORMATS)}"
        message = f"no format named {style!r}; {remedy}"
        raise ValueError(message)
    if path == "-":
        remedy = f"print one form with --format {style}, or write {style}:./- for a file of that name"
        message = f"{text!r}: a report goes to a file, and what is printed is one form; {remedy}"
        raise ValueError(message)
    return ReportFile(style, path)


def _parsed(_: click.Context, option: click.Parameter, given: tuple[str, ...]) -> tuple[ReportFile, ...]:
    try:
        wanted = tuple(map(parsed, given))
        _check_apart(wanted)
    except ValueError as error:
        raise click.BadParameter(str(error), param=option) from error
    return wanted


def _check_apart(wanted: Iterable[ReportFile]) -> None:
    """Raise `ValueError` where two reports go to one file; pipes and devices take several."""
    seen: set[str] = set()
    for _, path in wanted:
        place = os.path.realpath(path)
        if place in seen and (os.path.isfile(place) or not os.path.exists(place)):
            message = f"{path!r}: another report goes there; name a file for each"
            raise ValueError(message)
        seen.add(place)


def _completed(_: click.Context, _option: click.Parameter, begun: str) -> list[str]:
    """Give the beginnings of a report that fit, and behind the form the files that are there, for a shell."""
    style, sign, path = begun.partition(":")
    if not sign:
        return [f"{each}:" for each in FORMATS if each.startswith(style)]
    folder, name = os.path.split(path)
    with os.scandir(folder or os.curdir) as entries:
        found = [
            os.path.join(folder, one.name) + "/" * one.is_dir()
            for one in entries
            if one.name.startswith(name)
        ]
    return sorted(f"{style}:{each}" for each in found)


REPORT = click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FORMAT:FILE",
    callback=_parsed,
    shell_complete=_completed,
    help="Write the report to a file too, in this form; may be given again.",
)


def written(report: Report, form: Form, wanted: Iterable[ReportFile], check: Callable[[str], None]) -> bool:
    """Write reports to files; False, with a message on standard error for each, where one cannot be.

    What a run has converted is written by then, and stays. `check` raises `HipifyError` for a path that is
    none for a report.
    """
    sound = True
    for style, path in wanted:
        plain = form._replace(colour=False, excerpt=False, width=100, in_file=True)
        text = FORMATS[style].render(report, plain)
        try:
            check(path)
            _put(path, text.encode("utf-8", "backslashreplace"))
        except HipifyError as error:
            click.echo(f"hipify-py: {harmless(str(error))}", err=True)
            sound = False
    return sound


def _put(path: str, data: bytes) -> None:
    """Write a file: whole or not at all, but for pipes that somebody reads, and devices."""
    from hipify_py.project.atomic import write_below
    from hipify_py.project.failures import reported

    with reported(path, "write the report"):
        try:
            special = not stat.S_ISREG(os.stat(path).st_mode)
        except FileNotFoundError:
            special = False
        if special:  # a pipe that nobody reads is refused, not waited for
            descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            with open(descriptor, "wb") as file:
                os.set_blocking(descriptor, True)
                file.write(data)
            return
    folder, name = os.path.split(os.path.realpath(path))
    write_below(folder, name, data, make=True)
