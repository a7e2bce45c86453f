"""A report as one HTML page that needs nothing else: no network, no other file, no server.

What the page shows at once is made here, by a template that escapes; what it filters and opens is data in it,
as JSON, of which `html/*.js` makes text and never markup. A policy in its head lets run these scripts alone.
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from hipify_py.model import FAILS, SEVERITIES
from hipify_py.report.as_json import shown_excerpt
from hipify_py.report.causes import URGENCY, key_of
from hipify_py.report.effort import EFFORTS, edited_lines, effort_of, lines_by_effort
from hipify_py.report.folders import folders, shared_folder
from hipify_py.report.order import (
    badness,
    changes_of,
    concerns_of,
    failure_id,
    files_of,
    is_aside,
    reason_of,
)
from hipify_py.report.passages import LONGEST
from hipify_py.report.places import weight
from hipify_py.report.rule_texts import rule_text
from hipify_py.report.summary import summarise
from hipify_py.report.terminal import harmless
from hipify_py.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.model import Fails, Severity
    from hipify_py.report.form import Form
    from hipify_py.report.model import Concern, FileReport, Report

    Json = dict[str, Any]
    Cause = tuple[Severity, str, str, Fails, tuple[str, str, str, str]]

HOME: Final = os.path.join(os.path.dirname(__file__), "html")
SCRIPTS: Final = ("text", "data", "filters", "source", "causes", "files", "page")
WORST_FIRST: Final = SEVERITIES[::-1]
ROWS: Final = 12  # of a chart
NAMED: Final = 20  # files that failed which are named at the top
MARKUP: Final = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "<>&'"})


def render_html(report: Report, form: Form) -> str:
    """Write a report as a page; it can be encoded as UTF-8.

    Files are shown on both sides where the run kept their `passages`, and elsewhere by the lines that
    findings stand on. What a baseline knows is counted and not listed.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(HOME, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_shown,
    )
    made.filters |= {"json": _json, "number": "{:,}".format}
    script = "\n".join(_own(f"{name}.js") for name in SCRIPTS)
    style = _own("page.css")
    files = files_of(report)
    causes = _causes(files)
    return made.get_template("page.html").render(
        overview=_overview(report, files, form),
        data=_data(files, causes, form),
        contents=(_content(file) for file in files),
        script=script,
        style=style,
        policy=f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'",
    )


def _own(name: str) -> str:
    with open(os.path.join(HOME, name), encoding="utf-8") as file:
        return file.read()


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _shown(value: object) -> object:
    """Show what the template is given without what could steer a terminal, or reorder a line."""
    return harmless(value) if type(value) is str else value  # what is markup already is another type


def _json(value: object) -> str:
    """Write JSON that may stand in a script element: in ASCII, without a sign that is markup."""
    from markupsafe import Markup

    return Markup(json.dumps(value, separators=(",", ":")).translate(MARKUP))  # noqa: S704  nothing is left to escape


# ---- what is seen at once ----------------------------------------------------------------------------------


def _overview(report: Report, files: list[FileReport], form: Form) -> Json:
    counts = summarise(report, names=form.names)
    found = [(file, one) for file in files for one in file.concerns]
    by_rule = Counter((one.rule, one.severity) for _, one in found)
    effort = sum((lines_by_effort(file) for file in files), Counter[Any]())
    ways = Counter((one.fails, one.severity) for _, one in found)
    below, shared = folders(file.path for file in files), shared_folder(file.path for file in files)
    by_folder = Counter((below[file.path], one.severity) for file, one in found)
    rows = {*below.values()}
    by_folders = _bars([(each, each.removeprefix(shared)) for each in rows], by_folder)
    failed = [file for file in files if file.status == "failed"]
    rules = [(rule, rule_text(rule, form).name) for rule in {rule for rule, _ in by_rule}]
    return {
        "version": __version__,
        "project": form.project,
        "date": form.date,
        "mode": form.mode,
        "rocm": report.rocm,
        "counts": counts,
        "edits": sum(count for _, count in counts.edits),
        "severities": [
            (each, sum(row.count for row in counts.findings if row.severity == each)) for each in WORST_FIRST
        ],
        "effort": [(each, effort[each]) for each in EFFORTS],
        "shared": shared,
        "fails": _bars([(each, "") for each in FAILS], ways),
        "rules": _bars(rules, by_rule),
        "folders": by_folders,
        "above": {
            each
            for each, *_ in by_folders["rows"]
            if any(each != one and one.startswith(each) for one in rows)
        },
        "failed": [(file.path, str(failure_id(file)), reason_of(file)) for file in failed[:NAMED]],
        "failed_count": len(failed),
        "both_sides": any(file.passages for file in files),
        "replaced": report.replaced,
    }


