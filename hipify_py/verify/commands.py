"""How a build compiles: from compile_commands.json, or from what `make -n` prints."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import HipifyError
from hipify_py.project.compile_commands import BESIDE, NAME, Command, command_of
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular
from hipify_py.verify import processes
from hipify_py.verify.flags import translated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_BYTES = 10**9  # of a compile_commands.json
SOURCE = re.compile(r".*\.(?:cu|hip|c|cc|cpp|cxx|c\+\+|C)")
COMPILERS = re.compile(
    r"(?:.*[/-])?(?:nvcc|hipcc|(?:amd)?clang(?:\+\+)?|g?cc|[gc]\+\+|icp?[cx]|mpi(?:cc|cxx|c\+\+|CC))(?:-[\d.]+)?"
)
ENTERED = re.compile(r"\S*make(?:\[\d+\])?: Entering directory ['`](.+)'")
LEFT = re.compile(r"\S*make(?:\[\d+\])?: Leaving directory ")
SEARCHED = ("-I", "-isystem", "-iquote", "-idirafter")
WITH_VALUE = (*SEARCHED, "-include", "-imacros", "-D", "-U")
MAKE_SECONDS = 120.0


class Commands(NamedTuple):
    """What a build says, by whom, and what of it could not be used."""

    origin: str
    commands: tuple[Command, ...]
    remarks: tuple[str, ...] = ()


def beside(paths: Sequence[str]) -> str | None:
    """Find a compile_commands.json at the top of what is verified, or in a build folder there."""
    places = (os.path.join(path, folder, NAME) for path in paths for folder in BESIDE)
    return next((os.path.normpath(place) for place in places if os.path.isfile(place)), None)


def read(path: str) -> Commands:
    """Read a compile_commands.json, or the one in a folder; entries that make no sense are remarks.

    Raises `HipifyError` where the file cannot be read or is none.
    """
    file = os.path.join(path, NAME) if os.path.isdir(path) else path
    try:
        entries = json.loads(read_regular(file, MOST_BYTES)[0].decode("utf-8", "surrogateescape"))
    except OSError as error:
        text = f"{file}: cannot read: {error.strerror}"
        raise HipifyError(text) from error
    except (NotRegularError, TooLargeError) as error:
        text = f"{file}: cannot read: no regular file, or more than {MOST_BYTES} bytes: name a file"
        raise HipifyError(text) from error
    except (ValueError, RecursionError) as error:
        text = f"{file}: no JSON: {error}: let the build write it again"
        raise HipifyError(text) from error
    if not isinstance(entries, list):
        text = f"{file}: no list of commands: let the build write it again"
        raise HipifyError(text)
    here = os.path.dirname(os.path.abspath(file))
    commands = [command_of(entry, here) for entry in entries]
    bad = sum(command is None for command in commands)
    remarks = (f"{file}: {bad} of {len(entries)} entries name no file or no command",) if bad else ()
    return Commands(file, tuple(command for command in commands if command), remarks)


def of_make(folder: str) -> Commands:
    """Ask `make -n` in a folder how it would compile everything.

    It runs what the makefile runs to find out (`$(shell ...)`, and lines that begin with `+`), so nobody
    calls this unasked. Raises `HipifyError` where make cannot be started or says nothing that compiles.
    """
    try:
        ended = processes.run(["make", "-n", "-B", "-k", "-w"], folder, MAKE_SECONDS)
    except OSError as error:
        text = f"make -n in {folder}: {error.strerror}"
        raise HipifyError(text) from error
    commands = tuple(_printed(ended.said.decode("utf-8", "surrogateescape"), os.path.abspath(folder)))
    if not commands:
        lines = ended.said.decode("utf-8", "replace").strip().splitlines()
        said = [line for line in lines if not (ENTERED.fullmatch(line) or LEFT.match(line))]
        text = f"make -n in {folder} compiles nothing: {said[-1] if said else 'it prints nothing'}"
        raise HipifyError(text)
    return Commands(f"make -n in {folder}", commands)


def _printed(said: str, folder: str) -> Iterator[Command]:
    """Give the commands that make prints, each from the folder in which it would run."""
    folders = [folder]
    for line in said.replace("\\\n", " ").splitlines():
        if entered := ENTERED.fullmatch(line.strip()):
            folders.append(entered[1])
        elif LEFT.match(line) and len(folders) > 1:
            folders.pop()
        else:
            yield from _compiled(line, folders[-1])


def _compiled(line: str, folder: str) -> Iterator[Command]:
    """Give the commands of a line, which a shell would run one after the other."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|")
    lexer.whitespace_split = True
    words: list[str] = []
    try:
        tokens = [*lexer, ";"]
    except ValueError:
        return
    for token in tokens:
        if token.strip(";&|"):
            words.append(token)
            continue
        if len(words) == 2 and words[0] == "cd":
            folder = os.path.normpath(os.path.join(folder, words[1]))
        at = next((number for number, word in enumerate(words) if COMPILERS.fullmatch(word)), None)
        if at is not None:
            for word in words[at + 1 :]:
                if SOURCE.fullmatch(word) and not word.startswith("-"):
                    path = os.path.normpath(os.path.join(folder, word))
                    yield Command(path, folder, words[at], tuple(words[at + 1 :]))
        words = []


