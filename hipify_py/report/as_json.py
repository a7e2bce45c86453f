"""A report as JSON, in the form that `schema.json` beside this module describes."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from hipify_py.lazy import re
from hipify_py.report.fingerprint import fingerprint
from hipify_py.report.order import (
    changes_of,
    concerns_of,
    failure_id,
    files_of,
    in_order,
    is_folder,
    reason_of,
)
from hipify_py.report.rule_texts import explained
from hipify_py.report.summary import summarise
from hipify_py.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.model import Place
    from hipify_py.report.model import Change, Concern, FileReport, Mode, Report
    from hipify_py.report.summary import Summary

    Json = dict[str, Any]

SCHEMA_VERSION: Final = 1
EXCERPT: Final = 400  # characters; a line of megabytes with many findings would be repeated in each
_LAID_OUT: Final = 4  # levels down to one edit or finding, each on a line of its own
_ESCAPED: Final = re.compile("[%\ud800-\udfff]")
_UNSAFE: Final = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def render_json(report: Report, *, mode: Mode, exit_code: int, names: Mapping[str, str] | None = None) -> str:
    """Write the report as one JSON object that ends in a newline and can be encoded as UTF-8.

    `exit_code` is the one the run ends with, `names` the short name of a rule by its id. Same report, same
    bytes: keys, files, edits and findings have a fixed order. Characters that a terminal would obey stand as
    JSON escapes; what UTF-8 cannot carry shows as U+FFFD.
    """
    value = {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "hipify-py", "version": __version__},
        "mode": mode,
        "exit_code": exit_code,
        "rules": _rules(report),
        "summary": _summary(summarise(report, names=names)),
        "files": [_file(file) for file in files_of(report)],
    }
    text = "".join(_laid_out(value, 0)) + "\n"
    return escape_text(text)


def escape_text(text: str) -> str:
    """Write a JSON text so that UTF-8 can carry it and a terminal obeys nothing in it."""
    return _UNSAFE.sub(_safe, text)


def _safe(match: re.Match[str]) -> str:
    char = match[0]
    return "\ufffd" if "\ud800" <= char <= "\udfff" else f"\\u{ord(char):04x}"


def _laid_out(value: object, depth: int) -> Iterator[str]:
    """Break the outer levels into lines and keep an edit or a finding on one, to be fast and diff well."""
    if depth < _LAID_OUT and value and isinstance(value, dict):
        keyed = [(f"{json.dumps(key)}: ", item) for key, item in value.items()]
        yield from _block("{}", keyed, depth)
    elif depth < _LAID_OUT and value and isinstance(value, list):
        yield from _block("[]", [("", item) for item in value], depth)
    else:
        yield json.dumps(value, ensure_ascii=False)


def _block(brackets: str, items: list[tuple[str, object]], depth: int) -> Iterator[str]:
    indent, before = "\n" + "  " * depth, brackets[0]
    for key, item in items:
        yield f"{before}{indent}  {key}"
        yield from _laid_out(item, depth + 1)
        before = ","
    yield indent + brackets[1]


def _rules(report: Report) -> Json:
    return {
        "rocm": report.rocm or None,
        "dnn": report.dnn or None,
        "replaced": [{**each._asdict(), "count": count} for each, count in report.replaced],
        "replaced_idle": report.idle,
    }


def _summary(counts: Summary) -> Json:
    return {
        "files": {"seen": counts.seen, **counts.files},
        "folders_skipped": counts.folders,
        "edits": {
            "total": sum(count for _, count in counts.edits),
            "by_kind": [{"kind": kind, "count": count} for kind, count in counts.edits],
        },
        "findings": {
            "total": sum(row.count for row in counts.findings),
            "by_rule": [asdict(row) | {"explained_by": explained(row.rule)} for row in counts.findings],
        },
        "suppressed": counts.suppressed,
        "ignored": counts.ignored,
        "known": counts.known,
        "stale": counts.stale,
        "lines_to_look_at": counts.lines,
    }


def _file(file: FileReport) -> Json:
    return {
        "path": escape_path(file.path),
        "folder": is_folder(file),
        "status": file.status,
        "target": None if file.target is None else escape_path(file.target),
        "failure": failure_id(file),
        "reason": reason_of(file),
        "suppressed": file.suppressed,
        "ignored": file.ignored,
        "edits": [_edit(change) for change in changes_of(file)],
        "findings": [_finding(concern) for concern in concerns_of(file)],
        "known": [_finding(concern) for concern in in_order(file.known)],
    }


def _edit(change: Change) -> Json:
    return {
        "rule": change.rule,
        "kind": change.kind,
        "start": _place(change.start),
        "end": _place(change.end),
        "before": change.before,
        "after": change.after,
        "reason": change.why or None,
        "origin": change.origin or None,
    }


def _finding(concern: Concern) -> Json:
    return {
        "rule": concern.rule,
        "severity": concern.severity,
        "fails": concern.fails,
        "message": concern.message,
        "start": _place(concern.start),
        "end": _place(concern.end),
        "excerpt": shown_excerpt(concern),
        "related": [{"start": _place(at), "message": said} for at, said in concern.related],
        "origin": concern.origin or None,
        "fingerprint": fingerprint(concern),
        "marks": list(concern.marks),
    }


def _place(place: Place) -> Json:
    return {"line": place.line, "column": place.column, "offset": place.offset}


def shown_excerpt(concern: Concern) -> str:
    """Give the line of a finding, of a long one what stands around the finding, with `…` on the cut sides."""
    line = concern.excerpt
    if len(line) <= EXCERPT + 2:  # as long as one that was cut, which is not cut again
        return line
    first = max(0, min(concern.start.column - 1 - EXCERPT // 4, len(line) - EXCERPT))
    last = first + EXCERPT
    return f"{'…' * (first > 0)}{line[first:last]}{'…' * (last < len(line))}"


def escape_path(path: str) -> str:
    """Write a path so that UTF-8 can carry it and nothing is lost.

    A byte that is not UTF-8 becomes `%` and two hexadecimal digits, and `%` itself becomes `%25`;
    `urllib.parse.unquote_to_bytes` gives the bytes of the path back.
    """
    return _ESCAPED.sub(_percent, path)


def _percent(match: re.Match[str]) -> str:
    char = match[0]
    how = "surrogateescape" if "\udc80" <= char <= "\udcff" else "surrogatepass"
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", how))
