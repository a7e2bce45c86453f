"""What a compiler said as findings of a report, so that each of its formats can show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.choices import SIZE_LIMIT
from hipify_py.model import Lines, Place, Span
from hipify_py.outcomes import finding
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular
from hipify_py.report.model import Concern, FileReport, Report

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet
    from hipify_py.verify.model import Problem, UnitReport, Verdict

ERROR, HEADER, BROKEN = "C001", "C002", "C003"
BROKE = {"crashed": "crashes on", "timed out": "does not end in time with"}


def report_of(verdict: Verdict, rules: RuleSet) -> Report:
    """Give a report that holds what a compiler said, and nothing else."""
    return with_errors(Report((), rules.rocm, dnn=rules.dnn), verdict, rules)


def with_errors(report: Report, verdict: Verdict, rules: RuleSet) -> Report:
    """Give a report with what a compiler said as further findings, at the lines of the original files."""
    files = {one.path: one for one in report.files}
    for path, problems in _by_file(verdict).items():
        file = files.get(path) or FileReport(path, "unchanged")
        # what stands where the original was is not what the compiler's errors were brought back to
        lines = Lines(b"") if file.target == path else _lines(path)
        untold = "a conversion may have foretold it" if verdict.settled else "not foretold"
        files[path] = _more(file, [_of_problem(one, lines, rules, untold) for one in problems])
    for unit in verdict.units:
        file = files.get(unit.path) or FileReport(unit.path, "unchanged")
        files[unit.path] = _more(file, [_of_unit(unit, rules)] if unit.status in BROKE else [])
    return report._replace(files=tuple(files[path] for path in sorted(files)))


def _more(file: FileReport, concerns: list[Concern]) -> FileReport:
    return file._replace(concerns=tuple(sorted((*file.concerns, *concerns), key=lambda one: one.start)))


def _by_file(verdict: Verdict) -> dict[str, list[Problem]]:
    """Give the errors of all units; one of a header is told once, with the sides of all that it breaks."""
    found: dict[tuple[str, int, int, str], Problem] = {}
    for one in (problem for unit in verdict.units for problem in unit.problems):
        place = one.path, one.line, one.column, one.text
        first = found.setdefault(place, one)
        found[place] = first._replace(sides=tuple(dict.fromkeys((*first.sides, *one.sides))))
    files: dict[str, list[Problem]] = {}
    for one in found.values():
        files.setdefault(one.path, []).append(one)
    return files


def _lines(path: str) -> Lines:
    """Give the lines of a file as it is now; none where it cannot be read any more."""
    try:
        return Lines(read_regular(path, SIZE_LIMIT)[0])
    except (OSError, NotRegularError, TooLargeError):
        return Lines(b"")


def _of_problem(problem: Problem, lines: Lines, rules: RuleSet, untold: str) -> Concern:
    if problem.third_party:
        name = problem.cause.removeprefix("missing header ")
        told = finding(rules, HEADER, Span(0, 0), header=name)
    else:
        foretold = f"foretold by {', '.join(problem.foretold)}" if problem.foretold else untold
        sides = f" for {', '.join(problem.sides)}" if problem.sides else ""
        told = finding(rules, ERROR, Span(0, 0), error=problem.text, sides=sides, foretold=foretold)
    inside = f"; inside {problem.inside}" if problem.inside else ""
    advice = f"; {problem.advice}" if problem.advice else ""
    place, excerpt = _place(problem, lines)
    message = told.message + inside + advice
    return Concern(told.rule, told.severity, told.fails, message, place, place, excerpt)


def _place(problem: Problem, lines: Lines) -> tuple[Place, str]:
    """Give where an error stands, and its line; the first one where the compiler named none."""
    line, column = max(problem.line, 1), max(problem.column, 1)
    if line > len(lines.starts):
        return Place(line, column, 0), ""
    text = lines.text(line)
    before = len(text[: column - 1].encode("utf-8", "replace"))
    return Place(line, column, lines.starts[line - 1] + before), text


def _of_unit(unit: UnitReport, rules: RuleSet) -> Concern:
    told = finding(rules, BROKEN, Span(0, 0), how=BROKE[unit.status], reason=unit.reason)
    return Concern(told.rule, told.severity, told.fails, told.message, Place(1, 1, 0), Place(1, 1, 0), "")
