"""Many files: find them, look them over, convert each, write what came out."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO

from hipify_py.conversion import convert
from hipify_py.model import Project
from hipify_py.project import files, own_headers
from hipify_py.project.discover import Entry, Selection, discover
from hipify_py.project.failures import remedied
from hipify_py.project.one_file import (
    check_renamed,
    convert_files,
    leave,
    left_beside,
    lost,
    new_path,
    size_of,
    with_diff,
)
from hipify_py.project.workers import Job, workers
from hipify_py.regular_file import CHUNK
from hipify_py.report.describe import describe, gather
from hipify_py.report.model import FileReport, Report
from hipify_py.rules.load import ruleset_of
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from concurrent.futures import Executor

    from hipify_py.project.workers import Workers

QUOTED = re.compile(rb"#[ \t]*include[ \t]*\"")
ALONE = 200_000  # bytes in all up to which starting processes costs more than it saves


def convert_tree(
    paths: Sequence[str],
    settings: Settings,
    *,
    executor: Executor | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """Convert files and folders.

    With an `executor` its workers do the work, which must see the same files; else `jobs` processes do.
    `progress` is called with the number of files done and of all. The report is the same whoever does the
    work. Raises `HipifyError` where the whole run cannot go on: bad rules, or an output that is an input.
    """
    ruleset = ruleset_of(settings)  # an error in a rule file is the run's, not that of each file
    if settings.output is not None:
        from hipify_py.project.overlap import check_output, check_targets

        check_output(paths, settings.output)
    selection = Selection(include=settings.include, exclude=settings.exclude, output=settings.output)
    entries = discover(paths, selection)
    work = [entry for entry in entries if _takes_part(entry, settings)]
    total = sum(size_of(entry.path) for entry in work)
    done: list[FileReport] = []
    headers = own_headers.standing(work, settings)
    with workers(executor, jobs if total > ALONE else 1, len(work)) as crew:
        project = _look_over(crew, work, settings)
        if settings.output is not None:
            targets = [(entry, new_path(entry.target, entry, project)) for entry in entries]
            check_targets(targets, settings.output)
        elif settings.rename is not None:
            check_renamed(work, Job(settings, project))
        for report in crew.map(convert_files, work, Job(settings, project), lost):
            done.append(report)
            if progress:
                progress(len(done), len(work))
    for entry in entries:
        if not _takes_part(entry, settings):
            done += leave(entry, settings)
    done += left_beside(entries, settings)
    done += own_headers.place(work, done, headers, settings)
    return gather(done, ruleset)


def _look_over(crew: Workers, work: Sequence[Entry], settings: Settings) -> Project:
    """Find out what the files of a run tell about each other."""
    if len(work) == 1 and settings.rename is None and not _may_ask(work[0]):
        return Project()
    from hipify_py.project.include_graph import neighbours, project_of
    from hipify_py.project.survey import survey_files

    facts = crew.map(survey_files, work, Job(settings, Project()), lambda *_: None)
    found = {entry.path: fact for entry, fact in zip(work, facts, strict=True) if fact is not None}
    ruleset = ruleset_of(settings)
    named = frozenset(found)
    found |= neighbours(found, ruleset, settings.max_size)
    if settings.rename is None:
        return project_of(found, ruleset, {})
    renamed = {
        path: path.removesuffix(".cu") + settings.rename
        for path, fact in found.items()
        if fact.has_cuda and path.endswith(".cu") and path in named
    }
    return project_of(found, ruleset, renamed | _renamed_before(named, settings.rename))


def _renamed_before(paths: Iterable[str], ending: str) -> dict[str, str]:
    """Give the files that have the new ending and stand where no old one does, by their old paths.

    A run that was killed may have renamed them and not come to those that mention them.
    """
    old = {path.removesuffix(ending) + ".cu": path for path in paths if path.endswith(ending)}
    return {path: new for path, new in old.items() if not os.path.lexists(path)}


def _may_ask(entry: Entry) -> bool:
    """Say whether a file includes a header in quotes, so that others may tell something about it."""
    with suppress(OSError), open(entry.path, "rb") as file:
        return QUOTED.search(file.read()) is not None
    return False


def convert_stream(stream: BinaryIO, settings: Settings) -> tuple[bytes, Report]:
    """Convert what comes on standard input; give the output and a report that calls it `<stdin>`.

    Bytes that are no source text come out as they went in. Of more than the limit nothing does: the rest is
    not even read.
    """
    ruleset = ruleset_of(settings)
    try:
        data = _read_up_to(stream, settings.max_size + 1)
        reason = files.binary_reason(data)
    except OSError as error:
        data, reason = b"", f"cannot read: {remedied(error)}"
    if len(data) > settings.max_size:
        data, reason = b"", f"over the limit of {settings.max_size:,} bytes: raise it with --max-size BYTES"
    if reason:
        return data, gather([FileReport("<stdin>", "failed", reason=reason)], ruleset)
    options = Options(launch=settings.launch, warp=settings.warp, polyfill=settings.polyfill)
    result = convert(data, ruleset, options)
    report = describe("<stdin>", result)
    if settings.mode == "diff":
        report = with_diff(report, result, "stdin", "stdin")
    return result.output, gather([report], ruleset)


def _read_up_to(stream: BinaryIO, count: int) -> bytes:
    parts = []
    while count > 0 and (part := stream.read(min(count, CHUNK))):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def _takes_part(entry: Entry, settings: Settings) -> bool:
    if entry.kind in {"source", "maybe"}:
        return True
    if settings.rename is None or entry.kind != "other":
        return False
    from hipify_py.project.build_files import is_build_file

    return is_build_file(entry.relative)
