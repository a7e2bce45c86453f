"""How a build compiles: from compile_commands.json, or from what `make -n` prints."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import HipifyError
from hipify_py.project.compile_commands import BESIDE, NAME, Command, command_of, listed, senseless
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular
from hipify_py.verify import processes
from hipify_py.verify.flags import translated
from hipify_py.verify.searched import SEARCHED, parts
from hipify_py.verify.shell_lines import SOURCES, WITH_VALUE, compiled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_BYTES = 10**9  # of a compile_commands.json
ENTERED = re.compile(r"\S*make(?:\[\d+\])?: Entering directory ['`](.+)'")
LEFT = re.compile(r"\S*make(?:\[\d+\])?: Leaving directory ")
MAKE_SECONDS = 120.0
MOST_OF_MAKE = 5 * 10**7  # bytes that are read of what it prints


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
        data = read_regular(file, MOST_BYTES)[0]
    except OSError as error:
        text = f"{file}: cannot read: {error.strerror}"
        raise HipifyError(text) from error
    except (NotRegularError, TooLargeError) as error:
        text = f"{file}: cannot read: no regular file, or more than {MOST_BYTES} bytes: name a file"
        raise HipifyError(text) from error
    here = os.path.dirname(os.path.abspath(file))
    commands = [command_of(entry, here) for entry in listed(file, data)]
    bad = senseless(commands)
    remarks = (f"{file}: {bad}",) if bad else ()
    return Commands(file, tuple(command for command in commands if command), remarks)


def of_make(folder: str, seconds: float = MAKE_SECONDS) -> Commands:
    """Ask `make -n` in a folder how it would compile everything; what could not be read of it are remarks.

    It runs what the makefile runs to find out (`$(shell ...)`, and lines that begin with `+`), so nobody
    calls this unasked. It is ended after some seconds. Raises `HipifyError` where make cannot be started or
    says nothing that compiles.
    """
    seconds = min(seconds, MAKE_SECONDS)
    origin = f"make -n in {folder}"
    english = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    try:
        ended = processes.run(
            ["make", "-n", "-B", "-k", "-w"], folder, seconds, environ=english, most=MOST_OF_MAKE
        )
    except OSError as error:
        text = f"{origin}: {error.strerror}"
        raise HipifyError(text) from error
    calls = [*_printed(ended.said.decode("utf-8", "surrogateescape"), os.path.abspath(folder))]
    commands = tuple(call for call in calls if call is not None)
    lines = ended.said.decode("utf-8", "replace").strip().splitlines()
    said = [line for line in lines if not (ENTERED.fullmatch(line) or LEFT.match(line))]
    if not commands:
        late = f"no end after {seconds:g} s" if ended.too_long else ""
        text = f"{origin} compiles nothing: {late or (said[-1] if said else 'it prints nothing')}"
        raise HipifyError(text)
    remarks = []
    if unread := len(calls) - len(commands):
        remarks.append(f"{origin}: {unread} compiler calls are left to the shell (a loop, a variable)")
    if ended.too_long:
        remarks.append(f"{origin}: no end after {seconds:g} s; what it had printed counts")
    elif ended.status is None:
        remarks.append(f"{origin}: it prints more than {MOST_OF_MAKE} bytes; these count")
    elif ended.status:
        why = next((line for line in said if "***" in line), said[-1])
        remarks.append(f"{origin} ends with status {ended.status}: {why}")
    return Commands(origin, commands, tuple(remarks))


def _printed(said: str, folder: str) -> Iterator[Command | None]:
    """Give the commands that make prints, each from the folder in which it would run.

    None stands for one whose source only a shell knows.
    """
    folders = [folder]
    for line in said.replace("\\\n", " ").split("\n"):
        if entered := ENTERED.fullmatch(line.strip()):
            folders.append(entered[1])
        elif LEFT.match(line) and len(folders) > 1:
            folders.pop()
        else:
            yield from compiled(line, folders[-1])


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
        path, folder = _follow(command.path, moved), _follow(command.folder, moved)
        here = command._replace(path=_unlinked(path, roots), folder=folder)
        if not any(_inside(here.path, root) for root in roots):
            elsewhere += 1
        elif not os.path.isfile(here.path):
            gone += 1
        elif here.path.endswith(SOURCES):
            kept = translated(command.words, command.folder).kept
            flags = tuple(placed(kept, here.folder, moved))
            folder = here.folder if os.path.isdir(here.folder) else os.path.dirname(here.path)
            found.setdefault((here.path, flags), here._replace(folder=folder))
    remarks = [*commands.remarks]
    remarks += [f"{commands.origin}: {gone} files are gone"] if gone else []
    remarks += [f"{commands.origin}: {elsewhere} files lie elsewhere"] if elsewhere else []
    return Usable(tuple((command, flags) for (_, flags), command in found.items()), tuple(remarks))


def _unlinked(path: str, roots: Sequence[str]) -> str:
    """Give the path of a source that is named by a link, where it lies in one of the trees."""
    real = os.path.realpath(path)
    return real if any(_inside(real, root) for root in roots) else path


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


def unguessed(flags: Sequence[str], given: Sequence[str]) -> Iterator[str]:
    """Give flags without the `-idirafter` of folders that `given` names by -I or -isystem.

    clang searches a folder that is named by both where the system's are, and so behind these.
    """
    named = {one.folder for one in parts(given) if one.name in {"-I", "-isystem"}} - {""}
    earlier = {os.path.realpath(folder) for folder in named}
    for name, folder, words in parts(flags):
        is_guess = name == words[0] == "-idirafter"  # we write the folder as a word of its own
        if not (is_guess and os.path.realpath(folder) in earlier):
            yield from words
