"""Many files: find them, look them over, convert each, write what came out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

from hipify_py.project import files, own_headers
from hipify_py.project.compile_commands import told_of
from hipify_py.project.discover import discover
from hipify_py.project.entries import Entry, Selection
from hipify_py.project.failures import remedied
from hipify_py.project.file_cache import file_cache
from hipify_py.project.file_kinds import is_build_file
from hipify_py.project.included_makefiles import with_included
from hipify_py.project.library_copies import reports_of
from hipify_py.project.one_file import (
    check_renamed,
    convert_files,
    convert_kept,
    leave,
    left_beside,
    lost,
    new_path,
    size_of,
    with_diff,
)
from hipify_py.project.one_target import one_target
from hipify_py.project.program import looked_over
from hipify_py.project.standing_sources import check_standing
from hipify_py.project.unnamed_scripts import with_scripts
from hipify_py.project.workers import workers
from hipify_py.regular_file import CHUNK
from hipify_py.report.describe import describe, gather
from hipify_py.report.model import FileReport, Report
from hipify_py.rules.load import ruleset_of
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor


ALONE = 200_000  # bytes in all up to which starting processes costs more than it saves


def convert_tree(  # noqa: PLR0913
    paths: Sequence[str],
    settings: Settings,
    *,
    executor: Executor | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], object] | None = None,
    surveyed: Callable[[int, int], object] | None = None,
) -> Report:
    """Convert files and folders.

    With an `executor` its workers do the work, which must see the same files; else `jobs` processes do.
    `progress` is called with the number of files done and of all, and before that `surveyed` likewise for
    those that are looked over. The report is the same whoever does the
    work. Raises `HipifyError` where the whole run cannot go on: bad rules, or an output that is an input.
    """
    ruleset = ruleset_of(settings)  # an error in a rule file is the run's, not that of each file
    single = one_target(paths, settings)
    if single is not None:
        settings = replace(settings, output=single.folder)
    elif settings.output is not None:
        from hipify_py.project.overlap import check_output, check_targets

        check_output(paths, settings.output)
    selection = Selection(
        settings.include,
        settings.exclude,
        output=settings.output,
        in_repository=settings.in_repository,
        cache=file_cache(settings, ruleset),
    )
    entries = with_scripts(with_included(discover(paths, selection), settings), settings)
    if single is not None:
        entries = tuple(entry._replace(target=single.name) for entry in entries)
    work = [entry for entry in entries if _takes_part(entry, settings)]
    total = sum(size_of(entry.path) for entry in work)
    done: list[FileReport] = []
    headers = own_headers.standing(work, settings)
    with workers(executor, jobs if total > ALONE else 1) as crew:
        work, job = looked_over(crew, entries, work, settings, surveyed)
        if settings.output is not None and single is None:
            targets = [(entry, new_path(entry.target, entry, job.project)) for entry in entries]
            check_targets(targets, settings.output)
            check_standing(paths, targets, settings.output, settings)
        elif settings.rename is not None:
            check_renamed(work, job)
        for report in crew.map(convert_files, work, job, lost, convert_kept(settings)):
            done.append(report)
            if progress:
                progress(len(done), len(work))
    taken = {entry.path for entry in work}
    for entry in entries:
        if entry.path not in taken:
            done += leave(entry, settings, job.project)
    done += reports_of(entries, ruleset)
    done += told_of(job.unusable, ruleset)
    done += left_beside(entries, settings)
    done += own_headers.place(work, done, headers, settings)
    return gather(done, ruleset)


def convert_stream(stream: BinaryIO, settings: Settings) -> tuple[bytes, Report]:
    """Convert what comes on standard input; give the output and a report that calls it `<stdin>`.

    Bytes that are no source text come out as they went in. Of more than the limit nothing does: the rest is
    not even read.
    """
    from hipify_py.conversion import convert

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
    options = Options(
        launch=settings.launch, warp=settings.warp, polyfill=settings.polyfill, archs=settings.archs
    )
    result = convert(data, ruleset, options)
    report = describe("<stdin>", result, both_sides=settings.both_sides)
    if settings.mode == "diff":
        report = with_diff(report, data, result.output, "stdin", "stdin")
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
    wanted = settings.rename is not None or not entry.reason
    return wanted and entry.kind == "other" and (entry.makefile or entry.script or is_build_file(entry.path))
