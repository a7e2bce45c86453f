"""The targets that a CMake file makes itself, which may be called as a library or a program of CUDA's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.build.cmake_view import View

MAKES = {b"add_library", b"add_executable", b"cuda_add_library", b"cuda_add_executable"}
OTHERS = {b"IMPORTED", b"ALIAS"}  # what was built elsewhere


@fact
def own_targets(view: View) -> frozenset[bytes]:
    """Give the libraries and programs that a file has built, but for those it only gives a name."""
    made = ((one.name, view.texts(one)) for one in view.file.commands if one.arguments)
    return frozenset(texts[0] for name, texts in made if name in MAKES and not OTHERS & {*texts[1:4]})
