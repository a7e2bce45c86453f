"""Names of CUDA in the arguments of CMake's commands: variables, properties, targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import arguments_of
from hipify_py.build.cmake_calls import calls_that_stay
from hipify_py.build.cmake_flags import DEFINITIONS, flags
from hipify_py.build.cmake_language_names import languages
from hipify_py.build.cmake_libraries import FINDS, libraries, without_repeats
from hipify_py.build.cmake_messages import flag_references, shown
from hipify_py.build.cmake_mild_names import LOOKS, is_asked, is_false, milder
from hipify_py.build.cmake_own_variables import compared
from hipify_py.build.cmake_result_lists import named, reference
from hipify_py.build.cmake_standards import REFERENCE
from hipify_py.build.cmake_tried_sources import linked_by_try
from hipify_py.build.cmake_versions import decided
from hipify_py.build.macros import macros
from hipify_py.build.names import OF_CMAKE, Said, decoded, in_passing, known, of_cmake, renamed
from hipify_py.build.paths import ROOT, paths
from hipify_py.lazy import re
from hipify_py.model import Edit, Finding, Span
from hipify_py.outcomes import finding
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged, overlaps
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View
    from hipify_py.rules.build_names import BuildName

UNKNOWN = "B004"
NAME = re.compile(
    rb"(?<![\w-])(?<!\$<)(\$\{|ENV\{)?((?:CMAKE_)?CUDA(?:Toolkit)?_\w+|CUDACXX|CUDAARCHS|CUDAFLAGS|CUDAHOSTCXX|CUDAToolkit\b|CUDA::\w+|cuda_std_\d+|nvcc|FindCUDA\w*"
    rb"|(?:CUB|Thrust|CCCL|libcudacxx)::\w+)"
    rb"(?![\w-])(\})?"
)
OWN_FILE, FAR = re.compile(rb"(?<!Modules)/\Z"), 16  # a file in a folder, but for that of CMake's own modules
ENDING_OF_FILE = re.compile(rb"\.[A-Za-z]")
SEARCHES = {b"find_package", *LOOKS}
PLACES = re.compile(rb"\b(?:HINTS|PATHS)\s")
# Properties of targets that HIP lacks, what may stand behind one that gets a value, and who gives it one.
PROPERTY = re.compile(rb"CUDA_\w+_COMPILATION")
VALUE = re.compile(rb"\s++\"?(?:(?i:ON|OFF|TRUE|FALSE|YES|NO)\b|[01]\b|\$)")
PROPERTIES = {b"set_property", b"set_target_properties"}
SETTING = {b"set", b"set_property", b"set_target_properties", b"option", b"list", b"if", b"elseif", b"while"}
ENDING = "what {more} adds is of CUDA's libraries: write {to}{found} alone"
SHOWN = b"mark_as_advanced"  # in CMake's dialogs, or not: a name there is of no variable that must be
OPTIONS = {b"option", b"cmake_dependent_option"}
SAID_ONLY = {b"message", b"project"}
OF_FILES = "what CMake tries links files: write ${{hip_LIB_INSTALL_DIR}}/{}"
OF_A_PATH = "a file's path is asked for, and ROCm has a target: write ${{hip_LIB_INSTALL_DIR}}/{}"
TAKE_FILES = {b"try_compile": OF_FILES, b"try_run": OF_FILES, b"get_filename_component": OF_A_PATH}
OF_VERSION = re.compile(rb"CUDA(?:Toolkit)?_VERSION(?:_\w+)?")
OF_DOWNLOAD = re.compile(rb"cuda[-_.]?\$\{\Z")  # before a version that is a part of a name
PART = "{name} stays: a name of CUDA's is made with it: leave out what that is for, or name AMD's"
PACKAGE = "{name} stays: builds for HIP have no CUDA toolkit: leave it out, find_package(hip) brings HIP's"


def names(
    view: View, number: int, command: Command, taken: tuple[tuple[int, int], ...], value: int
) -> Iterator[Said]:
    """Give what becomes of names, flags and paths in the arguments of a command, but for what is taken.

    Flags are looked for from the offset `value` on.
    """
    region = arguments_of(view.file, number)
    if command.name in SAID_ONLY or not command.arguments:
        if not view.has_flag_list and command.name in SAID_ONLY:
            yield from flag_references(view, region)
        if command.name == b"message":
            yield from shown(view, command)
        return
    taken = (*taken, *_help(view, command))
    told = command.span if command.name == SHOWN else _unread(view, command)
    gone = merged(Span(*one) for one in taken)
    for each in without_repeats(view, command, _all(view, region, command, value)):
        if not overlaps(gone, each.span):
            if isinstance(each, Finding):
                in_vain = told.start <= each.span.start < told.end or (
                    is_asked(view, number, each) or is_false(view, command, each)
                )
                yield in_passing(each) if in_vain else milder(view, command, decided(view, command, each))
            else:
                yield each


def _unread(view: View, command: Command) -> Span:
    """Give the name of an option that nothing reads but FindCUDA, of which nothing is left.

    So too the name of a variable that gets a place of CUDA's, which becomes one of ROCm's.
    """
    name = command.arguments[0]
    entry = known(view.rules.build["variables"], decoded(view.file.text(name)))
    if command.name == b"set" and entry is not None and entry.to is None:
        places = [ROOT.match(text) for text in view.texts(command)[1:2]]
        return name.span if any(places) else Span(0, 0)
    if command.name in OPTIONS and entry is not None and entry.unset:
        return name.span
    return Span(0, 0)


def _help(view: View, command: Command) -> Iterator[Span]:
    """Give the text that tells a person what a variable is for, which no build reads."""
    texts = view.texts(command)
    if command.name in OPTIONS:
        yield from (one.span for one in command.arguments[1:2])
    elif command.name == b"set" and b"CACHE" in texts:
        at = texts.index(b"CACHE") + 2
        yield from (one.span for one in command.arguments[at : at + 1])


def _all(view: View, region: Span, command: Command, value: int) -> Iterator[Said]:
    code = view.file.code
    yield from languages(view, command, region)
    yield from _words(view, command, region)
    if command.name in FINDS:
        yield from macros(code, region, view.rules)
        return
    yield from paths(code, region, view.rules)
    said = list(flags(view, command, region, value))
    yield from said
    taken = [one.span for one in said]
    yield from macros(code, region, view.rules, taken, bare=_defines(view, command))


def _defines(view: View, command: Command) -> bool:
    """Say whether words of a command are macros that it defines."""
    return command.name in DEFINITIONS or b"COMPILE_DEFINITIONS" in view.texts(command)


def _words(view: View, command: Command, region: Span) -> Iterator[Said]:
    """Give what becomes of variables and targets, and of the plain names of libraries that are linked."""
    hints = _hints(view, command, region)
    told = merged(call[0].span for call in calls_that_stay(view, command))
    linked = linked_by_try(view, command)
    for found in NAME.finditer(view.file.code, *region):
        if overlaps(told, Span(*found.span())):
            continue
        wants_file = command.name in TAKE_FILES and not inside(linked, found.start())
        if wants_file and (file := _file_of_target(view, found)):
            why = TAKE_FILES[command.name].format(file)
            yield finding(view.rules, "B003", Span(*found.span(2)), name=decoded(found[2]), why=why)
            continue
        own_list = found[2].startswith(b"CUDA_NVCC_FLAGS") and view.has_flag_list
        if own_list or (command.name in DEFINITIONS and not found[1]):
            continue
        if f"-D{decoded(found[2])}" in view.rules.build["words"] and _defines(view, command):
            continue  # a macro
        said = _in_own_list(view, command, found)
        said = _word(view, found) if said is None else said
        is_minor = found.start() > hints >= 0 or _is_only_named(view, command, found)
        is_minor = is_minor or _is_no_property(view, command, found)
        yield from map(_as_hint, said) if is_minor else said
    yield from libraries(view, command)


def _is_only_named(view: View, command: Command, found: re.Match[bytes]) -> bool:
    """Say whether a property of targets is asked for or handed on by its name, and gets no value."""
    if command.name in SETTING or not PROPERTY.fullmatch(found[0]):
        return False
    return VALUE.match(view.file.code, found.end()) is None


def _is_no_property(view: View, command: Command, found: re.Match[bytes]) -> bool:
    """Say whether a name is set as a property, in vain: CMake has at most a variable of that name."""
    if command.name not in PROPERTIES or found[1] or found[0] not in command.texts:
        return False
    entry = entry_of(view, found)[2]
    return entry is None or entry.unset


def _hints(view: View, command: Command, region: Span) -> int:
    """Give the offset behind which a command names places to look in first; -1 of one that does not."""
    found = PLACES.search(view.file.code, *region) if command.name in SEARCHES else None
    return found.start() if found else -1


def _as_hint(said: Said) -> Said:
    """Give what is said of a place to look in as a note: where it is not there, others are looked in.

    So too of a property that is only named: a target without it is like one that never had it.
    """
    return said if isinstance(said, Edit) else in_passing(said)


def _file_of_target(view: View, found: re.Match[bytes]) -> str:
    """Give the file of the target that a name becomes; "" where it becomes none."""
    *_, entry = entry_of(view, found)
    space, _, name = (entry.to or "" if entry else "").rpartition("::")
    return "" if not space else "libamdhip64.so" if space == "hip" else f"lib{name}.so"


def entry_of(view: View, found: re.Match[bytes]) -> tuple[Span, str, BuildName | None]:
    """Give the span of a name that is replaced, the name, and what is known of it."""
    build, name = view.rules.build, decoded(found[2])
    if found[1] == b"ENV{":
        return Span(*found.span(2)), name, known(build["environment"], name)
    if found[1] and found[3]:
        whole = build["variables"].get(f"${{{name}}}")
        if whole is not None:
            return Span(found.start(), found.end()), f"${{{name}}}", whole
    return Span(*found.span(2)), name, of_cmake(view.rules, name)


def _in_own_list(view: View, command: Command, found: re.Match[bytes]) -> Iterable[Said] | None:
    """Give what becomes of the name of FindCUDA's list into which the file puts its own; None of others."""
    span, name, entry = entry_of(view, found)
    if entry is None:
        return None
    if name.startswith("${"):
        return reference(view, command, span, found[2], entry.to or "")
    told = named(view, command, span, found[2])
    return None if told is None else [told]


