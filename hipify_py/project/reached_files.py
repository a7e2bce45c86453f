"""What files come to by their includes: the old cuBLAS, a loader of the driver, plain C++, pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.match.legacy_blas import HEADER as LEGACY_BLAS
from hipify_py.match.legacy_blas import SECOND as SECOND_BLAS
from hipify_py.resolve.loaders import DRIVER, loader_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Inclusion

    Found = Mapping[str, Facts]


def with_legacy_blas(found: Found, inclusion: Inclusion) -> frozenset[str]:
    """Give the files that see the old header of cuBLAS alone, and what only these include."""
    old, new = (
        inclusion.above({path for path, fact in found.items() if _takes(fact, header)})
        for header in (LEGACY_BLAS, SECOND_BLAS)
    )
    if not old:
        return old
    return old - new | (inclusion.below(old - new) - old - inclusion.below(new))


def calling_for(files: Found, inclusion: Inclusion, renamed: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Give for each piece the headers that it calls for, or pieces that it includes."""
    found = {path: fact.lacks for path, fact in files.items() if fact.lacks}
    queue = list(found)
    while queue:
        path = queue.pop()
        for above in inclusion.includers.get(path, ()):
            known = found.get(above, frozenset())
            if files[above].piece and not found[path] <= known:
                found[above] = known | found[path]
                queue.append(above)
    return found | {old: found[new] for old, new in renamed.items() if new in found}


def read_as_cxx(files: Found, inclusion: Inclusion) -> dict[str, str]:
    """Give for each file that sources of plain C++ include, directly or through others, one of these."""
    found: dict[str, str] = {}
    for source in sorted(path for path, fact in files.items() if fact.plain):
        queue = [source]
        while queue:
            more = [path for path in inclusion.targets[queue.pop()] if path is not None and path not in found]
            found.update(dict.fromkeys(more, source))
            queue += more
    return found


def with_a_loader(found: Found, inclusion: Inclusion) -> dict[str, str]:
    """Give for files that read a header which loads CUDA's driver, and not cuda.h, what it is called.

    Headers that only such files include are among them.
    """
    loaders = {path: one for path, fact in found.items() if (one := _loader(fact, inclusion.targets[path]))}
    if not loaders:
        return {}
    of_cuda = inclusion.above({path for path, fact in found.items() if _takes(fact, DRIVER)})
    reading = inclusion.above({*loaders}) - of_cuda
    below = inclusion.below({path for path in reading if path in found})
    theirs = reading | inclusion.only_of({path for path in below if path not in of_cuda})
    return {path: loaders.get(path) or min(loaders.values()) for path in theirs}


def _loader(fact: Facts, targets: Sequence[str | None]) -> str:
    """Give the header with which a file includes a loader of the driver that is none of the program's."""
    outside = (one for (one, _), to in zip(fact.includes, targets, strict=True) if to is None)
    return loader_of(outside)


def _takes(fact: Facts, header: bytes) -> bool:
    return any(path == header for path, _ in fact.includes)
