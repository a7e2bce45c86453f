"""The findings of an earlier day, which are known: a run then speaks of, and fails on, new ones alone.

A baseline is a JSON file. It knows a finding by its rule, its file and its fingerprint, and how many are
alike, so that code which moves brings nothing back. Its paths go from its folder on.
"""

from __future__ import annotations

import itertools
import json
import os
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.model import HipifyError
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular
from hipify_py.report.as_json import escape_path, escape_text
from hipify_py.report.novelty import known_by, parted
from hipify_py.report.order import concerns_of, files_of
from hipify_py.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hipify_py.report.model import Concern, FileReport, Report

FORM = 1  # raise when what is written means something else
LIMIT = 200_000_000  # bytes of a baseline
LONGEST = 120  # characters of a line that is shown for those who read the file
REWRITE = "write it anew with `hipify-py baseline write`"


class Known(NamedTuple):
    """Findings of one file that are alike: their rule and fingerprint."""

    rule: str
    fingerprint: str


class Baseline(NamedTuple):
    """The known findings: by path, from `folder` on, how many of each; `lines` show each for people."""

    folder: str
    files: Mapping[str, Mapping[Known, int]]
    lines: Mapping[tuple[str, Known], str]

    @property
    def total(self) -> int:
        """Count the findings."""
        return sum(count for counts in self.files.values() for count in counts.values())

    def compared(self, report: Report) -> Report:
        """Give a report whose findings are the new ones, with the known ones beside them.

        Of those that are alike the first ones of a file count as known; of one that is about several places
        those are new that the baseline has not. Those of the baseline that the run
        did not find in its files, or whose files are gone, are counted as `stale`.
        """
        seen = {self.path_of(file.path) for file in report.files}
        gone = (path for path in self.files.keys() - seen if not os.path.lexists(self.real_path(path)))
        stale, files = sum(sum(self.files[path].values()) for path in gone), []
        for file in report.files:
            left = Counter[tuple[str, str]](self.files.get(self.path_of(file.path), {}))
            known: list[Concern] = []
            new: list[Concern] = []
            for concern in concerns_of(file):
                unknown, old = parted(concern, left)
                new += [unknown] if unknown else []
                known += [old] if old else []
            stale += left.total() if file.status != "failed" else 0
            files.append(file._replace(concerns=tuple(new), known=tuple(known)))
        return report._replace(files=tuple(files), stale=stale)

    def path_of(self, path: str) -> str:
        """Give a path of a report as the baseline has it."""
        return escape_path(os.path.relpath(path, self.folder).replace(os.sep, "/"))

    def pruned(self, report: Report) -> Baseline:
        """Give the baseline without what a run did not find, and without files that are gone.

        Files that the run did not look at, and those that failed, keep what they have.
        """
        found = of_report(report, self.folder).files
        seen = {self.path_of(file.path) for file in report.files if file.status != "failed"}
        kept: dict[str, dict[Known, int]] = {}
        for path, counts in self.files.items():
            if path in seen:
                now = found.get(path, {})
                left = {key: min(count, now[key]) for key, count in counts.items() if key in now}
            else:
                left = dict(counts) if os.path.lexists(self.real_path(path)) else {}
            kept |= {path: left} if left else {}
        return self._replace(files=kept)

    def unread(self, report: Report) -> Baseline:
        """Give what is known of files that are there and that a run did not read, as where it failed."""
        read_ones = {self.path_of(file.path) for file in report.files if file.status != "failed"}
        left = {path: counts for path, counts in self.files.items() if path not in read_ones}
        there = {path: counts for path, counts in left.items() if os.path.lexists(self.real_path(path))}
        return self._replace(files=there)

    def joined(self, other: Baseline) -> Baseline:
        """Give the baseline with the files of another one of the same folder, which speaks for these."""
        return self._replace(files={**self.files, **other.files}, lines={**self.lines, **other.lines})

    def real_path(self, path: str) -> str:
        """Give a path of the baseline as the system has it."""
        from urllib.parse import unquote_to_bytes

        return os.path.join(self.folder, os.fsdecode(unquote_to_bytes(path)))


