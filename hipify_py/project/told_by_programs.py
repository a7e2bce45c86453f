"""What the builds of a run tell of its sources: each of its programs by itself, as if it were alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.project.cuda_macros import telling
from hipify_py.project.only_kept import only_kept
from hipify_py.project.programs import ALL, programs
from hipify_py.project.told_by_builds import ToldByBuilds
from hipify_py.project.unmade_macros import unmade
from hipify_py.project.unnamed_sources import named_by_none
from hipify_py.project.width_macros import without_headers_behind

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Places
    from hipify_py.project.translation_units import TranslationUnits
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Settings
    from hipify_py.surroundings import Project


class ToldByPrograms:
    """The build files of a run beside its sources, of which each program knows its own.

    `found`, `places` and `units` are those of all sources, `own` the paths of those in the run; the others
    are those of `ToldByBuilds`. What several programs share is told by all.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        found: Mapping[str, Facts],
        places: Places,
        units: TranslationUnits,
        own: Collection[str],
        build_files: Sequence[str],
        others: Sequence[str],
        ruleset: RuleSet,
        settings: Settings,
        converted: Collection[str],
    ) -> None:
        """Part the run, and read the build files of each program."""
        tell = [*build_files, *telling(found, others)]
        self._programs = programs(own, tell, units.inclusion, settings.max_size)
        sources, builds = self._programs.parted(own), self._programs.parted(build_files)
        beside, around, walked = self._programs.parted(others), self._programs.around(), {*others}
        self._told: dict[int, ToldByBuilds] = {}
        self._unmade: dict[int, Mapping[str, frozenset[bytes]]] = {}
        self._kept: dict[int, Mapping[str, frozenset[bytes]]] = {}
        unnamed = frozenset[str]()
        for number in {*sources, *builds}:
            if number == ALL or len(around) < 2:
                part, named, near = found, build_files, others
            else:
                read = units.inclusion.below(units.inclusion.above(sources[number])) & found.keys()
                part, named = {path: found[path] for path in sorted(read)}, builds[number]
                near = [*beside[number], *sorted(around[number] & walked)]
            self._told[number] = ToldByBuilds(part, places, units, named, near, ruleset, settings, converted)
            self._unmade[number] = unmade(part, named, near, settings.max_size)
            self._kept[number] = only_kept(part, near)
            unnamed |= named_by_none(part, units.inclusion, named, near, settings.max_size)
        self._unnamed = unnamed
        self._last_of_hip = without_headers_behind(found, units.inclusion, ruleset.headers)
        self.orphans = frozenset[str]().union(
            *(told.orphans.intersection(sources[number]) for number, told in self._told.items())
        )

    def _of(self, path: str) -> ToldByBuilds:
        return self._told[self._programs.of(path)]

    def build_file(self, path: str, project: Project) -> Project:
        """Add to what all share what a build file is told of the sources around it, and by the others."""
        return self._of(path).build_file(path, project)

    def source(self, path: str, project: Project) -> Project:
        """Add to what its units tell about a source what its program's build does with it."""
        number = self._programs.of(path)
        project = project._replace(
            unmade=self._unmade[number].get(path, project.unmade),
            only_kept=self._kept[number].get(path, project.only_kept),
            last_of_hip=path in self._last_of_hip,
            named_by_none=path in self._unnamed,
        )
        return _but_left(self._of(path).source(path, project), self._unnamed)


def _but_left(project: Project, unnamed: Collection[str]) -> Project:
    """Leave out what no build names of the sources that read a header: a note where nothing is left."""
    built = tuple(one for one in project.cxx_readers if one not in unnamed)
    if built or not project.cxx_readers:
        return project._replace(cxx_readers=built)
    return project._replace(named_by_none=True)
