"""Headers that the sources of a run include only where no build for HIP takes the include.

So it is with a library of CUDA's that a project brings along and has included behind a condition on CUDA's
version, or behind a macro that no build for HIP makes. What a build compiles for CUDA alone includes nothing
for HIP. A header that nothing includes, that a build names or installs, or to which any way leads that HIP
takes, is none of them, nor is one of which that cannot be known.
"""

from __future__ import annotations

import os
import posixpath
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import FOR_PEOPLE
from hipify_py.lazy import re
from hipify_py.project.cuda_macros import other_texts
from hipify_py.project.function_callers import is_offered
from hipify_py.project.includers import contents
from hipify_py.project.unknown_headers import UNITS
from hipify_py.project.whole_runs import WholeRuns
from hipify_py.source.conditions import inside
from hipify_py.source.source_text import SourceText
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Places


LISTS = re.compile(r"(?:.*/)?CMakeLists\.txt|.*\.cmake")
OFFERS = re.compile(rb"(?i)\binstall\s*\(|\bFILE_SET\b|\bPUBLIC_HEADER\b|\bcp\b|\bcopy")
"""What hands headers on to other programs; one in a list of sources is read by no compiler for it."""
ENDINGS = (".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".inc")
PROSE = {*FOR_PEOPLE} - {".json", ".xml"}
PROSE_NAMES = re.compile(r"(?i)(?:authors|change|contribut|copying|install|license|news|notice|readme|todo)")
NAMES_CUDA = re.compile(rb"(?<![A-Za-z0-9_])(?:cuda|CUDA|cu(?:[A-Z]|[a-z]{2,10}[A-Z])|nv[a-z]{2,6}[A-Z])")
"""A name that one of CUDA's may begin so, in a header that by itself needs nothing of CUDA's."""
PLAIN = (".h", ".hh", ".hpp", ".hxx")  # how headers end of which none is a source for a compiler at run time


class Ways(NamedTuple):
    """What each file includes, by includes that HIP takes, and by others."""

    taken: Mapping[str, set[str]]
    others: Mapping[str, set[str]]

    def read(self, path: str) -> Iterable[str]:
        """Give what a file includes for HIP."""
        return self.taken.get(path, ())

    def any(self, path: str) -> Iterator[str]:
        """Give what a file includes at all."""
        yield from self.read(path)
        yield from self.others.get(path, ())


def unread_headers(  # noqa: PLR0913, PLR0917
    found: Mapping[str, Facts],
    places: Places,
    texts: Mapping[str, bytes],
    others: Iterable[str],
    untaken: Mapping[str, frozenset[int]],
    for_cuda: frozenset[str],
) -> dict[str, str]:
    """Give such headers, each with a file which includes it so, or includes one that leads to it.

    `texts` are those of the build files, `others` the paths of all else that lies in the run. `untaken` are
    the places of includes that HIP does not take, `for_cuda` the sources that builds compile for CUDA alone.
    """
    if not any(untaken.values()):
        return {}
    ways = _ways(found, places, untaken)
    read = _reached(_roots(found, ways) - for_cuda, ways.read)
    left = found.keys() - read
    if not left or any(found[path].includes_any for path in read):
        return {}
    from hipify_py.project.named_headers import NamedHeaders

    named, runs = NamedHeaders(texts), WholeRuns(others)
    read |= _reached({path for path in left if named.has(path) or not runs.has(path)}, ways.read)
    return _led_to(read, ways)


def orphans(
    found: Mapping[str, Facts],
    places: Places,
    texts: Mapping[str, bytes],
    others: Collection[str],
    limit: int,
) -> frozenset[str]:
    """Give the headers with CUDA that nothing in a project includes or names, beside what is in use.

    None is in a folder of such as other programs include. Other text of the run may name some, as a template
    of a source or a script does, and sources in strings: some hand a header to a compiler at run time. What
    is there for people names none.
    """
    ways = _ways(found, places, dict.fromkeys(found, frozenset()))
    included = {target for path in found for target in ways.read(path) if target != path}
    used = {posixpath.dirname(path) for path in found if path in included or path.endswith(UNITS)}
    left = {
        path
        for path in found.keys() - included
        if path.endswith(ENDINGS) and posixpath.dirname(path) in used and not is_offered(path)
        if found[path].has_cuda or NAMES_CUDA.search(contents(path, limit))
    }
    if not left or any(fact.includes_any for fact in found.values()):
        return frozenset()
    from hipify_py.project.named_headers import NamedHeaders

    offering = {path: text for path, text in texts.items() if not LISTS.match(path) or OFFERS.search(text)}
    named, runs = NamedHeaders(offering), WholeRuns(others)
    left = {path for path in left if runs.has(path) and not named.has(path)}
    names = {os.fsencode(posixpath.basename(path)): path for path in left}
    if not names:
        return frozenset()
    asked = whole_names(names)
    told = named_in(other_texts(found, others, limit), asked)
    for path in found.keys() - left:
        text = contents(path, limit)
        if asked.search(text):
            told.update(_in_strings(text, asked))
    return frozenset(path for path in left if os.fsencode(posixpath.basename(path)) not in told)


def _in_strings(text: bytes, asked: re.Pattern[bytes]) -> Iterator[bytes]:
    """Give what a source says outside of its comments and of what it includes."""
    source = SourceText(text)
    included = merged(source.header_paths)
    found = asked.finditer(source.uncommented)
    return (one[0] for one in found if not inside(included, one.start()))


def whole_names(names: Iterable[bytes]) -> re.Pattern[bytes]:
    """Give what finds whole names of files in a text."""
    return re.compile(rb"(?<![\w.-])(?:%b)(?!\w)" % b"|".join(map(re.escape, names)))


def named_in(texts: Iterable[tuple[str, bytes]], asked: re.Pattern[bytes]) -> set[bytes]:
    """Give the names that an expression finds in texts, each with its path, that are not there for people."""
    return {name for path, text in texts if not is_prose(path) for name in asked.findall(text)}


def is_prose(path: str) -> bool:
    """Say whether a file is there for people, by its ending or its name: `README`, `CHANGES.md`."""
    ending = posixpath.splitext(path)[1].lower()
    return ending in PROSE or (not ending and PROSE_NAMES.match(posixpath.basename(path)) is not None)


def _led_to(read: set[str], ways: Ways) -> dict[str, str]:
    """Give what only includes lead to that HIP does not take, each with what includes the first of them."""
    found: dict[str, str] = {}
    for path in sorted(one for one in ways.others if one in read):
        queue = [*ways.others[path]]
        while queue:
            target = queue.pop()
            if target not in read and target not in found:
                found[target] = path
                queue += ways.any(target)
    return found


def _ways(found: Mapping[str, Facts], places: Places, untaken: Mapping[str, frozenset[int]]) -> Ways:
    """Follow every include; one that leads nowhere may mean each header with such an end of its path."""
    ways = Ways(defaultdict(set), defaultdict(set))
    by_name: dict[bytes, list[str]] = defaultdict(list)
    for path in found:
        by_name[posixpath.basename(path).encode("utf-8", "surrogateescape")].append(path)
    for path, fact in found.items():
        for at, ((include, _), place) in enumerate(zip(fact.includes, places.get(path, ()), strict=True)):
            targets = [place] if place is not None and place in found else _meant(include, by_name)
            kind = ways.others if at in untaken[path] else ways.taken
            if targets:
                kind[path].update(targets)
    return ways


def _meant(include: bytes, by_name: Mapping[bytes, list[str]]) -> list[str]:
    tail = b"/" + include.rpartition(b"../")[2]
    paths = by_name.get(tail.rpartition(b"/")[2], ())
    return [path for path in paths if path.encode("utf-8", "surrogateescape").endswith(tail)]


def _roots(found: Mapping[str, Facts], ways: Ways) -> set[str]:
    """Give what is compiled by itself: units, and what nothing includes and is no header by its name.

    A library that a project brings along has headers that nothing in the project includes: the way to others
    that leads through such a one is none of the project's.
    """
    included = {target for path in found for target in ways.any(path) if target != path}
    return {path for path in found if path.endswith(UNITS) or not (path in included or path.endswith(PLAIN))}


def _reached(first: Iterable[str], leads: Callable[[str], Iterable[str]]) -> set[str]:
    found = set(first)
    queue = [*found]
    while queue:
        more = {*leads(queue.pop())} - found
        found |= more
        queue += more
    return found
