"""What a compile_commands.json says: how each source is compiled, and the folders named for headers.

The format: https://clang.llvm.org/docs/JSONCompilationDatabase.html
"""

from __future__ import annotations

import os
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import HipifyError, Lines, Span
from hipify_py.outcomes import finding
from hipify_py.project import files
from hipify_py.project.failures import printable, refusal
from hipify_py.report.describe import concern
from hipify_py.report.model import FileReport

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.rules.model import RuleSet

NAME = "compile_commands.json"
BESIDE = ("", "build", "out", "out/build")
FLAG = re.compile(r"(?:-I|-iquote|--include-directory=)(.*)", re.DOTALL)
QUOTED = re.compile(r"""["'\\]""")
ALL = ""
REMEDY = "let the build write it again"


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


def include_folders(
    top: str, limit: int, unusable: dict[str, str] | None = None
) -> Mapping[str, tuple[str, ...]]:
    """Give the folders by source file, by their real paths, and under "" those of all commands of a tree.

    There are none where the tree has no such file, or one larger than `limit` bytes or of another shape. Of
    that, and of one with entries that are no commands, `unusable` gets the path, and why.
    """
    found: dict[str, dict[str, None]] = {ALL: {}}
    for place in BESIDE:
        path = os.path.join(top, place, NAME)
        try:
            commands, bad = _commands(path, limit) if os.path.isfile(path) else ([], "")
        except HipifyError as error:
            commands, bad = [], str(error).removeprefix(f"{printable(path)}: ")
        if bad and unusable is not None:
            unusable[path] = bad
        for source, folders in commands:
            for key in (source, ALL):
                found.setdefault(key, {}).update(dict.fromkeys(folders))
    return {source: tuple(folders) for source, folders in found.items()}


def _commands(path: str, limit: int) -> tuple[list[tuple[str, list[str]]], str]:
    """Give the sources and the folders of the commands in a file, and what of it makes no sense.

    Raises `HipifyError` where it cannot be read or is none.
    """
    entries = listed(path, files.read(path, limit=limit).data)
    here = os.path.abspath(os.path.dirname(path))
    found = []
    commands = [command_of(entry, here) for entry in entries]
    for command in commands:
        if command:
            ways = [os.path.join(command.folder, way) for way in _named(command.words)]
            there = [os.path.realpath(way) for way in ways if os.path.isdir(way)]
            found.append((os.path.realpath(command.path), there))
    return found, senseless(commands)


def told_of(unusable: Mapping[str, str], rules: RuleSet) -> Iterator[FileReport]:
    """Report the files of commands that a run could not use, given with the reasons."""
    for path, why in unusable.items():
        said = concern(finding(rules, "F028", Span(0, 0), what=why), Lines(b""), {})
        below = os.path.relpath(path)
        shown = path if below.startswith(os.pardir) else below
        yield FileReport(shown, "skipped", reason="it cannot be used", concerns=(said,))


def listed(path: str, data: bytes) -> list[object]:
    """Read what a file of commands holds. Raises `HipifyError` where that is none."""
    try:
        entries = entries_of(data)
    except (ValueError, RecursionError) as error:
        raise refusal(path, f"no JSON: {error}", REMEDY) from error
    if not isinstance(entries, list):
        raise refusal(path, "no list of commands", REMEDY)
    return entries


def senseless(commands: Sequence[Command | None]) -> str:
    """Say how many entries of a file name no file or no command; nothing where all do."""
    bad = sum(command is None for command in commands)
    return f"{bad} of {len(commands)} entries name no file or no command" if bad else ""


def _named(words: Sequence[str]) -> Iterator[str]:
    for word, behind in pairwise([*words, ""]):
        flag = FLAG.match(word)
        way = (flag[1] or behind) if flag else ""
        if way:
            yield way
