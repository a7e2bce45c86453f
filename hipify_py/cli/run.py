"""A run, from what was given to what is printed: for `convert`, `check`, `verify` and `baseline`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from hipify_py.choices import BUILD_MODES, DNNS, LAUNCHES, WARPS
from hipify_py.cli.exit_codes import EXIT_FILES, exit_code, verified_code
from hipify_py.cli.options import Refused, archs_of, looks_of
from hipify_py.cli.verify import DEFAULTS, compile_all, wish_of
from hipify_py.model import HipifyError
from hipify_py.verify.formats import FORMATS as VERDICTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.cli.resolve import Resolved
    from hipify_py.report.baseline import Baseline
    from hipify_py.report.model import Mode, Report
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Settings
    from hipify_py.verify.model import Verdict

MODES: dict[str, Mode] = {"output": "write", "in-place": "write", "diff": "diff", "check": "check"}


class Outcome(NamedTuple):
    """What a run came to: the report with the findings that were chosen, and of `-` the converted text."""

    report: Report
    rules: RuleSet
    output: bytes = b""
    verdict: Verdict | None = None


def outcome(
    mode: str,
    holds: Resolved,
    more: Callable[[Report, RuleSet], Report] | None = None,
    converted: Callable[[Settings], Report] | None = None,
) -> Outcome:
    """Convert what was given; raises `Refused` where the whole run cannot go on.

    `more` gives the report with what is to be said beside, before findings are chosen. `converted` does the
    work where it is another than that of files and folders.
    """
    from hipify_py.cli.resolve import selection_of
    from hipify_py.rules.load import ruleset_of

    given = holds.values
    verified = given.get("verify")
    try:
        settings = _settings("memory" if verified and mode == "dry-run" else mode, given)
        rules = ruleset_of(settings)
        selection = selection_of(holds, rules)
        baseline = _baseline(given)
        wish = wish_of({**DEFAULTS, **given}, settings, ()) if verified else None
        if converted:
            output, report = b"", converted(settings)
        else:
            output, report = (
                _standard_input(mode, settings, given) if _piped(given) else _tree(settings, given)
            )
        verdict = compile_all(report, settings, wish, given) if wish else None
        report = more(report, rules) if more else report
    except HipifyError as error:
        raise Refused(str(error)) from error
    if selection is not None:
        from hipify_py.report.selection import chosen

        report = chosen(report, selection)
    return Outcome(baseline.compared(report) if baseline else report, rules, output, verdict)


def run(mode: str, holds: Resolved) -> None:
    """Convert what was given, print the report, and end with the exit code."""
    from hipify_py.cli.console import for_eyes, render, render_verdict, say
    from hipify_py.cli.occasion import date_of, project_name
    from hipify_py.cli.report_files import written
    from hipify_py.cli.run_files import apart
    from hipify_py.report.form import Form

    given = holds.values
    piped = _piped(given)
    if given.get("verify") and (piped or mode == "diff"):
        text = "--verify compiles files: give no - and no --diff with it"
        raise click.UsageError(text)
    report, rules, output, verdict = outcome(mode, holds)
    whole = _with_errors(report, verdict, rules)
    if mode == "diff":
        output = b"".join(file.diff for file in report.files)
    code = exit_code(report, given["fail_on"])
    if verdict:
        code = verified_code(report, verdict, given["fail_on"])
    # Where standard output carries the converted text the report goes to standard error.
    stream = sys.stderr if mode == "diff" or (piped and mode != "check") else sys.stdout
    if stream is sys.stderr and not say(sys.stdout, for_eyes(output, sys.stdout), wanted=True):
        code = max(code, EXIT_FILES)
    shown: Mode = "write" if piped and mode == "dry-run" else MODES.get(mode, "dry-run")
    names = {key: rule.name for key, rule in rules.by_id.items()}
    verbose = given["verbose"] or given["fail_on"] == "note"
    form = Form(shown, code, names, given["quiet"], verbose=verbose, rules=rules, **looks_of(given))
    form = form._replace(for_hook=given.get("in_repository", False))
    form = form._replace(project=project_name(given["paths"]), date=date_of())
    if not written(whole, form, given["reports"], apart(report, holds)):
        code = max(code, EXIT_FILES)
        form = form._replace(code=code)
    if verdict and (own := VERDICTS.get(given["style"])):
        said = render(report, given["style"], form, stream)
        said = own.join(said, render_verdict(verdict, given["style"], form, stream))
    else:
        said = render(whole, given["style"], form, stream)
    if not say(stream, said):
        code = max(code, EXIT_FILES)
    refuse_empty(verdict)
    sys.exit(code)


def _with_errors(report: Report, verdict: Verdict | None, rules: RuleSet) -> Report:
    """Give the report with what a compiler said as findings, where one was asked."""
    if verdict is None:
        return report
    from hipify_py.verify.as_report import with_errors

    return with_errors(report, verdict, rules)


def _piped(given: dict[str, Any]) -> bool:
    return "-" in given["paths"]


def refuse_empty(verdict: Verdict | None) -> None:
    """Raise the error that ends a run which compiled nothing: it must not pass for one that went well."""
    if verdict is not None and not verdict.units:
        text = "nothing to compile: no source here that is compiled by itself holds CUDA or HIP"
        raise Refused("; ".join((text, *verdict.remarks)))


def run_verify(holds: Resolved, flags: tuple[str, ...]) -> None:
    """Compile what was given, converted in memory, print the verdict, and end with the exit code."""
    from hipify_py.cli.console import render, render_verdict, say
    from hipify_py.cli.occasion import date_of, project_name
    from hipify_py.cli.report_files import written
    from hipify_py.cli.run_files import apart
    from hipify_py.report.form import Form
    from hipify_py.rules.load import ruleset_of
    from hipify_py.verify.as_report import report_of

    given = holds.values
    style = given["style"]
    try:
        settings = _settings("memory", given)
        wish = wish_of(given, settings, flags)
        _, report = _tree(settings, given)
        verdict = compile_all(report, settings, wish, given)
    except HipifyError as error:
        raise Refused(str(error)) from error
    refuse_empty(verdict)
    code = verified_code(report, verdict, "never")
    form = Form("check", code, quiet=given["quiet"], project=project_name(given["paths"]), date=date_of())
    if given["reports"] or style not in VERDICTS:
        rules = ruleset_of(settings)
        found = report_of(verdict, rules)
        form = form._replace(rules=rules, names={key: rule.name for key, rule in rules.by_id.items()})
        if not written(found, form, given["reports"], apart(report, holds)):
            code = max(code, EXIT_FILES)
            form = form._replace(code=code)
    if style in VERDICTS:
        said = render_verdict(verdict, style, form, sys.stdout)
    else:
        said = render(found, style, form, sys.stdout)
    if not say(sys.stdout, said):
        code = max(code, EXIT_FILES)
    sys.exit(code)


def _settings(mode: str, given: dict[str, Any]) -> Settings:
    from hipify_py.settings import Settings

    return Settings(
        mode="dry-run" if mode == "check" else mode,  # type: ignore[arg-type]
        output=given.get("output") if mode == "output" else None,
        launch=given.get("launch", LAUNCHES[0]),
        warp=given["warp"] or WARPS[0],
        polyfill=given["polyfill"] is not False,
        rename=given.get("rename"),
        warp_header_dir=given.get("warp_header_dir") or "",
        include=given["include"],
        exclude=given["exclude"],
        include_dirs=given["include_dirs"],
        rules=given["rules"],
        rocm=given["rocm"],
        archs=archs_of(given["arch"]),
        dnn=given["dnn"] or DNNS[0],
        build="keep" if given["build_files"] is False else given["build_mode"] or BUILD_MODES[0],
        max_size=given["max_size"],
        both_sides=_both_sides(given),
        in_repository=given.get("in_repository", False),
        cache_size=given["cache_size"] if given["cache"] else 0,
    )


def _both_sides(given: dict[str, Any]) -> bool:
    """Say whether a form of the report is wanted that shows the lines around edits and findings."""
    from hipify_py.report.formats import FORMATS

    wanted = {given.get("style"), *(each.style for each in given.get("reports", ()))}
    return any(FORMATS[style].both_sides for style in wanted & FORMATS.keys())


def _baseline(given: dict[str, Any]) -> Baseline | None:
    """Read the baseline that was given, if one was."""
    if not given["baseline"]:
        return None
    from hipify_py.report.baseline import read

    return read(given["baseline"])


def _tree(settings: Settings, given: dict[str, Any]) -> tuple[bytes, Report]:
    from hipify_py.cli.console import is_dumb, is_terminal
    from hipify_py.project.run import convert_tree
    from hipify_py.project.workers import cores

    jobs = given["jobs"] or cores()
    if given["quiet"] or is_dumb() or not is_terminal(sys.stderr):
        return b"", convert_tree(given["paths"], settings, jobs=jobs)
    from hipify_py.cli.progress import progress

    then = "compiling" if settings.mode == "memory" else ""
    with progress("Reading", "converting") as surveyed, progress("Converting", then) as advance:
        return b"", convert_tree(given["paths"], settings, jobs=jobs, progress=advance, surveyed=surveyed)


def _standard_input(mode: str, settings: Settings, given: dict[str, Any]) -> tuple[bytes, Report]:
    if given["paths"] != ("-",) or mode in {"output", "in-place"} or settings.rename:
        text = "- stands for standard input and output: give no other PATH, and no -o, --in-place or --rename"
        raise click.UsageError(text)
    if sys.stdin is None:
        text = "standard input is closed: give a PATH"
        raise click.UsageError(text)
    from hipify_py.project.run import convert_stream

    return convert_stream(sys.stdin.buffer, settings)
