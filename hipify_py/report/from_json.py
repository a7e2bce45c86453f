"""Read a report that was written as JSON, to render it in another form or to compare it with another one."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple, get_args
from urllib.parse import unquote_to_bytes

from hipify_py.model import FAILS, SEVERITIES, HipifyError, Place
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular
from hipify_py.report.as_json import SCHEMA_VERSION
from hipify_py.report.model import Change, Concern, FileReport, Mode, Report, Status
from hipify_py.report.order import OUR_BUG
from hipify_py.rules.model import Replaced

if TYPE_CHECKING:
    from collections.abc import Callable

    Json = dict[str, Any]

LIMIT = 2_000_000_000  # bytes of a report


class Kept(NamedTuple):
    """A report that was kept: what the run did, the code it ended with, and the names of rules by id."""

    report: Report
    mode: Mode
    code: int
    names: dict[str, str]


def read_report(path: str) -> Kept:
    """Read a report; raises `HipifyError` where there is none, or one of another version."""
    try:
        value = json.loads(read_regular(path, LIMIT)[0])
    except OSError as error:
        raise _refuse(path, f"cannot read this report: {error.strerror}", "check the name") from error
    except (NotRegularError, TooLargeError) as error:
        raise _refuse(
            path, "cannot read this report: no regular file, or too large", "name a file"
        ) from error
    except (ValueError, RecursionError) as error:
        why = f"no JSON: {error}"
        raise _refuse(path, why, "it may be cut short: write it anew with --format json") from error
    if isinstance(value, dict) and isinstance(value.get("conversion"), dict):  # of convert --verify
        value = value["conversion"]
    if isinstance(value, dict) and isinstance(value.get("units"), list):  # of verify alone
        raise _refuse(path, "what a compiler said", "write a report with verify --report json:FILE")
    version = value.get("schema_version") if isinstance(value, dict) else None
    if type(version) is not int or not isinstance(value.get("files"), list):
        raise _refuse(path, "no report of hipify-py", "name a file that --format json wrote")
    if version != SCHEMA_VERSION:
        why = f"a report in version {version}; this hipify-py reads version {SCHEMA_VERSION}"
        raise _refuse(path, why, "write it anew with --format json")
    try:
        return _kept(value)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        why = f"a report that lacks something: {type(error).__name__} {error}"
        raise _refuse(path, why, "write it anew with --format json") from error


def _refuse(path: str, why: str, remedy: str) -> HipifyError:
    return HipifyError(f"{path}: {why}; {remedy}")


def _kept(value: Json) -> Kept:
    rules, counts = value["rules"], value["summary"]
    report = Report(
        tuple(map(_file, value["files"])),
        _text(rules["rocm"] or ""),
        tuple(
            (Replaced(_text(one["kind"]), _text(one["name"]), _text(one["origin"])), _number(one["count"]))
            for one in rules["replaced"]
        ),
        _number(rules["replaced_idle"]),
        _text(rules["dnn"] or ""),
        None if counts["stale"] is None else _number(counts["stale"]),
    )
    rows = counts["findings"]["by_rule"]
    names = {_text(row["rule"]): _text(row["name"]) for row in rows if row["name"] is not None}
    return Kept(report, _one_of(value["mode"], get_args(Mode)), _number(value["exit_code"]), names)


def _file(value: Json) -> FileReport:
    return FileReport(
        _path(value["path"]),
        _one_of(value["status"], get_args(Status)),
        None if value["target"] is None else _path(value["target"]),
        _text(value["reason"]),
        value["failure"] == OUR_BUG,
        _each(_change, value["edits"]),
        _each(_concern, value["findings"]),
        _number(value["suppressed"]),
        ignored=_number(value["ignored"]),
        known=_each(_concern, value["known"]),
    )


def _each(make: Callable[[Json], Any], values: object) -> tuple[Any, ...]:
    if not isinstance(values, list):
        text = "no list"
        raise TypeError(text)
    return tuple(map(make, values))


def _change(value: Json) -> Change:
    return Change(
        _text(value["rule"]),
        _text(value["kind"]),
        _place(value["start"]),
        _place(value["end"]),
        _text(value["before"]),
        _text(value["after"]),
        _text(value["origin"] or ""),
        _text(value.get("reason") or ""),  # an older report has none
    )


def _concern(value: Json) -> Concern:
    return Concern(
        _text(value["rule"]),
        _one_of(value["severity"], SEVERITIES),
        _one_of(value["fails"], FAILS),
        _text(value["message"]),
        _place(value["start"]),
        _place(value["end"]),
        _text(value["excerpt"]),
        tuple((_place(one["start"]), _text(one["message"])) for one in value["related"]),
        _text(value["origin"] or ""),
        _text(value["fingerprint"]),
        marks=_each(_text, value.get("marks", [])),
    )


def _place(value: Json) -> Place:
    return Place(*(_number(value[key]) for key in ("line", "column", "offset")))


def _path(value: object) -> str:
    return os.fsdecode(unquote_to_bytes(_text(value)))


def _text(value: object) -> str:
    if not isinstance(value, str):
        text = f"a text is {type(value).__name__}"
        raise TypeError(text)
    return value


def _number(value: object) -> int:
    if type(value) is not int or value < 0:
        text = f"a count is {type(value).__name__}"
        raise TypeError(text)
    return value


def _one_of(value: object, known: tuple[str, ...]) -> Any:  # noqa: ANN401  one of the values of a Literal
    if value not in known:
        text = "a word that is not known"
        raise ValueError(text)
    return value
