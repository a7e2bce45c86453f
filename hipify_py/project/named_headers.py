"""Headers that build files name, or install: whoever uses the project includes them."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

COMMENT = re.compile(rb"(?m)(?:^|(?<=\s))#[^\r\n]*")
NAME = re.compile(rb"[\w.+-]+\.(?:cuh|h|hh|hpp|hxx|inc|inl)\b")
GLOB = re.compile(rb"(?P<folder>[\w.${}/+-]*/)?\*+(?:/\*)?\.(?:(?:cu)?h|in[cl]|[{*?])")
INSTALLS = re.compile(
    rb"(?i)\binstall\s*\(\s*(?:files|directory|targets)\b|\bfile_set\b|package_data|data_files"
    rb"|^\s*[@-]?(?:\$[({])?install(?:[)}]|_\w+[)}]|\s+-)",
    re.MULTILINE,
)
OF_FOLDERS = re.compile(rb"(?i)\binstall\s*\(\s*DIRECTORY\s++([^()]*)|\bBASE_DIRS\s++([^()]*)")
KEYWORD = re.compile(rb"[A-Z_]+\Z")
VARIABLE = re.compile(rb"\$\{?[\w.]*\}?|\$\([\w.]*\)")


class NamedHeaders:
    """What build files say of headers; `texts` are theirs, by path."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        """Read each of them once."""
        self._names: set[str] = set()
        self._folders: set[str] = set()  # as they end, below the folder of the build file
        for path, text in texts.items():
            code = COMMENT.sub(b"", text)
            self._names.update(name.decode("utf-8", "replace") for name in NAME.findall(code))
            if INSTALLS.search(code):
                top = posixpath.dirname(path)
                self._folders.update(posixpath.normpath(f"{top}/{one}") for one in _folders(code))

    def has(self, path: str) -> bool:
        """Say whether a build file names a header, or has a folder installed that holds it."""
        if posixpath.basename(path) in self._names:
            return True
        folder = posixpath.dirname(path)
        while folder != posixpath.dirname(folder):
            if folder in self._folders:
                return True
            folder = posixpath.dirname(folder)
        return False


def _folders(code: bytes) -> Iterator[str]:
    """Give the folders that a build has installed, or of which it takes headers by a pattern."""
    for found in OF_FOLDERS.finditer(code):
        for word in (found[1] or found[2]).split():
            if KEYWORD.match(word):
                break
            yield _plain(word)
    yield from (_plain(found["folder"] or b"") for found in GLOB.finditer(code))


def _plain(word: bytes) -> str:
    """Give a folder without variables, which mostly are the build file's own."""
    return VARIABLE.sub(b"", word.strip(b"\"'")).strip(b"/").decode("utf-8", "replace")