def _bars(names: Iterable[tuple[str, str]], counts: Counter[Any]) -> Json:
    """Give the rows of a chart, the worst first: a key, its name, and how many errors, warnings and notes."""
    rows = [(key, name, [counts[key, each] for each in WORST_FIRST]) for key, name in names]
    rows = sorted((row for row in rows if any(row[2])), key=lambda row: ([-n for n in row[2]], row[0]))
    return {
        "rows": rows[:ROWS],
        "more": len(rows) - len(rows[:ROWS]),
        "most": max((sum(row[2]) for row in rows), default=1),
    }


# ---- what is filtered and opened ---------------------------------------------------------------------------


def _causes(files: Iterable[FileReport]) -> list[Cause]:
    """Give what findings have in common, the worst, the most urgent, and then the most frequent first."""
    counts = Counter(_cause(one) for file in files for one in file.concerns)
    return sorted(counts, key=lambda one: (badness(one[0]), URGENCY.index(one[3]), -counts[one], one))


def _cause(one: Concern) -> Cause:
    return one.severity, one.rule, one.message, one.fails, key_of(one)


def _data(files: list[FileReport], causes: list[Cause], form: Form) -> Json:
    """Give what lists are made of: causes, and of each file its findings as numbers.

    A finding is its cause, first line and column, last line and column, effort (-1 for a note), and how many
    places it is about.
    """
    index = {cause: at for at, cause in enumerate(causes)}
    kinds = {kind: at for at, kind in enumerate(dict.fromkeys(cause[-1] for cause in causes))}
    texts = {rule: rule_text(rule, form) for rule in dict.fromkeys(cause[1] for cause in causes)}
    return {
        "shared": shared_folder(file.path for file in files),
        "severities": WORST_FIRST,
        "urgency": URGENCY,
        "efforts": EFFORTS,
        "rules": {rule: {"name": text.name, "docs": [*text.docs.items()]} for rule, text in texts.items()},
        "causes": [
            {"severity": severity, "rule": rule, "message": message, "fails": fails, "kind": kinds[kind]}
            for severity, rule, message, fails, kind in causes
        ],
        "files": [_file(file, index) for file in files],
    }


def _file(file: FileReport, index: dict[Cause, int]) -> Json:
    edited = edited_lines(file)
    found = []
    for one in concerns_of(file):
        effort = effort_of(one, edited)
        place = (one.start.line, one.start.column, one.end.line, one.end.column)
        found.append((index[_cause(one)], *place, EFFORTS.index(effort) if effort else -1, weight(one)))
    return {
        "path": file.path,
        "aside": is_aside(file.path),
        "status": file.status,
        "reason": reason_of(file),
        "target": file.target or "",
        "edits": len(file.changes),
        "found": found,
    }


def _content(file: FileReport) -> Json:
    """Give what is shown of a file once it is opened; what few findings have, by the index of the finding."""
    concerns = concerns_of(file)
    there = {at for one in file.passages for at in _old_lines(one.old, one.lines)}
    made: Json = {
        "passages": [(one.old, one.new, "\n".join(one.lines)) for one in file.passages],
        "left_out": file.left_out,
        "lines": {
            one.start.line: shown_excerpt(one)
            for one in concerns
            if one.start.line not in there or one.end.column > LONGEST
        },
        "related": {
            at: [(place.line, said) for place, said in one.related]
            for at, one in enumerate(concerns)
            if one.related
        },
        "origins": {at: one.origin for at, one in enumerate(concerns) if one.origin},
    }
    if not file.passages:
        made["edits"] = [(one.start.line, one.before, one.after) for one in changes_of(file)]
    return made


def _old_lines(first: int, lines: Iterable[str]) -> Iterable[int]:
    for line in lines:
        if line[0] != "+":
            yield first
            first += 1
