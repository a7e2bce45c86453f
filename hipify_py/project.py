"""Many files: find them, look them over, convert each, write what came out."""

from __future__ import annotations

import os
import traceback
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from hipify_py import files, rules, survey
from hipify_py.buildfiles import is_build_file, mentions
from hipify_py.describe import describe
from hipify_py.discover import Entry, Selection, contents, discover
from hipify_py.model import FileReport, HipifyError, Options, Project, Report, Result
from hipify_py.spine import convert

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

BATCH = 16  # files a task: enough to pay for the hand-over, few enough for a smooth progress bar
ALONE = 200_000  # bytes in all up to which starting processes costs more than it saves


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run goes: what is done with the outcome, and which files take part.

    `mode` is "dry-run" (nothing is written), "diff" (as that, with a unified diff for each file),
    "in-place", or "output" (a mirror of the inputs under `output`). `rename` is the new ending of
    converted `.cu` files. `max_size` is in bytes.
    """

    mode: Literal["dry-run", "diff", "in-place", "output"] = "dry-run"
    output: str | None = None
    launch: Literal["keep", "macro"] = "keep"
    rename: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    rules: tuple[Path, ...] = ()
    max_size: int = files.SIZE_LIMIT


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
    rules.load(*settings.rules)  # an error in a rule file is the run's, not that of each file
    if settings.output is not None:
        files.check_output(paths, settings.output)
    selection = Selection(include=settings.include, exclude=settings.exclude, output=settings.output)
    entries = discover(paths, selection)
    work = [entry for entry in entries if _takes_part(entry, settings)]
    total = sum(_size(entry.path) for entry in work)
    with _workers(executor, jobs if total > ALONE else 1) as run:
        facts = dict(
            zip((e.path for e in work), run(survey_files, work, Job(settings, Project())), strict=True)
        )
        renamed = {
            e.path: _renamed(e.path, settings) for e in work if settings.rename and _renames(e, facts[e.path])
        }
        ruleset = rules.load(*settings.rules)
        found = {path: fact for path, fact in facts.items() if fact is not None}
        project = survey.project(found, ruleset, renamed)
        done: list[FileReport] = []
        for report in run(convert_files, work, Job(settings, project)):
            done.append(report)
            if progress:
                progress(len(done), len(work))
    done += [
        report for entry in entries if not _takes_part(entry, settings) for report in _leave(entry, settings)
    ]
    return Report(tuple(sorted(done, key=lambda report: report.path)))


def convert_bytes(data: bytes, settings: Settings) -> tuple[bytes, Report]:
    """Convert what came on standard input; give the output and a report that calls it `<stdin>`."""
    reason = files.binary_reason(data)
    if reason:
        return data, Report((FileReport("<stdin>", "failed", reason=reason),))
    result = convert(data, rules.load(*settings.rules), Options(launch=settings.launch))
    report = describe("<stdin>", result)
    if settings.mode == "diff":
        report = replace(report, diff=files.unified_diff(result.source, result.output, "stdin", "stdin"))
    return result.output, Report((report,))


def _takes_part(entry: Entry, settings: Settings) -> bool:
    if entry.kind in {"source", "maybe"}:
        return True
    return settings.rename is not None and entry.kind == "other" and is_build_file(entry.relative)


def _renames(entry: Entry, fact: survey.Facts | None) -> bool:
    return fact is not None and fact.has_cuda and entry.path.endswith(".cu")


def _renamed(path: str, settings: Settings) -> str:
    return path.removesuffix(".cu") + (settings.rename or "")


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0  # reading it will say why


Run = Any  # Callable[[Callable[[Sequence[Entry], Job], list[T]], Sequence[Entry], Job], Iterator[T]]


@contextmanager
def _workers(executor: Executor | None, jobs: int) -> Iterator[Run]:
    """Give the function that maps a worker over files, in order: here, in processes or on an executor."""
    if executor is not None or jobs <= 1:
        yield partial(_mapped, executor)
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs)
    try:
        yield partial(_mapped, pool)
    finally:
        pool.shutdown(cancel_futures=True)


def _mapped(executor: Executor | None, function: Any, entries: Sequence[Entry], job: Job) -> Iterator[Any]:  # noqa: ANN401
    batches = [entries[at : at + BATCH] for at in range(0, len(entries), BATCH)]
    if executor is None:
        for batch in batches:
            yield from function(batch, job)
        return
    futures = [executor.submit(function, batch, job) for batch in batches]
    try:
        for future in futures:
            yield from future.result()
    except BrokenExecutor as error:
        text = "a worker process died; run again with -j 1 to see at which file"
        raise HipifyError(text) from error


def survey_files(entries: Sequence[Entry], job: Job) -> list[survey.Facts | None]:
    """Read the facts of some files; None for one without any, or that cannot be read, which is said later."""
    ruleset = rules.load(*job.settings.rules)
    found: list[survey.Facts | None] = []
    for entry in entries:
        try:
            data = files.read(entry.path, limit=job.settings.max_size).data
        except HipifyError:
            found.append(None)
            continue
        usable = entry.kind != "other" and files.binary_reason(data) is None
        found.append(survey.facts(data, ruleset, Options(path=entry.path)) if usable else None)
    return found


def convert_files(entries: Sequence[Entry], job: Job) -> list[FileReport]:
    """Convert some files and write what came out. A failure is its file's alone and is in its report."""
    return [_convert_file(entry, job) for entry in entries]


