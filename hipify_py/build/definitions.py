"""Macros that a build file defines for compilers, by flags and by CMake's commands and properties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.remarks import without_remarks
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator

FLAG = re.compile(rb"(?<![\w-])-D(?:[ \t]*|[\"',;][ \t]*[\"']?)([A-Za-z_]\w*)")
RUNS_CMAKE = re.compile(rb"(?m)^.*\bcmake\b.*(?:\\\r?\n.*)*")  # of which -D sets variables, and no macros
# CMake's commands and properties that name macros without the flag; the target or the scope goes before.
COMMAND = re.compile(
    rb"(?is)\b(?:add_compile_definitions|target_compile_definitions|COMPILE_DEFINITIONS(?:_\w+)?)\b"
    rb"\s*+\(?((?:[^()]|\([^()]*\))*)\)"
)
WORD = re.compile(rb"(?:(?<=[\s\";>:])|\A)([A-Za-z_]\w*)(?=[\s\";=>]|\Z)")


def definitions(source: bytes, *, cmake: bool) -> frozenset[bytes]:
    """Give the names of the macros, and words that may be some, such as a target's name."""
    return frozenset(_named(without_remarks(source), cmake=cmake))


def _named(code: bytes, *, cmake: bool) -> Iterator[bytes]:
    if b"-D" in code:
        yield from FLAG.findall(code if cmake else RUNS_CMAKE.sub(b"", code))
    if cmake and b"compile_definitions" in code.lower():
        for found in COMMAND.finditer(code):
            yield from WORD.findall(found[1])
