"""One step of a build: a source, and the headers of the project that it includes, converted into a folder.

A build converts each source by itself, when it or what it includes has changed, and many at once. Sources
share their headers, so what comes out of a header must not hang on the source that is converted: it is told
what it includes, and nothing of who includes it. Nothing is written before a run is known to have gone well:
make would take what a failed step had written for done.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.project import own_headers
from hipify_py.project.discover import discover
from hipify_py.project.entries import Entry, Selection
from hipify_py.project.failures import refusal, reported
from hipify_py.project.file_kinds import FOLDERS
from hipify_py.project.files import holds, is_inside, read, repository
from hipify_py.project.git_index import Index
from hipify_py.project.globs import compile_typed, covers
from hipify_py.project.include_paths import IncludePaths
from hipify_py.project.mirror import write_output
from hipify_py.project.one_file import convert_files
from hipify_py.project.overlap import check_folder
from hipify_py.project.program import Reading
from hipify_py.project.read_sources import ReadSources
from hipify_py.project.standing_sources import check_standing
from hipify_py.project.translation_units import TranslationUnits
from hipify_py.project.workers import Job, Workers
from hipify_py.report.describe import gather
from hipify_py.rules.load import ruleset_of
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Places
    from hipify_py.report.model import Report
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Settings

OUTSIDE = "_outside"  # the folder in the output of what does not lie below the first root
VENDORED = frozenset(FOLDERS["vendored"])


class Step(NamedTuple):
    """What a source comes to, not yet written.

    `files` are the outputs by their paths in the output folder, with `/`, that of the source last; `headers`
    names headers of ours that they include. `reads` are the files that were read, by their real paths.
    """

    report: Report
    files: Mapping[str, bytes]
    headers: frozenset[str]
    reads: tuple[str, ...]


class Place(NamedTuple):
    """Where a step's files lie: the folders of the project as they were given, and the output folder."""

    roots: tuple[str, ...]
    output: str

    def target_of(self, path: str) -> str | None:
        """Give where the output of a file goes, by its real path; None for one that is not the project's.

        A file below the first root keeps its path from there on, one below another its whole path.
        """
        if is_inside(path, os.path.realpath(self.output)):
            return None
        first, *others = (os.path.realpath(root) for root in self.roots)
        if is_inside(path, first):
            return os.path.relpath(path, first)
        return outside(path) if any(is_inside(path, root) for root in others) else None

    def shown(self, path: str) -> str:
        """Give the path of a file as a user would type it."""
        for root in self.roots:
            if is_inside(path, os.path.realpath(root)):
                return os.path.normpath(os.path.join(root, os.path.relpath(path, os.path.realpath(root))))
        return path


def outside(path: str) -> str:
    """Give where the output of a file goes that lies in no root, or not in the first."""
    return f"{OUTSIDE}/{path.lstrip('/')}"


def convert_step(source: str, place: Place, settings: Settings) -> Step:
    """Convert a source, and the headers below the roots that it includes, directly or through others.

    `settings.mode` is "memory". Vendored headers, and what `settings.exclude` names from a root on, come out
    as they are. A file that cannot be read or converted is in the report. Raises HipifyError where the source
    is no file or would replace another one, or the settings make no sense.
    """
    check_folder(place.output)
    ruleset = ruleset_of(settings)
    main = _source(source, place)
    check_standing([main.path], [(main, main.target)], place.output, settings)
    paths = _paths(settings, ruleset)
    job = Job(settings, Project(), read=ReadSources())
    reading = Reading(Workers(None), {}, paths, job, None, {}, {}, {})
    reading.add([main])
    found, places = reading.found, reading.places
    headers = [*_headers(main, places, paths.links, place)]
    excluded = compile_typed(settings.exclude)
    kept = [entry for entry in headers if _is_vendored(entry) or covers(excluded, entry.target)]
    work = [*(entry for entry in headers if entry not in kept), main]
    own = {entry.path: _alone(entry.path, found, places, ruleset) for entry in work}
    own[main.path] = TranslationUnits(found, places, ruleset, {}).project(main.path)
    own = {
        path: project._replace(copied=paths.copied(path, found[path].includes if path in found else ()))
        for path, project in own.items()
    }
    reports = convert_files(work, job._replace(own=own))
    files = {entry.target: read(entry.path, limit=settings.max_size).data for entry in kept}
    files |= {
        entry.target: report.output
        for entry, report in zip(work, reports, strict=True)
        if report.output is not None
    }
    calls = {name for entry in work for name in _calls_of(entry, files, place, settings)}
    reads = dict.fromkeys((main.path, *sorted({one for named in places.values() for one in named if one})))
    once = dict(zip((entry.path for entry in work), reports, strict=True))  # for a file and links to it
    return Step(gather(once.values(), ruleset), files, frozenset(calls), tuple(reads))


