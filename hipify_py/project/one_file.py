"""One file of a run: read it, convert it, write what came out, and report it."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from hipify_py.conversion import convert
from hipify_py.model import HipifyError, Project, Result, Span
from hipify_py.outcomes import finding
from hipify_py.project import files, in_place, own_headers
from hipify_py.project.atomic import clear, leftovers, opened
from hipify_py.project.discover import Entry, contents
from hipify_py.project.failures import printable
from hipify_py.report.describe import describe
from hipify_py.report.model import FileReport
from hipify_py.rules.load import ruleset_of
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hipify_py.model import Finding
    from hipify_py.project.workers import Job, Loss
    from hipify_py.rules.model import RuleSet


MAYBE = frozenset({"maybe", "other"})
"""Kinds of entries that may be no text, or too large to be one."""


def new_path(path: str, entry: Entry, project: Project) -> str:
    """Give a path of an entry with the ending that its file will have."""
    new = project.renamed.get(entry.path)
    return path.removesuffix(".cu") + new.removeprefix(entry.path.removesuffix(".cu")) if new else path


def with_diff(report: FileReport, result: Result, old: str, new: str) -> FileReport:
    """Give a report with the unified diff of its file, whose names before and after are given."""
    from hipify_py.report.diff import unified_diff

    return report._replace(diff=unified_diff(result.source, result.output, old, new))


def convert_files(entries: Sequence[Entry], job: Job) -> list[FileReport]:
    """Convert some files and write what came out. A failure is its file's alone and is in its report."""
    ruleset = ruleset_of(job.settings)
    return [_convert_file(entry, job, ruleset) for entry in entries]


def _convert_file(entry: Entry, job: Job, ruleset: RuleSet) -> FileReport:
    if entry.kind in MAYBE and size_of(entry.path) > job.settings.max_size:
        return _set_aside(entry, job, "skipped", f"over the limit of {job.settings.max_size:,} bytes")
    try:
        source = files.read(entry.path, limit=job.settings.max_size)
        reason = files.binary_reason(source.data)
        if reason and entry.kind in MAYBE:
            return _write(entry, source, Result(source.data, source.data), job)
        if reason:
            return _set_aside(entry, job, "failed", reason)
        return _write(entry, source, _result(entry, source.data, job, ruleset), job)
    except HipifyError as error:
        return _set_aside(entry, job, "failed", bare_reason(error, entry))
    except Exception as error:  # noqa: BLE001  the edge: one file's bug is not the run's
        import traceback

        where = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {error} ({os.path.basename(where.filename)}:{where.lineno})"
        report = _set_aside(entry, job, "failed", f"{reason}: please report this file")
        return report._replace(internal=True)


def check_renamed(entries: Iterable[Entry], job: Job) -> None:
    """Raise HipifyError if a file would take a name that another one has, before anything is written.

    Its own conversion may stand there: a run was killed before it removed the file.
    """
    for entry in entries:
        new = new_path(entry.path, entry, job.project)
        if new == entry.path or not os.path.lexists(new):
            continue
        with suppress(HipifyError):  # what is wrong with the file will be said of it
            source = files.read(entry.path, limit=job.settings.max_size)
            result = _result(entry, source.data, job, ruleset_of(job.settings))
            if files.holds(new, result.output):
                continue
        raise in_place.taken(new_path(entry.shown, entry, job.project), entry.shown)


def bare_reason(error: HipifyError, entry: Entry) -> str:
    """Give the text of an error without the absolute path: the report names the file as the user does."""
    return str(error).removeprefix(f"{printable(entry.path)}: ")


def _set_aside(entry: Entry, job: Job, status: Literal["failed", "skipped"], reason: str) -> FileReport:
    """Report a file that cannot be converted; a mirror gets it as it is, so that it is complete."""
    with suppress(HipifyError):  # what was wrong with the file has been said
        mirror_entry(entry, job.settings)
    return FileReport(entry.shown, status, reason=reason)


def lost(entry: Entry, why: Loss) -> FileReport:
    """Report a file at which a worker died, or for which none could be started any more."""
    died = "the process that converted it died, for want of memory perhaps: please report this file"
    none = "not looked at: a process died, and the system refuses to start another: run again with -j 1"
    return FileReport(entry.shown, "failed", reason=died if why == "died" else none, internal=why == "died")


def _result(entry: Entry, data: bytes, job: Job, ruleset: RuleSet) -> Result:
    if own_headers.is_own(entry, data):
        return Result(data, data)
    options = Options(
        path=entry.path,
        launch=job.settings.launch,
        project=job.of(entry),
        warp=job.settings.warp,
        polyfill=job.settings.polyfill,
        headers=own_headers.folder_of(entry, job.settings),
        archs=job.settings.archs,
        build=job.settings.build,
    )
    if entry.kind == "other":
        from hipify_py.build.conversion import build_file

        return build_file(data, ruleset, options)
    if entry.kind == "maybe":
        from hipify_py.project.survey import looks_like_cuda

        if not looks_like_cuda(data):
            return Result(data, data)
    return convert(data, ruleset, options)


