"""The languages and the packages that a CMake file asks for: CUDA's become those of HIP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import first_on_ways, in_function, met_beside, out_of_loops
from hipify_py.build.cmake_language_lists import asked, languages
from hipify_py.build.cmake_view import FINDING, Made, View
from hipify_py.build.names import DIFFERS, RENAME, STAYS, apart, decoded, known, renamed
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.build.cmake_lexer import Command
    from hipify_py.model import Finding

CHOICE = "B015"
MINIMUM = (3, 21)  # the first CMake with the language HIP
RELEASE = re.compile(rb"(\d+)\.(\d+)(?:\.\d+)*(?:\.\.\.(\d+)\.(\d+)(?:\.\d+)*)?")
OPTION = b'option(USE_HIP "Build for AMD GPUs with HIP instead of CUDA" OFF)'
CUDA_PACKAGES = {b"CUDA", b"CUDAToolkit"}
OF_PACKAGE = {*FINDING, b"include"}
MODULES = {b"FindCUDA": b"CUDA", b"FindCUDAToolkit": b"CUDAToolkit"}
ENABLING = {b"project", b"enable_language"}
OF_GPUS = {b"CUDA", b"HIP"}
KEPT_WORDS = (b"QUIET", b"REQUIRED")
CHECKED = (
    b"include(CheckLanguage)\ncheck_language(HIP)\nif(CMAKE_HIP_COMPILER)\n  enable_language(HIP)\nendif()"
)
OWN_MODULE = (
    "MODULE asks for a file Find*.cmake of the project, since CMake has none: look at what that finds"
)
CONVERTED = (
    "{name} stays: it is found by a file of the project, Find{name}.cmake, which is looked at by itself"
)
SCOPE = (
    "find_package(CUDA) brought what compiles .cu files, and HIP, the language that does so now, cannot be"
    " enabled in a function: write enable_language(HIP) behind project()"
)


@fact
def enables(view: View) -> bool:
    """Say whether a file asks for CUDA as a language, or for what brings it outside of functions."""
    asking = (one for _, one in view.commands() if one.name in {b"project", b"enable_language"})
    return bool(_outside(view)) or any(b"CUDA" in asked(view, command) for command in asking)


def found_cuda(view: View, command: Command) -> bytes:
    """Give the package of CUDA's that a command finds, be it by its module's name; b"" where none."""
    if command.name not in OF_PACKAGE or not command.arguments:
        return b""
    text = view.file.text(command.arguments[0])
    if command.name == b"include":
        return MODULES.get(text, b"")
    return text if text in CUDA_PACKAGES else b""


def minimum(view: View, command: Command) -> Made | None:
    """Raise the least CMake to the first with the language HIP, in a file that asks for it."""
    if not enables(view):
        return None
    for argument in command.arguments:
        found = RELEASE.fullmatch(view.file.text(argument))
        if found and (int(found[1]), int(found[2])) < MINIMUM:
            made = b"%d.%d" % MINIMUM
            if found[3] and (int(found[3]), int(found[4])) > MINIMUM:
                made += b"..." + found[0].partition(b"...")[2]
            return Made((Edit(argument.inner, (made,), "B013", "least CMake"),), once=True)
    return None


def language(view: View, command: Command) -> Made | None:
    """Ask for HIP as a language, in `project`, `enable_language` and `check_language`."""
    named = languages(view, command)
    texts = [view.file.text(one) for one in named]
    if b"CUDA" not in texts:
        return Made(always=(OPTION,), rule="B015") if _wants_option(view, command) else None
    place = named[texts.index(b"CUDA")].span
    cxx = b"" if b"CXX" in texts or command.name != b"project" else b"CXX "  # hip-config.cmake asks for it
    if view.dual and command.name == b"project":
        places = [one.span for one, text in zip(named, texts, strict=True) if text == b"CUDA"]
        return _both(view, places, alone=len(named) == len(places))
    again = [one.span for one, text in zip(named, texts, strict=True) if text == b"CUDA"]
    again = again if b"HIP" in texts else again[1:]
    edits = [Edit(_with_blank(view, span), (), RENAME, "build name") for span in again]
    if b"HIP" not in texts:
        edits.append(Edit(place, (cxx + b"HIP",), RENAME, "build name"))
    return Made(tuple(edits))


def _wants_option(view: View, command: Command) -> bool:
    """Say whether the choice between HIP and CUDA is declared behind a command."""
    return view.dual and command.name == b"project" and _lacks_option(view)


@fact
def _lacks_option(view: View) -> bool:
    """Say whether a file speaks of CUDA, and not of that choice."""
    return b"USE_HIP" not in view.file.code and b"CUDA" in view.file.code


def _both(view: View, places: list[Span], *, alone: bool) -> Made:
    """Ask for no language of a GPU in `project`, and behind it for that which is chosen."""
    first, *more = places
    edits = [
        Edit(_with_blank(view, span), (), CHOICE, "build choice") for span in (more if alone else places)
    ]
    edits += [Edit(first, (b"CXX",), CHOICE, "build choice")] if alone else []
    chosen = b"if(USE_HIP)\n  enable_language(HIP)\nelse()\n  enable_language(CUDA)\nendif()"
    return Made(tuple(edits), always=(OPTION, chosen), rule=CHOICE, once=True)


def _with_blank(view: View, span: Span) -> Span:
    start = span.start
    while view.file.code[start - 1 : start].isspace():
        start -= 1
    return Span(start, span.end)


def package(view: View, number: int, command: Command) -> Made | None:
    """Find HIP's package in place of CUDA's, and behind it those of the libraries that the file links."""
    texts = view.texts(command)
    if not found_cuda(view, command):
        return _other_package(view, command, texts) if command.name in FINDING else None
    words = b"".join(b" " + word for word in KEPT_WORDS if word in texts)
    kept = Span(command.arguments[0].span.start, command.arguments[-1].span.end)
    name = b"find_package" if command.name == b"include" else command.name
    edits = [Edit(kept, (b"hip" + words,), RENAME, "build name")]
    if name != command.name:
        edits.append(Edit(command.place, (name,), RENAME, "build name"))
    after = tuple(b"%b(%b%b)" % (name, one.encode(), words) for one in _lacking_at(view, number))
    before: tuple[bytes, ...] = ()
    if number in _first_outside(view) - _with_language(view):
        before = (b"enable_language(HIP)",) if b"REQUIRED" in texts else (CHECKED,)
    return Made(tuple(edits), _unenabled(view, number, command), before, after, rule="B004", taken=(kept,))


def _unenabled(view: View, number: int, command: Command) -> tuple[Finding, ...]:
    """Say of FindCUDA in a function that no file enables HIP, which nothing in a function can."""
    brings = _brings_findcuda(view, command)
    if not brings or view.options.project.with_hip or _has_language(view) or _outside(view):
        return ()
    if not in_function(view.file, view.blocks, number):
        return ()
    said = finding(view.rules, STAYS, command.arguments[0].span, name="CUDA", why="")
    return (said._replace(message=SCOPE),)


def _brings_findcuda(view: View, command: Command) -> bool:
    """Say whether a command brings the commands that compile for CUDA without a language."""
    return command.name != b"find_dependency" and found_cuda(view, command) == b"CUDA"


def _other_package(view: View, command: Command, texts: list[bytes]) -> Made | None:
    entry = known(view.rules.build["packages"], decoded(texts[0])) if texts else None
    if entry is None:
        return None
    place = command.arguments[0].span
    if b"MODULE" in texts[1:]:
        said = finding(view.rules, DIFFERS, place, name=decoded(texts[0]), becomes="stays", why=OWN_MODULE)
        if texts[0] in view.options.project.find_modules:
            told = CONVERTED.format(name=decoded(texts[0]))
            said = said._replace(severity="note", fails="never", message=told)
        return Made(findings=(said,), taken=(place,))
    edits, findings = apart(renamed(view.rules, place, decoded(texts[0]), entry))
    return Made(tuple(edits), tuple(findings), taken=(place,))


@fact
def _packages(view: View) -> tuple[int, ...]:
    """Give the commands that find CUDA."""
    return tuple(number for number, command in view.commands() if found_cuda(view, command))


@fact
def _outside(view: View) -> tuple[int, ...]:
    """Give the commands outside of functions that find CUDA by what enables no language."""
    return tuple(
        number
        for number, command in view.commands()
        if _brings_findcuda(view, command)
        if not in_function(view.file, view.blocks, number)
    )


@fact
def _first_outside(view: View) -> frozenset[int]:
    return first_on_ways(view.blocks, _outside(view))


@fact
def _first_packages(view: View) -> frozenset[int]:
    return first_on_ways(view.blocks, _packages(view))


@fact
def _has_language(view: View) -> bool:
    """Say whether a file asks for CUDA or HIP as a language by itself."""
    return bool(_enabling(view))


@fact
def _with_language(view: View) -> frozenset[int]:
    """Give the commands that find CUDA beside one that asks for such a language in the same run of CMake."""
    return met_beside(view.blocks, _enabling(view), _outside(view))


@fact
def _enabling(view: View) -> tuple[int, ...]:
    """Give the commands that ask for CUDA or HIP as a language."""
    return tuple(
        number
        for number, command in enumerate(view.file.commands)
        if command.name in ENABLING and not asked(view, command).isdisjoint(OF_GPUS)
    )


@fact
def lacking(view: View) -> list[str]:
    """Give the packages of the libraries that a file links, but for those that it finds."""
    found = {
        decoded(text)
        for command in view.file.commands
        if command.name in FINDING
        for text in view.texts(command)[:1]
    }
    found |= {entry.to for name in found if (entry := known(view.rules.build["packages"], name)) and entry.to}
    found |= {"hip"} if _packages(view) else set()
    return sorted({name for _, name in _used(view)} - found)


def _lacking_at(view: View, number: int) -> list[str]:
    """Give the packages to find behind a command that finds CUDA: of what may be used after it."""
    if number not in _first_packages(view):
        return []
    return [name for name in lacking(view) if number in _finding(view)[name]]


@fact
def _finding(view: View) -> dict[str, frozenset[int]]:
    """Give for each package of a library the commands that find CUDA in a run of CMake which uses it."""
    return {name: met_beside(view.blocks, numbers, _packages(view)) for name, numbers in _users(view).items()}


@fact
def _users(view: View) -> dict[str, list[int]]:
    """Give for each package the commands that use a library of it."""
    users: dict[str, list[int]] = {}
    for number, name in _used(view):
        users.setdefault(name, []).append(number)
    return users


@fact
def _used(view: View) -> list[tuple[int, str]]:
    from hipify_py.build.cmake_packages import packages_of

    return [(number, name) for number, command in view.commands() for name in packages_of(view, command)]


def packages_before(view: View) -> dict[int, tuple[bytes, ...]]:
    """Give, for a file that finds no CUDA itself, the packages to find before the first use, by command.

    In each branch that uses one it is found there: a build that takes another may do without the package.
    """
    if _packages(view):
        return {}
    before: dict[int, list[bytes]] = {}
    firsts = {mark: marks[0] for marks in view.blocks.choices for mark in marks}  # what a condition uses
    for name in lacking(view):
        users = (firsts.get(number, number) for number in _users(view)[name])
        places = {out_of_loops(view.file, view.blocks, number) for number in users}
        for at in first_on_ways(view.blocks, sorted(places)):
            before.setdefault(at, []).append(b"find_package(" + name.encode() + b" REQUIRED)")
    return {at: tuple(lines) for at, lines in before.items()}
