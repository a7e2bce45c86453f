"""`hipify-py report` and `hipify-py diff`: what reports that were kept as JSON say, and what changed."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from hipify_py.cli.console import has_colour, render, say
from hipify_py.cli.exit_codes import EXIT_FILES, EXIT_FINDINGS, reaches
from hipify_py.cli.options import Refused, looks_of
from hipify_py.cli.report_files import written
from hipify_py.model import HipifyError
from hipify_py.report.form import Form

if TYPE_CHECKING:
    from hipify_py.cli.report_files import ReportFile
    from hipify_py.report.from_json import Kept


def _read(path: str) -> Kept:
    from hipify_py.report.from_json import read_report

    try:
        return read_report(path)
    except HipifyError as error:
        raise Refused(str(error)) from error


def render_again(path: str, style: str, reports: tuple[ReportFile, ...], given: dict[str, Any]) -> None:
    """Print a report that was kept as the options say, and write it to files; end with the exit code."""
    from hipify_py.cli.occasion import date_of, project_of
    from hipify_py.cli.run_files import apart
    from hipify_py.report.rule_texts import rules_of

    kept = _read(path)
    rules = rules_of(kept.report)
    names = {key: rule.name for key, rule in rules.by_id.items()} | kept.names
    form = Form(kept.mode, kept.code, names, given["quiet"], given["verbose"], rules=rules, **looks_of(given))
    form = form._replace(project=project_of(kept.report), date=date_of(os.stat(path).st_mtime))
    sound = say(sys.stdout, render(kept.report, style, form, sys.stdout))
    sys.exit(
        0 if written(kept.report, form, reports, apart(kept.report, beside=(path,))) and sound else EXIT_FILES
    )


def show_changes(old: str, new: str, style: str, fail_on: str, *, verbose: bool) -> None:
    """Print what changed between two reports that were kept; end with the exit code."""
    from hipify_py.report.as_comparison import render_json, render_text
    from hipify_py.report.compare import compare

    before, now = _read(old), _read(new)
    made = compare(before.report, now.report, before.names | now.names)
    colour = has_colour(sys.stdout)
    text = render_json(made) if style == "json" else render_text(made, colour=colour, verbose=verbose)
    encoding = (getattr(sys.stdout, "encoding", None) if style == "text" else None) or "utf-8"
    if not say(sys.stdout, text.encode(encoding, "backslashreplace")):
        sys.exit(EXIT_FILES)
    sys.exit(EXIT_FINDINGS if reaches((one.severity for _, one in made.new), fail_on) else 0)