def of_report(report: Report, folder: str) -> Baseline:
    """Make a baseline of all findings of a report; `folder` is where it will stand."""
    empty = Baseline(folder, {}, {})
    files: dict[str, Counter[Known]] = {}
    lines: dict[tuple[str, Known], str] = {}
    for file in files_of(report):
        path = empty.path_of(file.path)
        for concern in _all(file):
            for key in itertools.starmap(Known, known_by(concern)):
                files.setdefault(path, Counter())[key] += 1
                lines.setdefault((path, key), _line(concern))
    return Baseline(folder, files, lines)


def _all(file: FileReport) -> Iterable[Concern]:
    return (*file.concerns, *file.known)


def _line(concern: Concern) -> str:
    text = " ".join(concern.excerpt.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def written(baseline: Baseline) -> str:
    """Write a baseline as JSON: sorted, a finding a line, the same for the same findings."""
    blocks = []
    for path, counts in sorted(baseline.files.items()):
        rows = sorted(
            (key.rule, baseline.lines.get((path, key), ""), key.fingerprint, count)
            for key, count in counts.items()
        )
        entries = (
            json.dumps({"rule": rule, "count": count, "fingerprint": mark, "line": line}, ensure_ascii=False)
            for rule, line, mark, count in rows
        )
        joined = ",\n      ".join(entries)
        blocks.append(f"    {json.dumps(path)}: [\n      {joined}\n    ]")
    head = {"baseline": FORM, "tool": {"name": "hipify-py", "version": __version__}}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    files = "{\n" + ",\n".join(blocks) + "\n  }" if blocks else "{}"
    return escape_text("\n".join(["{", *lines, f'  "files": {files}', "}", ""]))


def read(path: str) -> Baseline:
    """Read a baseline; raises `HipifyError` where there is none, or one that is about other files."""
    try:
        data = read_regular(path, LIMIT)[0]
    except FileNotFoundError:
        raise _refuse(path, "there is no such baseline", "write it with `hipify-py baseline write`") from None
    except OSError as error:
        raise _refuse(
            path, f"cannot read this baseline: {error.strerror}", "make it a file that can be read"
        ) from error
    except (NotRegularError, TooLargeError) as error:
        raise _refuse(path, "cannot read this baseline: no regular file, or too large", REWRITE) from error
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _refuse(
            path, f"no JSON: {error}", f"it may be cut short or hold two versions: {REWRITE}"
        ) from error
    if not isinstance(value, dict) or "baseline" not in value:
        raise _refuse(path, "no baseline of hipify-py", REWRITE)
    if value["baseline"] != FORM:
        form = value["baseline"] if type(value["baseline"]) is int else "another form"
        why = f"a baseline in form {form}; this hipify-py ({__version__}) reads form {FORM}"
        raise _refuse(path, why, REWRITE)
    found = _checked(path, value.get("files"), os.path.dirname(os.path.abspath(path)))
    if found.files and not any(os.path.lexists(found.real_path(each)) for each in found.files):
        some = ", ".join(sorted(found.files)[:2])
        why = f"about other files: none of its {len(found.files)} is below {found.folder}, such as {some}"
        raise _refuse(path, why, f"put it where it was written, or {REWRITE}")
    return found


def _checked(path: str, given: Any, folder: str) -> Baseline:  # noqa: ANN401  what JSON holds
    """Check what a baseline holds, entry by entry."""
    files: dict[str, dict[Known, int]] = {}
    lines: dict[tuple[str, Known], str] = {}
    if not isinstance(given, dict):
        raise _refuse(path, '"files" is no object', REWRITE)
    for name, entries in given.items():
        for entry in entries if isinstance(entries, list) else [None]:
            found = _entry(entry)
            if found is None:
                raise _refuse(path, f"an entry of {name} is no finding", REWRITE)
            key, count, line = found
            counts = files.setdefault(name, {})
            counts[key] = counts.get(key, 0) + count
            lines[name, key] = line
    return Baseline(folder, files, lines)


def _entry(entry: Any) -> tuple[Known, int, str] | None:  # noqa: ANN401
    """Give what an entry knows, how often, and the line that it shows; None where it is no entry."""
    match entry:
        case {"rule": str(rule), "fingerprint": str(mark), "count": int(count), "line": str(line)}:
            sound = re.fullmatch(r"[0-9a-f]+", mark) and count > 0 and type(count) is int
            return (Known(rule, mark), count, line) if sound else None
    return None


def _refuse(path: str, why: str, remedy: str) -> HipifyError:
    return HipifyError(f"{path}: {why}; {remedy}")
