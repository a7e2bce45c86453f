"""The program that the files of a run belong to: these, and every header on disk that they include."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.file_names import is_makefile
from hipify_py.lazy import re
from hipify_py.project.elsewhere import as_it_stays, elsewhere, has_hip, skipped
from hipify_py.project.files import folders_around
from hipify_py.project.header_names import LANGUAGE, STANDARD
from hipify_py.project.include_paths import IncludePaths
from hipify_py.project.includers import INCLUDE, Includers, contents, declarers
from hipify_py.project.other_paths import names_under_other_paths, under_other_paths
from hipify_py.project.read_sources import ReadSources
from hipify_py.project.workers import Job
from hipify_py.rules.load import ruleset_of
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from hipify_py.project.entries import Entry
    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Places
    from hipify_py.project.translation_units import TranslationUnits
    from hipify_py.project.workers import Workers
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Settings

KEEPS = re.compile(rb"(?:\.|->)\s*+\w+(?:[mM]ajor|[mM]inor)\s*+=(?!=)")  # of `match.kept_capabilities`
IF = re.compile(rb"#[ \t]*+(?:el)?if")
OPTIONAL = re.compile(rb"\bCU[a-z]|Handle_t\b|\b(?:tex|surf)(?:[123]D|Cubemap)")  # of `match.optional_parts`


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
    lie elsewhere are read, and never written; so is what includes files that are named alone. `surveyed` is
    called with the number of files read and of those that are known so far.
    """
    ruleset = ruleset_of(settings)
    before = _renamed_before((entry.path for entry in work), settings.rename)
    walked = {entry.root for entry in entries if entry.kind == "folder"}
    paths = IncludePaths(
        ruleset.headers,
        walked,
        [os.path.realpath(folder) for folder in settings.include_dirs],
        output=os.path.realpath(settings.output) if settings.output else None,
        gone=before,
        limit=settings.max_size,
        converted={folder for entry in work for folder in folders_around(entry.path)},
    )
    named = [entry.path for entry in work if entry.root not in walked and entry.kind != "other"]
    includers = Includers(paths, settings)
    above = includers.of(named)
    alone = len(work) == 1 and settings.rename is None and not above
    if alone and not _may_ask(work[0], ruleset, settings.max_size):
        return list(work), Job(settings, Project())
    from hipify_py.project.bounds_users import bounds_users
    from hipify_py.project.c_headers import c_headers
    from hipify_py.project.function_callers import never_called, unused_helpers
    from hipify_py.project.kernel_users import named_by_others
    from hipify_py.project.path_tails import by_tail
    from hipify_py.project.told_by_programs import ToldByPrograms
    from hipify_py.project.translation_units import TranslationUnits

    others = {entry.path: entry for entry in entries if entry.kind in {"maybe", "other"}}
    read = ReadSources()
    reading = Reading(crew, others, paths, Job(settings, Project(), read=read), surveyed, {}, {}, {})
    reading.add([*work, *includers.entries_of(above - {entry.path for entry in work})])
    reading.add(includers.entries_of(_definers(named, reading.found, includers, settings)))
    found, places = reading.found, reading.places
    work = _with_included(work, others, found, places)
    listed = {entry.path for entry in (*entries, *work)}
    apart = elsewhere(found.keys() - listed, work, paths)
    for_cuda = {path for path in apart if found[path].brings and not has_hip(found[path])}
    stay = skipped(found.keys() - listed, work, walked)
    found.update((path, as_it_stays(found[path])) for path in apart | stay)
    renamed = {path: path.removesuffix(".cu") + (settings.rename or "") for path in _to_rename(work, found)}
    renamed = renamed | before if settings.rename else {}
    units = TranslationUnits(found, places, ruleset, renamed)
    own = {entry.path: units.project(entry.path) for entry in work if entry.kind != "other"}
    whole = Project(by_tail([*found.keys() | renamed.keys()]), renamed=renamed) if renamed else Project()
    build_files = [entry.path for entry in work if entry.kind == "other"]
    beside = [*({entry.path for entry in entries} - {*build_files})]
    converted = found.keys() - listed - apart - stay if settings.in_repository else ()
    told = ToldByPrograms(found, places, units, own, build_files, beside, ruleset, settings, converted)
    of_c = c_headers(found, places)
    idle = never_called(found, units.inclusion, told.orphans, settings.max_size)
    unused, shared = (
        unused_helpers(found, units.inclusion, settings.max_size),
        named_by_others(found, units.inclusion),
    )
    bounds = bounds_users(found, units.inclusion, settings.max_size)
    own = {
        path: told.source(path, project)._replace(
            copied=paths.copied(path, found[path].includes if path in found else ()),
            c_headers=of_c.get(path, frozenset()),
            for_bounds=bounds.get(path, frozenset()),
            uncalled=idle.get(path, frozenset()),
            unused_helpers=unused.get(path, frozenset()),
            named_by_others=shared.get(path, frozenset()),
        )
        for path, project in own.items()
    }
    for path, headers in reading.meant.items():
        if path in own and (names := names_under_other_paths(path, found, headers, ruleset)):
            own[path] = own[path]._replace(names=own[path].names | names)
    made = {entry.path for entry in work if entry.makefile}
    # which of several files a build takes is not known of those that only the ends of paths name
    sure = stay - paths.brought
    own |= _with_skipped(own, units, reading, sure | for_cuda)
    own |= {path: told.build_file(path, whole)._replace(makefile=path in made) for path in build_files}
    return list(work), Job(settings, whole, own, read, paths.unusable)


