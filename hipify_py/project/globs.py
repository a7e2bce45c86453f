"""Globs in the form of .gitignore, and the ignore files that hold them. The matching is pathspec's."""

from __future__ import annotations

import errno
import os
import re
import warnings
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.project.failures import reason_of, refusal
from hipify_py.rules.linear import compiled as linear

if TYPE_CHECKING:
    from collections.abc import Iterable

    Globs = tuple["Glob", ...]


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
            found = glob.expression.match(path)
            # pathspec also matches what lies in a folder that matches; a group in the match tells.
            if found and found.lastindex is None:
                return glob.include
    return None


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
    if ".git" in names and (common := _git_folder(os.path.join(folder, ".git"))):
        found.append(_loaded(folder, os.path.join(common, "info", "exclude")))
    if ".gitignore" in names:
        found.append(_loaded(folder, os.path.join(folder, ".gitignore")))
    return found


def _git_folder(dot_git: str) -> str:
    """Find the folder with info/exclude; in a work tree and a submodule .git is a file that points to it."""
    try:
        if os.path.isfile(dot_git):
            with open(dot_git, encoding="utf-8", errors="surrogateescape") as file:
                pointed = file.read().removeprefix("gitdir:").strip()
            dot_git = os.path.join(os.path.dirname(dot_git), pointed)
        with open(os.path.join(dot_git, "commondir"), encoding="utf-8", errors="surrogateescape") as file:
            return os.path.join(dot_git, file.read().strip())
    except OSError:
        return dot_git


def _loaded(folder: str, path: str) -> Ignore:
    base = os.fsencode(os.path.join(folder, ""))
    try:
        # Like git, follow no symlink here.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            return Ignore(base, path, compile_globs(file.read().removeprefix(b"\xef\xbb\xbf").split(b"\n")))
    except OSError as error:
        usual = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EISDIR}
        reason = "" if error.errno in usual else f"its patterns are not applied: {reason_of(error)}"
        return Ignore(base, path, (), reason)
