"""What one file becomes: converted, or as an earlier run kept it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.build.file_names import CYTHON
from hipify_py.model import Place, Result
from hipify_py.project import own_headers
from hipify_py.report.describe import describe
from hipify_py.report.model import Change, Concern, FileReport
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.model import Finding
    from hipify_py.project.entries import Entry
    from hipify_py.project.file_cache import FileCache
    from hipify_py.project.workers import Job
    from hipify_py.rules.model import RuleSet


class Made(NamedTuple):
    """What a file becomes, before anything is written; `report` has no path yet."""

    output: bytes
    report: FileReport


def unchanged(data: bytes) -> Made:
    """Give what a file becomes that stays as it is."""
    return Made(data, FileReport("", "unchanged"))


def made_of(entry: Entry, data: bytes, job: Job, ruleset: RuleSet, cache: FileCache | None) -> Made:
    """Give what a file becomes as it is kept; where it is not, convert it, and keep what it becomes."""
    if _stays(entry, data):
        return unchanged(data)
    if cache is None:
        return _described(_result(entry, data, job, ruleset))
    place = cache.place(entry.kind, data, _options(entry, job))
    known = _read(cache.kept(place), data)
    if known is None:
        known = _described(_result(entry, data, job, ruleset))
        cache.keep(place, _plain(known, data))
    return known


def _stays(entry: Entry, data: bytes) -> bool:
    """Say whether nothing in a file is to be converted: it is a header of ours, or no source's text."""
    return entry.kind == "maybe" or own_headers.is_own(entry, data)


def _described(result: Result) -> Made:
    ordered = sorted(result.findings, key=lambda f: (f.span, f.rule, f.message))
    return Made(result.output, describe("", result._replace(findings=tuple(ordered))))


def kept_of(entry: Entry, data: bytes, job: Job, cache: FileCache) -> Made | None:
    """Give what a file becomes as an earlier run kept it; None where none did."""
    if _stays(entry, data):
        return unchanged(data)
    return _read(cache.kept(cache.place(entry.kind, data, _options(entry, job))), data)


def _plain(made: Made, data: bytes) -> tuple[object, ...]:
    """Give what a file becomes in the built-in types, to be kept."""
    changes = [(*one[:2], tuple(one.start), tuple(one.end), *one[4:]) for one in made.report.changes]
    concerns = [
        (
            one[:4],
            tuple(one.start),
            tuple(one.end),
            one.excerpt,
            [(tuple(at), why) for at, why in one.related],
            one[8:],
        )
        for one in made.report.concerns
    ]
    return None if made.output == data else made.output, changes, concerns, made.report.suppressed


def _read(kept: Any, data: bytes) -> Made | None:  # noqa: ANN401  as `_plain` gives it
    if kept is None:
        return None
    output, changes, concerns, suppressed = kept
    report = FileReport(
        "",
        "unchanged" if output is None else "converted",
        changes=tuple(
            Change(rule, kind, Place(*start), Place(*end), *rest) for rule, kind, start, end, *rest in changes
        ),
        concerns=tuple(
            Concern(*said, Place(*start), Place(*end), text, _related(more), *rest)  # type: ignore[call-arg]
            for said, start, end, text, more, rest in concerns
        ),
        suppressed=suppressed,
    )
    return Made(data if output is None else output, report)


def _related(plain: Iterable[Any]) -> tuple[tuple[Place, str], ...]:
    return tuple((Place(*at), why) for at, why in plain)


def _options(entry: Entry, job: Job) -> Options:
    return Options(
        path=entry.path,
        launch=job.settings.launch,
        project=job.of(entry),
        warp=job.settings.warp,
        polyfill=job.settings.polyfill,
        headers=own_headers.folder_of(entry, job.settings),
        archs=job.settings.archs,
        build=job.settings.build,
        in_run=True,
    )


def _result(entry: Entry, data: bytes, job: Job, ruleset: RuleSet) -> Result:
    """Convert a file. What comes out hangs on these alone: nothing else may be read from a disk for it."""
    if entry.kind == "other":
        from hipify_py.build.conversion import build_file

        options = _options(entry, job)
        return build_file(data, ruleset, options, _in_strings(data, ruleset, options))
    from hipify_py.conversion import convert  # start-up: most of the package, needed for what is not kept

    return convert(data, ruleset, _options(entry, job), job.read.take(entry.path, data) if job.read else None)


def _in_strings(data: bytes, ruleset: RuleSet, options: Options) -> tuple[Finding, ...]:
    """Say what there is to say of device code in the strings of Python and Cython."""
    if not options.name.endswith((".py", *CYTHON)):
        return ()
    from hipify_py.project.python_kernels import python_kernels  # start-up: most of the package

    return tuple(python_kernels(data, ruleset, options))