def _with_skipped(
    own: dict[str, Project], units: TranslationUnits, reading: Reading, left: set[str]
) -> Iterator[tuple[str, Project]]:
    """Give the files of a run that include headers with CUDA which it leaves, with these."""
    from hipify_py.project.skipped_headers import skipped_headers

    limit = reading.job.settings.max_size
    told = skipped_headers(units, reading.found, reading.places, own, left, limit)
    yield from ((path, own[path]._replace(skipped_in=includes)) for path, includes in told.items())


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


class Reading(NamedTuple):
    """What is read for a run: the facts of files, and for each the places on disk that its includes name.

    `meant` gives those that includes without such a place may mean.
    """

    crew: Workers
    others: dict[str, Entry]
    paths: IncludePaths
    job: Job
    surveyed: Callable[[int, int], object] | None
    found: dict[str, Facts]
    places: dict[str, tuple[str | None, ...]]
    meant: dict[str, tuple[str, ...]]

    def add(self, first: Sequence[Entry]) -> None:
        """Read the facts of some files, and of what they include, until nothing is new."""
        from hipify_py.project.survey import facts_kept, survey_files

        wave = list(first)
        known = {entry.path for entry in first if entry.kind not in {"maybe", "other"}} | self.found.keys()
        done = len(self.found)
        kept, ruleset = facts_kept(self.job.settings), ruleset_of(self.job.settings)
        while wave:
            facts = self.crew.map(survey_files, wave, self.job, lambda *_: None, kept)
            before, done = done, done + len(wave)
            new: dict[str, Facts] = {}
            for at, (entry, fact) in enumerate(zip(wave, facts, strict=True), before + 1):
                if fact is not None:
                    new[entry.path] = fact
                if self.surveyed:
                    self.surveyed(at, done)
            self.found.update(new)
            for path, fact in new.items():
                self.places[path] = tuple(self.paths.find(path, *include) for include in fact.includes)
                if headers := under_other_paths(path, fact, self.places[path], self.paths, ruleset):
                    self.meant[path] = headers
            named = {
                place for path in new for place in (*self.places[path], *self.meant.get(path, ())) if place
            }
            wave = [self._entry(one) for one in sorted(named - self.paths.gone - known - self.found.keys())]
            known |= named - self.paths.gone

    def _entry(self, place: str) -> Entry:
        return (self.others.get(place) or _header(place))._replace(kind="source")


def _definers(
    named: Sequence[str], found: dict[str, Facts], includers: Includers, settings: Settings
) -> set[str]:
    """Give what may define functions about warps that named files see declared and ask for."""
    files, names = declarers(named, found)
    near = includers.of(files) - found.keys()
    return {path for path in near if any(name in contents(path, settings.max_size) for name in names)}


def _header(path: str) -> Entry:
    from hipify_py.project.entries import Entry

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


def _may_ask(entry: Entry, ruleset: RuleSet, limit: int) -> bool:
    """Say whether a file includes anything but the standard's headers and those of CUDA that HIP has, too.

    A makefile does where it includes anything. So too whether it asks whether anything of the project makes
    a macro, or reads what it keeps.
    """
    if entry.kind == "other":
        from hipify_py.build.make_includes import included

        makes = entry.makefile or is_makefile(os.path.basename(entry.path))
        return makes and any(included(contents(entry.path, limit), entry.path))
    text = contents(entry.path, limit)
    if KEEPS.search(text) or (IF.search(text) and OPTIONAL.search(text)):
        return True
    for quote, include in INCLUDE.findall(text):
        standard = include.decode("utf-8", "replace") in STANDARD or LANGUAGE.fullmatch(include)
        known = ruleset.headers.get(include)
        if quote == b'"' or not (standard or (known is not None and known.to is not None)):
            return True
    return False
