"""Lists of CUDA's sources in CMake that another directory gets, where this one's properties are unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import in_function
from hipify_py.build.cmake_view import FILLS
from hipify_py.build.names import reached
from hipify_py.lazy import re
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View

REFERENCE = re.compile(rb"\$\{(\w+)\}")
OF_CUDA = re.compile(rb"\.cu(?:\Z|[;>,])")
MADE = {b"add_executable", b"add_library", b"target_sources", b"cuda_add_executable", b"cuda_add_library"}


def handed_up(view: View, number: int, command: Command) -> list[bytes]:
    """Give what a command hands to another directory of `.cu` files, as it is written; nothing of others.

    A function or macro runs in the directory that calls it, and so does what it says of sources.
    """
    texts = view.texts(command)
    if not _goes_on(view, command, texts) or in_function(view.file, view.blocks, number):
        return []
    held = _held(view)
    return [text for text in texts if OF_CUDA.search(text) or not held.isdisjoint(REFERENCE.findall(text))]


def _goes_on(view: View, command: Command, texts: list[bytes]) -> bool:
    """Say whether what a command sets is seen in another directory, and is no list of a target made here."""
    if command.name == b"set" and texts[-1:] == [b"PARENT_SCOPE"]:
        return True
    if command.name == b"set" and b"CACHE" in texts:
        behind = texts[texts.index(b"CACHE") + 1 :]
        return behind[:1] == [b"INTERNAL"] and texts[0] not in _used_here(view)
    return command.name == b"set_property" and texts[:1] == [b"GLOBAL"]


@fact
def _used_here(view: View) -> frozenset[bytes]:
    """Give the variables of which a file makes targets."""
    making = (command for _, command in view.commands() if command.name in MADE)
    return frozenset(name for one in making for text in view.texts(one) for name in REFERENCE.findall(text))


@fact
def _held(view: View) -> frozenset[bytes]:
    """Give the variables that hold `.cu` files, be it by way of others."""
    first: set[bytes] = set()
    steps: dict[bytes, set[bytes]] = {}
    for _, command in view.commands():
        name, values = _filled(view, command)
        if any(OF_CUDA.search(value) for value in values):
            first.add(name)
        for read in (one for value in values for one in REFERENCE.findall(value)):
            steps.setdefault(read, set()).add(name)
    return frozenset(reached(first, steps))


def _filled(view: View, command: Command) -> tuple[bytes, list[bytes]]:
    """Give the variable that a command fills, and with what."""
    texts = view.texts(command)
    if command.name in {b"set", b"foreach"}:
        lists = texts[texts.index(b"LISTS") + 1 :] if b"LISTS" in texts else []
        return b"".join(texts[:1]), [*texts[1:], *(b"${" + one + b"}" for one in lists)]
    if command.name == b"list" and texts[:1] and texts[0] in FILLS:
        return b"".join(texts[1:2]), texts[2:]
    if command.name == b"file" and texts[:1] and texts[0].startswith(b"GLOB"):
        return b"".join(texts[1:2]), texts[2:]
    return b"", []
