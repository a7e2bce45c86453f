"""Many files: find them, look them over, convert each, write what came out."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple

from hipify_py import files, rules, warpheader
from hipify_py.describe import describe, gather
from hipify_py.discover import Entry, Selection, check_targets, contents, discover
from hipify_py.model import LAUNCHES, WARPS, FileReport, HipifyError, Options, Project, Report, Result
from hipify_py.releases import chosen
from hipify_py.spine import convert
from hipify_py.workers import workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from concurrent.futures import Executor

    from hipify_py import survey
    from hipify_py.workers import Workers

MODES = ("dry-run", "diff", "in-place", "output")
QUOTED = re.compile(rb"#[ \t]*include[ \t]*\"")
ENDING = re.compile(r"(\.[\w+-]+)+")
ALONE = 200_000  # bytes in all up to which starting processes costs more than it saves


def check_launch(launch: str) -> None:
    """Raise `HipifyError` for a way to write launches that does not exist."""
    if launch not in LAUNCHES:
        text = f"no launch form named {launch!r}: use one of {', '.join(LAUNCHES)}"
        raise HipifyError(text)


def check_warp(warp: str) -> None:
    """Raise `HipifyError` for a way to treat warps that does not exist."""
    if warp not in WARPS:
        text = f"no way of warps named {warp!r}: use {' or '.join(WARPS)}"
        raise HipifyError(text)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run goes: what is done with the outcome, and which files take part.

    `mode` is "dry-run" (nothing is written), "diff" (as that, with a unified diff for each file),
    "in-place", or "output" (a mirror of the inputs under `output`). `warp` is "32" to keep warps of 32 lanes
    in the halves of a wavefront, "native" for the wavefront's own width. `rename` is the
    new ending of converted `.cu` files. `rules` are folders and files of further rules, of which a later
    one wins; `rocm` is the release to convert for, None the newest known. `max_size` is in bytes.
    """

    mode: Literal["dry-run", "diff", "in-place", "output"] = "dry-run"
    output: str | None = None
    launch: Literal["keep", "macro"] = "keep"
    warp: Literal["32", "native"] = "32"
    rename: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    rules: tuple[str | os.PathLike[str], ...] = ()
    rocm: str | None = None
    max_size: int = files.SIZE_LIMIT

    def __post_init__(self) -> None:
        """Raise `HipifyError` for settings that contradict each other or make no sense."""
        if self.mode not in MODES:
            text = f"no mode named {self.mode!r}: use one of {', '.join(MODES)}"
            raise HipifyError(text)
        check_launch(self.launch)
        check_warp(self.warp)
        chosen(self.rocm)
        if (self.mode == "output") != (self.output is not None):
            text = 'an output folder goes with the mode "output", and with no other'
            raise HipifyError(text)
        if self.output == "":
            text = "the name of the output folder is empty: name a folder"
            raise HipifyError(text)
        if self.rename is not None and (not ENDING.fullmatch(self.rename) or self.rename == ".cu"):
            cause = "no new ending for .cu files"
            raise files.refusal(repr(self.rename), cause, "give one with its dot, such as .hip")


def ruleset_of(settings: Settings) -> rules.RuleSet:
    """Load the rules of a run; raises `RuleError` where one is wrong."""
    return rules.load(*settings.rules, rocm=settings.rocm)


class Job(NamedTuple):
    """What a worker needs besides its files."""

    settings: Settings
    project: Project


