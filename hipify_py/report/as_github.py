"""A report as commands of GitHub's workflows, which show each finding at its line of a pull request.

The form is that of "Workflow commands" in the documentation of GitHub Actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hipify_py.report.order import HUSHED, badness, concerns_of, failure_id, files_of, reason_of
from hipify_py.report.places import counted_message
from hipify_py.report.rule_texts import explained
from hipify_py.report.terminal import harmless

if TYPE_CHECKING:
    from hipify_py.report.form import Form
    from hipify_py.report.model import Report

LEVELS: Final = {"error": "error", "warning": "warning", "note": "notice"}


def render_github(report: Report, form: Form) -> str:
    """Write a command a finding, the worst first, as GitHub shows only the first ten of a kind.

    The last line of a message names the command that tells more.
    """
    lines: list[tuple[int, str]] = []
    for file in files_of(report):
        if failure := failure_id(file):
            place = {"file": file.path, "title": failure}
            lines.append((0, _line("error", place, reason_of(file), failure)))
        for one in concerns_of(file):
            if one.rule in HUSHED and not form.verbose:
                continue
            name = (form.names or {}).get(one.rule, "")
            place = {"file": file.path, "line": str(one.start.line), "col": str(one.start.column)}
            if one.end.line == one.start.line and one.end.column > one.start.column:
                place["endColumn"] = str(one.end.column)
            else:
                place["endLine"] = str(one.end.line)
            title = {"title": f"{one.rule} {name}".strip()}
            line = _line(LEVELS[one.severity], place | title, counted_message(one), one.rule)
            lines.append((badness(one.severity), line))
    lines.sort(key=lambda line: line[0])
    return "".join(f"{line}\n" for _, line in lines)


def _line(level: str, properties: dict[str, str], message: str, rule: str) -> str:
    shown = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{level} {shown}::{_data(message)}%0A{_data(explained(rule))}"


def _data(text: str) -> str:
    return harmless(" ".join(text.splitlines())).replace("%", "%25")


def _property(text: str) -> str:
    return harmless(text).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
