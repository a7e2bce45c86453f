"""The program that the files of a run belong to: these, and every header on disk that they include."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from hipify_py.model import Project
from hipify_py.project.include_paths import STANDARD, IncludePaths
from hipify_py.project.workers import Job
from hipify_py.rules.load import ruleset_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from hipify_py.project.discover import Entry
    from hipify_py.project.survey import Facts
    from hipify_py.project.translation_units import Places
    from hipify_py.project.workers import Workers
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Settings

INCLUDE = re.compile(rb"#[ \t]*include[ \t]*([\"<])([^\">\r\n]*)")


def looked_over(
    crew: Workers,
    entries: Sequence[Entry],
    work: Sequence[Entry],
    settings: Settings,
    surveyed: Callable[[int, int], object] | None = None,
) -> tuple[list[Entry], Job]:
    """Find out what the translation units of a run tell about its files.

    `entries` are all that the run found, `work` those of them that may be converted. Give these again, with
    those of which the ending does not tell that they are source, but that a source includes. Headers that
    lie elsewhere are read, and never written. `surveyed` is called with the number of files read and of those
    that are known so far.
    """
    ruleset = ruleset_of(settings)
    if len(work) == 1 and settings.rename is None and not _may_ask(work[0], ruleset):
        return list(work), Job(settings, Project())
    from hipify_py.project.translation_units import TranslationUnits, tails

    before = _renamed_before((entry.path for entry in work), settings.rename)
    paths = IncludePaths(
        ruleset.headers,
        {entry.root for entry in entries if entry.kind == "folder"},
        [os.path.realpath(folder) for folder in settings.include_dirs],
        output=os.path.realpath(settings.output) if settings.output else None,
        gone=before,
        limit=settings.max_size,
    )
    others = {entry.path: entry for entry in entries if entry.kind in {"maybe", "other"}}
    found, places = with_headers(crew, work, others, paths, settings, surveyed=surveyed)
    work = _with_included(work, others, found, places)
    renamed = {path: path.removesuffix(".cu") + (settings.rename or "") for path in _to_rename(work, found)}
    renamed = renamed | before if settings.rename else {}
    units = TranslationUnits(found, places, ruleset, renamed)
    own = {entry.path: units.project(entry.path) for entry in work if entry.kind != "other"}
    whole = Project(tails([*found.keys() | renamed.keys()]), renamed=renamed) if renamed else Project()
    return list(work), Job(settings, whole, own)


def _with_included(
    work: Sequence[Entry], others: dict[str, Entry], found: dict[str, Facts], places: Places
) -> list[Entry]:
    """Count as source what sources include, directly or through others, whatever its ending."""
    reached: set[str] = set()
    queue = [entry.path for entry in work if entry.kind == "source"]
    while queue:
        for place in places.get(queue.pop(), ()):
            if place is not None and place in found and place not in reached:
                reached.add(place)
                queue.append(place)
    sources = {path: others[path]._replace(kind="source") for path in reached & others.keys()}
    kept = [sources.pop(entry.path, entry) for entry in work]
    return [*kept, *sources.values()]


def with_headers(  # noqa: PLR0913
    crew: Workers,
    work: Sequence[Entry],
    others: dict[str, Entry],
    paths: IncludePaths,
    settings: Settings,
    *,
    surveyed: Callable[[int, int], object] | None,
) -> tuple[dict[str, Facts], Places]:
    """Read the facts of the files to convert, and of what they include, until nothing is new.

    Give also, for each file, the places on disk that its includes name.
    """
    from hipify_py.project.survey import survey_files

    found: dict[str, Facts] = {}
    places: dict[str, tuple[str | None, ...]] = {}
    wave = list(work)
    known = {entry.path for entry in work if entry.kind != "other"}
    done = 0
    while wave:
        facts = crew.map(survey_files, wave, Job(settings, Project()), lambda *_: None)
        read: dict[str, Facts] = {}
        before, done = done, done + len(wave)
        for at, (entry, fact) in enumerate(zip(wave, facts, strict=True), before + 1):
            if fact is not None:
                read[entry.path] = fact
            if surveyed:
                surveyed(at, done)
        found |= read
        for path, fact in read.items():
            places[path] = tuple(paths.find(path, *include) for include in fact.includes)
        named = {place for path in read for place in places[path] if place and place not in paths.gone}
        wave = [_as_source(others.get(place) or _header(place)) for place in sorted(named - known)]
        known |= named
    return found, places


def _as_source(entry: Entry) -> Entry:
    return entry._replace(kind="source")


def _header(path: str) -> Entry:
    from hipify_py.project.discover import Entry

    folder, name = os.path.split(path)
    return Entry(path, folder, name, name, path, "source")


def _to_rename(work: Sequence[Entry], found: dict[str, Facts]) -> Iterator[str]:
    for entry in work:
        if entry.path.endswith(".cu") and entry.path in found and found[entry.path].has_cuda:
            yield entry.path


def _renamed_before(paths: Iterable[str], ending: str | None) -> dict[str, str]:
    """Give the files that have the new ending and stand where no old one does, by their old paths.

    A run that was killed may have renamed them and not come to those that mention them.
    """
    if ending is None:
        return {}
    old = {path.removesuffix(ending) + ".cu": path for path in paths if path.endswith(ending)}
    return {path: new for path, new in old.items() if not os.path.lexists(path)}


def _may_ask(entry: Entry, ruleset: RuleSet) -> bool:
    """Say whether a file includes anything but CUDA's headers and the standard's."""
    with suppress(OSError), open(entry.path, "rb") as file:
        for quote, include in INCLUDE.findall(file.read()):
            standard = include.decode("utf-8", "replace") in STANDARD or b"." not in include
            if quote == b'"' or not (standard or include in ruleset.headers):
                return True
    return False
