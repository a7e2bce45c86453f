"""Sources of C++ that no build file of a project names, where none may name any: somebody left them."""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from hipify_py.build.remarks import without_remarks
from hipify_py.choices import CXX
from hipify_py.project.cuda_macros import other_texts
from hipify_py.project.includers import contents
from hipify_py.project.unread_headers import whole_names
from hipify_py.project.unread_lists import BUILT, PATTERN
from hipify_py.project.whole_runs import WholeRuns

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Inclusion

SOURCES = tuple(map(str.encode, (*CXX, ".cu", ".c")))  # what is called `a.cu` does not name `a.cpp`


def named_by_none(
    found: Mapping[str, Facts],
    inclusion: Inclusion,
    build_files: Collection[str],
    others: Collection[str],
    limit: int,
) -> frozenset[str]:
    """Give the sources with Thrust or CUB that no build file or other text names, and no source includes.

    They have it themselves or by way of a header. Not where a build names sources by a pattern, by variables
    or by a folder, nor without any build file, nor of a project of which the run has a part.
    """
    runs = WholeRuns(others)
    users = inclusion.above({path for path, fact in found.items() if fact.device_libraries})
    sources = (path for path in users if path in found and path.endswith(CXX))
    asked = {path for path in sources if not inclusion.includers.get(path) and runs.has(path)}
    texts = [without_remarks(contents(path, limit)) for path in build_files] if asked else []
    if not texts or any(map(PATTERN.search, texts)):
        return frozenset()
    built = {one for text in texts for one in BUILT.findall(text)}
    named = {posixpath.basename(one) for one in built}
    objects = {_stem(one) for one in built if not one.endswith(SOURCES)}
    left = {
        path
        for path in map(os.fsencode, asked)
        if posixpath.basename(path) not in named and _stem(path) not in objects
    }
    if not left:
        return frozenset()
    names = whole_names({posixpath.basename(path) for path in left})
    said = {name for _, text in other_texts(found, others, limit) for name in names.findall(text)}
    return frozenset(os.fsdecode(path) for path in left if posixpath.basename(path) not in said)


def _stem(name: bytes) -> bytes:
    """Give the name of a file without its folders and its ending."""
    return posixpath.splitext(posixpath.basename(name))[0]
