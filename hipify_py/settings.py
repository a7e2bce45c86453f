"""How a run and how one file is converted: what may be chosen, and what goes together."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from functools import lru_cache
from os import fsdecode
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.arguments import (
    check_path,
    check_truth,
    check_type,
    count,
    several_paths,
    several_texts,
)
from hipify_py.choices import (
    BUILDS,
    DNNS,
    LAUNCHES,
    MODES,
    SIZE_LIMIT,
    WARPS,
    BuildMode,
    Dnn,
    Launch,
    RunMode,
    Warp,
)
from hipify_py.gpus import refused_gpus
from hipify_py.lazy import re
from hipify_py.model import HipifyError
from hipify_py.releases import chosen
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike

ENDING = re.compile(r"(\.[\w+-]+)+")
HEADERS = re.compile(r"(?:[^\"<>\\\r\n\0]+/)?")  # what an include can name


class Options(NamedTuple):
    """How one file is converted.

    `path` is the file's path as `project` knows it; its ending tells what kind of file it is, and a
    source without a path counts as CUDA. `launch` is "keep" for `<<<>>>` or "macro" for
    `hipLaunchKernelGGL`. `add_include` lets a missing `#include <hip/hip_runtime.h>` be added. `warp` is
    "32" to keep warps of 32 lanes in the halves of a wavefront or "native" to use the wavefront's own width;
    `polyfill` lets calls of what HIP lacks go to headers of ours; without it they are reported. `headers` is
    the folder of all these headers as an include names it: empty, or a path that ends in `/`.
    `rocm` is the release to convert for, None that of the rules given and without any the newest known.
    `archs` are the GPUs that are meant, such as "gfx90a"; none of them stands for all.
    `dnn` is "keep" to leave cuDNN's names and report them, or "miopen" to write MIOpen's where it takes the
    same; None is what the rules given were loaded for, and without any "keep". `build` is "replace" to write
    HIP's in place of CUDA's in build files, "dual" to write it beside, "keep" to leave them. `in_run` says
    that the file is one of a run, which has looked for what includes it.
    """

    path: str | None = None
    launch: Launch = "keep"
    add_include: bool = True
    project: Project = Project()
    warp: Warp = "32"
    polyfill: bool = True
    headers: str = ""
    rocm: str | None = None
    archs: tuple[str, ...] = ()
    dnn: Dnn | None = None
    build: BuildMode = "replace"
    in_run: bool = False

    @property
    def name(self) -> str:
        """The file's name without its folders; a source without a path has one of CUDA."""
        return _file_name(self.path or "stdin.cu")

    @property
    def in_c(self) -> bool:
        """Whether the file is read as C, by its ending or by a unit: C has no namespaces."""
        return self.project.in_c or (self.path or "").endswith(".c")

    @property
    def in_c_alone(self) -> bool:
        """Whether the file is read as C and never as C++, as far as is known: C takes more of pointers."""
        told = self.project
        return self.in_c and not (told.cxx or told.in_cuda or self.path in told.as_hip)

    @property
    def for_hip_alone(self) -> bool:
        """Whether no build for HIP has another compiler than HIP's read the file, as far as is known."""
        by_name = self.name.endswith((".cu", ".hip"))
        return (by_name or self.project.in_cuda) and not self.project.cxx


@lru_cache(maxsize=16)  # of the few files that are read at a time it is asked for again and again
def _file_name(path: str) -> str:
    return posixpath.basename(path)


def check_launch(launch: str) -> None:
    """Raise `HipifyError` for a way to write launches that does not exist."""
    if launch not in LAUNCHES:
        text = f"no launch form named {launch!r}: use one of {', '.join(LAUNCHES)}"
        raise HipifyError(text)


def check_warp(warp: str) -> None:
    """Raise `HipifyError` for a way to treat warps that does not exist."""
    if refused := refused_warp(warp):
        raise HipifyError(": ".join(refused))


def refused_warp(warp: object) -> tuple[str, str] | None:
    """Give cause and remedy where a way to treat warps does not exist."""
    return None if warp in WARPS else (f"no way of warps named {warp!r}", f"use {' or '.join(WARPS)}")


def check_dnn(dnn: str) -> None:
    """Raise `HipifyError` for a library of deep learning for which there are no rules."""
    if refused := refused_dnn(dnn):
        raise HipifyError(": ".join(refused))


def refused_dnn(dnn: object) -> tuple[str, str] | None:
    """Give cause and remedy where there are no rules for a library of deep learning."""
    return None if dnn in DNNS else (f"no rules for cuDNN named {dnn!r}", f"use {' or '.join(DNNS)}")


def check_build(build: str) -> None:
    """Raise `HipifyError` for a way to treat build files that does not exist."""
    if build not in BUILDS:
        text = f"no way of build files named {build!r}: use one of {', '.join(BUILDS)}"
        raise HipifyError(text)


def check_rocm(rocm: str | None) -> None:
    """Raise `HipifyError` for a release that is not known; the number 7.10 would be 7.1."""
    if rocm is not None:
        check_type("rocm", rocm, str, 'a text, such as "7.2"')
    chosen(rocm)


def checked_archs(archs: Iterable[str]) -> tuple[str, ...]:
    """Give GPUs one by one; raise `HipifyError` for what is no AMD GPU, or one text in place of several."""
    found = several_texts("archs", archs)
    if why := refused_gpus(found):
        raise HipifyError(": ".join(why))
    return found


