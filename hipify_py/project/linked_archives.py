"""Static libraries of CMake's that other CMake files of the same tree link, and nobody else speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.file_names import CMAKE
from hipify_py.build.remarks import without_remarks
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

SEPARABLE = b"CUDA_SEPARABLE_COMPILATION"
MADE = re.compile(rb"(?i)\badd_library\s*+\(\s*+([\w.+-]++)\s++STATIC\b")
LINKS = re.compile(rb"(?i)\btarget_link_libraries\s*+\(\s*+[^\s()]++([^()]*+)\)")
INSTALLED = re.compile(rb"(?i)\b(?:install|export)\s*+\(([^()]*+)\)")
WORD = re.compile(rb"[^\s\";]++")


def linked_archives(texts: Mapping[str, bytes], around: Callable[[str], str]) -> dict[str, frozenset[bytes]]:
    """Give for CMake files the archives that they make with device code, where only CMake links these.

    Some other file of the tree does, no command installs or exports one, be it by a variable, and no build
    file of another kind has its name. `texts` are all build files, `around` gives the top of a file's tree.
    """
    asked = {
        path: names
        for path, text in texts.items()
        if path.endswith(CMAKE) and SEPARABLE in text and (names := frozenset(MADE.findall(text)))
    }
    if not asked:
        return {}
    of_cmake = {path: without_remarks(text) for path, text in texts.items() if path.endswith(CMAKE)}
    others = [text for path, text in texts.items() if path not in of_cmake]
    handed_on = {word for text in of_cmake.values() for word in _words(INSTALLED, text)}
    if any(word.startswith(b"$") for word in handed_on):
        return {}
    links = {path: frozenset(_words(LINKS, text)) for path, text in of_cmake.items()}
    found: dict[str, frozenset[bytes]] = {}
    for path, names in asked.items():
        top = around(path)
        linked = frozenset[bytes]().union(
            *(links[one] for one in links if one != path and around(one) == top)
        )
        kept = {name for name in names & linked - handed_on if not any(name in text for text in others)}
        found[path] = frozenset(kept)
    return found


def _words(command: re.Pattern[bytes], text: bytes) -> Iterator[bytes]:
    return (word for given in command.findall(text) for word in WORD.findall(given))
