"""Options of a CMake file by which who builds names GPUs: their defaults become AMD's, and they stay."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import condition
from hipify_py.lazy import re
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View

# A variable of the project's, or FindCUDA's: what is a number of NVIDIA's for CUDA is no GPU of AMD's.
THEIRS = re.compile(rb"(?i)\$\{(?!CMAKE_)(?!\w*(?:HIP|ROCM|AMD|GFX))(\w+)\}")
NAMED = re.compile(rb"\$\{(\w+)\}")
NAMING = frozenset({b"set", b"set_property", b"set_target_properties"})
GPUS = re.compile(rb"(?:CMAKE_)?CUDA_ARCHITECTURES")
NUMBERS = re.compile(rb"(?:\d+[af]?(?:-real|-virtual)?|all|all-major|native|;)+")
COMPARES = re.compile(rb"(?:VERSION_|STR)?(?:LESS|GREATER|EQUAL)(?:_EQUAL)?|MATCHES|IN_LIST")
PLAIN = frozenset({b"if", b"elseif", b"endif", b"else", b"message", b"unset", b"mark_as_advanced"})
"""Commands that give a variable no value but to take it back, and for which its value need be no number."""


@fact
def gpu_options(view: View) -> dict[bytes, frozenset[int]]:
    """Give the options that name GPUs and nothing else, with the numbers of the commands of their defaults.

    An option is a variable that commands give a value only where it has none, or in the cache. What a file
    does with it is to name GPUs by it, to ask for it and to print it.
    """
    asked = {name for command in view.file.commands for name in _gpus_by(view, command)}
    found: dict[bytes, set[int]] = {name: set() for name in asked}
    for number, command in enumerate(view.file.commands) if asked else ():
        texts = view.texts(command)
        if texts and texts[0] in found and _is_default(view, number, texts):
            found[texts[0]].add(number)
        elif command.name not in PLAIN or _compares(texts):
            used = {name for text in texts for name in NAMED.findall(text)} - {*_gpus_by(view, command)}
            for name in used.union(texts) & found.keys():
                del found[name]
    return {name: frozenset(numbers) for name, numbers in found.items() if numbers}


def _compares(texts: list[bytes]) -> bool:
    """Say whether a condition compares what it names with anything but nothing: it may want a number."""
    pairs = (pair for pair in pairwise(texts) if pair != (b"STREQUAL", b""))
    return any(COMPARES.fullmatch(first) for first, _ in pairs)


def _gpus_by(view: View, command: Command) -> Iterator[bytes]:
    """Give the variables by each of which alone a command names GPUs of CUDA's."""
    texts = view.texts(command) if command.name in NAMING else []
    for key, text in pairwise(texts):
        one = THEIRS.fullmatch(text) if GPUS.fullmatch(key) else None
        if one:
            yield one[1]


def _is_default(view: View, number: int, texts: list[bytes]) -> bool:
    """Say whether a command gives a variable numbers of GPUs where it has no value, and nothing else."""
    if view.file.commands[number].name != b"set" or b"FORCE" in texts or b"PARENT_SCOPE" in texts:
        return False
    end = texts.index(b"CACHE") if b"CACHE" in texts else len(texts)
    if end == 1 or not all(map(NUMBERS.fullmatch, texts[1:end])):
        return False
    return end < len(texts) or _has_none(view, number, texts[0])


def _has_none(view: View, number: int, name: bytes) -> bool:
    """Say whether a command stands right behind an `if` that holds where a variable has no value."""
    opener = view.blocks.outer[number][-1] if view.blocks.outer[number] else number
    marks = view.blocks.marks.get(opener, ())
    if view.file.commands[opener].name != b"if" or not marks or number > marks[1]:
        return False
    words = [word.strip(b'"') for word in condition(view.file, opener).split()]
    return words in ([b"NOT", name], [b"NOT", b"DEFINED", name], [b"${%b}" % name, b"STREQUAL", b""])
