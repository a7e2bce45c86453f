"""CMake modules that no build file of a project includes: what is in them is read by no build.

A module is one that `find_package` looks for, or that makes commands. What people name on the command line,
such as toolchains, caches and scripts, nobody includes.
"""

from __future__ import annotations

import posixpath
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_blocks import FUNCTIONS, Read, blocks
from hipify_py.build.cmake_lexer import listfile
from hipify_py.build.file_names import CMAKE
from hipify_py.build.names import decoded
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


READ = (*CMAKE, ".cmake.in")
FIND = re.compile(r"Find(.+)\.cmake")
MAKES = re.compile(rb"(?im)^[ \t]*(?:macro|function)\s*\(")
# Of files that CMake, CTest or people read by their names.
TOOLCHAIN = re.compile(rb"(?i)\bset\s*\(\s*CMAKE_SYSTEM_NAME\b")
BY_NAME = re.compile(r"(?i)c(?:test|pack|dash).*|.*-?(?:config|targets|config-?version)\.cmake|.*toolchain.*")
READERS = frozenset({b"find_dependency", b"find_package", b"include"})
# Of commands that files elsewhere make, such as a superproject's.
FINDS = re.compile(rb"(?!find_(?:file|library|path|program|package_\w+)\Z)\w*(?:find|package)")
VARIABLE, ARGUMENT = re.compile(rb"\$\{(\w+)\}"), re.compile(rb"ARGV\d+")
MOST_ROUNDS = 4  # of commands that hand on to others
ENDED = re.compile(rb"[\w./+-]+\.cmake\b")
REFERENCE = re.compile(r"\$(?:ENV|CACHE)?\{[^{}]*\}|\$<.*>|@\w+@")
HANDS_ON = {b"install", b"file", b"configure_file"}


class Named(NamedTuple):
    """Modules, packages and folders that a build file names, in lower case; `*` is what a variable holds."""

    modules: frozenset[str] = frozenset()
    packages: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()

    def may_read(self, path: str) -> bool:
        """Say whether what is named may be a module."""
        base, folder = posixpath.basename(path), posixpath.basename(posixpath.dirname(path))
        found, name = FIND.fullmatch(base), base.lower()
        return (
            _any(self.modules, name)
            or _any(self.modules, name.removesuffix(".cmake"))
            or (found is not None and _any(self.packages, found[1].lower()))
            or _any(self.folders, folder.lower())
        )


def is_module(path: str, source: bytes) -> bool:
    """Say whether a file is a module: nobody but an `include` or `find_package` has CMake read it."""
    name = posixpath.basename(path)
    if FIND.fullmatch(name):
        return True
    named = name.endswith(".cmake") and not BY_NAME.fullmatch(name)
    return named and MAKES.search(source) is not None and TOOLCHAIN.search(source) is None


def named(texts: Mapping[str, bytes]) -> dict[str, Named]:
    """Read what build files, scripts and settings files name."""
    files = {path: _read(text) for path, text in texts.items() if path.endswith(READ)}
    finders = _finders(files.values())
    others = {
        path: Named(frozenset(_last(decoded(one)) for one in ENDED.findall(text)))
        for path, text in texts.items()
        if path not in files
    }
    return others | {path: _named(read, finders) for path, read in files.items()}


def _read(text: bytes) -> Read:
    file = listfile(text)
    return Read(file, blocks(file))


def _finders(files: Collection[Read]) -> frozenset[bytes]:
    """Give the commands that ask for packages or modules: CMake's, and those that hand theirs on to them."""
    found = READERS
    for _ in range(MOST_ROUNDS):
        more = {
            opener[0].lower()
            for read in files
            for number, command in enumerate(read.file.commands)
            if command.name in found and (opener := _handed_on(read, number))
        }
        if more <= found:
            break
        found |= more
    return found


def _handed_on(read: Read, number: int) -> list[bytes]:
    """Give the function around a command, by its name and parameters, if this asks for what that is given."""
    commands = read.file.commands
    around = [commands[one] for one in read.blocks.outer[number] if commands[one].name in FUNCTIONS]
    opener = [read.file.text(one) for one in around[-1].arguments] if around else []
    given = {*opener[1:], b"ARGN", b"ARGV"}
    asked = {name for text in _asked(read, number) for name in VARIABLE.findall(text)}
    return opener if asked and all(one in given or ARGUMENT.fullmatch(one) for one in asked) else []


def _asked(read: Read, number: int) -> list[bytes]:
    """Give the arguments of a command that may name what it asks for: of CMake's own it is the first."""
    command = read.file.commands[number]
    texts = [read.file.text(one) for one in command.arguments]
    return texts[:1] if command.name in READERS else texts


def _named(read: Read, finders: frozenset[bytes]) -> Named:
    modules: set[str] = set()
    packages: set[str] = set()
    folders: set[str] = set()
    for number, command in enumerate(read.file.commands):
        said = [decoded(read.file.text(one)) for one in command.arguments]
        modules.update(_last(one) for one in said if ".cmake" in one)
        if command.name in finders and not _handed_on(read, number):
            asked = [decoded(one) for one in _asked(read, number)]
            modules.update(map(_last, asked if command.name != b"find_package" else ()))
            packages.update(map(_open, asked if command.name != b"include" else ()))
        elif FINDS.search(command.name):
            packages.update(one.lower() for one in said if "$" not in one)
        if command.name in HANDS_ON and "DIRECTORY" in said:
            folders.update(_last(one.rstrip("/")) for one in said)
    return Named(frozenset(modules), frozenset(packages), frozenset(folders))


def _open(text: str) -> str:
    """Give a text in lower case, with `*` for each reference to a variable."""
    while (less := REFERENCE.sub("*", text)) != text:
        text = less
    return text.lower()


def _last(text: str) -> str:
    return _open(text).rpartition("/")[2]


def _any(patterns: frozenset[str], name: str) -> bool:
    return name in patterns or any("*" in one and fnmatchcase(name, one) for one in patterns)
