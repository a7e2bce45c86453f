"""`hipify-py shim`: a header that gives CUDA's names HIP's meaning, for sources that stay as they are."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hipify_py.cli.console import render, say
from hipify_py.cli.exit_codes import EXIT_CODES, EXIT_FILES, EXIT_FINDINGS, exit_code
from hipify_py.cli.options import Refused, run_options
from hipify_py.cli.report_files import written
from hipify_py.cli.resolve import resolve
from hipify_py.cli.run import outcome
from hipify_py.cli.run_files import apart
from hipify_py.model import HipifyError
from hipify_py.report.form import Form
from hipify_py.report.formats import FORMATS
from hipify_py.report.terminal import harmless
from hipify_py.shim.coverage import lacking
from hipify_py.shim.files import files_of
from hipify_py.shim.folder import check_apart, excluded, standing, write
from hipify_py.shim.uses import uses_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.cli.resolve import Resolved
    from hipify_py.report.model import Concern, FileReport, Report
    from hipify_py.rules.model import RuleSet
    from hipify_py.shim.folder import Changed
    from hipify_py.shim.pieces import Uses

HEADERS = frozenset({"header"})
NAMES = frozenset({"name", "macro", "c", "function", "using", "group", "namespace"})


@click.command(epilog=EXIT_CODES)
@click.option("-o", "--output", "folder", metavar="DIR", required=True, help="Folder of the shim.")
@click.option(
    "--check",
    is_flag=True,
    help="Write nothing: exit with 1 if the sources use what the shim in DIR lacks, or it is out of date.",
)
@run_options("never")
def shim(**given: Any) -> None:  # noqa: ANN401  click hands over what the options say
    """Write a header by which unchanged CUDA sources compile as HIP.

    The folder gets cuda_to_hip.h, which has the CUDA names that the sources use and no others, a header in
    the place of each of CUDA's that they include, and cuda_to_hip.cmake. What no header can do is reported.
    """
    folder, check = given.pop("folder"), given.pop("check")
    if "-" in given["paths"]:
        text = "a shim is for files: give no -"
        raise click.UsageError(text)
    holds = resolve(given)
    holds.values["build_files"] = False  # a build for a shim stays as it is
    said: list[str] = []
    stale: list[tuple[str, Concern]] = []  # counts whichever findings are chosen

    def made(report: Report, rules: RuleSet) -> Report:
        uses = uses_of(report.files, rules)
        files = files_of(uses, rules, [*map(Path, holds.values["rules"])], rules.dnn)
        more = [(path, one) for path, some in uses.uncarried.items() for one in some]
        if check:
            stale.extend(_in(folder, lacking(uses, files, standing(folder), rules), report))
            more += stale
        elif any(file.status == "failed" for file in report.files):
            said.append(
                f"{harmless(folder)}: not written, for some files failed: the shim would lack their names\n"
            )
        else:
            said.append(_summary(folder, uses, write(folder, files)))
        return report._replace(files=tuple(_with(report.files, more)))

    try:
        check_apart(folder, given["paths"])
        holds.values["exclude"] = (*holds.values["exclude"], *excluded(folder, given["paths"]))
    except HipifyError as error:
        raise Refused(str(error)) from error
    run = outcome("memory", holds, made)
    code = exit_code(run.report, holds.values["fail_on"])
    code = max(code, EXIT_FINDINGS) if stale else code
    _print(run.report, run.rules, holds, code, "".join(said))


def _print(report: Report, rules: RuleSet, holds: Resolved, code: int, said: str) -> None:
    """Print the report and what was written, and end with the exit code."""
    given = holds.values
    names = {key: rule.name for key, rule in rules.by_id.items()}
    verbose = given["verbose"] or given["fail_on"] == "note"
    for_people = FORMATS[given["style"]].for_people
    form = Form("check", code, names, quiet=for_people, verbose=verbose, rules=rules)
    if not written(report, form, given["reports"], apart(report, holds)):
        code = max(code, EXIT_FILES)
        form = form._replace(code=code)
    text = render(report, given["style"], form, sys.stdout)
    stream = sys.stdout if for_people else sys.stderr
    sound = say(sys.stdout, text)
    if said and not given["quiet"]:
        sound = say(stream, said.encode("utf-8", "backslashreplace")) and sound
    sys.exit(code if sound else max(code, EXIT_FILES))


def _summary(folder: str, uses: Uses, changed: Changed) -> str:
    """Say what a shim holds, and what was done with its files."""
    beyond = sum(map(len, uses.uncarried.values()))
    counts = (
        f"{_count(uses, NAMES)} names, {_count(uses, HEADERS)} headers of CUDA; {beyond} places are beyond it"
    )
    done = ", ".join(
        f"{len(some)} {what}" for some, what in zip(changed, ("written", "removed"), strict=True) if some
    )
    return f"{harmless(folder)}: {counts}; files: {done or 'none changed'}\n"


def _count(uses: Uses, kinds: frozenset[str]) -> int:
    return len({piece.name for piece in uses.pieces if piece.kind in kinds})


def _in(folder: str, found: Iterable[tuple[str, Concern]], report: Report) -> Iterable[tuple[str, Concern]]:
    """Give findings with the paths of their files as a user types them."""
    sources = {file.path for file in report.files}
    for path, concern in found:
        yield (path if path in sources else os.path.join(folder, path)), concern


def _with(files: Iterable[FileReport], more: Iterable[tuple[str, Concern]]) -> Iterable[FileReport]:
    """Add findings to the reports of their files, and reports for files that had none; in path order."""
    from hipify_py.report.model import FileReport

    added: dict[str, list[Concern]] = {}
    for path, concern in more:
        added.setdefault(path, []).append(concern)
    made = {file.path: file for file in files}
    for path, some in added.items():
        file = made.get(path) or FileReport(path, "unchanged")
        ordered = sorted((*file.concerns, *some), key=lambda one: (one.start.offset, one.rule, one.message))
        made[path] = file._replace(concerns=tuple(ordered))
    return (made[path] for path in sorted(made))
