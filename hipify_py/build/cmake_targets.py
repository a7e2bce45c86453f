"""The targets that a CMake file makes itself, which may be called as a library or a program of CUDA's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.build.cmake_view import View

MAKES = {b"add_library", b"add_executable", b"cuda_add_library", b"cuda_add_executable"}
OTHERS = {b"IMPORTED", b"ALIAS"}  # what was built elsewhere


@fact
def made_targets(view: View) -> Mapping[bytes, bool]:
    """Give the libraries and programs that a file makes, and whether it builds them, not only names them."""
    found: dict[bytes, bool] = {}
    for command in view.file.commands:
        texts = view.texts(command) if command.name in MAKES and command.arguments else []
        for name in texts[:1]:
            found[name] = found.get(name, False) or not OTHERS & {*texts[1:4]}
    return found


def is_built(view: View, name: bytes) -> bool:
    """Say whether a library or a program is one that a file builds itself."""
    return made_targets(view).get(name, False)