def _convert_file(entry: Entry, job: Job) -> FileReport:
    settings = job.settings
    try:
        source = files.read(entry.path, limit=settings.max_size)
        if reason := files.binary_reason(source.data):
            _mirror(entry, settings)
            return FileReport(entry.shown, "failed", reason=reason)
        result = _result(entry, source.data, job)
        return _write(entry, source, result, job)
    except HipifyError as error:
        return FileReport(entry.shown, "failed", reason=str(error))
    except Exception as error:  # noqa: BLE001  the edge: one file's bug is not the run's
        where = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {error} ({os.path.basename(where.filename)}:{where.lineno})"
        return FileReport(entry.shown, "failed", reason=f"{reason}: please report this file", internal=True)


def _result(entry: Entry, data: bytes, job: Job) -> Result:
    ruleset = rules.load(*job.settings.rules)
    options = Options(path=entry.path, launch=job.settings.launch, project=job.project)
    if entry.kind == "other":
        return mentions(data, ruleset, options)
    if entry.kind == "maybe" and not survey.looks_like_cuda(data):
        return Result(data, data)
    return convert(data, ruleset, options)


def _write(entry: Entry, source: files.Source, result: Result, job: Job) -> FileReport:
    settings = job.settings
    new = job.project.renamed.get(entry.path, entry.path)
    ending = new.removeprefix(entry.path.removesuffix(".cu")) if new != entry.path else ""
    shown, target = (
        path.removesuffix(".cu") + ending if ending else path for path in (entry.shown, entry.target)
    )
    report = describe(entry.shown, result, status="converted" if ending else None)
    if settings.mode == "diff":
        return replace(report, diff=files.unified_diff(result.source, result.output, entry.shown, shown))
    if settings.mode == "output" and settings.output is not None:
        files.write_output(settings.output, target, result.output, source.stat)
        return replace(report, target=os.path.join(settings.output, target))
    if settings.mode == "in-place":
        if ending:
            files.rename_in_place(entry.path, source, result.output, new)
        else:
            files.write_in_place(entry.path, source, result.output, entry.root)
        return replace(report, target=shown)
    return report


def _leave(entry: Entry, settings: Settings) -> Iterable[FileReport]:
    """Report what takes no part in a conversion, and copy it where a mirror is made."""
    shown = entry.shown
    try:
        note = _mirror(entry, settings)
    except HipifyError as error:
        yield FileReport(shown, "failed", reason=str(error))
        return
    if entry.kind == "failed":
        yield FileReport(shown, "failed", reason=entry.reason)
    elif entry.kind == "skip":
        folder = "/" if os.path.isdir(entry.path) and not os.path.islink(entry.path) else ""
        yield FileReport(shown + folder, "skipped", reason=entry.reason)
    elif note:
        yield FileReport(shown, "skipped", reason=note)


def _mirror(entry: Entry, settings: Settings) -> str:
    """Copy one entry into the output folder, if there is one, and a skipped folder with all it holds."""
    if settings.mode != "output" or settings.output is None or entry.kind == "failed":
        return ""
    note = files.mirror(entry.path, entry.root, settings.output, entry.target)
    if entry.kind == "skip" and os.path.isdir(entry.path) and not os.path.islink(entry.path):
        for inner in contents(entry):
            files.mirror(inner.path, inner.root, settings.output, inner.target)
    return note
