"""One file of a run: read it, convert it, write what came out, and report it."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from hipify_py.model import HipifyError, Lines
from hipify_py.outcomes import finding
from hipify_py.project import files, in_place, own_headers
from hipify_py.project.atomic import opened
from hipify_py.project.discover import contents
from hipify_py.project.entries import Entry
from hipify_py.project.failures import printable
from hipify_py.project.file_cache import file_cache
from hipify_py.project.file_conversion import kept_of, made_of, unchanged
from hipify_py.project.histories import REASONS, why_not
from hipify_py.project.place_findings import with_places
from hipify_py.project.survey import is_recipe, looks_like_cuda
from hipify_py.project.temporary_files import clear, leftovers
from hipify_py.report.describe import concern, with_passages
from hipify_py.report.model import FileReport
from hipify_py.rules.load import ruleset_of
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hipify_py.project.file_cache import FileCache
    from hipify_py.project.file_conversion import Made
    from hipify_py.project.workers import Job, Loss
    from hipify_py.report.model import Concern
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Settings


MAYBE = frozenset({"maybe", "other"})
"""Kinds of entries that may be no text, or too large to be one."""
SOURCELESS = "this build file is {reason} and stays CUDA's; none of the sources that it names is there"
UNNAMED = "looks like CUDA, but no source includes it and its ending is no source's: name it to convert it"


def new_path(path: str, entry: Entry, project: Project) -> str:
    """Give a path of an entry with the ending that its file will have."""
    new = project.renamed.get(entry.path)
    return path.removesuffix(".cu") + new.removeprefix(entry.path.removesuffix(".cu")) if new else path


def with_diff(report: FileReport, source: bytes, output: bytes, old: str, new: str) -> FileReport:
    """Give a report with the unified diff of its file, whose names before and after are given."""
    from hipify_py.report.diff import unified_diff

    return report._replace(diff=unified_diff(source, output, old, new))


def convert_files(entries: Sequence[Entry], job: Job) -> list[FileReport]:
    """Convert some files and write what came out. A failure is its file's alone and is in its report."""
    ruleset = ruleset_of(job.settings)
    cache = file_cache(job.settings, ruleset)
    return [_at_the_edge(_convert_file, entry, job, ruleset, cache) for entry in entries]


def convert_kept(settings: Settings) -> Callable[[Entry, Job], FileReport | None] | None:
    """Give what does as `convert_files` with a file of which an earlier run kept what it becomes.

    It gives None for any other; there is none where nothing is kept.
    """
    cache = file_cache(settings, ruleset_of(settings))
    if cache is None:
        return None

    def convert_one(entry: Entry, job: Job) -> FileReport | None:
        try:
            source = files.read(entry.path, limit=settings.max_size)
        except HipifyError:
            return None
        if files.binary_reason(source.data) or _is_unnamed(entry, source.data):
            return None
        made = kept_of(entry, source.data, job, cache)
        return None if made is None else _at_the_edge(_write, entry, job, source, made)

    return convert_one


def _is_unnamed(entry: Entry, data: bytes) -> bool:
    """Say whether a file that nothing tells to be source, neither its ending nor an include, looks like one.

    It may be text about programs, or data: what a person names is converted.
    """
    return entry.kind == "maybe" and looks_like_cuda(data)


def _at_the_edge(work: Callable[..., FileReport], entry: Entry, job: Job, *more: object) -> FileReport:
    """Do the work on one file: what fails in it is not the run's failure."""
    try:
        return work(entry, job, *more)
    except HipifyError as error:
        return _set_aside(entry, job, "failed", bare_reason(error, entry))
    except Exception as error:  # noqa: BLE001  the edge: one file's bug is not the run's
        import traceback

        where = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {error} ({os.path.basename(where.filename)}:{where.lineno})"
        report = _set_aside(entry, job, "failed", f"{reason}: please report this file")
        return report._replace(internal=True)


def _convert_file(entry: Entry, job: Job, ruleset: RuleSet, cache: FileCache | None) -> FileReport:
    if entry.kind in MAYBE and size_of(entry.path) > job.settings.max_size:
        return _set_aside(entry, job, "skipped", f"over the limit of {job.settings.max_size:,} bytes")
    source = files.read(entry.path, limit=job.settings.max_size)
    reason = files.binary_reason(source.data)
    if (reason and entry.kind in MAYBE) or is_recipe(entry.path, source.data):
        return _write(entry, job, source, unchanged(source.data))
    if _is_unnamed(entry, source.data):
        return _set_aside(entry, job, "skipped", UNNAMED)
    if reason:
        return _set_aside(entry, job, "failed", reason)
    return _write(entry, job, source, made_of(entry, source.data, job, ruleset, cache))


def check_renamed(entries: Iterable[Entry], job: Job) -> None:
    """Raise HipifyError if a file would take a name that another one has, before anything is written.

    Its own conversion may stand there: a run was killed before it removed the file.
    """
    for entry in entries:
        new = new_path(entry.path, entry, job.project)
        if new == entry.path or not os.path.lexists(new):
            continue
        try:
            source = files.read(entry.path, limit=job.settings.max_size)
            ruleset = ruleset_of(job.settings)
            made = made_of(entry, source.data, job, ruleset, file_cache(job.settings, ruleset))
            is_own = files.holds(new, made.output)
        except HipifyError:
            continue  # what is wrong will be said of the file; another run may just have renamed it
        if not is_own:
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


