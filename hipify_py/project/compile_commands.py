"""The folders that a build names for headers: `-I` in the compile_commands.json of a tree."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hipify_py.model import HipifyError
from hipify_py.project import files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAME = "compile_commands.json"
PLACES = (NAME, f"build/{NAME}")
FLAG = re.compile(r"(?:-I|-iquote|--include-directory=)(.*)", re.DOTALL)
WORD = re.compile(r"""(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+""", re.DOTALL)
QUOTED = re.compile(r"""\\(.)|["']""", re.DOTALL)
ALL = ""


def include_folders(top: str, limit: int) -> Mapping[str, tuple[str, ...]]:
    """Give the folders by source file, by their real paths, and under "" those of all commands of a tree.

    There are none where the tree has no such file, or one larger than `limit` bytes or of another shape.
    """
    found: dict[str, dict[str, None]] = {ALL: {}}
    for place in PLACES:
        for source, folders in _commands(os.path.join(top, place), limit):
            for key in (source, ALL):
                found.setdefault(key, {}).update(dict.fromkeys(folders))
    return {source: tuple(folders) for source, folders in found.items()}


def _commands(path: str, limit: int) -> Iterator[tuple[str, list[str]]]:
    if not os.path.isfile(path):
        return
    import json

    listed: Any = None
    with suppress(HipifyError, ValueError, RecursionError):
        listed = json.loads(files.read(path, limit=limit).data)
    for entry in listed if isinstance(listed, list) else ():
        folder, file = (
            (entry.get("directory"), entry.get("file")) if isinstance(entry, dict) else (None, None)
        )
        if isinstance(folder, str) and isinstance(file, str) and "\0" not in folder + file:
            base = os.path.join(os.path.dirname(path), folder)
            ways = [os.path.join(base, way) for way in _named(_words(entry)) if "\0" not in way]
            there = [os.path.realpath(way) for way in ways if os.path.isdir(way)]
            yield os.path.realpath(os.path.join(base, file)), there


def _words(entry: dict[str, Any]) -> list[str]:
    """Give the words of a command, which is a list or as a shell takes it."""
    arguments, command = entry.get("arguments"), entry.get("command")
    if isinstance(arguments, list):
        return [word for word in arguments if isinstance(word, str)]
    words = WORD.findall(command) if isinstance(command, str) else []
    return [QUOTED.sub(r"\1", word) if QUOTED.search(word) else word for word in words]


def _named(words: list[str]) -> Iterator[str]:
    for word, behind in pairwise([*words, ""]):
        flag = FLAG.match(word)
        way = (flag[1] or behind) if flag else ""
        if way:
            yield way
