"""Device code across sources: the property that CMake has for CUDA alone becomes flags of HIP's compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_gpus import NO
from hipify_py.build.cmake_view import Made, View
from hipify_py.build.names import decoded
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.model import Finding

SEPARABLE, SEPARABLE_ALL = b"CUDA_SEPARABLE_COMPILATION", b"CMAKE_CUDA_SEPARABLE_COMPILATION"
YES = {b"ON", b"TRUE", b"YES", b"Y", b"1"}
COMPILED = b"$<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>"
LINKED = b"$<$<LINK_LANGUAGE:HIP>:-fgpu-rdc>"
MAKES = {b"add_library", b"add_executable", b"cuda_add_library", b"cuda_add_executable", b"add_custom_target"}
COMPILES_NONE = {b"INTERFACE", b"IMPORTED"}  # CMake refuses options of their own for such targets
KIND = b"KIND_OF_TARGET"
ARCHIVE = (
    "CUDA_SEPARABLE_COMPILATION becomes -fgpu-rdc, when compiling and when CMake links {name}: who else links"
    " this archive, such as cargo or a makefile, has to link its device code, with -fgpu-rdc --hip-link"
)
NONE, SOME, EITHER = range(3)


def separable_all(view: View, command: Command, value: bytes) -> Made | None:
    """Compile and link all targets with -fgpu-rdc in the place of the variable."""
    if value not in YES | NO:
        return None
    lines = [b"add_compile_options(" + COMPILED + b")", b"add_link_options(" + LINKED + b")"]
    text = view.lines(command, *lines) if value in YES else b""
    edit = Edit(command.span, (text,), "B012", "device code across sources")
    said = _across(view, command.span) if value in YES else ()
    return Made((edit,), said, taken=(command.span,))


def separable(view: View, command: Command, key: int, *, alone: bool) -> Made | None:
    """Compile and link targets with -fgpu-rdc in the place of the property.

    That did nothing for a target without sources of its own, and nothing is left of it there.
    """
    texts = view.texts(command)
    value = texts[key + 1].upper()
    several = command.name == b"set_target_properties"
    if value not in YES | NO or (not several and texts[0] != b"TARGET"):
        return None
    last = texts.index(b"PROPERTIES" if several else b"PROPERTY")
    targets = [text for text in texts[0 if several else 1 : last] if text != b"APPEND"]
    lines = [line for one in targets for line in _lines(view, one)] if value in YES else []
    pair = Span(command.arguments[key].span.start, command.arguments[key + 1].span.end)
    said = _across(view, pair, targets) if lines else ()
    if alone:
        edit = Edit(command.span, (view.lines(command, *lines),), "B012", "device code across sources")
        return Made((edit,), said, taken=(command.span,))
    place = Span(command.arguments[key - 1].span.end, pair.end)
    edit = Edit(place, (), "B012", "device code across sources")
    return Made((edit,), said, after=tuple(lines), taken=(place,))


def _across(view: View, span: Span, targets: Sequence[bytes] = ()) -> tuple[Finding, ...]:
    """Say what the property became: in a note, but for an archive, which others than CMake may link."""
    said = finding(view.rules, "B012", span)
    archive = next((one for one in targets if one in _archives(view)), None)
    if archive is None:
        return (said,)
    text = ARCHIVE.format(name=decoded(archive))
    return (said._replace(severity="warning", fails="link", message=text),)


@fact
def _archives(view: View) -> frozenset[bytes]:
    """Give the static libraries that a file makes by this word, and that no other target is seen to link."""
    made = (view.texts(one)[:2] for one in view.file.commands if one.name in MAKES)
    linking = (view.texts(one)[1:] for one in view.file.commands if one.name == b"target_link_libraries")
    linked = {text for texts in linking for text in texts}
    return frozenset(texts[0] for texts in made if texts[1:] == [b"STATIC"]) - (
        linked | view.options.project.linked
    )


def _lines(view: View, target: bytes) -> Iterator[bytes]:
    """Give the commands for one target; those of one that may have no sources hang on what it is."""
    sources = _sources_of(view, target)
    lines = (
        b"target_compile_options(" + target + b" PRIVATE " + COMPILED + b")",
        b"target_link_options(" + target + b" PUBLIC " + LINKED + b")",
    )
    if sources == SOME:
        yield from lines
    elif sources == EITHER:
        yield b"get_target_property(" + KIND + b" " + target + b" TYPE)"
        yield b"if(NOT " + KIND + b' STREQUAL "INTERFACE_LIBRARY")'
        yield from (b"  " + line for line in lines)
        yield b"endif()"


def _sources_of(view: View, target: bytes) -> int:
    """Say whether a target has sources of its own; what a variable names may be any that the file makes."""
    kinds = _targets(view)
    if target in kinds:
        return {frozenset({True}): SOME, frozenset({False}): NONE}.get(frozenset(kinds[target]), EITHER)
    return EITHER if b"$" in target and any(False in each for each in kinds.values()) else SOME


@fact
def _targets(view: View) -> dict[bytes, set[bool]]:
    """Give for each target that a file makes whether CMake compiles sources for it: in all its branches."""
    made: dict[bytes, set[bool]] = {}
    for command in view.file.commands:
        if command.name in MAKES and command.arguments:
            texts = view.texts(command)
            compiles = command.name != b"add_custom_target" and COMPILES_NONE.isdisjoint(texts[1:3])
            made.setdefault(texts[0], set()).add(compiles)
    return made
