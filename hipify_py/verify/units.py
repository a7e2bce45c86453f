"""Which sources are translation units, and how each is compiled."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hipify_py.choices import CXX
from hipify_py.lazy import re
from hipify_py.verify.build_files import BuildFiles
from hipify_py.verify.model import GUESSED, Unit
from hipify_py.verify.standards import Standards

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as AbstractSet

    from hipify_py.project.compile_commands import Command
    from hipify_py.verify.commands import Usable
    from hipify_py.verify.include_paths import Headers
    from hipify_py.verify.model import Language

DEVICE = (".cu", ".hip")
HOST = (*CXX, ".C")
C = (".c",)
SPEAKS_OF_HIP = re.compile(rb"#[ \t]*include[ \t]*[<\"](?:hip|rccl|roc|miopen/|thrust/)|\bhip[A-Z]\w*")
LIBRARY = re.compile(rb"#[ \t]*include[ \t]*<(?:thrust|hipcub|rocprim)/")
FOR_DEVICE = re.compile(
    rb"\b__(?:global|device|shared|constant)__\b|<<<|\bhipLaunchKernelGGL\b|" + LIBRARY.pattern
)
OF_BUILD = b"USE_ROCM"
SIDE = ("-DUSE_ROCM=1",)  # which PyTorch's builds for HIP set, and conversion takes for set
ASKS = re.compile(rb"(?m)^[ \t]*#[ \t]*(?:el)?if[^\n]*\bUSE_ROCM\b")
MAKES = re.compile(rb"(?m)^[ \t]*#[ \t]*define[ \t]+USE_ROCM\b")
TOLD = re.compile(r"(?:.*/)?hipcc")
OF_CXX = re.compile(r"(?:.*/)?(?:[\w.-]+-)?(?:g|clang|c)\+\+(?:-[\d.]+)?")
# C compilers of these years only warn of what clang 16 and gcc 14 refuse; nothing of it has to do with HIP.
OLD_C = ("-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion")


def guessed(
    texts: Mapping[str, bytes], headers: Headers, in_cxx: AbstractSet[str] = frozenset()
) -> list[Unit]:
    """Take for units the sources that hold HIP and that no other one includes; guess where headers lie.

    What build files say in plain words of folders for headers, and of macros, counts first.

    The standard of C++ is the one that build files ask for; `USE_ROCM` is set where sources ask for it, as
    they were converted for that. `in_cxx` are the files of which it was said that plain C++ reads Thrust or
    CUB there; what reads them in others is compiled as HIP by its build.
    """
    standards = Standards(headers.roots, headers.read)
    builds = BuildFiles(headers.roots, headers.read)
    pieces = _included(texts, headers)
    units = []
    for path, text in sorted(texts.items()):
        if not path.endswith((*DEVICE, *HOST, *C)) or os.path.realpath(path) in pieces:
            continue
        given = builds.given(path)
        reach = headers.reach(path, given.folders)
        if _holds_hip(path, reach.files, headers):
            language = language_of(path, text)
            language = "c++" if language == "c" and standards.is_cxx(path) else language
            if path.endswith(HOST) and _reads_library(reach.files, headers) and not in_cxx & {*reach.files}:
                language = "hip"
            sides = SIDE if _asks_for_side(reach.files, headers) else ()
            flags = (*sides, *given.macros, *standards.flags(path, language), *_with_c(language, reach.flags))
            origin = f"{' and '.join(given.origins)}, else guessed" if given.origins else GUESSED
            units.append(Unit(path, os.path.dirname(path), flags, language, origin))
    return units


def set_sides(units: Iterable[Unit]) -> tuple[str, ...]:
    """Say of how many units a macro opens their side for HIP that a build has to set."""
    count = sum(SIDE[0] in unit.flags for unit in units)
    what = "1 unit is" if count == 1 else f"{count} units are"
    return (f"{what} compiled with {SIDE[0]}, which the build for HIP has to give",) if count else ()


def told(usable: Usable, texts: Mapping[str, bytes], headers: Headers) -> list[Unit]:
    """Take for units what a build compiles and holds HIP, each with its own flags."""
    units = []
    for command, flags in usable.found:
        text = texts.get(command.path)
        if text is None or not _holds_hip(command.path, headers.reach(command.path).files, headers):
            continue
        language = _told(command) or language_of(command.path, text)
        units.append(Unit(command.path, command.folder, _with_c(language, flags), language, command.program))
    return units


def _told(command: Command) -> Language | None:
    """Say as what a build compiles a source, where its command says so."""
    words = command.words
    kinds = {words[at + 1] for at, word in enumerate(words[:-1]) if word in {"-x", "--x"}}
    kinds |= {word[2:] for word in words if word.startswith("-x")}
    if TOLD.fullmatch(command.program) or kinds & {"cu", "cuda", "hip"}:
        return "hip"
    by_cxx = OF_CXX.fullmatch(command.program) is not None and command.path.endswith(C)
    return "c++" if kinds & {"c++"} or (by_cxx and not kinds) else None


def language_of(path: str, text: bytes) -> Language:
    """Say as what a source is compiled: C++ that nvcc leaves to the host's compiler stays C++."""
    if path.endswith(C):
        return "c"
    return "c++" if path.endswith(HOST) and not FOR_DEVICE.search(text) else "hip"


def _with_c(language: Language, flags: tuple[str, ...]) -> tuple[str, ...]:
    return (*OLD_C, *flags) if language == "c" else flags


def _holds_hip(path: str, files: Iterable[str], headers: Headers) -> bool:
    return path.endswith(DEVICE) or any(SPEAKS_OF_HIP.search(headers.read(file)) for file in files)


def _reads_library(files: Iterable[str], headers: Headers) -> bool:
    return any(LIBRARY.search(headers.read(file)) for file in files)


def _asks_for_side(files: Iterable[str], headers: Headers) -> bool:
    """Say whether files have a side for HIP that `USE_ROCM` opens, and do not set that themselves."""
    texts = [text for file in files if OF_BUILD in (text := headers.read(file))]
    return any(map(ASKS.search, texts)) and not any(map(MAKES.search, texts))


def _included(texts: Iterable[str], headers: Headers) -> set[str]:
    """Give the sources that others include: they are pieces, no units."""
    found = set()
    for path in texts:
        for name, _ in headers.includes(path):
            if name.endswith((*DEVICE, *HOST, *C)):
                found.add(os.path.realpath(os.path.join(os.path.dirname(path), name)))
    return found
