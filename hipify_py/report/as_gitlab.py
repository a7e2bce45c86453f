"""A report as GitLab takes it for the widget "Code Quality" of merge requests: a list of issues in JSON.

The form is that of "Code Quality report format" in GitLab's documentation. `content` is of Code Climate's
specification, which that is a part of: GitLab passes over it.
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from hipify_py.report.as_json import escape_text
from hipify_py.report.fingerprint import fingerprint
from hipify_py.report.novelty import by_place
from hipify_py.report.order import concerns_of, failure_id, files_of, reason_of
from hipify_py.report.places import counted_message
from hipify_py.report.rule_texts import explained
from hipify_py.report.terminal import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.report.model import FileReport, Report

LEVELS: Final = {"error": "major", "warning": "minor", "note": "info"}


def render_gitlab(report: Report) -> str:
    """Write a list of issues, one a line; what identifies each is the same for as long as its code is."""
    issues = [json.dumps(one, ensure_ascii=False) for file in files_of(report) for one in _issues(file)]
    return escape_text("[\n" + ",\n".join(issues) + "\n]\n" if issues else "[]\n")


def _issues(file: FileReport) -> Iterator[dict[str, Any]]:
    seen = Counter[str]()
    if failure := failure_id(file):
        yield _issue(file.path, "blocker", 1, (failure, reason_of(file)), failure)
    for one in (each for whole in concerns_of(file) for each in by_place(whole)):
        mark = fingerprint(one)
        seen[mark] += 1
        said = one.rule, counted_message(one)
        yield _issue(file.path, LEVELS[one.severity], one.start.line, said, f"{mark}:{seen[mark]}")


def _issue(path: str, level: str, line: int, said: tuple[str, str], mark: str) -> dict[str, Any]:
    rule, message = said
    identity = f"{path}\0{mark}".encode("utf-8", "surrogatepass")
    return {
        "type": "issue",
        "check_name": rule,
        "description": f"{rule}: {harmless(' '.join(message.splitlines()))}",
        "content": {"body": harmless(f"`{explained(rule)}` says why it matters and what to do.")},
        "categories": ["Compatibility"],
        "severity": level,
        "fingerprint": sha256(identity).hexdigest(),
        "location": {"path": harmless(path), "lines": {"begin": line}},
    }
