"""`hipify-py baseline`: write down the findings of today, and take out those that are gone."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING, Any

import click

from hipify_py.cli.console import say
from hipify_py.cli.exit_codes import EXIT_CODES, EXIT_FILES, exit_code
from hipify_py.cli.options import Refused, run_options
from hipify_py.model import HipifyError
from hipify_py.report.terminal import harmless

if TYPE_CHECKING:
    from hipify_py.cli.resolve import Resolved
    from hipify_py.cli.run import Outcome
    from hipify_py.report.baseline import Baseline
    from hipify_py.report.model import Report

USUAL = "hipify-baseline.json"
"""The file that is written where neither `--baseline` nor the settings name one."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def baseline() -> None:
    """Write down the findings of today, so that a run fails on new ones alone.

    The file is that of --baseline, or of `baseline` in the settings, or hipify-baseline.json here. `check`
    and `convert` compare with it where --baseline or the settings name it.
    """


@baseline.command(epilog=EXIT_CODES)
@run_options("never", ())
def write(**given: Any) -> None:  # noqa: ANN401
    """Write all findings of PATH to the baseline, over what stands there."""
    from hipify_py.report.baseline import of_report

    place, made, holds = _checked(given)
    _put(place, of_report(made.report, _folder(place)), made, holds, "written")


@baseline.command(epilog=EXIT_CODES)
@run_options("never", ())
def prune(**given: Any) -> None:  # noqa: ANN401
    """Take out of the baseline what is not found in PATH any more, and files that are gone."""
    from hipify_py.report.baseline import read

    place, made, holds = _checked(given)
    try:
        before = read(place)
    except HipifyError as error:
        raise Refused(str(error)) from error
    after = before.pruned(made.report)
    gone = before.total - after.total
    _put(place, after, made, holds, f"{gone} taken out")


def _checked(given: dict[str, Any]) -> tuple[str, Outcome, Resolved]:
    """Give the baseline's path, and what a check without one comes to."""
    from hipify_py.cli.resolve import resolve
    from hipify_py.cli.run import outcome

    if "-" in given["paths"]:
        text = "a baseline is of files: give no -"
        raise click.UsageError(text)
    holds = resolve(given)
    place = str(holds.values["baseline"] or USUAL)
    holds.values["baseline"] = None
    return place, outcome("check", holds), holds


def _put(place: str, made: Baseline, run: Outcome, holds: Resolved, what: str) -> None:
    """Write a baseline, say so, and end with the exit code; files that failed are named."""
    from hipify_py.project.atomic import write_below
    from hipify_py.report.as_text import render_text
    from hipify_py.report.baseline import written

    folder, name = os.path.split(place)
    try:
        _check_place(place, run.report, holds)
        write_below(folder or ".", name, written(made).encode(), make=True)
    except HipifyError as error:
        raise Refused(str(error)) from error
    failed = tuple(file._replace(concerns=()) for file in run.report.files if file.status == "failed")
    text = render_text(run.report._replace(files=failed))
    kinds = len(made.files)
    text += (
        f"{harmless(place)}: {what}; {made.total} findings in {kinds} {'file' if kinds == 1 else 'files'}\n"
    )
    code = exit_code(run.report, "never")
    if not say(sys.stdout, text.encode("utf-8", "backslashreplace")):
        code = max(code, EXIT_FILES)
    sys.exit(code)


def _check_place(place: str, report: Report, holds: Resolved) -> None:
    """Raise `HipifyError` where a baseline would take the place of a file of the run, of a link or of a pipe.

    The usual name may be a link that came with the sources: nothing is written through it.
    """
    from hipify_py.cli.run_files import check_apart
    from hipify_py.project.failures import refusal

    check_apart(place, report, "write the baseline", holds)
    if os.path.lexists(place) and not stat.S_ISREG(os.lstat(place).st_mode):
        raise refusal(place, "cannot write the baseline: no regular file stands there", "name another one")


def _folder(place: str) -> str:
    return os.path.dirname(os.path.abspath(place))
