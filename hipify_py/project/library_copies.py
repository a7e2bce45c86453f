"""Copies of CUB, Thrust and libcu++ that a project keeps: left, since AMD has each for its own GPUs.

Such a folder is known by the header in it that gives the library's version; one of CUB's from before it had
such, by the header with the macros around its namespace, who wrote that, and what lies beside it. One that
has a side for HIP, as ROCm's own Thrust has, is none.
"""

from __future__ import annotations

import os
import posixpath
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import HipifyError, Lines, Span
from hipify_py.outcomes import finding
from hipify_py.project.files import read
from hipify_py.report.describe import concern
from hipify_py.report.model import FileReport

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from hipify_py.model import Finding
    from hipify_py.project.entries import Entry
    from hipify_py.rules.model import RuleSet

MOST: Final = 100_000  # bytes of a header that is read for its version or licence
HEAD: Final = 4000  # bytes in which the licence of a header of CUB's stands
OF_CUB: Final = re.compile(rb"(?i)NVIDIA|Duane Merrill")  # who wrote them
OF_HIP: Final = re.compile(rb"(?i)\b__hip|\bhip[_/]|\bhipcc\b|\bhip[A-Z]\w*")  # what a port of it has
ASKED: Final = ("cub.cuh", "util_ptx.cuh")
REASON: Final = "a copy of "


class Library(NamedTuple):
    """A library: the header that gives its version, what lies in its folder, and what takes its place.

    `version` finds the macro, and its number; where it finds none, the header has to name those who wrote it.
    `path` is how the paths of its headers begin, `port` the header that a port to HIP speaks of that in, and
    `parts` by what its number is divided for the first part of a version and for the second.
    """

    name: str
    path: str
    header: str
    beside: frozenset[str]
    version: re.Pattern[bytes]
    instead: str
    stays_in_the_way: bool = False
    port: str = ""
    parts: tuple[int, int] = (100_000, 100)


HIPCUB: Final = "sources include hipCUB in its place, and no build for HIP needs it"
LIBRARIES: Final = (
    Library(
        "CUB",
        "cub",
        "version.cuh",
        frozenset(("device",)),
        re.compile(rb"(?m)^[ \t]*+#[ \t]*+define[ \t]++(CUB_VERSION)[ \t]++(\d++)"),
        HIPCUB,
    ),
    Library(
        "CUB",
        "cub",
        "util_namespace.cuh",
        frozenset(("cub.cuh", "util_ptx.cuh", "device", "block", "warp", "thread")),
        re.compile(rb"(?m)^[ \t]*+#[ \t]*+define[ \t]++(CUB_NS_PREFIX)\b()"),
        HIPCUB,
    ),
    Library(
        "Thrust",
        "thrust",
        "version.h",
        frozenset(("system",)),
        re.compile(rb"(?m)^[ \t]*+#[ \t]*+define[ \t]++(THRUST_VERSION)[ \t]++(\d++)"),
        "take its folder from the include paths of builds for HIP, so that ROCm's Thrust is found",
        stays_in_the_way=True,
    ),
    *(
        Library(
            "libcu++",
            "cuda",
            header,
            frozenset(("std", "atomic")),
            re.compile(rb"(?m)^[ \t]*+#[ \t]*+define[ \t]++(%b)[ \t]++(\d++)" % macro),
            "take its folder from the include paths of builds for HIP, and name that of AMD's libhipcxx",
            stays_in_the_way=True,
            port="std/detail/__config",
            parts=(1_000_000, 1000),
        )
        for header, macro in (
            ("std/__cccl/version.h", b"CCCL_VERSION"),
            ("std/detail/__config", b"_LIBCUDACXX_CUDA_API_VERSION"),
        )
    ),
)


class Copy(NamedTuple):
    """A copy of a library: its folder, the text of the header with the version, and where that stands.

    `number` is 0 where it gives none.
    """

    library: Library
    folder: str
    text: bytes
    number: int
    at: Span

    @property
    def shown(self) -> str:
        """Give what it is with its version, as `CUB 1.17.2`."""
        if not self.number:
            return f"{self.library.name} from before it gave its version"
        major, minor = self.library.parts
        parts = self.number // major, self.number // minor % 1000, self.number % minor
        return f"{self.library.name} {'.'.join(map(str, parts))}"


