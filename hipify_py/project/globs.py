"""Globs in the form of .gitignore, and the ignore files that hold them. The matching is pathspec's."""

from __future__ import annotations

import errno
import os
import re
import warnings
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.project.failures import reason_of, refusal
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular
from hipify_py.rules.linear import compiled as linear

if TYPE_CHECKING:
    from collections.abc import Iterable

    Globs = tuple["Glob", ...]

LIMIT = 1_000_000  # bytes of an ignore file
POINTER = 10_000  # bytes of a file that says where a folder of git's is


FEW = 3  # stars: what has more of them is matched in linear time, or not at all


class Glob(NamedTuple):
    """One line of an ignore file: whether it takes files in or out, and what matches a path."""

    include: bool
    expression: re.Pattern[bytes]
    folder_only: bool


class Ignore(NamedTuple):
    """An ignore file that is in force in the folder `base` (bytes, ends with a slash) and below."""

    base: bytes
    path: str
    globs: Globs
    error: str = ""

    @property
    def name(self) -> str:
        """Give what a report of an error names: the ignore file, or the .git that has one."""
        name = os.path.basename(self.path)
        return name if name == ".gitignore" else ".git"

    def decide(self, path: bytes, *, folder: bool) -> bool | None:
        """Say whether the file leaves out `path`, which is absolute, or None if it says nothing of it."""
        return decide(self.globs, path[len(self.base) :], folder=folder)


def compile_globs(lines: Iterable[bytes]) -> Globs:
    """Compile the lines of an ignore file; like git, drop comments and lines that can never match."""
    return tuple(glob for line in lines if (glob := compile_glob(line)))


def compile_typed(typed: Iterable[str]) -> Globs:
    """Compile globs that somebody typed. Raises HipifyError for one that can never match."""
    globs = []
    for text in typed:
        glob = compile_glob(os.fsencode(text))
        if not glob:
            remedy = r"close its brackets; write \# or \! for a name that starts so, \\ for a backslash"
            raise refusal(text, "a glob that can never match", remedy)
        globs.append(glob)
    return tuple(globs)


def compile_glob(line: bytes) -> Glob | None:
    """Compile a line of an ignore file; None for a comment, a blank or a malformed line."""
    if not line.strip() or line.startswith(b"#"):
        return None
    from pathspec.patterns.gitignore import GitIgnorePatternError  # slow to import, rarely needed
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    bare = line.rstrip()
    folder_only = bare.endswith(b"/")  # pathspec would take the slash as leave to match the folder's content
    try:
        with warnings.catch_warnings(action="ignore", category=FutureWarning):  # of re, for [[:alpha:]]
            pattern = GitIgnoreSpecPattern(bare[:-1] if folder_only else line)
        if pattern.include is None or pattern.regex is None:
            return None
        many = line.count(b"*") > FEW
        return Glob(pattern.include, linear(pattern.regex.pattern) if many else pattern.regex, folder_only)
    except (GitIgnorePatternError, re.error, ValueError):
        return None


def decide(globs: Globs, path: bytes, *, folder: bool) -> bool | None:
    """Say whether the last glob that matches `path` itself leaves it out, or None if none does.

    `path` is relative to the ignore file. Whether a folder around it is left out is for the caller to know.
    """
    for glob in reversed(globs):
        if folder or not glob.folder_only:
            found = glob.expression.search(path)
            # pathspec also matches what lies in a folder that matches; a group in the match tells.
            if found and found.lastindex is None:
                return glob.include
    return None


def covers(globs: Globs, path: str) -> bool:
    """Say whether globs take in a file, by its path from their folder on or by that of a folder above it."""
    parts = path.split("/")
    ways = [("/".join(parts[:end]), end < len(parts)) for end in range(1, len(parts) + 1)]
    return any(decide(globs, os.fsencode(way), folder=folder) for way, folder in ways)


def ignores_above(root: str) -> list[Ignore]:
    """Load the ignore files between the folder that holds .git and `root`, from the outside in."""
    folders = []
    folder = root
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, inner = os.path.dirname(folder), folder
        if folder == inner:
            return []  # no repository: what lies above `root` has no say
        folders.append(folder)
    return [ignore for folder in reversed(folders) for ignore in ignores_of(folder, (".git", ".gitignore"))]


def ignores_of(folder: str, names: Iterable[str]) -> list[Ignore]:
    """Load .git/info/exclude and .gitignore of a folder, as far as they are in `names` and there."""
    found = []
    if ".git" in names:
        found.append(_excluded(folder, os.path.join(folder, ".git")))
    if ".gitignore" in names:
        found.append(_loaded(folder, os.path.join(folder, ".gitignore")))
    return found


def _excluded(folder: str, dot_git: str) -> Ignore:
    """Load the info/exclude of a repository."""
    try:
        return _loaded(folder, os.path.join(_git_folder(dot_git), "info", "exclude"))
    except OSError as error:
        return _unapplied(folder, dot_git, reason_of(error))
    except ValueError as error:
        return _unapplied(folder, dot_git, str(error))


def _git_folder(dot_git: str) -> str:
    """Find the folder with info/exclude; in a work tree and a submodule .git is a file that points to it.

    Raises `OSError` or `ValueError` where a file that points there is none.
    """
    if os.path.isfile(dot_git):
        pointed = _pointer(dot_git).removeprefix("gitdir:").strip()
        dot_git = os.path.join(os.path.dirname(dot_git), pointed)
    common = os.path.join(dot_git, "commondir")
    return os.path.join(dot_git, _pointer(common).strip()) if os.path.lexists(common) else dot_git


def _pointer(path: str) -> str:
    text = os.fsdecode(_read(path, POINTER))
    if "\0" in text:
        message = f"{os.path.basename(path)} holds a NUL byte"
        raise ValueError(message)
    return text


def _loaded(folder: str, path: str) -> Ignore:
    try:
        # Like git, follow no symlink here.
        data = b"" if os.path.islink(path) else _read(path, LIMIT)
    except OSError as error:
        usual = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EISDIR}
        return _unapplied(folder, path, "" if error.errno in usual else reason_of(error))
    except ValueError as error:
        return _unapplied(folder, path, str(error))
    globs = compile_globs(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"))
    return Ignore(os.fsencode(os.path.join(folder, "")), path, globs)


def _unapplied(folder: str, path: str, why: str) -> Ignore:
    """Stand for an ignore file that cannot be read, for a reason that is worth a word or for none."""
    error = f"its patterns are not applied: {why}" if why else ""
    return Ignore(os.fsencode(os.path.join(folder, "")), path, (), error)


def _read(path: str, limit: int) -> bytes:
    """Read a file of git's; raises `OSError`, or `ValueError` where it is too large or none."""
    try:
        return read_regular(path, limit)[0]
    except NotRegularError:
        why = "not a regular file"
    except TooLargeError as error:
        why = f"{error.size:,} bytes are over the limit of {limit:,}"
    raise ValueError(why)