def _word(view: View, found: re.Match[bytes]) -> Iterator[Said]:
    span, name, entry = entry_of(view, found)
    if found[2] in _made(view):
        return
    if entry is not None and OF_VERSION.fullmatch(found[2]) and _is_of_download(view, found):
        said = finding(view.rules, "B002", span, name=name)
        yield said._replace(message=PART.format(name=decoded(found[2])))
        return
    if entry is not None and entry.to and (more := goes_on(view, found)):
        found_by = f" of find_package({entry.package})" if entry.package else ""
        why = ENDING.format(more=more, to=entry.to, found=found_by)
        yield finding(view.rules, "B003", Span(span.start, span.end + len(more)), name=name + more, why=why)
    elif entry is not None and entry.to is None and found[2] in compared(view):
        if compared(view)[found[2]] == found.start(2):
            yield from (
                in_passing(one) for one in renamed(view.rules, span, name, entry) if not isinstance(one, Edit)
            )
    elif entry is not None:
        yield from renamed(view.rules, span, name, entry)
    elif _is_file(view, found) or found[2] in view.options.project.set_beside:
        return
    elif name not in view.own and not OWN_FILE.search(view.file.code, max(0, span.start - FAR), span.start):
        said = finding(view.rules, UNKNOWN, span, name=name)
        if name in view.rules.build["packages"]:
            said = said._replace(message=PACKAGE.format(name=name))
        yield said if OF_CMAKE.match(found[2]) else in_passing(said)


def _is_file(view: View, found: re.Match[bytes]) -> bool:
    """Say whether a name is that of a file of the project, with its ending, and of no module of CMake's."""
    if found[1] or not ENDING_OF_FILE.match(view.file.code, found.end()):
        return False
    return not view.file.code.endswith(b"Modules/", 0, found.start())


def _is_of_download(view: View, found: re.Match[bytes]) -> bool:
    """Say whether a version is a part of a name that has CUDA in it, such as of an archive."""
    return OF_DOWNLOAD.search(view.file.code, max(0, found.start(2) - 8), found.start(2)) is not None


def goes_on(view: View, found: re.Match[bytes]) -> str:
    """Give the variable that stands behind the name of a target as a part of it."""
    more = REFERENCE.match(view.file.code, found.end()) if b"::" in found[2] else None
    return decoded(more[0]) if more else ""


@fact
def _made(view: View) -> frozenset[bytes]:
    """Give the targets that a file makes itself."""
    makes = {b"add_library", b"add_executable"}
    return frozenset(view.texts(one)[0] for one in view.file.commands if one.name in makes and one.arguments)
