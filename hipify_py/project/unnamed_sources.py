"""Sources that no build of a project compiles: its build files name theirs one by one, and not these.

Not where a build file around one has patterns, names put together, or a rule that makes a program of any
source; nor where any other text of the project, such as a script or a README, speaks of the source.
"""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from hipify_py.build.file_names import is_makefile
from hipify_py.build.remarks import without_remarks
from hipify_py.lazy import re
from hipify_py.project import files
from hipify_py.project.cuda_macros import other_texts
from hipify_py.project.includers import contents
from hipify_py.project.unknown_headers import UNITS
from hipify_py.project.whole_runs import WholeRuns

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Inclusion

LIST = "CMakeLists.txt"
BY_NONE = "no build file names it, and nothing else of the project does"
STEM = re.compile(rb"([\w+-]++)(?:\.(?:cu|cc?|cpp|cxx|c\+\+|hip|o|obj|ptx|cubin|fatbin)\b)?")
OBJECT = re.compile(rb"([\w+-]++)\.(?:cu|cc?|cpp|cxx|c\+\+|hip|o|obj)\b")
ENDING = re.compile(rb"\.(?:cu|cc?|cpp|cxx|c\+\+)(?![\w.])")
STEM_BEFORE = re.compile(rb"[\w.+-]*\Z")
LONGEST = 100  # bytes of a name
ALL_OF = re.compile(rb"\*\.c(?:u|c|pp|xx)?\b")  # in a file of another system of builds, such as SConstruct
# Rules for the objects of sources, which are listed elsewhere.
OF_OBJECTS = re.compile(
    rb"(?m)^(?![\s#])[^:=\n]*%\.o[ \t]*:[ \t]*\S*%\.c\w*|^[ \t]*\.c\w*(?:\.o(?:bj)?)?[ \t]*:"
    rb"|^[ \t]*\.SUFFIXES.*|\$[({]\w+:(?:%|[\w/]*%)?\.c\w*=[^(){}]*%?\.o[)}]"
)
PATTERN = re.compile(
    rb"\*\.[c{*\[]|\*\*|\bin[ \t]+[\w./]*\*|(?i:\bglob)|\bwildcard\b|\baux_source_directory\b|\bfind\b(?!_)"
    rb"|%\.c|(?<!\w)\.c(?:u|c|pp|xx)?\b"
)
"""What may name a source: bare endings stand for names that are put together."""


def unnamed_sources(
    found: Mapping[str, Facts],
    inclusion: Inclusion,
    texts: Mapping[str, bytes],
    others: Collection[str],
    limit: int,
) -> frozenset[str]:
    """Give such sources with CUDA in them; `texts` are those of the build files, `others` the other paths."""
    codes = {path: OF_OBJECTS.sub(b" ", without_remarks(text)) for path, text in texts.items()}
    units = {_stem(path) for path in found if path.endswith(UNITS)}
    builders = {
        posixpath.dirname(path)
        for path, code in codes.items()
        if posixpath.basename(path) == LIST or is_makefile(posixpath.basename(path))
        if not units.isdisjoint(OBJECT.findall(code))
    }
    if not builders:
        return frozenset()
    open_ones = {posixpath.dirname(path) for path, code in codes.items() if PATTERN.search(code)}
    runs = WholeRuns(others)
    left = {
        path
        for path, fact in found.items()
        if path.endswith(UNITS) and not inclusion.includers.get(path)
        if fact.has_cuda or fact.device_libraries
        if not builders.isdisjoint(files.folders_around(path))
        if open_ones.isdisjoint(files.folders_around(path)) and runs.has(path)
    }
    if not left:
        return frozenset()
    said = {stem for code in codes.values() for stem in STEM.findall(code)}
    left = {path for path in left if _stem(path) not in said}
    if not left:
        return frozenset()
    told = {name for code in codes.values() for name in _names(code)}
    opened: set[str] = set()
    for path, text in other_texts(found, others, limit):
        told.update(_names(text))
        if ALL_OF.search(text) and not posixpath.basename(path).startswith("."):
            opened.add(posixpath.dirname(path))
    left = {path for path in left if opened.isdisjoint(files.folders_around(path))}
    told.update(name for path in found.keys() - left for name in _names(contents(path, limit)))
    return frozenset(path for path in left if os.fsencode(posixpath.basename(path)) not in told)


def _stem(path: str) -> bytes:
    return os.fsencode(posixpath.splitext(posixpath.basename(path))[0])


def _names(text: bytes) -> Iterator[bytes]:
    """Give the names of sources in a text."""
    for ending in ENDING.finditer(text):
        before = text[max(0, ending.start() - LONGEST) : ending.start()]
        if stem := STEM_BEFORE.search(before):
            yield stem[0] + ending[0]
