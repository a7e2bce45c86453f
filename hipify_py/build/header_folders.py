"""The folders for headers that makefiles and CMake files name, and for which sources, as far as they tell.

A folder is told where plain words name it: behind `-I`, or in a command of CMake's, by a path with variables
whose one value stands in the same file, or that hold the folder of the file or of the project. Of a CMake
file the macros are told, too, that it defines outside of all conditions.
"""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_blocks import CLOSERS, OPENERS
from hipify_py.build.cmake_lexer import listfile
from hipify_py.build.make_lexer import makefile
from hipify_py.build.make_rules import any_of
from hipify_py.choices import CXX
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.build.cmake_lexer import Command

FLAGS = (b"-I", b"-isystem", b"-iquote", b"--include")
FLAG = re.compile(rb"(?:-I|-isystem|-iquote|--include-path|--include-directory)(?:=|[ \t]*)(.*)", re.DOTALL)
GOES_ON = re.compile(rb"\\\r?\n")
REFERENCE = re.compile(rb"\$[({]([\w.]+)[)}]")
BUILT = re.compile(rb"\$<BUILD_INTERFACE:([^<>$]*(?:\$\{\w+\}[^<>$]*)*)>")
SOURCE = re.compile(rb"[^$*?%%]+%b" % any_of((*CXX, ".cu", ".c", ".hip")), re.IGNORECASE)
HERE = {
    b"CURDIR": b".",
    b"PWD": b".",
    b"CMAKE_CURRENT_SOURCE_DIR": b".",
    b"CMAKE_CURRENT_LIST_DIR": b".",
}
OF_ALL = frozenset((b"include_directories", b"cuda_include_directories"))
TARGETS = frozenset(
    (b"add_executable", b"add_library", b"cuda_add_executable", b"cuda_add_library", b"target_sources")
)
OF_TARGET = b"target_include_directories"
DEFINES = frozenset((b"add_definitions", b"add_compile_definitions"))
DEFINES_FOR = b"target_compile_definitions"
DEFINITION = re.compile(rb"(?:-D)?([A-Za-z_]\w*(?:=[^\r\n]*)?)")
ESCAPED = re.compile(rb"\\([^A-Za-z0-9;\r\n])")
WORDS = frozenset((b"AFTER", b"BEFORE", b"SYSTEM", b"PRIVATE", b"PUBLIC", b"INTERFACE"))
QUOTES = b"\"'"
MOST = 400  # bytes of a path
MOST_WORDS = 400  # folders or macros of a target, or of all: each target has those too
ROUNDS = 4  # of variables, one in the value of another


class Group(NamedTuple):
    """The folders in which a compilation looks, in order, and the sources it names, as they are written.

    `definitions` are its macros, as `NAME` or `NAME=value`; `target` is that of CMake's, empty for what goes
    for all of them.
    """

    folders: tuple[bytes, ...]
    sources: frozenset[bytes] = frozenset()
    definitions: tuple[bytes, ...] = ()
    target: bytes = b""


def of_makefile(source: bytes) -> tuple[Group, ...]:
    """Give what a makefile tells: of each line one group; paths are relative to the makefile's folder."""
    if not any(one in source for one in FLAGS):
        return ()
    read = makefile(source.replace(b"$(shell pwd)", b"$(CURDIR)"))
    values = _only((line.name, read.code[slice(*line.value)].split()) for line in read.lines if line.name)
    found, needed = dict[Group, None](), frozenset[bytes]()
    for line in read.lines:
        place = line.value if line.kind == "assignment" else line.span
        words = GOES_ON.sub(b" ", read.code[slice(*place)]).split()
        sources = frozenset(word for word in words if SOURCE.fullmatch(word))
        if line.kind not in {"recipe", "blank"}:
            needed = sources if line.kind == "rule" else frozenset()
        if folders := _written(_flagged(words), values, HERE):
            found[Group(folders, sources | needed if line.kind == "recipe" else frozenset())] = None
    return tuple(found)


