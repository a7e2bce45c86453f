"""Sources that makefiles and scripts have compiled, and that are nowhere in the project.

Their commands fail with any compiler. What another file names, or a command may make or bring, may be there.
"""

from __future__ import annotations

import os
import posixpath
from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.build.file_names import is_makefile, is_script
from hipify_py.build.remarks import without_remarks
from hipify_py.build.submodules import NAME, folders_of
from hipify_py.lazy import re
from hipify_py.project import files
from hipify_py.project.cuda_macros import other_texts
from hipify_py.project.includers import contents
from hipify_py.project.unread_headers import named_in, whole_names
from hipify_py.project.whole_runs import WholeRuns

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hipify_py.project.facts import Facts

OF_CUDA = re.compile(rb"(?i)nvcc")
# No variable of a makefile's, such as COMPILE.cpp, where it is set.
SOURCE = re.compile(
    rb"(?<![\w./${}()%*~-])[\w./-]+\.(?:cu|cc|cpp|cxx)(?![\w.%*])(?![ \t]*+(?:::?:?|[?+!])?=)"
)
ENDING = re.compile(rb"\.(?:cu|cc?|cpp|cxx)(?!\w)")
# What may make a source, bring one, or have a command run in another folder.
MAKES = re.compile(
    rb"(?<![\w-])(?:cd|pushd|cp|mv|ln|cat|tee|install|git|svn|hg|wget|curl|tar|unzip|patch|sed|awk|m4|perl|flex"
    rb"|bison|python\d?|Rscript|cmake|VPATH|vpath)(?![\w-])|^[ \t]*-?include\b|\.c\w*[ \t]*:(?!=)"
    rb"|(?<!\d)>[ \t]*\S+\.c",
    re.MULTILINE,
)


def absent_sources(
    texts: Mapping[str, bytes], found: Mapping[str, Facts], others: Collection[str], limit: int
) -> dict[str, frozenset[bytes]]:
    """Give for makefiles and scripts the sources that they name, as they write them, and that are nowhere.

    `texts` are those of the build files, `others` the paths of all else that lies in the run.
    """
    there = {posixpath.basename(path) for paths in (found, others) for path in paths}
    named: dict[str, set[bytes]] = {}
    lists = (path for path in {*texts, *others} if posixpath.basename(path) == NAME)
    brought = {one for path in lists for one in folders_of(contents(path, limit), posixpath.dirname(path))}
    for path, text in texts.items():
        if OF_CUDA.search(text) and (is_makefile(posixpath.basename(path)) or is_script(text)):
            code = without_remarks(text)
            left = {one for one in SOURCE.findall(code) if _name(one) not in there}
            left = {one for one in left if not _may_be_brought(path, one, brought)}
            if left and not MAKES.search(code) and not any(_is_on_disk(path, one) for one in left):
                named[path] = left
    runs = WholeRuns(others)
    named = {path: words for path, words in named.items() if runs.has(path)}
    if not named:
        return {}
    names = {_name(one) for words in named.values() for one in words}
    asked = whole_names(map(os.fsencode, names))
    sources = ((one, contents(one, limit)) for one in found)
    told = named_in(chain(other_texts(found, others, limit), sources), asked)
    for path, text in texts.items():
        told.update(asked.findall(text) if path not in named else ())
    return {
        path: frozenset(one for one in words if os.fsencode(_name(one)) not in told)
        for path, words in named.items()
    }


def builds_nothing(text: bytes, path: str) -> bool:
    """Say whether a makefile names the sources that it compiles one by one, and none of them is there."""
    code = without_remarks(text)
    named = SOURCE.findall(code) if is_makefile(posixpath.basename(path)) else []
    if not named or len(named) != len(ENDING.findall(code)) or MAKES.search(code):
        return False
    return not any(_is_on_disk(path, one) for one in named)


def _name(word: bytes) -> str:
    return posixpath.basename(os.fsdecode(word))


def _may_be_brought(path: str, word: bytes, submodules: Collection[str]) -> bool:
    """Say whether a source is below a submodule of git, or in a folder that is empty: it may be got later."""
    place = posixpath.normpath(posixpath.join(posixpath.dirname(path), os.fsdecode(word)))
    if any(files.is_inside(place, one) for one in submodules):
        return True
    folder = posixpath.dirname(place)
    return b"/" in word and os.path.isdir(folder) and not os.listdir(folder)


def _is_on_disk(path: str, word: bytes) -> bool:
    """Say whether a source lies where a run passes by, as in a folder of what others wrote."""
    return os.path.lexists(posixpath.join(posixpath.dirname(path), os.fsdecode(word)))
