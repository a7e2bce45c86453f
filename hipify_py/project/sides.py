"""Folders `cuda` and `hip` beside each other that hold the same files: a build takes one of the two.

Whoever wrote them has ported the one: it is HIP already, and the other is never read with it. What stands
around both is told by the tree on the disk, whatever a run is about.
"""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.project.file_kinds import is_build_file, kind_of
from hipify_py.project.files import identity
from hipify_py.project.folders import walk
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.project.files import Identity

CUDA, HIP = frozenset({"cuda"}), frozenset({"hip", "rocm"})
COMPANY = re.compile(r"cuda|hip|rocm|(?:cu|roc)(?=blas|fft|rand|solver|sparse)")  # what the names differ by
SPEAKS_OF_HIP = re.compile(
    rb"[<\"/]hip/hip_|\bhip[A-Z]\w|\b(?:hip|roc)(?:blas|fft|rand|solver|sparse|cub|prim)"
)
INCLUDES_CUDA = (b"cuda", b"cub/", b"cublas", b"cufft", b"curand", b"cusolver", b"cusparse")
CALLS_CUDA = re.compile(rb"\bcuda[A-Z]\w*\s*\(")
MOST_FILES, MOST_BYTES, LEAST = 2000, 1_000_000, 2
"""Files of a folder that are compared, bytes of each that are read, and how many have to be in both."""


def side(folder: str, output: Identity | None = None) -> str:
    """Give why a folder is left that is one of the two sides of a project; "" for any other.

    `output` is the folder that a run writes to: what stands there it has made itself.
    """
    above, name = os.path.split(folder)
    if name.lower() in HIP and _beside(folder, above, CUDA, output):
        return "the side for HIP, beside that for CUDA"
    if name.lower() in CUDA and (found := _beside(folder, above, HIP, output)):
        return f"the side for CUDA, beside {found}/: name it to convert it"
    return ""


def _beside(folder: str, above: str, names: frozenset[str], output: Identity | None) -> str:
    """Give the name of the folder beside one that is its other side; "" where none is."""
    with os.scandir(above) as listing:
        others = sorted(one.name for one in listing if one.name.lower() in names and one.is_dir())
    for name in others:
        other = os.path.join(above, name)
        for_cuda, for_hip = (other, folder) if names is CUDA else (folder, other)
        if identity(other) != output and _alike(for_cuda, for_hip) and _is_ported(for_hip):
            return name
    return ""


def _alike(for_cuda: str, for_hip: str) -> bool:
    """Say whether most files of the folder for HIP are in that for CUDA too, by nearly the same names."""
    theirs, ours = ({COMPANY.sub("", way.lower()) for way in _files(each)} for each in (for_cuda, for_hip))
    shared = len(theirs & ours)
    return shared >= LEAST and 2 * shared >= len(ours)


def _is_ported(folder: str) -> bool:
    """Say whether what a folder holds speaks of HIP, and nothing there of CUDA."""
    from hipify_py.source.unit import Unit  # start-up: it brings the grammar

    speaks = False
    for way in _files(folder):
        if kind_of(os.path.basename(way)) != "source":
            continue
        try:
            data = read_regular(os.path.join(folder, way), MOST_BYTES)[0]
        except (OSError, NotRegularError, TooLargeError):
            continue
        unit = Unit(data)
        if CALLS_CUDA.search(unit.code) or any(path.startswith(INCLUDES_CUDA) for path in unit.included):
            return False
        speaks = speaks or SPEAKS_OF_HIP.search(data) is not None
    return speaks


def _files(folder: str) -> Iterator[str]:
    """Give the sources and build files in a folder, by their ways from there."""
    ways = (
        os.path.relpath(os.path.join(at, name), folder)
        for at, _, names in walk(folder)
        for name in names
        if kind_of(name) == "source" or is_build_file(name)
    )
    return islice(ways, MOST_FILES)
