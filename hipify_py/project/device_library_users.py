"""What build files are told of the sources around them: which use Thrust or CUB, and which are plain C++."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.choices import CXX, DEVICE_LIBRARIES
from hipify_py.lazy import re
from hipify_py.source.asked_macros import OF_GPU_COMPILERS
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from hipify_py.project.facts import Facts
    from hipify_py.project.translation_units import TranslationUnits

    Places = Mapping[str, Sequence[str | None]]
    Made = Callable[[frozenset[bytes]], frozenset[bytes]]
    Leading = tuple[bytes, bytes]

# Headers of HIP and of its libraries, or of CUDA's that become them.
OF_HIP = re.compile(
    rb"hip\w*/|(?:.*/)?(?:cu(?:da|blas|fft|rand|sparse|solver|Complex)\w*|(?:driver|vector)_types)\.h\Z"
)


class DeviceLibraryUsers:
    """The sources of a run that include Thrust or CUB, and not copies of their own, or are plain C++.

    They do so themselves or by way of a header, wherever that lies. `found` and `places` are those of the
    translation units. `made` gives those of some macros that a build, or what else is no source, may make:
    an include behind a macro that nothing makes is not read.
    """

    def __init__(
        self, found: Mapping[str, Facts], places: Places, units: TranslationUnits, made: Made = frozenset
    ) -> None:
        """Look through the includes once."""
        self._folders: dict[str, bool] = {}
        users = {path for path, fact in found.items() if _uses(fact, places[path])}
        including = units.inclusion.above(users)
        for path in found:
            uses, folder = path in including, posixpath.dirname(path)
            while folder not in self._folders or (uses and not self._folders[folder]):
                self._folders[folder] = uses
                folder = posixpath.dirname(folder)
        reading = units.inclusion.above({path for path in users if found[path].device_libraries})
        self._found, self._places, self._units, self._reading = found, places, units, reading
        candidates = {path for path in reading if path in found and path.endswith(CXX)}
        self._as_hip = _reaching(candidates, found, places, units, made)
        of_hip = units.inclusion.above(
            {path for path, fact in found.items() if _reads_hip(fact, places[path])}
        )
        self._hosts = sorted(
            path for path, fact in found.items() if fact.plain and path in of_hip and path not in reading
        )

    @property
    def as_hip(self) -> frozenset[str]:
        """Give the sources of plain C++ that have to be compiled as HIP."""
        return frozenset(self._as_hip)

    def told(self, path: str) -> Project | None:
        """Give what a build file is told of the sources around it; None where there is nothing.

        Around it is in its folder and below, or in the next folder above that holds sources.
        """
        folder = posixpath.dirname(path)
        while folder not in self._folders and folder != posixpath.dirname(folder):
            folder = posixpath.dirname(folder)
        below = folder.rstrip("/") + "/"
        host = next((one for one in self._hosts if one.startswith(below)), "")
        uses = self._folders.get(folder, False)
        as_hip = frozenset(one for one in self._as_hip if one.startswith(below))
        if not (uses or host or as_hip):
            return None
        return Project(rocprim=uses, as_hip=as_hip, host_cxx=posixpath.relpath(host, folder) if host else "")

    def readers(
        self, apart: frozenset[str], told: Collection[str]
    ) -> tuple[dict[str, Leading], dict[str, list[str]]]:
        """Give by which includes sources of plain C++ read a header's Thrust or CUB, and those of `told`.

        Sources `apart` are left out, which the build compiles as HIP or for the host by itself. What a header
        in `told` brings is told there: the second gives for such headers the sources that read it of them.
        """
        leading: dict[str, Leading] = {}
        readers: dict[str, list[str]] = {}
        for path in sorted(one for one in self._as_hip - apart if self._found[one].plain):
            if found := self._leading(path):
                holder, by = found
                if holder in told:
                    readers.setdefault(holder, []).append(path)
                else:
                    leading[path] = by
        return leading, readers

    def _leading(self, source: str) -> tuple[str, Leading] | None:
        """Give the header of which a source reads Thrust or CUB, and by which include."""
        fact = self._found[source]
        behind = {number for number, _ in fact.behind}
        includes = [at for at, place in enumerate(self._places[source]) if place in self._reading]
        for at in sorted(includes, key=lambda at: at in behind):  # one that is always read, rather
            place = self._places[source][at]
            below = self._units.inclusion.below({place}) if place else ()
            if first := min((one for one in below if self._found[one].device_libraries), default=""):
                return first, (fact.includes[at][0], self._found[first].device_libraries)
        return None


def _reaching(
    candidates: set[str], found: Mapping[str, Facts], places: Places, units: TranslationUnits, made: Made
) -> set[str]:
    """Give those of some sources that read Thrust or CUB by includes behind macros that something makes."""
    below = {path: units.inclusion.below({path}) for path in candidates}
    asked = {name for path in frozenset().union(*below.values()) for _, name in found[path].behind}
    if not asked:
        return candidates
    by_others = made(frozenset(asked))
    return {path for path in candidates if _reaches(path, below[path], by_others, found, places, units)}


def _reaches(  # noqa: PLR0913, PLR0917
    source: str,
    below: frozenset[str],
    by_others: frozenset[bytes],
    found: Mapping[str, Facts],
    places: Places,
    units: TranslationUnits,
) -> bool:
    """Say whether a source reads Thrust or CUB; `below` is all that it includes, behind whatever."""
    switches = (told.name for path in below for told in found[path].told if told.kind == "switch")
    there = by_others.union(switches, *(found[path].macros for path in below)) - OF_GPU_COMPILERS
    seen, queue = {source}, [source]
    while queue:
        path = queue.pop()
        fact = found[path]
        gone = {number for number, name in fact.behind if name not in there}
        if fact.device_libraries and _uses(fact, places[path], gone):
            return True
        targets = {
            one for at, one in enumerate(units.inclusion.targets[path]) if one and at not in gone
        } - seen
        seen |= targets
        queue += targets
    return False


def _reads_hip(fact: Facts, places: Sequence[str | None]) -> bool:
    return any(
        place is None and OF_HIP.match(include)
        for (include, _), place in zip(fact.includes, places, strict=True)
    )


def _uses(fact: Facts, places: Sequence[str | None], gone: Collection[int] = ()) -> bool:
    """Say whether a file includes Thrust or CUB, but by the includes of some numbers."""
    return any(
        place is None and include.startswith(DEVICE_LIBRARIES) and at not in gone
        for at, ((include, _), place) in enumerate(zip(fact.includes, places, strict=True))
    )