def _write(entry: Entry, source: files.Source, result: Result, job: Job) -> FileReport:
    settings = job.settings
    result = result._replace(findings=_with_places(entry, source, result, job))
    shown, target, new = (
        new_path(path, entry, job.project) for path in (entry.shown, entry.target, entry.path)
    )
    status: Literal["converted"] | None = "converted" if new != entry.path else None
    report = describe(entry.shown, result, status=status, both_sides=settings.both_sides)
    if settings.mode == "diff":
        return with_diff(report, result, entry.shown, shown)
    if settings.mode == "memory":
        return report._replace(output=result.output)
    if headers := own_headers.called_for(result.output, entry, settings):
        report = report._replace(calls_for=headers)
        own_headers.put(headers, entry, settings)
    if settings.mode == "output" and settings.output is not None:
        from hipify_py.project.mirror import write_output

        write_output(settings.output, target, result.output, source.stat)
        return report._replace(target=os.path.join(settings.output, target))
    if settings.mode == "in-place":
        if new != entry.path:
            in_place.rename_in_place(entry.path, source, result.output, new, entry.root)
        else:
            in_place.write_in_place(entry.path, source, result.output, entry.root)
        return report._replace(target=shown)
    return report


def _with_places(entry: Entry, source: files.Source, result: Result, job: Job) -> tuple[Finding, ...]:
    """Give the findings of a result and those on where its file stands, in order."""
    rules = ruleset_of(job.settings)
    more = [*own_headers.missing(result.source, entry, job.settings, rules)]
    if job.settings.mode == "in-place" and result.output != result.source:
        more += [finding(rules, "F003", Span(0, 0), what=lost) for lost in in_place.not_kept(source.stat)]
    return tuple(sorted((*more, *result.findings), key=lambda f: (f.span, f.rule, f.message)))


def mirror_entry(entry: Entry, settings: Settings) -> str:
    """Copy one entry into the output folder, if there is one, and a skipped folder with all it holds."""
    if settings.mode != "output" or settings.output is None or entry.kind in {"failed", "leftover"}:
        return ""
    from hipify_py.project.mirror import mirror

    note = mirror(entry.path, entry.root, settings.output, entry.target)
    if entry.kind == "skip" and os.path.isdir(entry.path) and not os.path.islink(entry.path):
        for inner in contents(entry, settings.output):
            if inner.kind != "leftover":
                mirror(inner.path, inner.root, settings.output, inner.target)
    return note


def size_of(path: str) -> int:
    """Give the size of a file in bytes; 0 for one that cannot be asked."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0  # reading it will say why


def leave(entry: Entry, settings: Settings) -> Iterable[FileReport]:
    """Report what takes no part in a conversion, and copy it where a mirror is made."""
    shown = entry.shown
    try:
        note = mirror_entry(entry, settings)
    except HipifyError as error:
        yield FileReport(shown, "failed", reason=bare_reason(error, entry))
        return
    if entry.kind == "failed":
        yield FileReport(shown, "failed", reason=entry.reason)
    elif entry.kind == "leftover":
        gone = settings.mode == "in-place" and _clear(entry.root, entry.relative)
        done = "removed" if gone else "not copied" if settings.output else "left alone"
        yield FileReport(shown, "skipped", reason=f"left over from a run that was interrupted: {done}")
    elif entry.kind == "skip":
        folder = "/" if os.path.isdir(entry.path) and not os.path.islink(entry.path) else ""
        yield FileReport(shown + folder, "skipped", reason=entry.reason)
    elif note or entry.reason:
        yield FileReport(shown, "skipped", reason=note or entry.reason)


def left_beside(entries: Sequence[Entry], settings: Settings) -> Iterable[FileReport]:
    """Remove what a run left that was killed beside files, or the copies of files, that are named alone."""
    walked = {entry.path for entry in entries if entry.kind == "folder"}
    files = [entry for entry in entries if entry.kind == "source" and entry.root not in walked]
    if settings.mode == "in-place":
        for root, shown in {entry.root: os.path.dirname(entry.shown) for entry in files}.items():
            for name in leftovers(root):
                yield from leave(
                    Entry(f"{root}/{name}", root, name, name, os.path.join(shown, name), "leftover"), settings
                )
    elif settings.output is not None and files:
        for name in leftovers(settings.output):
            _clear(settings.output, name)


def _clear(root: str, relative: str) -> bool:
    with suppress(OSError, HipifyError), opened(root, relative) as slot:
        return clear(slot)
    return False
