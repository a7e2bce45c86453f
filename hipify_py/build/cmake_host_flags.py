"""Flags for C++ that FindCUDA hands on to nvcc: the language HIP has none of them, so it is given them.

FindCUDA does so unless CUDA_PROPAGATE_HOST_FLAGS is off (CMake 3.25, FindCUDA, `cuda_wrap_srcs`). nvcc reads
a source with them for the device, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_gpus import NO, VALUE_END
from hipify_py.build.cmake_view import Made, View
from hipify_py.build.names import decoded, in_passing
from hipify_py.lazy import re
from hipify_py.outcomes import finding
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.build.cmake_lexer import Command
    from hipify_py.model import Finding

HANDED_ON = "B028"
ADDERS = {b"cuda_add_library", b"cuda_add_executable", b"cuda_compile"}
SWITCH = b"CUDA_PROPAGATE_HOST_FLAGS"
NAMED = re.compile(rb"\w+")  # and no reference
SYSTEM, OF_ROCM = b"CMAKE_SYSTEM_NAME", {b"Linux", b"Windows"}
NAME = re.compile(rb"CMAKE_CXX_FLAGS(_[A-Z]+)?")
# What is the same for clang++ and HIP, and a word that no shell and no list takes apart.
# Of the rest what takes nothing from code of the device, which clang++ hides from other objects as it is.
CARRIED = re.compile(
    rb"-[DUI](?:[\w./=+,:-]|\$\{\w+\})+|-f(?:pic|PIC|wrapv|no-strict-aliasing)"
    rb"|-fvisibility(?:=hidden|-inlines-hidden)"
)
# What changes no code, or what HIP has anyway.
OF_NO_MATTER = re.compile(
    rb"-(?:W\S*|w|O\w*|g\w*|std=\S*|pedantic\S*|pipe|pthread|m64|fdiagnostics\S*|fcolor\S*|f(?:no-)?unroll(?:-all)?-loops|f(?:no-)?(?:builtin|omit-frame-pointer|inline|stack-protector)[\w-]*)|\$\{CMAKE_C\w*_FLAGS\w*\}"
)
# Instructions of the host's that change no layout of data: at worst an intrinsic of theirs is refused. And
# what GCC alone takes, and clang++ refuses.
OF_HOST = re.compile(
    rb"-m(?:ssse3|sse[\d.]*|popcnt|tune=\S+|cx16|lzcnt|abm|bmi2?|aes|pclmul|crc32|fpmath=sse)"
    rb"|-fabi-(?:compat-)?version=\S+"
)
CONFIGURATIONS = {b"_DEBUG", b"_RELEASE", b"_RELWITHDEBINFO", b"_MINSIZEREL"}


def adds_sources(view: View) -> bool:
    """Say whether a file has sources compiled by FindCUDA, and by no commands that the project makes."""
    own = view.options.project.own_commands
    return any(command.name in ADDERS and decoded(command.name) not in own for _, command in view.commands())


def host_flags(view: View, command: Command) -> Made | None:
    """Write for HIP what a command adds to the flags for C++, and say what of it is to be looked at."""
    texts = view.texts(command)
    appends = command.name == b"string" and texts[:1] == [b"APPEND"]
    name = NAME.fullmatch(texts[1 if appends else 0]) if (appends and texts[1:]) or _sets(command) else None
    if name is None or not _handed_on(view) or (name[1] and name[1] not in CONFIGURATIONS):
        return None
    end = next((at for at, text in enumerate(texts) if text in VALUE_END), len(texts))
    words = [word for text in texts[2 if appends else 1 : end] for word in text.split()]
    into = b"CMAKE_HIP_FLAGS" + (name[1] or b"")
    is_reset = end < len(texts) or into in _replaced(view)
    carried = [] if is_reset else [word for word in words if CARRIED.fullmatch(word)]
    line = b"string(APPEND " + into + b' " ' + b" ".join(carried) + b'")'
    rest = [word for word in words if word not in carried and not OF_NO_MATTER.fullmatch(word)]
    lines = (line,) if carried and line not in _strings(view) else ()
    if not (lines or rest):
        return None
    return Made(findings=_said(view, command, rest), after=lines, rule=HANDED_ON)


@fact
def _strings(view: View) -> frozenset[bytes]:
    """Give the commands of a file that make strings, as they are written."""
    making = (one for one in view.file.commands if one.name == b"string")
    return frozenset(view.file.code[slice(*one.span)] for one in making)


def _sets(command: Command) -> bool:
    return command.name == b"set" and bool(command.arguments)


def _said(view: View, command: Command, rest: list[bytes]) -> tuple[Finding, ...]:
    if not rest:
        return ()
    said = finding(view.rules, HANDED_ON, command.place, text=decoded(b" ".join(rest)))
    return (in_passing(said) if all(OF_HOST.fullmatch(one) for one in rest) else said,)


@fact
def _handed_on(view: View) -> bool:
    """Say whether FindCUDA gives sources around a file the flags for C++."""
    if not (adds_sources(view) or view.options.project.findcuda) or _for_another_system(view):
        return False
    return not any(
        command.name == b"set" and texts[0] == SWITCH and b"".join(texts[1:2]).upper() in NO
        for number, command in view.commands()
        if not view.blocks.outer[number] and (texts := view.texts(command))
    )


def _for_another_system(view: View) -> bool:
    """Say whether a file is the toolchain of a system that ROCm does not have."""
    return any(
        command.name == b"set"
        and texts[0] == SYSTEM
        and NAMED.fullmatch(b"".join(texts[1:2]))
        and texts[1] not in OF_ROCM
        for number, command in view.commands()
        if not view.blocks.outer[number] and (texts := view.texts(command))
    )


@fact
def _replaced(view: View) -> frozenset[bytes]:
    """Give the flags for HIP that a file sets without those that were there, from which others would go."""
    found: set[bytes] = set()
    for _, command in view.commands():
        texts = view.texts(command)
        named = _sets(command) and texts[0].startswith((b"CUDA_NVCC_FLAGS", b"CMAKE_HIP_FLAGS"))
        if named and b"${" + texts[0] + b"}" not in b" ".join(texts[1:]):
            found.add(texts[0].replace(b"CUDA_NVCC_FLAGS", b"CMAKE_HIP_FLAGS"))
    return frozenset(found)
