"""Folders for CUDA, for HIP and for other ways to run beside each other, of which a build takes one."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Literal

from hipify_py.build.remarks import without_remarks
from hipify_py.lazy import re
from hipify_py.project.files import folders_around, is_inside

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Side = Literal["", "cuda", "hip"]
HIP, CUDA = re.compile(r"hip|rocm"), re.compile(r"cuda|nvidia")
HOST = re.compile(r"(?i)openmp|omp|tbb|serial|cpu|host|threads|openacc|opencl|sycl")  # none runs HIP
CHOSEN = re.compile(r"(?:.*/)?\$\{(?!CMAKE_|PROJECT_|\w*_(?:SOURCE|BINARY|ROOT)_DIR\})(\w+)\}/([^$]+)")
INCLUDED = re.compile(rb"(?i)\binclude\s*\(\s*[\"]?([^\s\"()]+)")


class BackendFolders:
    """The build files of a run by the folders in which they lie; `texts` are what these files say."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        """Note which folders there are, and which files say `include` of one of each name."""
        self._paths = frozenset(texts)
        self._folders = {folder for path in texts for folder in folders_around(path)}
        self._including: dict[str, set[tuple[str, str]]] = {}
        self._choosing: dict[str, set[str]] = {}
        beside = any(map(HIP.fullmatch, map(posixpath.basename, self._folders)))
        for path, text in texts.items() if beside else ():
            for one in INCLUDED.findall(without_remarks(text)):
                asked = one.decode("utf-8", "replace")
                name = posixpath.basename(asked).removesuffix(".cmake")
                self._including.setdefault(name, set()).add((path, asked))
                if chosen := CHOSEN.fullmatch(asked):
                    self._choosing.setdefault(chosen[1], set()).add(chosen[2])

    def side(self, path: str) -> Side:
        """Say that a file lies in a folder hip beside one for cuda, or in this and its like in the other.

        So too one in the folder for cuda that only such files include, or others by the variable that names
        one of the folders.
        """
        for folder, above, name in _ways(path):
            if HIP.fullmatch(name) and self._has(above, ("cuda", "nvidia")):
                return "hip"
            if CUDA.fullmatch(name) and (
                self._is_like(path, folder, above) or self._is_of(path, folder, above)
            ):
                return "cuda"
        return ""

    def is_of_host(self, path: str) -> bool:
        """Say whether a file lies in a folder such as openmp, beside one for HIP with a build file alike."""
        return any(
            HOST.fullmatch(name)
            and any(
                f"{above}/{other}/{below}" in self._paths
                for other in ("hip", "rocm")
                for below in self._lists(path, folder)
            )
            for folder, above, name in _ways(path)
        )

    def _has(self, above: str, names: tuple[str, ...]) -> bool:
        return any(f"{above}/{one}" in self._folders for one in names)

    def _is_like(self, path: str, folder: str, above: str) -> bool:
        """Say whether a file in a folder has its like in the one for HIP beside that."""
        below = posixpath.relpath(path, folder)
        return any(f"{above}/{one}/{below.replace('cuda', one)}" in self._paths for one in ("hip", "rocm"))

    def _is_of(self, path: str, folder: str, above: str) -> bool:
        """Say whether only files of its folder include a module, such as have their like in the other."""
        name = posixpath.basename(path)
        including = self._including.get(name.removesuffix(".cmake"), set()) if name.endswith(".cmake") else ()
        return bool(including) and all(
            (is_inside(one, folder) and self._is_like(one, folder, above))
            or self._is_chosen(asked, path, folder, above)
            for one, asked in including
        )

    def _is_chosen(self, asked: str, path: str, folder: str, above: str) -> bool:
        """Say whether an include names a folder by a variable, by which others take a file of either one."""
        chosen = CHOSEN.fullmatch(asked)
        if not chosen or chosen[2] != posixpath.relpath(path, folder):
            return False
        return any(
            f"{folder}/{one}" in self._paths and self._is_like(f"{folder}/{one}", folder, above)
            for one in self._choosing[chosen[1]]
        )

    def _lists(self, path: str, folder: str) -> Iterator[str]:
        """Give the CMake files of a folder beside and above a file in it, by their ways from there."""
        for each in folders_around(path):
            if is_inside(each, folder) and f"{each}/CMakeLists.txt" in self._paths:
                yield posixpath.relpath(f"{each}/CMakeLists.txt", folder)


def _ways(path: str) -> Iterator[tuple[str, str, str]]:
    """Give the folders around a file, each with the one above it and its own name."""
    for folder in folders_around(path):
        above, name = posixpath.split(folder)
        yield folder, above, name
