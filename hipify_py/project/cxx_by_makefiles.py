"""Plain C++ that makefiles and scripts alone compile, each with nvcc, which becomes hipcc."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from typing import TYPE_CHECKING

from hipify_py.build.file_names import CMAKE, is_makefile
from hipify_py.project import files

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


SCRIPTS = (".sh", ".bash")


def compiled_by_makefiles(sources: Collection[str], texts: Mapping[str, bytes]) -> frozenset[str]:
    """Give those of some sources that are compiled as HIP so; `texts` are the build files of a run.

    A makefile or a script tells of what lies in its folder and below, if no file of CMake's does.
    """
    from hipify_py.build.make_cxx_sources import CxxSources, cxx_sources

    told = defaultdict[str, list[CxxSources]](list)
    for path in texts if sources else ():
        script = path.endswith(SCRIPTS)
        if script or is_makefile(posixpath.basename(path)):
            told[posixpath.dirname(path)].append(cxx_sources(texts[path], script=script))
    cmake = {posixpath.dirname(path) for path in texts if path.endswith(CMAKE)}
    found = set()
    for source in sources if told else ():
        above = {*files.folders_around(source)}
        said = {one.compiles(source) for folder in told.keys() & above for one in told[folder]}
        if True in said and False not in said and not cmake & above:
            found.add(source)
    return frozenset(found)
