"""Macros that sources ask for and that nothing makes in a build for HIP: what they govern is CUDA's side."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.build.file_names import CMAKE
from hipify_py.choices import FOR_PEOPLE
from hipify_py.lazy import re
from hipify_py.project.file_kinds import TEMPLATES
from hipify_py.project.includers import contents
from hipify_py.project.unknown_headers import UNITS, forces, with_unknown
from hipify_py.project.whole_runs import WholeRuns
from hipify_py.resolve.platform_branches import ABSENT, MAYBE, UNSET, USUAL

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from hipify_py.build.cuda_sides import Side
    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Places
    from hipify_py.project.translation_units import TranslationUnits

# Of files, besides sources and build files, that may hand macros to compilers.
TELLS = re.compile(
    r"\.(?:py|json|toml|cfg|ini|ya?ml|gni?|gypi?|nix|bat|ps1|props|targets|vcxproj|lua|pro|pri|am|ac|rb|rs)\Z",
    re.IGNORECASE,
)

# A word of which a variable holds a part, as in `-DUSE_${X}`, without the flag before it.
PIECES = re.compile(rb"(?:-D|(?<!\w))(\w*+)\$[({]\w+[)}](\w*+)")

# What builds write into headers, by templates of these and by functions of their own.
WRITTEN = re.compile(
    rb"#[ \t]*(?:cmakedefine(?:01)?|define|undef|mesondefine)[ \t]+(?:(\w++)(?![@$])|\S)"
    rb"|\bAC_DEFINE(?:_UNQUOTED)?[ \t]*\([ \t]*\[?(\w++)|\.set(?:10)?\([ \t]*['\"](\w++)"
)

MOST_READ = 1_000_000  # bytes of a file that is none of a build's


class CudaMacros:
    """The macros of which a definition is for CUDA's compilers alone, and no other is anywhere in a project.

    `texts` are those of the build files, `others` the paths of all else that lies in the run, and `reach`
    gives the folder in which a build file tells of sources; `known` are CUDA's headers. Where something may
    make any macro, or what may do so is not in the run, none counts as one.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        found: Mapping[str, Facts],
        places: Places,
        units: TranslationUnits,
        texts: Mapping[str, bytes],
        others: Collection[str],
        reach: Callable[[str], str],
        known: Collection[bytes],
        limit: int,
    ) -> None:
        """Find out which macros come into question, and who speaks of them."""
        self._found, self._places, self._units, self._reach = found, places, units, reach
        self._beside: dict[bytes, frozenset[str] | None] = {}
        self._of_builds: dict[str, frozenset[bytes]] = {}
        self._absent: frozenset[bytes] = frozenset()
        self._named_for_cuda: frozenset[bytes] = frozenset()
        self._open: frozenset[str] = frozenset()
        self._open_there: frozenset[str] = frozenset()
        self._told_there: frozenset[bytes] = frozenset()
        self._never_made = self._only_taken_back()
        if self._never_made:
            made_for_sources = [*texts.values(), *(text for _, text in other_texts(found, others, limit))]
            self._never_made = self._never_made - written(self._never_made, made_for_sources)
        if texts:  # else it is not known how the sources are compiled
            self._ask(texts, others, known, limit)

    def _only_taken_back(self) -> frozenset[bytes]:
        """Give the macros that sources take back and none makes."""
        told = [one for fact in self._found.values() for one in fact.told if one.kind == "switch"]
        taken_back = {one.name for one in told if one.value == UNSET}
        others_make = (one.name for one in told if not one.value.startswith(UNSET))
        macros = (fact.macros for fact in self._found.values())
        return frozenset(taken_back - taken_back.intersection(others_make).union(*macros))

    def _ask(
        self, texts: Mapping[str, bytes], others: Collection[str], known: Collection[bytes], limit: int
    ) -> None:
        """Find out which macros nobody speaks of, and which files any macro may be made for."""
        from hipify_py.build.cuda_sides import cuda_sides, for_cuda_alone

        sides = cuda_sides(texts)
        self._named_for_cuda = for_cuda_alone(sides)
        made = {path: side.made for path, side in sides.items() if side.made}
        all_told = (one for fact in self._found.values() for one in fact.told)
        in_sources = {one.name for one in all_told if one.value.startswith(MAYBE)}
        in_builds = self._asked_of(made.values())
        names = frozenset(in_sources | in_builds)
        if not names:
            return
        spoken = Spoken(names)
        heard = spoken.by(sides, texts, other_texts(self._found, others, limit))
        # A build that names the macro where it builds for CUDA says who makes it: what may make any does not.
        if in_builds:
            in_builds -= Spoken(in_builds).named(sides, other_texts(self._found, others, limit))
        self._absent, self._told_there = names - heard | in_builds, frozenset(in_builds)
        if not self._absent:
            return
        self._open_up(spoken.of_any, others, known)
        for path, own in made.items():
            if mine := own & in_builds & self._absent:
                self._tell(self._folder(path), mine)

    def _asked_of(self, made: Iterable[Collection[bytes]]) -> set[bytes]:
        """Give those of the macros made in builds that sources ask for, but for usual ones."""
        names = {name for one in made for name in one}
        asked = {name for fact in self._found.values() for name in fact.asks & names} if names else set()
        return {name for name in asked if not USUAL.fullmatch(name)}

    def _open_up(self, of_any: set[str], others: Collection[str], known: Collection[bytes]) -> None:
        """Find the files for which any macro may be made: by what is not in the run, or by a build."""
        found, inclusion = self._found, self._units.inclusion
        whole = WholeRuns(others)
        open_here = {path for path in found if not whole.has(path)}
        open_here.update(with_unknown(found, self._places, known))
        self._open_there = inclusion.below({*inclusion.above(open_here) & found.keys()})
        for folder in {self._folder(path) for path in of_any}:
            open_here.update(path for path in found if path.startswith(folder))
        self._open = inclusion.below({*inclusion.above(open_here) & found.keys()})

    def _folder(self, path: str) -> str:
        """Give the folder in which a build file tells of sources, as the beginning of their paths."""
        return self._reach(path).rstrip("/") + "/"

    def for_cuda(self) -> frozenset[str]:
        """Give the `.cu` files that builds name only where they build for CUDA."""
        names = {name.decode() for name in self._named_for_cuda}
        return frozenset(path for path in self._found if posixpath.basename(path) in names)

    def _tell(self, folder: str, names: frozenset[bytes]) -> None:
        for one in self._units.inclusion.below({path for path in self._found if path.startswith(folder)}):
            if asked := names & self._found[one].asks:
                self._of_builds[one] = self._of_builds.get(one, frozenset()) | asked

    def switches(self, path: str, switches: Mapping[bytes, bytes]) -> Mapping[bytes, bytes]:
        """Give what is known of the macros that a file asks for, once builds and others had their say."""
        if any(value.startswith(UNSET) for value in switches.values()):
            switches = {
                name: ABSENT + value.removeprefix(UNSET) if value.startswith(UNSET) else value
                for name, value in switches.items()
                if not value.startswith(UNSET) or name in self._never_made
            }
        of_builds = self._of_builds.get(path, ())
        if not of_builds and not any(value.startswith(MAYBE) for value in switches.values()):
            return switches
        sure = {name: value for name, value in switches.items() if not value.startswith(MAYBE)}
        maybe = {**dict.fromkeys(of_builds, MAYBE), **switches}
        absent = (name for name in maybe.keys() - sure.keys() if self._is_absent(path, name))
        return sure | {name: maybe[name].replace(MAYBE, ABSENT) for name in absent}

    def _is_absent(self, path: str, name: bytes) -> bool:
        """Say whether nobody speaks of a macro, and none that may share a unit makes it for HIP."""
        is_open = self._open_there if name in self._told_there else self._open
        if name not in self._absent or path in is_open:
            return False
        if name not in self._beside:
            self._beside[name] = self._sharing(
                {one for one, fact in self._found.items() if name in fact.macros}
            )
        beside = self._beside[name]
        return beside is not None and path not in beside

    def _sharing(self, makers: set[str]) -> frozenset[str] | None:
        """Give the files that share a unit with some; None where each may, by ways that nothing names."""
        above = self._units.inclusion.above(makers) & self._found.keys()
        loose = (
            one for one in above if not one.endswith(UNITS) and self._units.inclusion.above({one}) <= {one}
        )
        in_units = not makers or any(one.endswith(UNITS) for one in above)
        return self._units.inclusion.below({*above}) if in_units and not any(loose) else None


