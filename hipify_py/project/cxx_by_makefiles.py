"""Plain C++ that makefiles alone compile, each with nvcc, which becomes hipcc."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.build.file_names import CMAKE, is_makefile
from hipify_py.project import files

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


def compiled_by_makefiles(sources: Collection[str], texts: Mapping[str, bytes]) -> frozenset[str]:
    """Give those of some sources that are compiled as HIP so; `texts` are the build files of a run.

    A makefile tells of what lies in its folder and below, if no file of CMake's does.
    """
    from hipify_py.build.make_cxx_sources import cxx_sources

    makefiles = [path for path in texts if sources and is_makefile(posixpath.basename(path))]
    read = {path: cxx_sources(texts[path]) for path in makefiles}
    cmake = {posixpath.dirname(path) for path in texts if path.endswith(CMAKE)}
    found = set()
    for source in sources if read else ():
        above = {*files.folders_around(source)}
        said = {one.compiles(source) for path, one in read.items() if posixpath.dirname(path) in above}
        if True in said and False not in said and not cmake & above:
            found.add(source)
    return frozenset(found)