class Usable(NamedTuple):
    """Commands whose sources lie in the trees, each with the HIP compiler's flags; and remarks."""

    found: tuple[tuple[Command, tuple[str, ...]], ...]
    remarks: tuple[str, ...]


def usable(commands: Commands, roots: Sequence[str]) -> Usable:
    """Give what of a build is about sources of some trees that are there, each command once.

    A build of the tree from which these were copied counts too: its paths are followed into the copy.
    """
    moved = _moved([command.path for command in commands.commands], roots)
    found: dict[tuple[str, tuple[str, ...]], Command] = {}
    gone = elsewhere = 0
    for command in commands.commands:
        here = command._replace(path=_follow(command.path, moved), folder=_follow(command.folder, moved))
        if not any(_inside(here.path, root) for root in roots):
            elsewhere += 1
        elif not os.path.isfile(here.path):
            gone += 1
        elif SOURCE.fullmatch(here.path):
            kept = translated(command.words, command.folder).kept
            flags = tuple(placed(kept, here.folder, moved))
            folder = here.folder if os.path.isdir(here.folder) else os.path.dirname(here.path)
            found.setdefault((here.path, flags), here._replace(folder=folder))
    remarks = [*commands.remarks]
    remarks += [f"{commands.origin}: {gone} files are gone"] if gone else []
    remarks += [f"{commands.origin}: {elsewhere} files lie elsewhere"] if elsewhere else []
    return Usable(tuple((command, flags) for (_, flags), command in found.items()), tuple(remarks))


def _inside(path: str, root: str) -> bool:
    return path.startswith(root.rstrip("/") + "/")


def _moved(paths: Sequence[str], roots: Sequence[str]) -> tuple[str, str] | None:
    """Find the folder that most paths outside the trees begin with, and the tree that is a copy of it."""
    votes: Counter[tuple[str, str]] = Counter()
    for path in paths:
        if any(_inside(path, root) for root in roots):
            continue
        parts = path.split("/")
        for root in roots:
            tails = (parts[at:] for at in range(1, len(parts)))
            tail = next((tail for tail in tails if os.path.isfile(os.path.join(root, *tail))), None)
            if tail:
                votes["/".join(parts[: -len(tail)]), root] += 1
    return votes.most_common(1)[0][0] if votes else None


def _follow(path: str, moved: tuple[str, str] | None) -> str:
    if moved and (path == moved[0] or _inside(path, moved[0])):
        return moved[1] + path[len(moved[0]) :]
    return path


def placed(flags: Sequence[str], folder: str, moved: tuple[str, str] | None = None) -> Iterator[str]:
    """Give flags with absolute paths where they name folders and files, which they do from a folder."""
    before = ""
    for flag in flags:
        joined = next((one for one in SEARCHED if flag.startswith(one) and flag != one), "")
        if before in SEARCHED:
            yield os.path.normpath(os.path.join(folder, _follow(flag, moved)))
        elif joined and before not in WITH_VALUE:
            place = _follow(flag.removeprefix(joined), moved)
            yield joined + os.path.normpath(os.path.join(folder, place))
        elif before in {"-include", "-imacros"}:
            place = os.path.normpath(os.path.join(folder, _follow(flag, moved)))
            yield place if os.path.isfile(place) else flag
        else:
            yield flag
        before = "" if before in WITH_VALUE else flag
