"""`hipify-py unit`: one source and its headers, converted as a step of a build."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from hipify_py.cli.console import render, say
from hipify_py.cli.exit_codes import EXIT_CODES, EXIT_FILES, exit_code
from hipify_py.cli.options import LAUNCH, looks_of, run_options
from hipify_py.cli.report_files import written
from hipify_py.cli.resolve import resolve
from hipify_py.cli.run import outcome
from hipify_py.cli.run_files import apart, check_outputs, read_beside
from hipify_py.model import HipifyError
from hipify_py.project.atomic import write_below
from hipify_py.project.build_step import Place, Step, convert_step, write
from hipify_py.project.depfile import depfile, program_files
from hipify_py.project.failures import refusal
from hipify_py.report.form import Form
from hipify_py.report.formats import FORMATS
from hipify_py.report.terminal import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.cli.resolve import Resolved
    from hipify_py.cli.run import Outcome
    from hipify_py.report.model import Report
    from hipify_py.settings import Settings

STYLES = ("gcc", *(name for name in FORMATS if name != "gcc"))


@click.command(epilog=EXIT_CODES, short_help="Convert a source and its headers, as a step of a build.")
@click.option("-o", "--output", "folder", metavar="DIR", required=True, help="Folder of what comes out.")
@click.option(
    "--root",
    "roots",
    multiple=True,
    default=(".",),
    show_default=True,
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False),
    help="Folder of the project: files keep their path from there on in the output, and headers below it are"
    " converted. Those below further ones, which may be given, go to _outside in the output.",
)
@LAUNCH
@click.option("--depfile", metavar="FILE", help="Write what the output was made of, for make and Ninja.")
@run_options("error", STYLES)
def unit(**given: Any) -> None:  # noqa: ANN401  click hands over what the options say
    """Convert one source, and the headers of the project that it includes, as a step of a build.

    Findings are printed as a compiler does. Where they reach --fail-on nothing is written, so that the build
    stops and does the step again. The converted source is new even if its text is not; headers are written
    only where they changed, and once for all sources that share the output.
    """
    place, depends = Place(given.pop("roots"), given.pop("folder")), given.pop("depfile")
    if len(given["paths"]) != 1 or given["paths"][0] == "-":
        text = "a step of a build converts one source: give one PATH"
        raise click.UsageError(text)
    holds = resolve(given)
    steps: list[Step] = []

    def converted(settings: Settings) -> Report:
        steps.append(convert_step(given["paths"][0], place, settings))
        return steps[0].report

    run = outcome("memory", holds, converted=converted)
    (step,) = steps
    code = exit_code(run.report, holds.values["fail_on"])
    code = max(code, _show(run, holds, code, _targets(step, place)))
    if not code:
        try:
            if depends:
                _note(depends, step, place, holds)
            write(step, place.output)
        except HipifyError as error:
            click.echo(f"hipify-py: {harmless(str(error))}", err=True)
            code = EXIT_FILES
    sys.exit(code)


def _targets(step: Step, place: Place) -> list[str]:
    """Give the paths of what a step writes, last the source."""
    return [os.path.join(place.output, name) for name in (*sorted(step.headers), *step.files)]


def _show(run: Outcome, holds: Resolved, code: int, targets: list[str]) -> int:
    """Print the report; give the exit code for what could not be written, else 0.

    It is written before the `targets`, of which it must be none.
    """
    given = holds.values
    names = {key: rule.name for key, rule in run.rules.by_id.items()}
    verbose = given["verbose"] or given["fail_on"] == "note"
    form = Form("check", code, names, quiet=True, verbose=verbose, rules=run.rules, **looks_of(given))
    is_read = apart(run.report, holds)

    def check(path: str) -> None:
        is_read(path)
        check_outputs(path, targets, "write the report")

    sound = written(run.report, form, given["reports"], check)
    return (
        0 if say(sys.stdout, render(run.report, given["style"], form, sys.stdout)) and sound else EXIT_FILES
    )


def _note(path: str, step: Step, place: Place, holds: Resolved) -> None:
    """Write the depfile: before the output, which alone says that the step is done."""
    folder, name = os.path.split(os.path.realpath(path))
    reads = [*step.reads, *_read_beside(holds)]
    if os.path.join(folder, name) in reads:
        raise refusal(path, "not written: it is a file of this run", "name another one with --depfile")
    targets = _targets(step, place)
    reports = [each.path for each in holds.values["reports"]]
    check_outputs(path, [*targets, *reports], "write the depfile")
    write_below(folder, name, depfile(targets[-1], reads), make=True)


def _read_beside(holds: Resolved) -> Iterator[str]:
    """Give what the outcome hangs on beside the sources, by real paths."""
    yield from map(os.path.realpath, read_beside(holds))
    yield from program_files()
