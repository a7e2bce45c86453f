"""The registry of the formats of a report, one module each.

A module is loaded when its format is asked for: a run pays only for what it prints. To add one, write a
module that makes text of a `Report`, a function here that calls it, a line in `FORMATS`, and its tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hipify_py.report.places import weight
from hipify_py.report.terminal import no_commands

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.report.form import Form
    from hipify_py.report.model import Report


FEW: Final = 5  # findings that stand each with its line of source, also on a terminal


class Format(NamedTuple):
    """How a format is written: `for_people` in the encoding of their terminal, all else in UTF-8.

    `both_sides` says that it shows the passages of files, which a run then keeps.
    """

    render: Callable[[Report, Form], str]
    for_people: bool = False
    both_sides: bool = False


def _text(report: Report, form: Form) -> str:
    return no_commands(_told(report, form))


def _told(report: Report, form: Form) -> str:
    if _by_cause(report, form):
        from hipify_py.report.as_plan import render_plan

        text = render_plan(report, form)
    else:
        from hipify_py.report.as_text import render_text

        text = render_text(
            report,
            colour=form.colour,
            excerpt=form.excerpt or form.details,
            width=form.width,
            shows=form.shows,
        )
    if form.quiet and form.for_hook:
        from hipify_py.report.next_steps import before_commit

        return text + "".join(f"{line}\n" for line in before_commit(report, form))
    if form.quiet:
        return text
    from hipify_py.report.summary import render_summary

    between = "\n" if text else ""
    brief = form.width if _by_cause(report, form) else None
    told = render_summary(report, mode=form.mode, names=form.names, colour=form.colour, brief=brief)
    return told + between + text if form.in_file else text + between + told


def _by_cause(report: Report, form: Form) -> bool:
    """Say whether findings stand by cause: where that is wanted, and on a terminal that gets many of them."""
    if form.group_by or form.quiet or not form.excerpt:
        return form.group_by == "cause"
    found = (one for file in report.files for one in file.concerns if form.shows(one))
    return sum(map(weight, found)) > FEW


def _json(report: Report, form: Form) -> str:
    from hipify_py.report.as_json import render_json

    return render_json(report, mode=form.mode, exit_code=form.code, names=form.names)


def _sarif(report: Report, form: Form) -> str:
    from hipify_py.report.as_sarif import render_sarif

    return render_sarif(report, form)


def _github(report: Report, form: Form) -> str:
    from hipify_py.report.as_github import render_github

    return render_github(report, form)


def _gitlab(report: Report, _form: Form) -> str:
    from hipify_py.report.as_gitlab import render_gitlab

    return render_gitlab(report)


def _junit(report: Report, form: Form) -> str:
    from hipify_py.report.as_junit import render_junit

    return render_junit(report, form)


def _markdown(report: Report, form: Form) -> str:
    from hipify_py.report.as_markdown import render_markdown

    return render_markdown(report, form)


def _csv(report: Report, form: Form) -> str:
    from hipify_py.report.as_csv import render_csv

    return render_csv(report, form)


def _html(report: Report, form: Form) -> str:
    from hipify_py.report.as_html import render_html

    return render_html(report, form)


def _gcc(report: Report, form: Form) -> str:
    from hipify_py.report.as_gcc import render_gcc

    return no_commands(render_gcc(report, form))


FORMATS = {
    "text": Format(_text, for_people=True),
    "json": Format(_json),
    "sarif": Format(_sarif),
    "github": Format(_github),
    "gitlab": Format(_gitlab),
    "junit": Format(_junit),
    "markdown": Format(_markdown),
    "csv": Format(_csv),
    "html": Format(_html, both_sides=True),
    "gcc": Format(_gcc, for_people=True),
}
"""By the name that `--format` takes; the first is the default."""
