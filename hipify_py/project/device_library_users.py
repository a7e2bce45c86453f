"""Which build files are around sources that use Thrust or CUB, and which of these sources are plain C++."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.match.headers import CXX, DEVICE_LIBRARIES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.model import Project
    from hipify_py.project.survey import Facts
    from hipify_py.project.translation_units import TranslationUnits

    Places = Mapping[str, Sequence[str | None]]


class DeviceLibraryUsers:
    """The sources of a run that include Thrust or CUB, and not copies of their own.

    `found` and `places` are those of the translation units.
    """

    def __init__(self, found: Mapping[str, Facts], places: Places, units: TranslationUnits) -> None:
        """Look through the includes once."""
        self._folders: dict[str, bool] = {}
        users = {path for path, fact in found.items() if _uses(fact, places[path])}
        for path in found:
            uses, folder = path in users, posixpath.dirname(path)
            while folder not in self._folders or (uses and not self._folders[folder]):
                self._folders[folder] = uses
                folder = posixpath.dirname(folder)
        reading = units.above({path for path in users if found[path].device_libraries})
        self._as_hip = {path for path in reading if path in found and path.endswith(CXX)}

    def told(self, path: str, project: Project) -> Project | None:
        """Add to what all share what is known around a build file; None where there is nothing.

        Around it is in its folder and below, or in the next folder above that holds sources.
        """
        folder = posixpath.dirname(path)
        while folder not in self._folders and folder != posixpath.dirname(folder):
            folder = posixpath.dirname(folder)
        if not self._folders.get(folder):
            return None
        below = folder.rstrip("/") + "/"
        as_hip = frozenset(one for one in self._as_hip if one.startswith(below))
        return project._replace(rocprim=True, as_hip=as_hip)


def _uses(fact: Facts, places: Sequence[str | None]) -> bool:
    return any(
        place is None and include.startswith(DEVICE_LIBRARIES)
        for (include, _), place in zip(fact.includes, places, strict=True)
    )