class Spoken:
    """What builds and all else that is no source say of some macros."""

    def __init__(self, names: Iterable[bytes]) -> None:
        """Read nothing yet; `of_any` are the build files that may define any macro where they reach."""
        self._names = frozenset(names)
        self._whole = {name: re.compile(rb"(?:(?<!\w)|(?<=[-/]D))%b\b" % name) for name in self._names}
        self._spoken: set[bytes] = set()
        self.of_any: set[str] = set()

    def by(
        self, sides: Mapping[str, Side], texts: Mapping[str, bytes], others: Iterable[tuple[str, bytes]]
    ) -> frozenset[bytes]:
        """Give those of the names that build files or others hold; all where one may make each anywhere."""
        from hipify_py.build.open_names import names_any

        for path, side in sides.items():
            self._hear(side.rest)
            cmake = path.endswith(CMAKE)
            if forces(side.rest) or names_any(texts[path], side.rest, cmake=cmake):
                if not cmake:
                    return self._names
                self.of_any.add(path)
        for path, text in others:
            self._hear(text)
            makes = not path.lower().endswith(FOR_PEOPLE) and (
                forces(text) or names_any(text, text, cmake=False)
            )
            if makes or self._spoken == self._names:
                return self._names
        return frozenset(self._spoken)

    def named(self, sides: Mapping[str, Side], others: Iterable[tuple[str, bytes]]) -> frozenset[bytes]:
        """Give those of the names that build files or others hold as they are."""
        for text in (*(side.rest for side in sides.values()), *(text for _, text in others)):
            self._hear(text)
        return frozenset(self._spoken)

    def _hear(self, text: bytes) -> None:
        # the plain search first: most files hold none of them
        left = self._names - self._spoken
        self._spoken.update(name for name in left if name in text and self._whole[name].search(text))


