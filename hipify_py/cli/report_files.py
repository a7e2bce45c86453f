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
    from collections.abc import Iterable

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
    return ReportFile(style, path)


def _parsed(_: click.Context, option: click.Parameter, given: tuple[str, ...]) -> tuple[ReportFile, ...]:
    try:
        return tuple(map(parsed, given))
    except ValueError as error:
        raise click.BadParameter(str(error), param=option) from error


REPORT = click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FORMAT:FILE",
    callback=_parsed,
    help="Write the report to a file too, in this form; may be given again.",
)


def written(report: Report, form: Form, wanted: Iterable[ReportFile]) -> bool:
    """Write reports to files; False, with a message on standard error for each, where one cannot be.

    What a run has converted is written by then, and stays.
    """
    sound = True
    for style, path in wanted:
        plain = form._replace(colour=False, excerpt=False, width=100)
        text = FORMATS[style].render(report, plain)
        try:
            check_no_source(path, report, "write the report")
            _put(path, text.encode("utf-8", "backslashreplace"))
        except HipifyError as error:
            click.echo(f"hipify-py: {harmless(str(error))}", err=True)
            sound = False
    return sound


def check_no_source(path: str, report: Report, action: str) -> None:
    """Raise `HipifyError` for the path of a file that the run is about, or that it wrote."""
    try:
        own = os.stat(path)
    except OSError:
        return
    for each in (place for file in report.files for place in (file.path, file.target) if place):
        try:
            same = os.path.samestat(own, os.stat(each))
        except (OSError, ValueError):
            continue
        if same:
            text = f"{path}: cannot {action}: it is a file of this run; name another one"
            raise HipifyError(text)


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
