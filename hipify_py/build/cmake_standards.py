"""Standards of C++ among flags for all languages: sources in HIP get them behind their own flags.

CMake 3.25 writes what `add_compile_options`, `target_compile_options` and `add_definitions` add behind
CMAKE_HIP_FLAGS, for Ninja and for make, and clang++ takes the last standard. FindCUDA gives nvcc none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_host_flags import ADDERS, adds_sources
from hipify_py.build.names import decoded, reached
from hipify_py.build.standards import ANY, FLAG, YEARS, at_least, raised
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View
    from hipify_py.build.names import Said

FOR_ALL = {b"add_compile_options", b"target_compile_options", b"add_definitions"}  # HIP among them
BEHIND = "B031"
BY_LANGUAGE = re.compile(rb"COMPILE_LANG")
REFERENCE = re.compile(rb"\$\{(\w+)\}")
OF_NVCC = re.compile(rb"CUDA_NVCC_FLAGS(?:_\w+)?")
ORDER = YEARS | {b"1z": 117, b"2a": 120, b"20": 120, b"2b": 123, b"23": 123}


def for_all(view: View, command: Command, region: Span) -> Iterator[Said]:
    """Raise the standard in flags for all languages, and say where it is older than nvcc's own."""
    code = view.file.code
    if BY_LANGUAGE.search(code, *region) or not _reaches_all(view, command):
        return
    yield from raised(code, region, FLAG, view.rules, view.options)
    own = _of_nvcc(view) if _is_for_cuda(view, command) else b""
    for found in FLAG.finditer(code, *region):
        year = at_least(found[1], view.rules, view.options)
        if own and ORDER[year] < ORDER[own]:
            flag = decoded(found[0].removesuffix(found[1]) + year)
            yield finding(view.rules, BEHIND, Span(*found.span()), flag=flag, own=f"C++{decoded(own)}")


def filled(name: bytes, texts: list[bytes]) -> list[bytes]:
    """Give the variable that a command fills."""
    return texts[:1] if name == b"set" else texts[1:2] if name in {b"list", b"string"} else []


def _reaches_all(view: View, command: Command) -> bool:
    if command.name in FOR_ALL:
        return True
    return any(name in _variables(view) for name in filled(command.name, view.texts(command)))


def _is_for_cuda(view: View, command: Command) -> bool:
    """Say whether a command's flags may be for sources of CUDA: a target's are where FindCUDA makes it."""
    if command.name != b"target_compile_options":
        return True
    target = b"".join(view.texts(command)[:1])
    return target in _by_findcuda(view)


@fact
def _by_findcuda(view: View) -> frozenset[bytes]:
    """Give the targets that a file makes by FindCUDA."""
    making = (command for _, command in view.commands() if command.name in ADDERS)
    return frozenset(target for command in making for target in view.texts(command)[:1])


@fact
def _variables(view: View) -> frozenset[bytes]:
    """Give the variables whose flags are for all languages."""
    start: set[bytes] = set()
    within: dict[bytes, set[bytes]] = {}
    for _, command in view.commands():
        text = view.file.code[slice(*command.span)]
        if command.name in FOR_ALL and not BY_LANGUAGE.search(text):
            start.update(REFERENCE.findall(text))
        for name in filled(command.name, view.texts(command)):
            within.setdefault(name, set()).update(REFERENCE.findall(text))
    return frozenset(reached(start, within))


@fact
def _of_nvcc(view: View) -> bytes:
    """Give the latest standard that a file asks of nvcc by FindCUDA's flags; b"" where it asks for none."""
    if view.has_flag_list or not (adds_sources(view) or view.options.project.findcuda):
        return b""
    years = [
        year
        for _, command in view.commands()
        if any(OF_NVCC.fullmatch(name) for name in filled(command.name, view.texts(command)))
        for year in ANY.findall(view.file.code, *command.span)
        if year in ORDER
    ]
    return max(years, key=ORDER.__getitem__, default=b"")
