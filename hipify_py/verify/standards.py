"""The standard of C++ that a project's build files ask for, where no build says how a unit is compiled.

Only one later than what compilers take by themselves counts: for an older one they are strict enough. And
which sources of C makefiles compile as C++.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hipify_py.choices import MODULES
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hipify_py.verify.model import Language

NAMES = ("CMakeLists.txt", "GNUmakefile", "makefile", "Makefile")
COMMENT = re.compile(rb"(?m)(?<![\\\w\"'$])#[^\n]*")
YEAR = rb"(\d[\dabcxyz])(?!\w)"
FOR_DEVICE = re.compile(rb"\b(?:(?:CMAKE_)?(?:CUDA|HIP)_STANDARD[\s\"]+|(?:cuda|hip)_std_)" + YEAR)
ANY = re.compile(
    rb"(?:\b(?:CMAKE_)?(?:CUDA|HIP|CXX)_STANDARD[\s\"]+|\b(?:cuda|hip|cxx)_std_"
    rb"|(?<![\w-])--?std(?:=|[ \t;]+)[\\\"']*(?:c|gnu)\+\+)" + YEAR
)
CXX = re.compile(rb"\$[({]CXX[)}]|(?<![\w+-])(?:[\w.-]+-)?(?:g|clang|c)\+\+(?![\w+])")
SOURCE_OF_C = re.compile(rb"(?<![\w.-])[\w.-]+\.c(?![\w.])")
LATE = {b"2a": b"20", b"20": b"20", b"2b": b"23", b"23": b"23", b"2c": b"26", b"26": b"26"}
WITH_MODULES = b"20"  # the first standard that has them


class Standards:
    """The standards that build files ask for, each folder asked once."""

    def __init__(self, roots: Sequence[str], read: Callable[[str], bytes]) -> None:
        """Take the folders above which no build file counts, and what reads a file."""
        self._roots, self._read = frozenset(roots), read
        self._asked: dict[tuple[str, Language], bytes] = {}
        self._cxx: dict[str, frozenset[bytes]] = {}

    def flags(self, path: str, language: Language) -> tuple[str, ...]:
        """Give the flag for a unit; none where the nearest build file asks for no late standard.

        The interface of a module is none in an older one.
        """
        year = b"" if language == "c" else LATE.get(self._of(os.path.dirname(path), language), b"")
        year = year or (WITH_MODULES if path.endswith(MODULES) else b"")
        return (f"-std=gnu++{year.decode()}",) if year else ()

    def is_cxx(self, path: str) -> bool:
        """Say whether a build file in the folder of a source of C, or above, gives it to a C++ compiler."""
        folder, name = os.path.split(path)
        return os.fsencode(name) in self._given_to_cxx(folder)

    def _given_to_cxx(self, folder: str) -> frozenset[bytes]:
        if folder not in self._cxx:
            above = os.path.dirname(folder)
            found = (
                frozenset[bytes]() if folder in self._roots or above == folder else self._given_to_cxx(above)
            )
            for name in NAMES[1:]:
                lines = self._text(os.path.join(folder, name)).replace(b"\\\n", b" ").split(b"\n")
                found |= {one for line in lines if CXX.search(line) for one in SOURCE_OF_C.findall(line)}
            self._cxx[folder] = found
        return self._cxx[folder]

    def _text(self, file: str) -> bytes:
        return COMMENT.sub(b"", self._read(file)) if os.path.isfile(file) else b""

    def _of(self, folder: str, language: Language) -> bytes:
        """Give the year that the nearest build file asks for, in a folder or above it."""
        key = folder, language
        if key not in self._asked:
            here = (self._year(os.path.join(folder, name), language) for name in NAMES)
            above = os.path.dirname(folder)
            is_top = folder in self._roots or above == folder
            self._asked[key] = next(filter(None, here), b"" if is_top else self._of(above, language))
        return self._asked[key]

    def _year(self, file: str, language: Language) -> bytes:
        text = self._text(file)
        asked = (language == "hip" and FOR_DEVICE.findall(text)) or ANY.findall(text)
        return max(asked, key=lambda year: LATE.get(year, b""), default=b"")
