"""What the translation units of each file tell about it: whose a name is, what a constant is worth."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from typing import TYPE_CHECKING

from hipify_py.choices import CXX
from hipify_py.match import json_header
from hipify_py.match.brought_headers import FLOATS, LIBCUXX_NAME, TOLD_OF
from hipify_py.match.device_addresses import TYPE
from hipify_py.match.function_homes import is_home_key
from hipify_py.match.function_keys import by_name, is_function_key, macros_asked
from hipify_py.match.glm_functions import GLM
from hipify_py.match.namespace_owners import BRINGS_CUDA
from hipify_py.match.own_overloads import OPERATORS
from hipify_py.project.aliases_seen import AliasesSeen, with_types
from hipify_py.project.include_graph import IncludeGraph
from hipify_py.project.inclusion import Inclusion
from hipify_py.project.later_functions import LaterFunctions
from hipify_py.project.reached_files import calling_for, read_as_cxx, with_a_loader, with_legacy_blas
from hipify_py.project.spaces_seen import SpacesSeen
from hipify_py.project.unknown_headers import with_outside
from hipify_py.resolve import c_functions, device_constructors, image_overloads, member_macros, std_names
from hipify_py.resolve.class_members import classes_asked
from hipify_py.resolve.index_macros import MARK
from hipify_py.resolve.layouts import layouts_asked
from hipify_py.resolve.linkage import KEYWORDS, MACRO, agreed, is_only_in
from hipify_py.resolve.platform_branches import UNSET
from hipify_py.resolve.told_apart import ASK_COMPILER, TELLS
from hipify_py.source.tokens import A_NAME
from hipify_py.surroundings import Project

MARKS = (  # with more behind them
    c_functions.C_LINKAGE,
    device_constructors.MARK,
    image_overloads.MARK,
    member_macros.MARK,
    std_names.MARK,
    OPERATORS,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.include_graph import Seen
    from hipify_py.project.inclusion import Places
    from hipify_py.resolve.told import Kind
    from hipify_py.rules.model import RuleSet


class TranslationUnits:
    """The files of a run, and the headers that they read, as translation units.

    `found` maps each path to the facts of the file, `places` to the files on disk that its includes name, in
    order, and `renamed` to the new path of a file in `found`, or of one that an earlier run has renamed.
    """

    def __init__(
        self, found: Mapping[str, Facts], places: Places, rules: RuleSet, renamed: Mapping[str, str]
    ) -> None:
        """Follow every include once."""
        self._found, self._places, self._rules, self._renamed = found, places, rules, renamed
        self.inclusion = Inclusion(found, places, renamed)
        self._targets, self._includers = self.inclusion.targets, self.inclusion.includers
        above, below = self.inclusion.above, self.inclusion.below
        self._graph = IncludeGraph(
            with_outside(with_types(found), found, self._targets, rules), self._targets
        )
        self._named, self._functions_named = (
            self._graph.names("name"),
            self._graph.names("function", "declared"),
        )
        self._macros, self._numbers = self._graph.names("macro"), self._graph.names("number")
        self._bodies, self._outside = self._graph.names("body"), self._graph.names("outside")
        self._runtime = above({path for path, fact in found.items() if fact.brings})
        early = {path for path, fact in found.items() if fact.vectors and path not in self._runtime}
        self._vectors = above(early) - self._runtime
        clashing = {path for path, fact in found.items() if fact.clashes}
        self._clashes = clashing | (above(clashing) - self._runtime)
        self._legacy_blas = with_legacy_blas(found, self.inclusion)
        bringing = (
            path for path, fact in found.items() for one, _ in fact.includes if BRINGS_CUDA.match(one)
        )
        self._libcuxx = above(set(bringing))
        self._brought = self._graph.names("brings") & TOLD_OF
        self._floats = above({path for path, fact in found.items() if _has_floats(fact)})
        self._loading = with_a_loader(found, self.inclusion)
        self._pieces = calling_for(found, self.inclusion, renamed)
        self._linked = self._callable()
        told = [one for fact in found.values() for one in fact.told]
        self._wavefronts = {one.name for one in told if one.kind == "wavefront"}
        self._address_types = {one.name for one in told if one.kind == "address" and one.name.endswith(TYPE)}
        self._any_macros = {one.name for one in told if one.kind == "function" and _goes_to_all(one.name)}
        self._declared = by_name({one.name for one in told if one.kind == "attribute"})
        self._later = LaterFunctions(found, self.inclusion)
        self._aliases, self._spaces = AliasesSeen(self._graph), SpacesSeen(self._graph, rules.roots)
        self._in_c, self._in_cuda = self._read_from((".c",)), self._read_from((".cu", ".hip"))
        with_cuda = above({path for path, fact in found.items() if fact.has_cuda})
        self._in_host_units = below({path for path in found if path in with_cuda and path.endswith(CXX)})
        self._cxx = read_as_cxx(found, self.inclusion)

    def _read_from(self, endings: tuple[str, ...]) -> frozenset[str]:
        """Give the sources with some endings, and what they include, directly or through others."""
        return self.inclusion.below({path for path in self._found if path.endswith(endings)})

    def _callable(self) -> dict[bytes, int]:
        """Give for each function that units offer to others the bits of what declares it to these units."""
        found: dict[bytes, int] = {}
        for path, fact in self._found.items():
            for told in fact.told:
                if told.kind == "external":
                    declared = self._graph.bits("declared", told.name, self._graph.seen(path).ever)
                    found[told.name] = found.get(told.name, 0) | declared
        return found

    def project(self, path: str) -> Project:
        """Give what the units of one file tell about it."""
        fact, seen = self._found.get(path), self._graph.seen(path)
        if fact is None:
            return Project(self.files(path), renamed=self._renamed_of(path))
        files = self.files(path)
        read = [one for one in files.values() if self.inclusion.is_read(path, one)]
        spaces = self._spaces.of(seen)
        asks = fact.asks.union(part for text, _ in spaces for part in A_NAME.findall(text))
        own = frozenset(name for name in asks & self._named if self._is_own(name, fact, seen))
        bodies = self._values("body", fact.macro_uses & self._bodies, seen)
        uses = fact.macro_uses.union(name for text in bodies.values() for name in A_NAME.findall(text))
        return Project(
            files,
            self._runtime.intersection(one for one in read if not self._graph.in_circle(path, one)),
            own,
            self._renamed_of(path, *files.values()),
            self._values("constant", fact.asks, seen),
            frozenset(
                name
                for name in self._any_macros | (fact.asks | KEYWORDS) & self._functions_named
                if self._is_made(name, seen)
            ).union(self._aliases.standing_for(fact.asks, seen)),
            path in self._in_c,
            {one: self._pieces[one] for one in files.values() if one in self._pieces and one != path},
            bool(self._includers.get(path)),
            self._cxx.get(path, ""),
            self._elsewhere(fact, seen),
            frozenset(self._clashes.intersection(files.values()) - {path}),
            frozenset(name for name in own if self._is_beside(name, fact, seen)),
            self._vectors.intersection(files.values()),
            in_cuda=path in self._in_cuda,
            attributes=self._values("attribute", self._functions(fact), seen),
            addresses=frozenset(
                name
                for name in fact.asks | self._address_types
                if self._graph.bits("address", name, seen.ever)
            ),
            switches=self._switches(path, seen),
            legacy_blas=path in self._legacy_blas,
            libcuxx=path in self._libcuxx,
            members=self._values("members", classes_asked(fact.asks), seen),
            layouts=self._values("layout", layouts_asked(fact.asks), seen),
            versions=self._values("version", fact.asks, seen),
            aliases=self._aliases.of(seen),
            macros=self._values("macro", uses & self._macros, seen),
            numbers=self._values("number", uses & self._numbers, seen),
            bodies=bodies,
            told_apart=bool(fact.asks & ASK_COMPILER and self._graph.bits("apart", TELLS, seen.ever)),
            in_host_units=path in self._in_host_units,
            floats=path in self._floats,
            floats_by_cuda=bool(self._graph.bits("brings", LIBCUXX_NAME, seen.ever)),
            brought=frozenset(one for one in self._brought if self._is_brought(path, one, seen)),
            glm_for_hip=bool(self._graph.bits("brings", GLM, seen.ever)),
            json_older=self._reads_older_json(seen),
            loader=self._loading.get(path, ""),
            spaces=spaces,
            later=self._later.of(path, fact),
            outside=self._values("outside", fact.asks & self._outside, seen),
            scopes={name: scopes for name in own if (scopes := self._only_in(name, fact, seen))},
        )

    def _is_brought(self, path: str, header: bytes, seen: Seen) -> bool:
        """Say whether a unit brings a header of CUDA to a file; one of HIP others have to in all of them."""
        if header.startswith(b"hip"):
            bits = self._graph.bits("brings", header, seen.always)
            return self._graph.taken_from(path, bits) is not None
        return self._graph.bits("brings", header, seen.ever) > 0

    def _reads_older_json(self, seen: Seen) -> bool:
        """Say whether the nlohmann::json that a file reads is one that clang takes, in each unit."""
        newer = self._graph.bits("brings", json_header.NEWER, seen.ever)
        return not newer and bool(self._graph.bits("brings", json_header.OLDER, seen.ever))

    def _switches(self, path: str, seen: Seen) -> dict[bytes, bytes]:
        """Give what is told of the macros that a file asks for, if every unit takes back what any does."""
        found = self._values("switch", self._found[path].asks, seen)
        for name in [one for one, value in found.items() if value == UNSET]:
            place = self._graph.taken_from(path, self._graph.bits("switch", name, seen.always))
            if place is None:
                del found[name]
            elif place >= 0:
                found[name] += b"%d" % (len(self._targets[path]) - place - 1)
        return found

    def _functions(self, fact: Facts) -> Iterator[bytes]:
        """Give the keys of the functions whose attributes a file asks for, and the macros."""
        yield from filter(is_function_key, fact.asks)
        yield from filter(is_home_key, fact.asks)
        yield from macros_asked(fact.asks)
        for name in fact.asks & self._declared.keys():
            yield from self._declared[name]

    def _elsewhere(self, fact: Facts, seen: Seen) -> frozenset[bytes]:
        """Give the functions that work on a wavefront and that a file sees, but for its own."""
        own = {told.name for told in fact.told if told.kind == "wavefront"} if self._wavefronts else set()
        names = self._wavefronts - own
        return frozenset(name for name in names if self._graph.bits("wavefront", name, seen.ever))

    def files(self, path: str) -> dict[str, str]:
        """Give the file itself, and those that its includes name by what they may be looked up with."""
        found = {path: path}
        folder = posixpath.dirname(path)
        includes = self._found[path].includes if path in self._found else ()
        for (include, quoted), place in zip(includes, self._places.get(path, ()), strict=True):
            if place is not None and (place in self._found or place in self._renamed):
                text = include.decode("utf-8", "surrogateescape")
                beside = posixpath.normpath(posixpath.join(folder, text))
                found[beside if quoted and place == beside else posixpath.normpath(text)] = place
        return found

    def _renamed_of(self, *paths: str) -> dict[str, str]:
        return {path: self._renamed[path] for path in paths if path in self._renamed}

    def _is_own(self, name: bytes, fact: Facts, seen: Seen) -> bool:
        """Say whether a name that looks like CUDA's is made by the program for a file.

        A name that CUDA has counts only where every unit has its own before the file is read.
        """
        return any(self._is_open(value, fact.scopes, seen.ever) for value in self._made(name, seen))

    def _only_in(self, name: bytes, fact: Facts, seen: Seen) -> frozenset[bytes]:
        """Give the scopes in which a file sees the program's own of a name of CUDA's, if there alone."""
        made = self._made(name, seen) if name in self._rules.names else ()
        found = frozenset(value for value in made if self._is_open(value, fact.scopes, seen.ever))
        return found if all(map(is_only_in, found)) and not self._are_used(found, seen) else frozenset()

    def _are_used(self, scopes: Iterable[bytes], seen: Seen) -> bool:
        """Say whether a `using` that a file sees opens one of some scopes."""
        parts = (part for scope in scopes for part in A_NAME.findall(scope))
        return any(self._graph.bits("using", part, seen.ever) for part in parts)

    def _is_beside(self, name: bytes, fact: Facts, seen: Seen) -> bool:
        """Say whether what the program makes hides nothing of CUDA's: it is outside, or in no open scope."""
        return not any(
            value == MACRO or (value and self._is_open(value, fact.entered, seen.ever))
            for value in self._made(name, seen)
        )

    def _made(self, name: bytes, seen: Seen) -> Iterator[bytes]:
        """Give the scopes of what the program makes of a name for a file."""
        known = seen.always if name in self._rules.names else seen.ever
        yield from (told.value for told in self._graph.told(self._graph.bits("name", name, known)))

    def _is_open(self, scope: bytes, scopes: frozenset[bytes], seen: int) -> bool:
        """Say whether what a scope holds can be meant by its bare name."""
        parts = A_NAME.findall(scope)
        return all(part in scopes or self._graph.bits("using", part, seen) for part in parts)

    def _is_made(self, name: bytes, seen: Seen) -> bool:
        """Say whether a function or a macro about warps is made where a file sees it, or declared there."""
        declared = self._graph.bits("declared", name, seen.ever)
        return bool(self._graph.bits("function", name, seen.ever) or declared & self._linked.get(name, 0))

    def _values(self, kind: Kind, asks: Iterable[bytes], seen: Seen) -> dict[bytes, bytes]:
        """Give the constants, or the attributes, that a file asks for, and those of which these are made."""
        found: dict[bytes, bytes] = {}
        queue = list(asks)
        asked = set(queue)
        while queue:
            values: dict[bytes, list[bytes]] = defaultdict(list)
            for told in self._graph.told(self._graph.bits(kind, queue.pop(), seen.ever)):
                values[told.name].append(told.value)
            for name, given in values.items():
                worth = agreed(given)
                if worth is not None:
                    found[name] = worth
                    more = set(A_NAME.findall(worth)) - asked
                    asked |= more
                    queue += more
        return found


def _goes_to_all(name: bytes) -> bool:
    """Say by its marks whether who sees a function, macro or class is told of it without asking."""
    return name.endswith(MARK) or any(mark in name for mark in MARKS)


def _has_floats(fact: Facts) -> bool:
    return any(path in FLOATS for path, _ in fact.includes)
