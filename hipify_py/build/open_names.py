"""Macros that a build makes under names put together from variables: each may be any macro.

`-D${F}_SYNC`, `target_compile_definitions(a PRIVATE ${F})`, `file(WRITE config.h "#define ${F}")`.
"""

from __future__ import annotations

from hipify_py.build.definitions import COMMAND
from hipify_py.lazy import re

VARIABLE = rb"[$%@{]"
JOINED = rb"[\"'][ \t]*[+.%,]"  # a text, and what is put behind it
FLAG = re.compile(
    rb"(?:(?<![\w-])-|(?<=[\s\"'=;])/)D(?:[ \t]*[\"']?\w*%b|%b|\w+[\"'][ \t]*[+.])" % (VARIABLE, JOINED)
)
DEFINE = re.compile(
    rb"#[ \t]*(?:cmake)?define(?:%b|[ \t]+(?:\w*%b|[\"']|\w+[\"'][ \t]*[+.]))" % (JOINED, VARIABLE)
)
# Of CMake's generator expressions, those that ask a question and give no name.
QUESTION = re.compile(
    rb"\$<(?:BOOL|CONFIG|COMPILE_LANGUAGE|PLATFORM_ID|STREQUAL|TARGET_\w+|VERSION_\w+):[^<>]*>"
)
WORD = re.compile(rb"(?:\A|(?<![\\=])\"|[\s;:>])(?:-D)?\w*(?:\$\{|\$\(|@\w)")
TARGET = re.compile(rb"\A\s*[^\s()]+")


def names_any(text: bytes, code: bytes, *, cmake: bool) -> bool:
    """Say whether a file may define any macro; `code` is what of its text a build for HIP reads."""
    if FLAG.search(code) or DEFINE.search(text):
        return True
    return cmake and b"compile_definitions" in code.lower() and any(map(_is_open, COMMAND.finditer(code)))


def _is_open(command: re.Match[bytes]) -> bool:
    words = command[1]
    if command[0].lower().startswith(b"target_"):
        words = TARGET.sub(b"", words)
    return WORD.search(QUESTION.sub(b"", words)) is not None
