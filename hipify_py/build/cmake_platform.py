"""HIP's headers for the host's compilers of a CMake build: they have to be told the platform, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import condition
from hipify_py.build.cmake_calls import calls
from hipify_py.build.cmake_flags import of_cuda
from hipify_py.build.cmake_names import NAME, SAID_ONLY, SEARCHES, entry_of
from hipify_py.build.cmake_standards import REFERENCE, filled
from hipify_py.build.cmake_view import Made, View
from hipify_py.build.names import DIFFERS, RENAME, in_passing
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.model import Finding

INCLUDES = {b"include_directories", b"target_include_directories", b"cuda_include_directories"}
FOLDERS = {"hip_INCLUDE_DIRS", "hip_INCLUDE_DIR"}
CUDA_FOLDER = re.compile(rb"(?:/usr/local|/opt)/cuda(?:-[\d.]+)?/include/?")
PLATFORM = b"__HIP_PLATFORM_AMD__"
DEFINED = PLATFORM + b"=1"
ASKING = {b"if", b"elseif", b"else", b"endif", b"while", b"endwhile"}
LOOKS = frozenset({b"COMPARE", b"FIND", b"LENGTH", b"MATCH", b"MATCHALL"})
SCOPES = {b"PRIVATE", b"PUBLIC", b"INTERFACE"}
DEFINES = {b"add_compile_definitions", b"add_definitions"}
FOR_A_FOLDER = INCLUDES - {b"target_include_directories"}
# A condition that holds in builds for CUDA, and no narrower one: USE_CUDA, CUDA_FOUND, ${GPU} MATCHES "CUDA"
FOR_CUDA = re.compile(
    rb"\s*(?!.*(?:TEST|EXAMPLE|BENCH|SAMPLE|DEMO|DOC))"
    rb"(?:\"?[\w${}]+\"?\s+(?:MATCHES|STREQUAL)\s+\"?CUDA\"?"
    rb"|(?:(?:[A-Z]+_)*(?:USE|WITH|ENABLE|HAVE|HAS|BUILD)_)?CUDA(?:Toolkit)?(?:_FOUND|_ENABLED|_SUPPORT)?)\s*"
)
# What keeps folders for targets of the same build: ExternalProject_Add, for one, hands them to another.
KEEPS = {b"set", b"list", b"string", b"set_property", b"set_target_properties"}
# By these other folders' targets may see them, or what links a library of another project.
ABOVE = {b"PARENT_SCOPE", b"CACHE"}
LINKED = {b"INTERFACE", b"INTERFACE_INCLUDE_DIRECTORIES", b"INTERFACE_SYSTEM_INCLUDE_DIRECTORIES"}
ALONE = (
    "host compilers that are given it need __HIP_PLATFORM_AMD__=1 defined, too; linking hip::host brings both"
)


def platform(view: View, command: Command) -> Made | None:
    """Define the platform where the folder of HIP's headers is all that a host's compiler is given.

    Where a command hands that folder on, it is said: not where it only asks what its name is, or hands it to
    HIP's compiler, which defines the platform itself.
    """
    if command.name in SAID_ONLY | ASKING or _is_named(view):
        return None
    if command.name not in INCLUDES:
        said = tuple(_handed_on(view, command))
        return Made(findings=said) if said else None
    if not _includes_hip(view, command):
        return None
    texts = view.texts(command)
    if command.name != b"target_include_directories":
        line = b"add_compile_definitions(" + DEFINED + b")"
    else:
        scope = next((text for text in reversed(texts) if text in SCOPES), b"PRIVATE")
        line = b"target_compile_definitions(" + texts[0] + b" " + scope + b" " + DEFINED + b")"
    return Made(after=(line,), rule=RENAME)


@fact
def _is_named(view: View) -> bool:
    """Say whether a file speaks of the platform itself."""
    return PLATFORM in view.file.code


def _handed_on(view: View, command: Command) -> Iterator[Finding]:
    if not command.arguments or _is_defined(view, command) or _is_for_hip(view, command):
        return
    calls_of_nvcc = merged(Span(call[0].span.start, call[-1].span.end) for call in calls(command))
    for found in NAME.finditer(view.file.code, command.place.end, command.span.end):
        span, name, entry = entry_of(view, found)
        if entry is not None and entry.to in FOLDERS and found[1] and not inside(calls_of_nvcc, span.start):
            # HIP's headers refuse a compiler without the macro (hip_runtime_api.h)
            said = finding(view.rules, DIFFERS, span, name=name, becomes=f"becomes {entry.to}", why=ALONE)
            said = said._replace(fails="compile")
            yield in_passing(said) if command.name in SEARCHES or _only_looks(view, command) else said


def _only_looks(view: View, command: Command) -> bool:
    """Say whether a command looks at the text of a folder's name, as for a part of it."""
    return command.name == b"string" and not LOOKS.isdisjoint(view.texts(command)[:2])


def _is_for_hip(view: View, command: Command) -> bool:
    """Say whether a command fills what HIP's compiler alone is given, or goes through folders for that."""
    texts = view.texts(command)
    names = texts[:1] if command.name == b"foreach" else filled(command.name, texts)
    return not _of_hip_alone(view).isdisjoint(names)


@fact
def _of_hip_alone(view: View) -> frozenset[bytes]:
    """Give the variables that HIP's compiler is given, where no command names folders for targets by one."""
    given = (one for _, one in view.commands() if one.name in INCLUDES)
    others = {name for one in given for text in view.texts(one) for name in REFERENCE.findall(text)}
    found = of_cuda(view)[0]
    return found if found.isdisjoint(others) else frozenset()


def _is_defined(view: View, command: Command) -> bool:
    """Say whether the platform is defined for all that a command may hand the folder on to."""
    texts = {*view.texts(command)}
    if command.name not in KEEPS or texts & LINKED:
        return False
    if view.options.project.with_platform:
        return True
    return view.options.name == "CMakeLists.txt" and not texts & ABOVE and defines_platform(view)


@fact
def defines_platform(view: View) -> bool:
    """Say whether a file, once it is converted, defines the platform for its folder and all below.

    So it is with a definition that no branch leaves out where there is CUDA, before other folders are added.
    """
    numbers = [number for number, _ in view.commands() if number not in view.blocks.windows]
    first = next((number for number in numbers if _defines(view, number) and _is_taken(view, number)), None)
    return first is not None and all(
        command.name != b"add_subdirectory" for command in view.file.commands[:first]
    )


def _defines(view: View, number: int) -> bool:
    command = view.file.commands[number]
    if command.name in DEFINES:
        return PLATFORM in view.file.code[slice(*command.span)]
    return command.name in FOR_A_FOLDER and not _is_named(view) and _includes_hip(view, command)


def _is_taken(view: View, number: int) -> bool:
    """Say whether the blocks around a command are none, or first branches for CUDA."""
    marks = view.blocks.marks
    return all(
        number < marks.get(opener, (-1, -1))[1] and FOR_CUDA.fullmatch(condition(view.file, opener))
        for opener in view.blocks.outer[number]
    )


def _includes_hip(view: View, command: Command) -> bool:
    """Say whether a folder of CUDA's headers that becomes HIP's is among the arguments."""
    for argument in command.arguments:
        if CUDA_FOLDER.fullmatch(view.file.text(argument)):
            return True
        for found in NAME.finditer(view.file.code, *argument.inner):
            entry = entry_of(view, found)[2]
            if entry is not None and entry.to in FOLDERS:
                return True
    return False