def written(names: frozenset[bytes], texts: Iterable[bytes]) -> frozenset[bytes]:
    """Give those of some macros that builds may write into headers; all where one's name is put together."""
    found: set[bytes] = set()
    for text in texts:
        for one in WRITTEN.finditer(text):
            if one.lastindex is None:
                return names
            found.add(one[one.lastindex])
    return names & found


def made_outside(
    names: frozenset[bytes],
    found: Mapping[str, Facts],
    texts: Mapping[str, bytes],
    others: Collection[str],
    limit: int,
) -> frozenset[bytes]:
    """Give those of some macros that builds, or what else is no source, may make; all where that is open.

    What FindCUDA's commands hand nvcc alone makes none for plain C++. It is open without build files, and
    where the run does not have the project of these from its top on.
    """
    runs = WholeRuns(others)
    if not texts or not all(map(runs.has, texts)):
        return names
    from hipify_py.build.cmake_findcuda_options import without_options
    from hipify_py.build.cuda_sides import cuda_sides

    texts = {path: without_options(text) if path.endswith(CMAKE) else text for path, text in texts.items()}
    spoken = Spoken(names)
    made = spoken.by(cuda_sides(texts), texts, other_texts(found, others, limit))
    if not spoken.of_any:
        return made
    headers = (fact.macros for path, fact in found.items() if not path.endswith(UNITS))
    in_headers = frozenset[bytes]().union(*headers)  # of which a build may force one
    return made | (names & in_headers) | put_together(names, texts.values())


def put_together(names: frozenset[bytes], texts: Iterable[bytes]) -> frozenset[bytes]:
    """Give those of some names that a text may make of a piece and what a variable holds.

    What a variable holds alone is a name that some text has as a whole.
    """
    pieces = {found.groups() for text in texts for found in PIECES.finditer(text)}
    around = {(before, behind) for before, behind in pieces if before or behind}
    return frozenset(
        name for name in names if any(name.startswith(one) and name.endswith(end) for one, end in around)
    )


def telling(found: Mapping[str, Facts], others: Iterable[str]) -> Iterator[str]:
    """Give the paths of files that may hand macros to compilers, besides build files."""
    yield from filter(_is_template, found)
    yield from (one for one in others if one not in found and (TELLS.search(one) or _is_template(one)))


def other_texts(found: Mapping[str, Facts], others: Iterable[str], limit: int) -> Iterator[tuple[str, bytes]]:
    """Give all text of a run besides sources and build files; of data in large files nothing."""
    known = {*telling(found, others)}
    for path in sorted(known.union(others) - (found.keys() - known)):
        text = contents(path, limit if path in known else min(limit, MOST_READ))
        if b"\0" not in text:
            yield path, text


def _is_template(path: str) -> bool:
    return posixpath.splitext(path)[1].lower() in TEMPLATES
