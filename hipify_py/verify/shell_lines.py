"""Lines of a shell: which compiler they call, for which sources, and in which folder."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

from hipify_py.choices import CXX
from hipify_py.lazy import re
from hipify_py.project.compile_commands import Command
from hipify_py.verify.searched import SEARCHED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SOURCES = (*CXX, ".C", ".c", ".cu", ".hip")
COMPILERS = re.compile(
    r"(?:.*[/-])?(?:nvcc|hipcc|(?:amd)?clang(?:\+\+)?|g?cc|[gc]\+\+|icp?[cx]|mpi(?:cc|cxx|c\+\+|CC))(?:-[\d.]+)?"
)
WITH_VALUE = (*SEARCHED, "-include", "-imacros", "-D", "-U")
NO_SOURCE = (*WITH_VALUE, "-o", "-MF", "-MT", "-MQ", ">", ">>", "2>")  # what follows these is none
OBJECT = re.compile(r"(?:^|\s)-d?c(?=\s|$)")
SHELLS = ("sh", "bash", "dash", "ksh", "zsh")
SCRIPT = re.compile(r"-[a-z]*c")
NO_CALL = (
    "echo",
    "printf",
    "which",
    "type",
    "test",
    "[",
    "cp",
    "mv",
    "ln",
    "rm",
    "touch",
    "cat",
    "grep",
    "sed",
)
BREAKS = ";&|()"
HASH, HIDDEN = re.compile(r"(?<=[^\s;&|()])#"), "\0"  # no comment: it stands within a word
HERE, PLACE = re.compile(r"\$\(pwd\)|`pwd`|\$\{PWD\}|\$PWD\b"), "\1"


def compiled(line: str, folder: str) -> Iterator[Command | None]:
    """Give the commands of a line, which a shell would run one after the other, from a folder.

    None stands for one whose source only a shell knows.
    """
    folders = [folder]  # what stands in brackets has one of its own
    try:
        parts = [*_parts(line)]
    except ValueError:  # a quote that nothing closes
        yield from (None for _ in OBJECT.findall(line)[:1])
        return
    for words, marks in parts:
        call = [word.replace(HIDDEN, "#").replace(PLACE, folders[-1]) for word in words]
        yield from _called(call, folders[-1])
        if call[:1] == ["{"]:
            call = call[1:]
        if call[:1] == ["cd"] and len(call) > 1:
            folders[-1] = os.path.normpath(os.path.join(folders[-1], call[-1]))
        for mark in marks:
            if mark == "(":
                folders.append(folders[-1])
            elif mark == ")" and len(folders) > 1:
                folders.pop()


def _parts(line: str) -> Iterator[tuple[list[str], str]]:
    """Give the words of each call of a line, and what parts it from the next.

    What another command prints, `$(...)`, nobody knows here: its words stand among those of the call.
    """
    lexer = shlex.shlex(HERE.sub(PLACE, HASH.sub(HIDDEN, line)), posix=True, punctuation_chars=BREAKS)
    lexer.whitespace_split = True
    words: list[str] = []
    within = False
    for word in lexer:
        if word.strip(BREAKS):
            words.append(word)
        elif word.startswith("(") and words and words[-1].endswith("$"):
            within = True
        elif within:
            within = ")" not in word
        else:
            yield words, word
            words = []
    yield words, ";"


def _called(words: Sequence[str], folder: str) -> Iterator[Command | None]:
    """Give what a single command of a shell compiles."""
    if not words or os.path.basename(words[0]) in NO_CALL:
        return
    if os.path.basename(words[0]) in SHELLS:
        scripts = (words[at + 1] for at, word in enumerate(words[:-1]) if SCRIPT.fullmatch(word))
        yield from (one for script in scripts for one in compiled(script, folder))
        return
    at = next((number for number, word in enumerate(words) if COMPILERS.fullmatch(word)), None)
    if at is None:
        return
    flags = tuple(words[at + 1 :])
    sources = [
        word
        for before, word in zip(words[at:], flags, strict=False)
        if word.endswith(SOURCES) and before not in NO_SOURCE and not word.startswith("-") and ">" not in word
    ]
    for word in sources:
        yield Command(os.path.normpath(os.path.join(folder, word)), folder, words[at], flags)
    if not sources and OBJECT.search(" ".join(flags)):
        yield None