def convert_tree(
    paths: Sequence[str],
    settings: Settings = Settings(),
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
        from hipify_py.mirror import check_output

        check_output(paths, settings.output)
    selection = Selection(include=settings.include, exclude=settings.exclude, output=settings.output)
    entries = discover(paths, selection)
    work = [entry for entry in entries if _takes_part(entry, settings)]
    total = sum(_size(entry.path) for entry in work)
    done: list[FileReport] = []
    with workers(executor, jobs if total > ALONE else 1) as crew:
        project = _look_over(crew, work, settings)
        if settings.output is not None:
            check_targets((entry, _new(entry.target, entry, project)) for entry in entries)
        for report in crew.map(convert_files, work, Job(settings, project), _lost):
            done.append(report)
            if progress:
                progress(len(done), len(work))
    for entry in entries:
        if not _takes_part(entry, settings):
            done += _leave(entry, settings)
    done += warpheader.place(work, done, settings)
    return gather(done, ruleset)


def _look_over(crew: Workers, work: Sequence[Entry], settings: Settings) -> Project:
    """Find out what the files of a run tell about each other."""
    if len(work) == 1 and settings.rename is None and not _may_ask(work[0]):
        return Project()
    from hipify_py import survey

    facts = crew.map(survey_files, work, Job(settings, Project()), lambda _: None)
    found = {entry.path: fact for entry, fact in zip(work, facts, strict=True) if fact is not None}
    ruleset = ruleset_of(settings)
    named = frozenset(found)
    found |= survey.neighbours(found, ruleset, settings.max_size)
    renamed = {
        path: path.removesuffix(".cu") + settings.rename
        for path, fact in found.items()
        if settings.rename is not None and fact.has_cuda and path.endswith(".cu") and path in named
    }
    return survey.project(found, ruleset, renamed)


def _may_ask(entry: Entry) -> bool:
    """Say whether a file includes a header in quotes, so that others may tell something about it."""
    with suppress(OSError), open(entry.path, "rb") as file:
        return QUOTED.search(file.read()) is not None
    return False


def _new(path: str, entry: Entry, project: Project) -> str:
    """Give a path of an entry with the ending that its file will have."""
    new = project.renamed.get(entry.path)
    return path.removesuffix(".cu") + new.removeprefix(entry.path.removesuffix(".cu")) if new else path


def convert_stream(stream: BinaryIO, settings: Settings) -> tuple[bytes, Report]:
    """Convert what comes on standard input; give the output and a report that calls it `<stdin>`.

    Bytes that are no source text come out as they went in.
    """
    data = stream.read(settings.max_size + 1)
    reason = files.binary_reason(data)
    if len(data) > settings.max_size:
        data += stream.read()
        reason = f"over the limit of {settings.max_size:,} bytes: raise it with --max-size BYTES"
    if reason:
        return data, gather([FileReport("<stdin>", "failed", reason=reason)], ruleset_of(settings))
    ruleset = ruleset_of(settings)
    result = convert(data, ruleset, Options(launch=settings.launch, warp=settings.warp))
    report = describe("<stdin>", result)
    if settings.mode == "diff":
        report = _with_diff(report, result, "stdin", "stdin")
    return result.output, gather([report], ruleset)


def _with_diff(report: FileReport, result: Result, old: str, new: str) -> FileReport:
    from hipify_py.diff import unified_diff

    return report._replace(diff=unified_diff(result.source, result.output, old, new))


def _takes_part(entry: Entry, settings: Settings) -> bool:
    if entry.kind in {"source", "maybe"}:
        return True
    if settings.rename is None or entry.kind != "other":
        return False
    from hipify_py.buildfiles import is_build_file

    return is_build_file(entry.relative)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0  # reading it will say why


def survey_files(entries: Sequence[Entry], job: Job) -> list[survey.Facts | None]:
    """Read the facts of some files; None for one without any, or that cannot be read, which is said later."""
    from hipify_py import survey

    ruleset = ruleset_of(job.settings)
    found: list[survey.Facts | None] = []
    for entry in entries:
        try:
            data = files.read(entry.path, limit=job.settings.max_size).data
            usable = entry.kind != "other" and files.binary_reason(data) is None
            found.append(survey.facts(data, ruleset, Options(path=entry.path)) if usable else None)
        except Exception:  # noqa: BLE001  converting the file will fail as well, and say it
            found.append(None)
    return found


def convert_files(entries: Sequence[Entry], job: Job) -> list[FileReport]:
    """Convert some files and write what came out. A failure is its file's alone and is in its report."""
    ruleset = ruleset_of(job.settings)
    return [_convert_file(entry, job, ruleset) for entry in entries]


def _convert_file(entry: Entry, job: Job, ruleset: rules.RuleSet) -> FileReport:
    if entry.kind == "maybe" and _size(entry.path) > job.settings.max_size:
        return _set_aside(entry, job, "skipped", f"over the limit of {job.settings.max_size:,} bytes")
    try:
        source = files.read(entry.path, limit=job.settings.max_size)
        reason = files.binary_reason(source.data)
        if reason and entry.kind == "maybe":
            return _write(entry, source, Result(source.data, source.data), job)
        if reason:
            return _set_aside(entry, job, "failed", reason)
        return _write(entry, source, _result(entry, source.data, job, ruleset), job)
    except HipifyError as error:
        return _set_aside(entry, job, "failed", _reason(error, entry))
    except Exception as error:  # noqa: BLE001  the edge: one file's bug is not the run's
        import traceback

        where = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {error} ({os.path.basename(where.filename)}:{where.lineno})"
        report = _set_aside(entry, job, "failed", f"{reason}: please report this file")
        return report._replace(internal=True)


def _reason(error: HipifyError, entry: Entry) -> str:
    """Give the text of an error without the absolute path: the report names the file as the user does."""
    return str(error).removeprefix(f"{files.printable(entry.path)}: ")


def _set_aside(entry: Entry, job: Job, status: Literal["failed", "skipped"], reason: str) -> FileReport:
    """Report a file that cannot be converted; a mirror gets it as it is, so that it is complete."""
    with suppress(HipifyError):  # what was wrong with the file has been said
        _mirror(entry, job.settings)
    return FileReport(entry.shown, status, reason=reason)


def _lost(entry: Entry) -> FileReport:
    reason = "the process that converted it died, for want of memory perhaps: please report this file"
    return FileReport(entry.shown, "failed", reason=reason, internal=True)


def _result(entry: Entry, data: bytes, job: Job, ruleset: rules.RuleSet) -> Result:
    options = Options(
        path=entry.path,
        launch=job.settings.launch,
        project=job.project,
        warp=job.settings.warp,
        warp_header=warpheader.include_path(entry, job.settings),
    )
    if entry.kind == "other":
        from hipify_py.buildfiles import mentions

        return mentions(data, ruleset, options)
    if entry.kind == "maybe":
        from hipify_py.survey import looks_like_cuda

        if not looks_like_cuda(data):
            return Result(data, data)
    return convert(data, ruleset, options)


def _write(entry: Entry, source: files.Source, result: Result, job: Job) -> FileReport:
    settings = job.settings
    shown, target, new = (_new(path, entry, job.project) for path in (entry.shown, entry.target, entry.path))
    report = describe(entry.shown, result, status="converted" if new != entry.path else None)
    if settings.mode == "diff":
        return _with_diff(report, result, entry.shown, shown)
    if settings.mode == "output" and settings.output is not None:
        from hipify_py.mirror import write_output

        write_output(settings.output, target, result.output, source.stat)
        return report._replace(target=os.path.join(settings.output, target))
    if settings.mode == "in-place":
        if new != entry.path:
            files.rename_in_place(entry.path, source, result.output, new)
        else:
            files.write_in_place(entry.path, source, result.output, entry.root)
        return report._replace(target=shown)
    return report


def _leave(entry: Entry, settings: Settings) -> Iterable[FileReport]:
    """Report what takes no part in a conversion, and copy it where a mirror is made."""
    shown = entry.shown
    try:
        note = _mirror(entry, settings)
    except HipifyError as error:
        yield FileReport(shown, "failed", reason=_reason(error, entry))
        return
    if entry.kind == "failed":
        yield FileReport(shown, "failed", reason=entry.reason)
    elif entry.kind == "skip":
        folder = "/" if os.path.isdir(entry.path) and not os.path.islink(entry.path) else ""
        yield FileReport(shown + folder, "skipped", reason=entry.reason)
    elif note or entry.reason:
        yield FileReport(shown, "skipped", reason=note or entry.reason)


def _mirror(entry: Entry, settings: Settings) -> str:
    """Copy one entry into the output folder, if there is one, and a skipped folder with all it holds."""
    if settings.mode != "output" or settings.output is None or entry.kind == "failed":
        return ""
    from hipify_py.mirror import mirror

    note = mirror(entry.path, entry.root, settings.output, entry.target)
    if entry.kind == "skip" and os.path.isdir(entry.path) and not os.path.islink(entry.path):
        for inner in contents(entry):
            mirror(inner.path, inner.root, settings.output, inner.target)
    return note
