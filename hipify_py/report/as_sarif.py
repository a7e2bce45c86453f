"""A report as SARIF 2.1.0, the format of OASIS for results of static analysis: for code hosts and editors.

Section numbers are those of the standard.
"""

from __future__ import annotations

import itertools
import json
from bisect import bisect_left
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from hipify_py.lazy import re
from hipify_py.report.as_json import escape_path, escape_text
from hipify_py.report.fingerprint import fingerprint
from hipify_py.report.order import changes_of, failure_id, files_of, in_order, reason_of
from hipify_py.report.rule_texts import explained, rule_text
from hipify_py.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Place, Severity
    from hipify_py.report.form import Form
    from hipify_py.report.model import Change, Concern, FileReport, Report
    from hipify_py.report.rule_texts import RuleText

    Json = dict[str, Any]

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT: Final = "%SRCROOT%"  # what code hosts take for the top of the repository
DONE_ANYWAY: Final = frozenset({0, 1})  # exit codes of a run in which every file was looked at
MOST_EDITS: Final = 20  # of a fix, which stands with each finding that it mends
BEYOND: Final = frozenset({"own-include", "renamed file"})  # kinds of edits that ask for more than the file
SNIPPET: Final = 400  # characters of a line
PLACEHOLDER: Final = re.compile(r"\{(?=\d+\})|(?<=\d)\}")


def render_sarif(report: Report, form: Form) -> str:
    """Write a report as one SARIF log of one run, which can be encoded as UTF-8.

    Findings that a baseline knows are in it too, as `unchanged`. Where nothing was written, what a conversion
    would write in the file is the fix of the findings whose rules write something there.
    """
    files = files_of(report)
    used = sorted({one.rule for file in files for one in (*file.concerns, *file.known)})
    failed = [file for file in files if file.status == "failed"]
    run: Json = {
        "tool": {
            "driver": _driver([*used, *sorted({str(failure_id(file)) for file in failed})], report, form)
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder in which hipify-py ran."}}},
        "invocations": [
            {
                "executionSuccessful": form.code in DONE_ANYWAY,
                "exitCode": form.code,
                "toolExecutionNotifications": [_failure(file) for file in failed],
            }
        ],
        "results": [one for file in files for one in _results(file, used, report, form)],
    }
    return (
        escape_text(
            json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)
        )
        + "\n"
    )


def _driver(used: list[str], report: Report, form: Form) -> Json:
    said = {one.rule: one.severity for file in report.files for one in (*file.known, *file.concerns)}
    return {
        "name": "hipify-py",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(rule, form, said.get(rule, "error")) for rule in used],
    }


def _rule(rule: str, form: Form, severity: Severity) -> Json:
    about = rule_text(rule, form, severity)
    plain = [f"{title}: {words}" for title, words in about.docs.items()]
    marked = [f"**{title}**: {words}" for title, words in about.docs.items()]
    # Its page, docs/rules, has no absolute URI, which helpUri must be (3.49.12).
    more = [f"`{explained(rule)}` prints this."] if about.docs else [about.short]
    made: Json = {
        "id": rule,
        "shortDescription": {"text": _message(about.short)},
        "fullDescription": {"text": _message(about.docs.get("Why it matters") or about.short)},
        "help": {"text": "\n\n".join([*plain, *more]), "markdown": "\n\n".join([*marked, *more])},
        "defaultConfiguration": {"level": about.severity},
        "properties": {"tags": ["cuda", "hip", "portability"], **_releases(about)},
    }
    return {**made, "name": about.name} if about.name else made


def _releases(about: RuleText) -> Json:
    """Give the releases of ROCm that a rule is for, where these are not all."""
    limits = {"sinceRocm": about.since, "untilRocm": about.until}
    return {key: release for key, release in limits.items() if release}


def _failure(file: FileReport) -> Json:
    return {
        "descriptor": {"id": failure_id(file)},
        "level": "error",
        "message": {"text": _message(reason_of(file)) or "failed"},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(file.path)}}],
    }


