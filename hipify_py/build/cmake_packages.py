"""The packages whose targets CMake's commands will name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_flags import DEFINITIONS
from hipify_py.build.cmake_libraries import linked
from hipify_py.build.cmake_names import NAME, SAID_ONLY, entry_of, goes_on
from hipify_py.build.cmake_view import FINDING
from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View

OF_GPUS = {b"CUDA", b"CUDAToolkit", b"hip", b"HIP"}  # packages
LINKING = {b"cuda_add_cublas_to_target", b"cuda_add_cufft_to_target"}
OF_THE_LANGUAGE = re.compile(rb"CMAKE_CUDA_")


def packages_of(view: View, command: Command) -> Iterator[str]:
    """Give the packages of the targets that a command will name."""
    if not command.arguments or command.name in SAID_ONLY | DEFINITIONS:
        return
    start, end = command.place.end, command.span.end
    for found in NAME.finditer(view.file.code, start, end):
        entry = entry_of(view, found)[2]
        # what stands for HIP's own comes from CUDA's package, but for what the language CUDA brings
        if (
            entry is not None
            and entry.package
            and (
                entry.package != "hip" or OF_THE_LANGUAGE.match(found[2]) or _is_found_by_none(view, command)
            )
            and not goes_on(view, found)
        ):
            yield entry.package
    if command.name in LINKING and decoded(command.name) not in view.options.project.own_commands:
        yield view.rules.build["commands"][decoded(command.name)].package
    for one in linked(view, command):
        if one.entry.package:
            yield one.entry.package


def _is_found_by_none(view: View, command: Command) -> bool:
    """Say whether a command links what only CUDA's package makes, and nothing in a project finds that.

    It came with another package that looks for CUDA itself, and for no HIP. What a file includes may look.
    """
    return command.name == b"target_link_libraries" and _finds_none(view)


@fact
def _finds_none(view: View) -> bool:
    found = {view.texts(one)[0] for one in view.file.commands if one.name in FINDING and one.arguments}
    names = {one.name for one in view.file.commands}
    return b"project" in names and b"include" not in names and found.isdisjoint(OF_GPUS)