def of_cmake(source: bytes, tops: Mapping[bytes, bytes]) -> tuple[Group, ...]:
    """Give what a CMake file tells: of each target one group; `tops` are variables with folders above.

    Where one of the targets has macros, those without are told, too.
    """
    lowered = source.lower()
    if b"include_directories" not in lowered and b"definitions" not in lowered:
        return ()
    commands = listfile(source).commands
    values = _only((one.texts[0], one.texts[1:]) for one in commands if one.name == b"set" and one.texts)
    folders, macros, sources = _Listed({}, {}), _Listed({}, {}), dict[bytes, set[bytes]]()
    known, always, depth = {**HERE, **tops}, dict[bytes, bytes](), 0
    for one in commands:
        depth += (one.name in OPENERS) - (one.name in CLOSERS)
        if one.name == b"set" and one.texts and not depth and one.texts[0] in values:
            always[one.texts[0]] = values[one.texts[0]]
        if one.name in OF_ALL:
            folders.put(b"", _written(_listed(one, 0), values, known))
        elif one.name == OF_TARGET and one.texts:
            folders.put(one.texts[0], _written(_listed(one, 1), values, known))
        elif one.name in DEFINES and not depth:
            macros.put(b"", _defined(_listed(one, 0), always, known))
        elif one.name == DEFINES_FOR and one.texts and not depth:
            macros.put(one.texts[0], _defined(_listed(one, 1), always, known))
        elif one.name in TARGETS and one.texts:
            sources.setdefault(one.texts[0], set()).update(filter(SOURCE.fullmatch, one.texts[1:]))
    made = [
        Group(folders.of(name), frozenset(sources.get(name, ())), macros.of(name), name)
        for name in dict.fromkeys((*folders.own, *macros.own, *sources))
    ]
    made.append(Group(folders.of(b""), definitions=macros.of(b"")))
    return tuple(one for one in made if one.folders or one.definitions or (macros.own and one.target))


class _Listed(NamedTuple):
    """What is listed for targets, and for all of them, in order and each once."""

    own: dict[bytes, dict[bytes, None]]
    base: dict[bytes, None]

    def put(self, target: bytes, words: Iterable[bytes]) -> None:
        into = self.own.setdefault(target, {}) if target else self.base
        into.update(dict.fromkeys(islice(words, MOST_WORDS - len(into)) if len(into) < MOST_WORDS else ()))

    def of(self, target: bytes) -> tuple[bytes, ...]:
        return (*self.own.get(target, ()), *self.base)


def _defined(
    words: Iterable[bytes], values: Mapping[bytes, bytes], known: Mapping[bytes, bytes]
) -> Iterator[bytes]:
    """Give the macros that words define, without `-D`; other flags are none."""
    for word in _written(words, values, known):
        found = DEFINITION.fullmatch(ESCAPED.sub(rb"\1", word))
        if found and (word.startswith(b"-D") or not word.startswith(b"-")):
            yield found[1]


def _listed(command: Command, start: int) -> Iterator[bytes]:
    """Give the folders that a command lists, each by itself."""
    for text in command.texts[start:]:
        yield from (one for one in text.split(b";") if one and one not in WORDS)


def _flagged(words: list[bytes]) -> Iterator[bytes]:
    """Give what stands behind flags for headers, in the same word or as the next one."""
    for word, behind in pairwise([*words, b""]):
        if flag := FLAG.fullmatch(word.strip(QUOTES)):
            yield (flag[1] or behind).strip(QUOTES)


def _only(given: Iterable[tuple[bytes, Iterable[bytes]]]) -> dict[bytes, bytes]:
    """Give the variables that a file gives one value, of one word."""
    found: dict[bytes, bytes] = {}
    for name, words in given:
        listed = [*words]
        found[name] = b"" if name in found or len(listed) != 1 else listed[0].strip(QUOTES)
    return {name: value for name, value in found.items() if value}


def _written(
    paths: Iterable[bytes], values: Mapping[bytes, bytes], known: Mapping[bytes, bytes]
) -> tuple[bytes, ...]:
    """Give those paths that are known, with the values of variables in the places of these."""
    found = dict[bytes, None]()
    for path in paths:
        text = BUILT.sub(rb"\1", path[: MOST + 1])
        for _ in range(ROUNDS):
            text = REFERENCE.sub(lambda one: known.get(one[1]) or values.get(one[1]) or one[0], text)
            if b"$" not in text or len(text) > MOST:
                break
        if text and b"$" not in text and len(text) <= MOST:
            found[text] = None
    return tuple(found)