def _write(entry: Entry, job: Job, source: files.Source, made: Made) -> FileReport:
    settings = job.settings
    shown, target, new = (
        new_path(path, entry, job.project) for path in (entry.shown, entry.target, entry.path)
    )
    report = made.report._replace(
        path=entry.shown,
        status="converted" if new != entry.path else made.report.status,
        concerns=with_places(entry, source, made, target, settings),
    )
    if settings.both_sides:
        report = with_passages(report, source.data, made.output)
    if settings.mode == "diff":
        return with_diff(report, source.data, made.output, entry.shown, shown)
    if settings.mode == "memory":
        return report._replace(output=made.output)
    if headers := own_headers.called_for(made.output, entry, settings):
        report = report._replace(calls_for=headers)
        own_headers.put(headers, entry, settings)
    if settings.mode == "output" and settings.output is not None:
        from hipify_py.project.mirror import write_output

        write_output(settings.output, target, made.output, source.stat)
        return report._replace(target=os.path.join(settings.output, target))
    if settings.mode == "in-place":
        if new != entry.path:
            in_place.rename_in_place(entry.path, source, made.output, new, entry.root)
        else:
            in_place.write_in_place(entry.path, source, made.output, entry.root)
        return report._replace(target=shown)
    return report


def mirror_entry(entry: Entry, settings: Settings) -> str:
    """Copy one entry into the output folder, if there is one, and a skipped folder with all it holds."""
    if settings.mode != "output" or settings.output is None or entry.kind in {"failed", "leftover"}:
        return ""
    from hipify_py.project.mirror import mirror

    if reason := _stays(entry, settings.output):
        return reason
    note = mirror(entry.path, entry.root, settings.output, entry.target)
    if entry.kind == "skip" and os.path.isdir(entry.path) and not os.path.islink(entry.path):
        left = ""
        for inner in contents(entry, settings.output):
            if inner.kind == "leftover" or (left and inner.target.startswith(f"{left}/")):
                continue
            if reason := _stays(inner, settings.output):
                left = inner.target
                note = f"of {printable(inner.shown)} {reason}"
                continue
            mirror(inner.path, inner.root, settings.output, inner.target)
    return note


def _stays(entry: Entry, output: str) -> str:
    return why_not(entry.path, entry.root, os.path.join(output, entry.target))


def size_of(path: str) -> int:
    """Give the size of a file in bytes; 0 for one that cannot be asked."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0  # reading it will say why


def leave(entry: Entry, settings: Settings, project: Project) -> Iterable[FileReport]:
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
        reason = f"{entry.reason}: {note}" if note.endswith(REASONS) else entry.reason
        yield FileReport(shown + folder, "skipped", reason=reason)
    elif reason := note or entry.reason or _left_behind(entry, project):
        yield FileReport(shown, "skipped", reason=reason, concerns=_of_cuda(entry, settings))


def _of_cuda(entry: Entry, settings: Settings) -> tuple[Concern, ...]:
    """Say of a build file with CUDA in it that a pattern leaves out what may be tracked all the same."""
    if not entry.untold:
        return ()
    from hipify_py.build.conversion import asks
    from hipify_py.build.names import in_passing
    from hipify_py.project.absent_sources import builds_nothing

    rules = ruleset_of(settings)
    with suppress(HipifyError):
        data = files.read(entry.path, limit=settings.max_size).data
        said = [finding(rules, "B038", one.span, reason=entry.reason) for one in asks(data, rules)]
        if builds_nothing(data, entry.path):
            text = SOURCELESS.format(reason=entry.reason)
            said = [in_passing(one)._replace(message=text) for one in said]
        return tuple(concern(one, Lines(data), {}) for one in said)
    return ()


def _left_behind(entry: Entry, project: Project) -> str:
    """Say of a symlink that it leads to a file which gets another name."""
    new = project.renamed.get(os.path.realpath(entry.path)) if entry.kind == "symlink" else None
    return f"symlink to a file that becomes {printable(os.path.basename(new))}: link it anew" if new else ""


def left_beside(entries: Sequence[Entry], settings: Settings) -> Iterable[FileReport]:
    """Remove what a run left that was killed beside files, or the copies of files, that are named alone."""
    walked = {entry.path for entry in entries if entry.kind == "folder"}
    files = [entry for entry in entries if entry.kind == "source" and entry.root not in walked]
    if settings.mode == "in-place":
        for root, shown in {entry.root: os.path.dirname(entry.shown) for entry in files}.items():
            for name in leftovers(root):
                yield from leave(
                    Entry(f"{root}/{name}", root, name, name, os.path.join(shown, name), "leftover"),
                    settings,
                    Project(),
                )
    elif settings.output is not None and files:
        for name in leftovers(settings.output):
            _clear(settings.output, name)


def _clear(root: str, relative: str) -> bool:
    with suppress(OSError, HipifyError), opened(root, relative) as slot:
        return clear(slot)
    return False
