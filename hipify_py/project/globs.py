"""Globs in the form of .gitignore, and the ignore files that hold them. The matching is pathspec's.

That takes long to load for a small run, so what it makes of an ignore file is kept as what files came to is.
"""

from __future__ import annotations

import errno
import os
import warnings
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import compile_now, re
from hipify_py.project.failures import reason_of, refusal
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular
from hipify_py.rules.linear import compiled as linear
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.project.file_cache import FileCache

    Globs = tuple["Glob", ...]

LIMIT = 1_000_000  # bytes of an ignore file
POINTER = 10_000  # bytes of a file that says where a folder of git's is


FEW = 3  # stars: what has more of them is matched in linear time, or not at all


class Glob(NamedTuple):
    """One line of an ignore file: whether it takes files in or out, and what matches a path."""

    include: bool
    expression: re.Pattern[bytes]
    folder_only: bool


class Parts(NamedTuple):
    """What a glob is made of: its expression, and whether that is matched in linear time."""

    include: bool
    expression: bytes
    folder_only: bool
    linear: bool


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


def compile_globs(lines: Iterable[bytes], cache: FileCache | None = None) -> Globs:
    """Compile the lines of an ignore file; like git, drop comments and lines that can never match."""
    said = [line for line in lines if _says_something(line)]
    if cache is None or not said:
        return tuple(glob for line in said if (glob := compile_glob(line)))
    place = cache.place("globs", b"\n".join(said), Options())
    found = cache.kept(place)
    if found is None:
        found = [tuple(parts) for line in said if (parts := _parts(line))]
        cache.keep(place, found)
    return tuple(glob for parts in found if (glob := _made(Parts(*parts))))


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
    parts = _parts(line) if _says_something(line) else None
    return _made(parts) if parts else None


def _says_something(line: bytes) -> bool:
    return bool(line.strip()) and not line.startswith(b"#")


def _parts(line: bytes) -> Parts | None:
    from pathspec.patterns.gitignore import GitIgnorePatternError  # slow to import, rarely needed
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    bare = line.rstrip()
    folder_only = bare.endswith(b"/")  # pathspec would take the slash as leave to match the folder's content
    try:
        with _unwarned():
            pattern = GitIgnoreSpecPattern(bare[:-1] if folder_only else line)
    except (GitIgnorePatternError, re.error, ValueError):
        return None
    if pattern.include is None or pattern.regex is None:
        return None
    return Parts(pattern.include, pattern.regex.pattern, folder_only, line.count(b"*") > FEW)


def _made(parts: Parts) -> Glob | None:
    try:
        with _unwarned():
            expression = linear(parts.expression) if parts.linear else compile_now(parts.expression)
    except (re.error, ValueError):
        return None
    return Glob(parts.include, expression, parts.folder_only)


def _unwarned() -> warnings.catch_warnings[None]:
    """Let `re` compile without a word on what it may read otherwise some day, such as [[:alpha:]]."""
    return warnings.catch_warnings(action="ignore", category=FutureWarning)


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


def ignores_above(root: str, cache: FileCache | None = None) -> list[Ignore]:
    """Load the ignore files between the folder that holds .git and `root`, from the outside in."""
    folders = []
    folder = root
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, inner = os.path.dirname(folder), folder
        if folder == inner:
            return []  # no repository: what lies above `root` has no say
        folders.append(folder)
    both = (".git", ".gitignore")
    return [ignore for folder in reversed(folders) for ignore in ignores_of(folder, both, cache)]


def ignores_of(folder: str, names: Iterable[str], cache: FileCache | None = None) -> list[Ignore]:
    """Load .git/info/exclude and .gitignore of a folder, as far as they are in `names` and there."""
    found = []
    if ".git" in names:
        found.append(_excluded(folder, os.path.join(folder, ".git"), cache))
    if ".gitignore" in names:
        found.append(_loaded(folder, os.path.join(folder, ".gitignore"), cache))
    return found


def _excluded(folder: str, dot_git: str, cache: FileCache | None) -> Ignore:
    """Load the info/exclude of a repository."""
    try:
        return _loaded(folder, os.path.join(_common_folder(dot_git), "info", "exclude"), cache)
    except OSError as error:
        return _unapplied(folder, dot_git, reason_of(error))
    except ValueError as error:
        return _unapplied(folder, dot_git, str(error))


def git_folder(dot_git: str) -> str:
    """Find the folder with the index; in a work tree and a submodule .git is a file that points to it.

    Raises `OSError` or `ValueError` where a file that points there is none.
    """
    if not os.path.isfile(dot_git):
        return dot_git
    pointed = _pointer(dot_git).removeprefix("gitdir:").strip()
    return os.path.join(os.path.dirname(dot_git), pointed)


def _common_folder(dot_git: str) -> str:
    """Find the folder with info/exclude, which several work trees share; raises as `git_folder` does."""
    folder = git_folder(dot_git)
    common = os.path.join(folder, "commondir")
    return os.path.join(folder, _pointer(common).strip()) if os.path.lexists(common) else folder


def _pointer(path: str) -> str:
    text = os.fsdecode(_read(path, POINTER))
    if "\0" in text:
        message = f"{os.path.basename(path)} holds a NUL byte"
        raise ValueError(message)
    return text


def _loaded(folder: str, path: str, cache: FileCache | None) -> Ignore:
    try:
        # Like git, follow no symlink here.
        data = b"" if os.path.islink(path) else _read(path, LIMIT)
    except OSError as error:
        usual = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EISDIR}
        return _unapplied(folder, path, "" if error.errno in usual else reason_of(error))
    except ValueError as error:
        return _unapplied(folder, path, str(error))
    globs = compile_globs(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), cache)
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
