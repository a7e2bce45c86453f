"""Functions and macros of CMake that nothing in a whole project calls: none of their lines is run.

A file that is installed, copied or handed to other projects may be called by these, and so is left out.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_blocks import FUNCTIONS, OF_CUDA, unbalanced
from hipify_py.build.cmake_lexer import listfile
from hipify_py.build.cmake_reads import reads_open
from hipify_py.build.file_names import CMAKE
from hipify_py.build.names import decoded, in_passing
from hipify_py.build.unread_modules import ENDED, HANDS_ON, MAKES, REFERENCE
from hipify_py.choices import FOR_PEOPLE
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from hipify_py.build.cmake_lexer import Command, Listfile
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet

UNCALLED = "B032"
PLAIN = re.compile(rb"[A-Za-z_]\w*")
ENDS = {b"end" + name for name in FUNCTIONS}
WORD = re.compile(rb"\w+")
# FindCUDA and others of CMake's modules call what is named so, be it the project's.
OF_MODULES = re.compile(rb"_?(?:cuda|find)_|_")
# Projects that others take for a part of them, whose commands these may call.
IN_OTHERS = re.compile(
    rb"PROJECT_IS_TOP_LEVEL|CMAKE_MODULE_PATH[^()]*\bPARENT_SCOPE"
    rb"|(?:CMAKE_CURRENT_(?:SOURCE|LIST)|PROJECT_SOURCE)_DIR\W+STREQUAL\W+CMAKE_SOURCE_DIR\b"
    rb"|\bCMAKE_SOURCE_DIR\W+STREQUAL\W+(?:CMAKE_CURRENT_(?:SOURCE|LIST)|PROJECT_SOURCE)_DIR\b"
)
COPIES = {b"COPY", b"INSTALL"}
# What calls commands by a name that a variable holds, or is a text that does.
NAMING = {b"CALL", b"CODE"}
REPLACED = rb"(?:\$\{\w+\}|@\w+@)"
OPEN = re.compile(rb"(?:\w|%b)*%b(?:\w|%b)*" % ((REPLACED,) * 3))
OPEN_CALL = re.compile(rb"(?m)(?:^|[\";])[ \t]*((?:\w|%b)*%b\w*)\(" % ((REPLACED,) * 2))


class Made(NamedTuple):
    """A function or a macro that a file makes: its name in lower case, and all of it with its end."""

    name: bytes
    span: Span


def uncalled(
    texts: Mapping[str, bytes],
    asked: Mapping[str, str],
    others: Callable[[], Iterable[tuple[str, bytes]]],
) -> dict[str, frozenset[bytes]]:
    """Give for some CMake files the functions and macros with CUDA in them that nothing names but these.

    `texts` are all build files of a project, `asked` gives some of them with their paths in it, and `others`
    what else is text there, sources left out.
    """
    made = (path for path in asked if MAKES.search(texts[path]) and OF_CUDA.search(texts[path]))
    found = {path: names for path in made if (names := _candidates(listfile(texts[path])))}
    files = {path: listfile(text) for path, text in texts.items() if found and path.endswith(CMAKE)}
    if not found or any(IN_OTHERS.search(file.code) or reads_open(file) for file in files.values()):
        return {}
    beside = {**{path: text for path, text in texts.items() if path not in files}, **dict(others())}
    words = {word for text in beside.values() for word in WORD.findall(text.lower())}
    words.update(word for file in files.values() for word in _words(file))
    scripts = [text for path, text in beside.items() if not path.lower().endswith(FOR_PEOPLE)]
    called = [pattern for file in files.values() for pattern in _open_calls(file)]
    called += [_open(one) for text in scripts for one in OPEN_CALL.findall(text)]
    handed = [one for file in files.values() for one in _handed_on(file)]
    handed += [_last(one) for text in scripts for one in ENDED.findall(text)]
    alone = {
        path: frozenset(one for one in names if one not in words and not _any(called, decoded(one)))
        for path, names in found.items()
        if not any(_any(handed, part) for part in asked[path].split("/"))
    }
    return {path: names for path, names in alone.items() if names}


def told_of(source: bytes, findings: list[Finding], rules: RuleSet, names: frozenset[bytes]) -> list[Finding]:
    """Give what is said within some functions of a file as notes, with one for each that says so."""
    made = [one for one in _made(listfile(source)) if one.name in names]
    spoken = [one for one in made if any(_is_in(one, said) and said.severity != "note" for said in findings)]
    told = [
        finding(rules, UNCALLED, Span(one.span.start, one.span.start), name=decoded(one.name))
        for one in spoken
    ]
    return [
        *told,
        *(in_passing(said) if any(_is_in(one, said) for one in spoken) else said for said in findings),
    ]


def _is_in(made: Made, said: Finding) -> bool:
    return made.span.start <= said.span.start < made.span.end


def _candidates(file: Listfile) -> frozenset[bytes]:
    return frozenset(
        one.name
        for one in _made(file)
        if OF_CUDA.search(file.code, *one.span)
        and not OF_MODULES.match(one.name)
        # what takes the place of a command of CMake's
        and b"_" + one.name not in {command.name for command in file.commands}
    )


def _made(file: Listfile) -> list[Made]:
    """Give the functions and macros of a file that stand in no other one; none where it is not CMake."""
    if file.wrong is not None or unbalanced(file) is not None:
        return []
    found: list[Made] = []
    opened: list[Command] = []
    for command in file.commands:
        if command.name in FUNCTIONS:
            opened.append(command)
        elif command.name in ENDS:
            begin = opened.pop()
            name = _first(file, begin)
            if not opened and PLAIN.fullmatch(name):
                found.append(Made(name.lower(), Span(begin.span.start, command.span.end)))
    return found


def _first(file: Listfile, command: Command) -> bytes:
    return file.text(command.arguments[0]) if command.arguments else b""


def _words(file: Listfile) -> Iterator[bytes]:
    """Give the words of a file in lower case, but for the names with which functions begin and end."""
    at = 0
    for command in file.commands:
        if command.name in FUNCTIONS | ENDS and command.arguments:
            yield from WORD.findall(file.code[at : command.place.end].lower())
            at = command.arguments[0].span.end
    yield from WORD.findall(file.code[at:].lower())


def _open_calls(file: Listfile) -> Iterator[str]:
    """Give patterns of the names that variables hold where commands are called by what these hold."""
    for command in file.commands:
        said = [file.text(one) for one in command.arguments]
        named: list[bytes] = []
        if command.name == b"cmake_language":
            named = [text for before, text in pairwise(said) if before in NAMING]
        elif command.name == b"variable_watch":
            named = said[1:2]
        yield from (_open(one) for one in named if OPEN.fullmatch(one))
        if command.name != b"message":
            yield from (_open(one) for text in said for one in OPEN_CALL.findall(text))


def _handed_on(file: Listfile) -> Iterator[str]:
    """Give patterns of the modules, and of folders of them, that a file names other than to include them."""
    for command in file.commands:
        said = [file.text(one) for one in command.arguments]
        if command.name != b"include":
            yield from (_last(one) for one in said if b".cmake" in one)
        folders = [_last(one.rstrip(b"/")) for one in said] if command.name in HANDS_ON else []
        if b"FILES_MATCHING" in said and b"REGEX" not in said:
            yield from (_open(one) for before, one in pairwise(said) if before == b"PATTERN")
        elif b"DIRECTORY" in said:
            yield from folders
        elif COPIES.intersection(said):  # of what variables hold it is data, as a rule
            yield from (one for one in folders if "*" not in one)


def _open(text: bytes) -> str:
    """Give a text in lower case, with `*` for what variables hold."""
    shown = decoded(text)
    while (less := REFERENCE.sub("*", shown)) != shown:
        shown = less
    return shown.lower()


def _last(text: bytes) -> str:
    return _open(text).rpartition("/")[2]


def _any(patterns: Collection[str], name: str) -> bool:
    return any(one == name.lower() or ("*" in one and fnmatchcase(name.lower(), one)) for one in patterns)