def _source(source: str, place: Place) -> Entry:
    (entry, *others) = discover([source], Selection()) or (None,)
    if entry is None or others or entry.kind not in {"source", "maybe", "other"}:
        reason = entry.reason if entry else ""
        raise refusal(
            source, reason or "a build converts one source at a time", "name a file with source text"
        )
    target = place.target_of(entry.path) or outside(entry.path)
    return entry._replace(kind="source", relative=target, target=target)


def _paths(settings: Settings, ruleset: RuleSet) -> IncludePaths:
    folders = [os.path.realpath(folder) for folder in settings.include_dirs]
    return IncludePaths(ruleset.headers, folders=folders, limit=settings.max_size, near=True)


def _headers(main: Entry, places: Places, links: Mapping[str, str], place: Place) -> Iterator[Entry]:
    """Give the headers of the project that a source includes, and again by each link that leads to one."""
    reached = {one: one for named in places.values() for one in named if one}
    reached.update(links)
    for name, path in sorted(reached.items()):
        target = place.target_of(name)
        if target is not None and path != main.path:
            yield Entry(path, os.path.dirname(path), target, target, place.shown(name), "source")


def _is_vendored(entry: Entry) -> bool:
    return not VENDORED.isdisjoint(entry.target.split("/")[:-1])


def _alone(path: str, found: Mapping[str, Facts], places: Places, ruleset: RuleSet) -> Project:
    """Give what a header is told: of what it includes, and that it is included by somebody."""
    below, queue = {path}, [path]
    while queue:
        more = {one for one in places.get(queue.pop(), ()) if one is not None} - below
        below |= more
        queue += more
    own = {one: found[one] for one in found if one in below}
    return TranslationUnits(own, places, ruleset, {}).project(path)._replace(included=True)


def _calls_of(entry: Entry, files: Mapping[str, bytes], place: Place, settings: Settings) -> tuple[str, ...]:
    """Give the headers of ours that an output includes."""
    writing = replace(settings, mode="output", output=place.output)
    return own_headers.called_for(files.get(entry.target, b""), entry, writing)


def write(step: Step, output: str) -> None:
    """Write what came out into a folder, which is made; raises HipifyError.

    What git tracks there is no output of a build, and is never written over. A header is written where it
    changed, once, whoever else writes it now. The source's output becomes new even if it did not change: make
    would take it for out of date for ever.
    """
    with reported(output, "write"):
        os.makedirs(output, exist_ok=True)
    _check_untracked(step, os.path.realpath(output))
    with _locked(output):
        for header in sorted(step.headers):
            own_headers.put_atop(output, header)
        for target, data in step.files.items():
            if target not in step.headers:
                write_output(output, target, data, durable=False)
        last = os.path.join(output, [*step.files][-1])
        with reported(last, "write"):
            os.utime(last)


def _check_untracked(step: Step, output: str) -> None:
    """Raise HipifyError where a file would be written over that git tracks, with other bytes."""
    index = Index(repository(output))
    for target, data in step.files.items():
        place = os.path.join(output, target)
        if os.path.lexists(place) and not holds(place, data) and index.has(place):
            cause = "not written: git tracks this file, and no output of a build"
            raise refusal(place, cause, "name another folder with -o")


@contextmanager
def _locked(folder: str) -> Iterator[None]:
    """Let one process at a time write into a folder, where its file system has locks."""
    from fcntl import LOCK_EX, flock

    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with suppress(OSError):
            flock(descriptor, LOCK_EX)
        yield
    finally:
        os.close(descriptor)
