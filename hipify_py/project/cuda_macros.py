"""Macros that sources ask for and that nothing makes in a build for HIP: what they govern is CUDA's side."""

from __future__ import annotations

import posixpath
import re
from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.project.file_kinds import TEMPLATES
from hipify_py.project.includers import contents
from hipify_py.resolve.platform_branches import ABSENT, MAYBE, USUAL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.translation_units import TranslationUnits

# Of files, besides sources and build files, that may hand macros to compilers.
TELLS = re.compile(
    r"\.(?:py|json|toml|cfg|ini|ya?ml|gni?|gypi?|nix|bat|ps1|props|targets|vcxproj|lua|pro|pri|am|ac|rb|rs)\Z",
    re.IGNORECASE,
)


class CudaMacros:
    """The macros of which a definition is for CUDA's compilers alone, and no other is anywhere in a project.

    `texts` are those of the build files, `others` the paths of all else that lies in the run, and `reach`
    gives the folder in which a build file tells of sources.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        found: Mapping[str, Facts],
        units: TranslationUnits,
        texts: Mapping[str, bytes],
        others: Iterable[str],
        reach: Callable[[str], str],
        limit: int,
    ) -> None:
        """Find out which macros come into question, and who speaks of them."""
        self._found, self._units = found, units
        self._beside: dict[bytes, frozenset[str]] = {}
        self._of_builds: dict[str, frozenset[bytes]] = {}
        in_sources = {one.name for fact in found.values() for one in fact.told if one.value.startswith(MAYBE)}
        if not texts:  # how the sources are compiled is not known
            self._absent: frozenset[bytes] = frozenset()
            return
        from hipify_py.build.cuda_sides import cuda_sides

        sides = cuda_sides(texts)
        made = {path: side.made for path, side in sides.items() if side.made}
        asked = (
            frozenset(name for fact in found.values() for name in fact.asks) if made else frozenset[bytes]()
        )
        in_builds = {name for names in made.values() for name in names & asked if not USUAL.fullmatch(name)}
        names = in_sources | in_builds
        rest = (side.rest for side in sides.values())
        self._absent = frozenset(names - _spoken_of(names, rest, telling(found, others), limit))
        for path, own in made.items():
            if mine := own & in_builds & self._absent:
                self._tell(reach(path).rstrip("/") + "/", mine)

    def _tell(self, folder: str, names: frozenset[bytes]) -> None:
        for one in self._units.below({path for path in self._found if path.startswith(folder)}):
            if asked := names & self._found[one].asks:
                self._of_builds[one] = self._of_builds.get(one, frozenset()) | asked

    def switches(self, path: str, switches: Mapping[bytes, bytes]) -> Mapping[bytes, bytes]:
        """Give what is known of the macros that a file asks for, once builds and others had their say."""
        of_builds = self._of_builds.get(path, ())
        if not of_builds and not any(value.startswith(MAYBE) for value in switches.values()):
            return switches
        sure = {name: value for name, value in switches.items() if not value.startswith(MAYBE)}
        maybe = {**dict.fromkeys(of_builds, MAYBE), **switches}
        absent = (name for name in maybe.keys() - sure.keys() if self._is_absent(path, name))
        return sure | {name: maybe[name].replace(MAYBE, ABSENT) for name in absent}

    def _is_absent(self, path: str, name: bytes) -> bool:
        """Say whether nobody speaks of a macro, and no file that shares a unit with one makes it for HIP."""
        if name not in self._beside:
            makers = {one for one, fact in self._found.items() if name in fact.macros}
            self._beside[name] = self._units.below({*self._units.above(makers) & self._found.keys()})
        return name in self._absent and path not in self._beside[name]


def telling(found: Mapping[str, Facts], others: Iterable[str]) -> Iterator[str]:
    """Give the paths of files that may hand macros to compilers, besides build files."""
    yield from filter(_is_template, found)
    yield from (one for one in others if one not in found and (TELLS.search(one) or _is_template(one)))


def _is_template(path: str) -> bool:
    return posixpath.splitext(path)[1].lower() in TEMPLATES


def _spoken_of(names: set[bytes], rest: Iterable[bytes], others: Iterable[str], limit: int) -> set[bytes]:
    """Give those of some names that build files or others hold."""
    whole = {name: re.compile(rb"(?:(?<!\w)|(?<=[-/]D))%b\b" % name) for name in names}
    spoken: set[bytes] = set()
    for text in chain(rest, (contents(path, limit) for path in others)) if names else ():
        # the plain search first: most files hold none of them
        spoken.update(name for name in names - spoken if name in text and whole[name].search(text))
    return spoken