def copy_in(folder: str, names: Collection[str]) -> Copy | None:
    """Give the copy of a library that a folder is, by what its header says; `names` are what it holds."""
    for library in LIBRARIES:
        if frozenset((library.header.partition("/")[0], *library.beside)).issubset(names):
            with suppress(OSError, HipifyError):
                text = read(f"{folder}/{library.header}", limit=MOST).data
                found = library.version.search(text)
                if found and not _is_port(library, folder, text):
                    if not found[2] and not _is_old_cub(folder, text):
                        continue
                    return Copy(library, folder, text, int(found[2] or 0), Span(*found.span(1)))
    return None


def _is_port(library: Library, folder: str, text: bytes) -> bool:
    """Say whether a library has a side for HIP, by the header with its version or the one that tells it."""
    told = read(f"{folder}/{library.port}", limit=MOST).data if library.port else b""
    return os.path.isdir(f"{folder}/system/hip") or any(b"HIP" in one for one in (text, told))


def _is_old_cub(folder: str, text: bytes) -> bool:
    """Say whether a folder without a version is CUB's, by who wrote it, and no port of it to HIP."""
    if not OF_CUB.search(text[:HEAD]):
        return False
    return all(OF_HIP.search(read(f"{folder}/{one}", limit=MOST).data) is None for one in ASKED)


class LibraryCopies:
    """The copies around files that includes name; what the disk says is asked once.

    `known` are the headers that the libraries have. `names_in` gives what a folder holds, `upward` a folder
    and those above it. In the folders `converted` lie files that the run converts: a copy among them is the
    program's as any other part of it is.
    """

    def __init__(
        self,
        known: Collection[bytes],
        names_in: Callable[[str], Collection[str]],
        upward: Callable[[str], Iterable[str]],
        converted: Collection[str] = (),
    ) -> None:
        """Look at nothing yet."""
        self._known, self._converted = known, frozenset(converted)
        self._names_in, self._upward = names_in, upward
        self._own: dict[str, Copy | None] = {}
        self._around: dict[str, Copy | None] = {}
        self._theirs: dict[str, bool] = {}

    def path_of(self, place: str) -> bytes | None:
        """Give the path by which others include a file of a copy, as `cub/cub.cuh`; None for another file.

        None too for a header in one of CUB that is the project's own: hipCUB has nothing like it.
        """
        folder = posixpath.dirname(place)
        if folder not in self._around:
            copies = (self._copy(one) for one in self._upward(folder))
            self._around[folder] = next((one for one in copies if one), None)
        copy = self._around[folder]
        if copy is None:
            return None
        path = f"{copy.library.path}{place.removeprefix(copy.folder)}".encode(errors="surrogateescape")
        if place not in self._theirs:
            by_name = path in self._known or copy.library.stays_in_the_way
            self._theirs[place] = by_name or _names_authors(place)
        return path if self._theirs[place] else None

    def _copy(self, folder: str) -> Copy | None:
        if folder not in self._own:
            found = copy_in(folder, self._names_in(folder))
            self._own[folder] = None if folder in self._converted else found
        return self._own[folder]


def _names_authors(place: str) -> bool:
    """Say whether the head of a header names those who wrote CUB; so of one that cannot be read."""
    with suppress(OSError, HipifyError):
        return OF_CUB.search(read(place, limit=MOST).data[:HEAD]) is not None
    return True


def reports_of(entries: Iterable[Entry], rules: RuleSet) -> Iterator[FileReport]:
    """Say of each folder that is left as a copy what it is, once, at the header that gives its version."""
    for entry in entries:
        if entry.kind == "skip" and entry.reason.startswith(REASON):
            with suppress(OSError):
                copy = copy_in(entry.path, os.listdir(entry.path))
                if copy is not None:
                    said = concern(_said(copy, rules), Lines(copy.text), {})
                    path = f"{entry.shown}/{copy.library.header}"
                    yield FileReport(path, "skipped", reason=f"in {entry.reason}", concerns=(said,))


def _said(copy: Copy, rules: RuleSet) -> Finding:
    """Report a copy; of one that the paths of includes may still lead to it is a warning."""
    name, library = os.path.basename(copy.folder), copy.library
    said = finding(rules, "N047", copy.at, name=name, library=copy.shown, way=library.instead)
    return said if library.stays_in_the_way else said._replace(severity="note", fails="never")
