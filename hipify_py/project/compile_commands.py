"""What a compile_commands.json says: how each source is compiled, and the folders named for headers.

The format: https://clang.llvm.org/docs/JSONCompilationDatabase.html
"""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import HipifyError
from hipify_py.project import files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

NAME = "compile_commands.json"
BESIDE = ("", "build", "out", "out/build")
FLAG = re.compile(r"(?:-I|-iquote|--include-directory=)(.*)", re.DOTALL)
QUOTED = re.compile(r"""["'\\]""")
ALL = ""


class Command(NamedTuple):
    """How a build compiles one source: absolute paths, and the words after the program."""

    path: str
    folder: str
    program: str
    words: tuple[str, ...]


def command_of(entry: object, here: str) -> Command | None:
    """Read one entry of a file that lies in `here`; None where it names no file or no command."""
    if not isinstance(entry, dict):
        return None
    file, folder, words = entry.get("file"), entry.get("directory", here), entry.get("arguments")
    if words is None and isinstance(entry.get("command"), str):
        words = _split(entry["command"])
    if not (isinstance(file, str) and isinstance(folder, str) and isinstance(words, list) and words):
        return None
    if not all(isinstance(word, str) and _is_word(word) for word in (file, folder, *words)):
        return None
    folder = os.path.normpath(os.path.join(here, folder))
    return Command(os.path.normpath(os.path.join(folder, file)), folder, words[0], tuple(words[1:]))


def _is_word(text: str) -> bool:
    """Say whether a program can be given a text: it holds no NUL, and no half of a character."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def entries_of(data: bytes) -> object:
    """Read JSON in any of Unicode's forms, with a byte order mark or without.

    Bytes that are no text stand as they do in paths. Raises `ValueError` and `RecursionError`.
    """
    import json

    read: object = json.loads(data.decode(json.detect_encoding(data), "surrogateescape"))
    return read


def _split(command: str) -> list[str]:
    """Give the words as a shell takes them; none where a quote stays open."""
    if not QUOTED.search(command):
        return command.split()
    import shlex

    try:
        return shlex.split(command)
    except ValueError:
        return []


def include_folders(top: str, limit: int) -> Mapping[str, tuple[str, ...]]:
    """Give the folders by source file, by their real paths, and under "" those of all commands of a tree.

    There are none where the tree has no such file, or one larger than `limit` bytes or of another shape.
    """
    found: dict[str, dict[str, None]] = {ALL: {}}
    for place in BESIDE:
        for source, folders in _commands(os.path.join(top, place, NAME), limit):
            for key in (source, ALL):
                found.setdefault(key, {}).update(dict.fromkeys(folders))
    return {source: tuple(folders) for source, folders in found.items()}


def _commands(path: str, limit: int) -> Iterator[tuple[str, list[str]]]:
    if not os.path.isfile(path):
        return
    listed: object = None
    with suppress(HipifyError, ValueError, RecursionError):
        listed = entries_of(files.read(path, limit=limit).data)
    here = os.path.abspath(os.path.dirname(path))
    for entry in listed if isinstance(listed, list) else ():
        if command := command_of(entry, here):
            ways = [os.path.join(command.folder, way) for way in _named(command.words)]
            there = [os.path.realpath(way) for way in ways if os.path.isdir(way)]
            yield os.path.realpath(command.path), there


def _named(words: Sequence[str]) -> Iterator[str]:
    for word, behind in pairwise([*words, ""]):
        flag = FLAG.match(word)
        way = (flag[1] or behind) if flag else ""
        if way:
            yield way
