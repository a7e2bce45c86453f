"""Names of CUDA in a CMake file without which a build goes on, or that it asks for before it uses them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import condition, way_to
from hipify_py.build.cmake_host_flags import SWITCH, adds_sources
from hipify_py.build.names import decoded, in_passing, known
from hipify_py.lazy import re
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding

LOOKS = frozenset({b"find_library", b"find_path", b"find_file", b"find_program"})
WORD = re.compile(rb"[A-Za-z_]\w*+")
OF_A_PLACE = re.compile(rb"_(?:ROOT|DIRS?|PATH|HOME|EXECUTABLE|LIBRAR(?:Y|IES))\Z")  # names of variables
FOLDERS = frozenset({b"include_directories", b"target_include_directories", b"link_directories"})


def milder(view: View, command: Command, said: Finding) -> Finding:
    """Give as a warning what is said of a folder to look in: where there is none, compilers pass over it.

    So too of a variable that gets a place: that CMake does not look there breaks nothing by itself, and where
    the variable is read is told. So too of what is looked for, if the file asks whether it was found. What
    hands flags on for FindCUDA is a note where that compiles nothing.
    """
    is_error = said.rule == "B003" and said.severity == "error" and "::" not in said.message
    is_set = command.name == b"set" and command.arguments[0].inner == said.span
    is_set = is_set and OF_A_PLACE.search(command.texts[0]) is not None
    is_asked = (
        command.name in LOOKS and command.texts[0] in _asked_for(view) and b"REQUIRED" not in command.texts
    )
    mild = is_set or is_asked or command.name in FOLDERS
    if is_error and command.name == b"set" and command.texts[0] == SWITCH and _is_read_by_none(view):
        return in_passing(said)
    return said._replace(severity="warning") if is_error and mild else said


def _is_read_by_none(view: View) -> bool:
    """Say whether CMake compiles CUDA as a language in a file, so that nothing reads FindCUDA's variables."""
    if view.options.project.findcuda or adds_sources(view):
        return False
    commands = (one for one in view.file.commands if one.name in {b"project", b"enable_language"})
    return any(b"CUDA" in one.texts for one in commands)


def is_asked(view: View, number: int, said: Finding) -> bool:
    """Say whether a command with a target that HIP lacks stands where it is asked whether there is one."""
    name = view.file.code[slice(*said.span)]
    if said.rule != "B003" or b"::" not in name:
        return False
    asked = re.compile(rb"TARGET\s+" + re.escape(name) + rb"\s*")
    branches = (branch for opener, branch in way_to(view.blocks, number) if opener in view.blocks.marks)
    return any(asked.fullmatch(condition(view.file, branch).strip()) for branch in branches)


def is_false(view: View, command: Command, said: Finding) -> bool:
    """Say whether a condition asks for a variable that nothing sets then: that is false, and does no harm."""
    entry = known(view.rules.build["variables"], decoded(view.file.code[slice(*said.span)]))
    return command.name in {b"if", b"elseif"} and entry is not None and entry.unset


@fact
def _asked_for(view: View) -> frozenset[bytes]:
    """Give the words of all conditions of a file."""
    marks = (mark for choice in view.blocks.choices for mark in choice[:-1])
    return frozenset(word for mark in marks for word in WORD.findall(condition(view.file, mark)))
