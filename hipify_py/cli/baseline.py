"""`hipify-py baseline`: write down the findings of today, and take out those that are gone."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from hipify_py.cli.console import say
from hipify_py.cli.exit_codes import EXIT_CODES, EXIT_FILES, exit_code
from hipify_py.cli.options import Refused, run_options
from hipify_py.model import HipifyError
from hipify_py.report.terminal import harmless, no_commands

if TYPE_CHECKING:
    from hipify_py.cli.resolve import Resolved
    from hipify_py.cli.run import Outcome
    from hipify_py.report.baseline import Baseline
    from hipify_py.report.model import Report

USUAL = "hipify-baseline.json"
"""The file that is written where neither `--baseline` nor the settings name one."""


@click.group(
    short_help="Write down today's findings, so that new ones alone fail.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
def baseline() -> None:
    """Write down the findings of today, so that a run fails on new ones alone.

    The file is that of --baseline, or of `baseline` in the settings, or hipify-baseline.json here. `check`
    and `convert` compare with it where --baseline or the settings name it.
    """


@baseline.command(epilog=EXIT_CODES)
@run_options("never", ())
def write(**given: Any) -> None:  # noqa: ANN401
    """Write all findings of PATH to the baseline, over what stands there.

    Where a file or PATH cannot be read, what the baseline knew of files that were not read stays in it.
    """
    from hipify_py.report.baseline import of_report

    place, made, holds = _checked(given)
    report = made.report
    if not any(file.status == "failed" for file in report.files):
        counted = _put(place, of_report(report, _folder(place)), made, holds)
        _end(f"{harmless(place)}: written; {counted}", made)
    elif all(file.status == "failed" for file in report.files):
        _end(f"{harmless(place)}: not written: nothing was read", made)
    else:
        found, kept = of_report(report, _folder(place)), _kept(place, made)
        more = f", {kept.total} of them as before, as not every file was read" if kept.total else ""
        counted = _put(place, found.joined(kept), made, holds)
        _end(f"{harmless(place)}: written; {counted}{more}", made)


@baseline.command(epilog=EXIT_CODES, short_help="Take out of the baseline what is not found any more.")
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
    counted = _put(place, after, made, holds)
    _end(f"{harmless(place)}: {gone} taken out; {counted}", made)


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


def _kept(place: str, run: Outcome) -> Baseline:
    """Give what the baseline knew of the files that a run could not read.

    Where what stands there cannot be read either, nothing is written over it.
    """
    from hipify_py.report.baseline import Baseline, read

    if not os.path.lexists(place):
        return Baseline(_folder(place), {}, {})
    try:
        return read(place).unread(run.report)
    except HipifyError as error:
        why = str(error).removeprefix(f"{place}: ").partition("; ")[0]
        said = f"{harmless(place)}: not written: files could not be read, nor what is known of them: "
        _end(f"{said}{harmless(why)}; mend what failed, or remove the baseline", run)


def _put(place: str, made: Baseline, run: Outcome, holds: Resolved) -> str:
    """Write a baseline, and say how many findings it has."""
    from hipify_py.project.atomic import write_below
    from hipify_py.report.baseline import written

    folder, name = os.path.split(place)
    try:
        _check_place(place, run.report, holds)
        write_below(folder or ".", name, written(made).encode(), make=True)
    except HipifyError as error:
        raise Refused(str(error)) from error
    kinds = len(made.files)
    return f"{made.total} findings in {kinds} {'file' if kinds == 1 else 'files'}"


def _end(said: str, run: Outcome) -> NoReturn:
    """Name the files that failed, say a line, and end with the exit code."""
    from hipify_py.report.as_text import render_text

    failed = tuple(file._replace(concerns=()) for file in run.report.files if file.status == "failed")
    text = no_commands(f"{render_text(run.report._replace(files=failed))}{said}\n")
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
