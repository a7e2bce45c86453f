"""The registry of the formats of a report, one module each.

A module is loaded when its format is asked for: a run pays only for what it prints. To add one, write a
module that makes text of a `Report`, a function here that calls it, a line in `FORMATS`, and its tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hipify_py.report.model import Mode, Report


class Form(NamedTuple):
    """What a format may need to know beside the report.

    `mode` is what the run did, `code` the one that it ends with, `names` the short name of each rule by its
    id; `quiet` leaves out what is counted, `verbose` adds notes that few want to read. `colour` and `excerpt`
    are for a terminal of `width` columns.
    """

    mode: Mode
    code: int = 0
    names: Mapping[str, str] | None = None
    quiet: bool = False
    verbose: bool = False
    colour: bool = False
    excerpt: bool = False
    width: int = 100


class Format(NamedTuple):
    """How a format is written: `for_people` in the encoding of their terminal, all else in UTF-8."""

    render: Callable[[Report, Form], str]
    for_people: bool = False


def _text(report: Report, form: Form) -> str:
    from hipify_py.report.as_text import render_text

    text = render_text(
        report, colour=form.colour, excerpt=form.excerpt, width=form.width, verbose=form.verbose
    )
    if form.quiet:
        return text
    from hipify_py.report.summary import render_summary

    between = "\n" if text else ""
    return text + between + render_summary(report, mode=form.mode, names=form.names, colour=form.colour)


def _json(report: Report, form: Form) -> str:
    from hipify_py.report.as_json import render_json

    return render_json(report, mode=form.mode, exit_code=form.code, names=form.names)


FORMATS = {"text": Format(_text, for_people=True), "json": Format(_json)}
"""By the name that `--format` takes; the first is the default."""
