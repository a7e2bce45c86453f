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
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.project.discover import Entry
    from hipify_py.project.survey import Facts
    from hipify_py.project.translation_units import Places
    from hipify_py.project.workers import Workers
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Settings

INCLUDE = re.compile(rb"#[ \t]*include[ \t]*([\"<])([^\">\r\n]*)")


def looked_over(crew: Workers, entries: Sequence[Entry], work: Sequence[Entry], settings: Settings) -> Job:
    """Find out what the translation units of a run tell about its files.

    `entries` are all that the run found, `work` those of them that may be converted. Headers that lie
    elsewhere are read, and never written.
    """
    ruleset = ruleset_of(settings)
    if len(work) == 1 and settings.rename is None and not _may_ask(work[0], ruleset):
        return Job(settings, Project())
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
    found, places = _with_headers(crew, work, paths, settings)
    renamed = {path: path.removesuffix(".cu") + (settings.rename or "") for path in _to_rename(work, found)}
    renamed = renamed | before if settings.rename else {}
    units = TranslationUnits(found, places, ruleset, renamed)
    own = {entry.path: units.project(entry.path) for entry in work if entry.kind != "other"}
    whole = Project(tails([*found.keys() | renamed.keys()]), renamed=renamed) if renamed else Project()
    return Job(settings, whole, own)


def _with_headers(
    crew: Workers, work: Sequence[Entry], paths: IncludePaths, settings: Settings
) -> tuple[dict[str, Facts], Places]:
    """Read the facts of the files to convert, and of what they include, until nothing is new.

    Give also, for each file, the places on disk that its includes name.
    """
    from hipify_py.project.survey import survey_files

    found: dict[str, Facts] = {}
    places: dict[str, tuple[str | None, ...]] = {}
    known, wave = {entry.path for entry in work}, list(work)
    while wave:
        surveyed = crew.map(survey_files, wave, Job(settings, Project()), lambda *_: None)
        read = {entry.path: fact for entry, fact in zip(wave, surveyed, strict=True) if fact is not None}
        found |= read
        for path, fact in read.items():
            places[path] = tuple(paths.find(path, *include) for include in fact.includes)
        named = {place for path in read for place in places[path] if place and place not in paths.gone}
        wave = [_header(place) for place in sorted(named - known)]
        known |= named
    return found, places


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