def _results(file: FileReport, used: list[str], report: Report, form: Form) -> Iterator[Json]:
    known, seen = Counter(map(id, file.known)), Counter[str]()
    index = {rule: at for at, rule in enumerate(used)}
    changes = changes_of(file) if form.mode != "write" else []
    fix = _fix(file, changes)
    for concern in in_order((*file.concerns, *file.known)):
        mark = fingerprint(concern)
        seen[mark] += 1
        made: Json = {
            "ruleId": concern.rule,
            "ruleIndex": index[concern.rule],
            "level": concern.severity,
            "message": {"text": _message(concern.message)},
            "locations": [_location(file, concern.start, concern.end, concern)],
            "partialFingerprints": {"hipify/v1": f"{mark}:{seen[mark]}"},
            "properties": {"fails": concern.fails},
        }
        if report.stale is not None:
            made["baselineState"] = "unchanged" if known[id(concern)] else "new"
        if concern.related:
            made["relatedLocations"] = [
                {**_location(file, at, at), "id": number, "message": {"text": _message(said)}}
                for number, (at, said) in enumerate(concern.related, 1)
            ]
        if fix and _is_mended(concern, changes):
            made["fixes"] = [fix]
        yield made


def _location(file: FileReport, start: Place, end: Place, concern: Concern | None = None) -> Json:
    region: Json = {"startLine": start.line, "startColumn": start.column}
    if end > start:
        region |= {"endLine": end.line, "endColumn": end.column}
    if concern and concern.excerpt and len(concern.excerpt) <= SNIPPET and end.line == start.line:
        whole = {"startLine": start.line, "snippet": {"text": concern.excerpt}}
        return {
            "physicalLocation": {
                "artifactLocation": _artifact(file.path),
                "region": region,
                "contextRegion": whole,
            }
        }
    return {"physicalLocation": {"artifactLocation": _artifact(file.path), "region": region}}


def _is_mended(concern: Concern, changes: list[Change]) -> bool:
    """Say whether an edit of a finding's own rule lies within it.

    That of another one, such as a new name for a call that HIP refuses in a kernel, leaves as it is what the
    finding asks for.
    """
    first = bisect_left(changes, concern.start.offset, key=lambda one: one.start.offset)
    inside = itertools.takewhile(lambda one: one.start.offset <= concern.end.offset, changes[first:])
    return any(one.rule == concern.rule and one.end.offset <= concern.end.offset for one in inside)


def _fix(file: FileReport, changes: list[Change]) -> Json | None:
    """Give what a conversion writes in a file: all of it, as an edit may need another, such as an include.

    Nothing where edits meet, whose order nobody knows then, where a header of ours has to be written beside
    or a file gets another name, and where they are too many to be looked through.
    """
    if not changes or len(changes) > MOST_EDITS or any(one.kind in BEYOND for one in changes):
        return None
    if any(one.end > other.start or one.start == other.start for one, other in pairwise(changes)):
        return None
    replacements = [
        {
            "deletedRegion": {
                "startLine": one.start.line,
                "startColumn": one.start.column,
                "endLine": one.end.line,
                "endColumn": one.end.column,
            },
            "insertedContent": {"text": one.after},
        }
        for one in changes
    ]
    change = {"artifactLocation": _artifact(file.path), "replacements": replacements}
    return {
        "description": {"text": "What hipify-py convert writes in this file."},
        "artifactChanges": [change],
    }


def _artifact(path: str) -> Json:
    """Give where a file lies, as a URI; one that is not below the folder of the run stands alone."""
    from urllib.parse import quote

    raw = quote(escape_path(path), safe="/%~")
    if path.startswith("/"):
        return {"uri": f"file://{raw}"}
    return {"uri": raw} if path.startswith("..") else {"uri": raw, "uriBaseId": ROOT}


def _message(text: str) -> str:
    """Write a message in which nothing is taken for a link (3.11.6) or a placeholder (3.11.5)."""
    if "](" in text:
        text = text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return PLACEHOLDER.sub(lambda found: found[0] * 2, text)
