"""Flags of a build, made for nvcc or a host's compiler, as a HIP compiler takes them."""

from __future__ import annotations

import os
import shlex
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.lazy import re
from hipify_py.regular_file import NotRegularError, TooLargeError, read_regular

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.verify.model import Language

STANDARD_OF_CXX = re.compile(r"--?std=(?:c|gnu)\+\+\w+")
STANDARD_OF_C = re.compile(r"--?std=(?:c|gnu|iso9899:)\d\w*")
DEEPEST = 8  # option files within option files
MOST_OPTIONS = 10**6  # bytes of options in files, for one source


class Flags(NamedTuple):
    """What is kept of a command's flags, and what was dropped of it."""

    kept: tuple[str, ...]
    dropped: tuple[str, ...]


@cache
def _facts() -> dict[str, Any]:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "nvcc_flags.toml")
    with open(path, "rb") as file:
        return tomllib.load(file)


def translated(words: Sequence[str], folder: str) -> Flags:
    """Give the flags for a HIP compiler of those of a build, without the program and the sources.

    `folder` is where the command runs; files with more options are read there.
    """
    facts = _facts()
    kept: list[str] = []
    dropped: list[str] = []
    queue = [*_expanded(words, folder)][::-1]
    while queue:
        word = _renamed(queue.pop(), facts["translate"])
        name, value = _split(word, facts)
        if name in facts["host_options"]:
            queue += reversed((value or (queue.pop() if queue else "")).split(","))
            continue
        if name and value is None:
            value = queue.pop() if queue and not queue[-1].startswith("-") else ""
        whole = f"{name}={value}"
        if name in facts["drop_with_value"] and whole in facts["translate"]:
            kept.append(facts["translate"][whole])
        elif name in facts["keep_with_value"]:
            kept += _with_value(name, value or "")
        elif not name and (word in facts["keep"] or word.startswith(tuple(facts["keep_prefixes"]))):
            kept.append(word)
        elif word.startswith("-"):
            dropped.append(word)
    return Flags(tuple(kept), tuple(dropped))


def by_hand(words: Sequence[str], folder: str) -> tuple[str, ...]:
    """Give the flags that a user names: nvcc's own as `translated` does, and all others as they are."""
    facts = _facts()
    with_value, alone = facts["nvcc_with_value"], facts["nvcc_alone"]
    kept: list[str] = []
    queue = [*words][::-1]
    while queue:
        word = queue.pop()
        name, equals, _ = word.partition("=")
        if word in alone or (equals and name in with_value):
            kept += translated([word], folder).kept
        elif word in with_value:
            kept += translated([word, *([queue.pop()] if queue else [])], folder).kept
        else:
            kept.append(word)
    return tuple(kept)


def of_language(flags: Sequence[str], language: Language) -> tuple[str, ...]:
    """Leave a standard of C++ out for a unit of C, and one of C for any other."""
    other = STANDARD_OF_CXX if language == "c" else STANDARD_OF_C
    return tuple(flag for flag in flags if not other.fullmatch(flag))


def _with_value(name: str, value: str) -> list[str]:
    """Give an option with its value, so that a compiler takes no word for a file with options (`@...`).

    Such files come with the sources, and an option can run a plug-in.
    """
    if name == "-std":
        return [f"-std={value}"]
    if value.startswith("@"):
        return [] if name in {"-D", "-U"} else [name, f"./{value}"]
    return [name, value]


def _renamed(word: str, names: dict[str, str]) -> str:
    if word in names:
        return names[word]
    head, equals, tail = word.partition("=")
    return f"{names[head]}={tail}" if equals and head in names else word


def _split(word: str, facts: dict[str, Any]) -> tuple[str, str | None]:
    """Give an option that takes a value, and the value if it stands in the same word."""
    keep = facts["keep_with_value"]
    with_value = (*keep, *facts["drop_with_value"], *facts["host_options"])
    if word in with_value:
        return word, None
    head, equals, tail = word.partition("=")
    if equals and head in with_value:
        return head, tail
    glued = next((name for name in sorted(keep, key=len, reverse=True) if word.startswith(name)), "")
    return (glued, word[len(glued) :]) if glued else ("", None)


def _expanded(words: Sequence[str], folder: str) -> Iterator[str]:
    """Put the options that stand in files in the place of the files; `MOST_OPTIONS` of these are read."""
    queue = [(0, word) for word in reversed(words)]  # each with how many files it stands in
    left = MOST_OPTIONS
    while queue:
        depth, word = queue.pop()
        name, equals, path = word.partition("=")
        if word in _facts()["option_files"] and queue:
            path = queue.pop()[1]
        elif word.startswith("@"):
            path = word[1:]
        elif not (equals and name in _facts()["option_files"]):
            yield word
            continue
        try:
            data, _ = read_regular(os.path.join(folder, path), left if depth < DEEPEST else 0)
            inner = shlex.split(data.decode("utf-8", "surrogateescape"))
        except (OSError, ValueError, NotRegularError, TooLargeError):
            continue
        left -= len(data)
        queue += ((depth + 1, word) for word in reversed(inner))
