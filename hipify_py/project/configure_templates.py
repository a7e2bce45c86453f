"""Makefiles in which Autotools' configure writes what it has found, and those that it never makes.

What stands for such a value, `@CUDA_HOME@`, is CUDA's where configure.ac looks for that: it is told there.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.build.file_names import CMAKE
from hipify_py.build.remarks import without_remarks
from hipify_py.lazy import re
from hipify_py.project.files import folders_around

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CONFIGURES = ("configure.ac", "configure.in")
OF_CUDA = re.compile(rb"(?i)cuda|nvcc")
FILLED = re.compile(rb"@\w+@")
TEMPLATE = re.compile(r"(.+)\.in(?:\.\w+)?")
NAMED = re.compile(rb"[\w+-][\w.+-]*?\.in(?!\w)")
MAKES = re.compile(rb"\bAC_(?:CONFIG_FILES|OUTPUT)\s*\(([^()]*)\)")


def looked_for_by_configure(texts: Mapping[str, bytes]) -> frozenset[str]:
    """Give the build files with such values, beside or below a configure.ac that looks for CUDA."""
    folders = {folder for folder, text in _configures(texts) if OF_CUDA.search(text)}
    return frozenset(
        path
        for path, text in texts.items()
        if folders and not path.endswith(CMAKE) and FILLED.search(text)
        if not folders.isdisjoint(folders_around(path))
    )


def never_configured(texts: Mapping[str, bytes]) -> frozenset[str]:
    """Give the templates beside or below a configure.ac that lists others, and that nothing else names.

    Automake makes one of `Makefile.am`.
    """
    lists = {folder: b" ".join(MAKES.findall(text)) for folder, text in _configures(texts)}
    listing = {folder: text for folder, text in lists.items() if text.strip()}
    if not listing or any(b"$" in text for text in listing.values()):
        return frozenset()
    made = {_made(word) for text in listing.values() for word in _words(text)}
    named = {one.decode() for text in texts.values() for one in NAMED.findall(text)}
    return frozenset(
        path
        for path in texts
        if (found := TEMPLATE.fullmatch(posixpath.basename(path)))
        if found[1] not in made and f"{found[1]}.in" not in named
        if not listing.keys().isdisjoint(folders_around(path))
        if posixpath.join(posixpath.dirname(path), f"{found[1]}.am") not in texts
    )


def _configures(texts: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    for path, text in texts.items():
        if posixpath.basename(path) in CONFIGURES:
            yield posixpath.dirname(path), without_remarks(text)


def _words(text: bytes) -> list[str]:
    return text.translate(bytes.maketrans(b"[],", b"   ")).decode("utf-8", "replace").split()


def _made(word: str) -> str:
    """Give the name of the file that configure makes, of `src/a.mk` or of `src/a.mk:src/b.mk.in`."""
    return posixpath.basename(word.partition(":")[0])