def checked(given: Options) -> Options:
    """Give options as they are meant; raise `HipifyError` for what makes no sense."""
    check_launch(given.launch)
    check_warp(given.warp)
    check_dnn(given.dnn or DNNS[0])
    check_build(given.build)
    check_rocm(given.rocm)
    check_type("project", given.project, Project, "a Project")
    for name in ("add_include", "polyfill"):
        check_truth(name, getattr(given, name))
    check_type("headers", given.headers, str, "a text")
    if not HEADERS.fullmatch(given.headers):
        text = f"headers is {given.headers!r}: give a folder with / behind, as an include names it"
        raise HipifyError(text)
    if given.path is not None:
        check_path("path", given.path)
    return given._replace(archs=checked_archs(given.archs))


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run goes: what is done with the outcome, and which files take part.

    `mode` is "dry-run" (nothing is written), "diff" (as that, with a unified diff for each file),
    "memory" (as that, with the text that came out of each), "in-place", or "output" (a mirror of the
    inputs under `output`, or one file as the source that it names). `warp` is "32" to keep warps of 32
    lanes in the halves of a wavefront, "native" for the wavefront's own width. `polyfill` lets calls of
    what HIP lacks go to headers of ours; without it they are reported. `rename` is the new ending of
    converted `.cu` files. `warp_header_dir` is the folder, from the top of each tree on, in which headers of
    ours stand; empty for the top. `include_dirs` are folders in which the headers of the sources are found,
    too: they are read for names. `rules` are folders and files of further rules, of which a later one wins;
    `rocm` is the release to convert for, None the newest known; `archs` are the GPUs that are meant, none
    of them stands for all. `dnn` is "keep" to leave cuDNN's names and
    report them, "miopen" for those of MIOpen. `build` says what becomes of build files: "replace" writes
    HIP's in place of CUDA's, "dual" beside it, "keep" nothing. `max_size` is in bytes. `both_sides` lets the
    report hold the lines around edits and findings, before and after, as the HTML page shows them.
    `in_repository` takes files that are named as parts of the repository around them: what a run over all of
    it leaves out is left out, and headers of ours stand at its top.
    `cache_size` is about how many bytes of what files came to are kept in the user's cache folder for later
    runs; with 0 nothing is kept, nor looked for. What comes out is the same.
    """

    mode: RunMode = "dry-run"
    output: str | None = None
    launch: Launch = "keep"
    warp: Warp = "32"
    polyfill: bool = True
    rename: str | None = None
    warp_header_dir: str = ""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    include_dirs: tuple[str | PathLike[str], ...] = ()
    rules: tuple[str | PathLike[str], ...] = ()
    rocm: str | None = None
    archs: tuple[str, ...] = ()
    dnn: Dnn = "keep"
    build: BuildMode = "replace"
    max_size: int = SIZE_LIMIT
    both_sides: bool = False
    in_repository: bool = False
    cache_size: int = 0

    def __post_init__(self) -> None:
        """Raise `HipifyError` for settings that contradict each other or make no sense."""
        self._take_values()
        if self.mode not in MODES:
            text = f"no mode named {self.mode!r}: use one of {', '.join(MODES)}"
            raise HipifyError(text)
        check_launch(self.launch)
        check_warp(self.warp)
        check_rocm(self.rocm)
        check_dnn(self.dnn)
        check_build(self.build)
        for name in ("polyfill", "both_sides", "in_repository"):
            check_truth(name, getattr(self, name))
        self._check_targets()

    def _take_values(self) -> None:
        """Keep what an iterator gives, which is used up by looking at it, and paths as texts."""
        given: dict[str, object] = {
            "include": several_texts("include", self.include),
            "exclude": several_texts("exclude", self.exclude),
            "include_dirs": several_paths("include_dirs", self.include_dirs),
            "rules": several_paths("rules", self.rules),
            "archs": checked_archs(self.archs),
            "warp_header_dir": _folder_below("warp_header_dir", self.warp_header_dir),
            "max_size": count("max_size", self.max_size, 0),
            "cache_size": count("cache_size", self.cache_size, 0),
        }
        if self.output is not None:
            check_path("output", self.output)
            given["output"] = fsdecode(self.output)
        for name, value in given.items():
            object.__setattr__(self, name, value)

    def _check_targets(self) -> None:
        if (self.mode == "output") != (self.output is not None):
            text = 'an output folder goes with the mode "output", and with no other'
            raise HipifyError(text)
        if self.in_repository and self.output is not None:
            text = "an output folder is for whole trees: convert files of a repository in place"
            raise HipifyError(text)
        if self.output == "":
            text = "the name of the output folder is empty: name a folder"
            raise HipifyError(text)
        if self.rename is not None:
            check_type("rename", self.rename, str, "an ending, such as .hip")
            if not ENDING.fullmatch(self.rename) or self.rename == ".cu":
                text = f"{self.rename!r}: no new ending for .cu files: give one with its dot, such as .hip"
                raise HipifyError(text)


def _folder_below(name: str, given: object) -> str:
    """Give the path of a folder below the top of a tree, empty for the top; raises HipifyError."""
    check_type(name, given, str, "a folder of the tree, such as include")
    path = posixpath.normpath(str(given) or ".")
    if path.startswith(("/", "../")) or path == ".." or any(mark in path for mark in '\\"\n\0'):
        text = f"{name}: {given!r} is no folder of the tree: name it from the top of the tree on"
        raise HipifyError(text)
    return "" if path == "." else path
