"""Branches of a CMake file for a CMake older than what its project, or the language HIP, asks for."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.build.cmake_languages import MINIMUM, RELEASE, enables
from hipify_py.lazy import re
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.build.cmake_view import View

MINOR = rb"\$\{CMAKE_MAJOR_VERSION\}\.\$\{CMAKE_MINOR_VERSION\}"
OURS = re.compile(
    rb"CMAKE_VERSION|\$\{CMAKE_VERSION\}|" + MINOR + rb"(?:\.\$\{CMAKE_(?:PATCH|TWEAK)_VERSION\})?"
)
COMPARES = re.compile(rb"VERSION_(LESS|GREATER|EQUAL)(_EQUAL)?")
NUMBER = re.compile(rb"\d{1,4}(?:\.\d{1,4}){0,3}")
TURNED = {b"LESS": b"GREATER", b"GREATER": b"LESS", b"EQUAL": b"EQUAL"}
BRACKETS = {"open": b"(", "close": b")"}
LONGEST = 60  # words of a condition that is read
Words = list[tuple[bytes, bool]]
"""The words of a condition, and of each whether it is a bracket."""


@fact
def never_run(view: View) -> frozenset[int]:
    """Give the numbers of commands that no build for HIP runs: these, and those of Windows or macOS alone."""
    return view.blocks.windows.union(_of_old_releases(view, _least(view)))


def _least(view: View) -> tuple[int, ...]:
    """Give the oldest CMake that a project can be built with; (0,) where that may be any.

    That is the first one with the language HIP where it is asked for in whatever file of the tree.
    """
    asked = [
        (int(found[1]), int(found[2]))
        for number, command in view.commands()
        if command.name == b"cmake_minimum_required" and not view.blocks.outer[number]
        for text in command.texts
        if (found := RELEASE.fullmatch(text))
    ]
    if view.options.project.with_hip or enables(view):
        asked.append(MINIMUM)
    return max(asked, default=(0,))


def _of_old_releases(view: View, least: tuple[int, ...]) -> Iterator[int]:
    for marks in view.blocks.choices:
        taken = False
        for mark, after in pairwise(marks):
            holds = None if view.file.commands[mark].name == b"else" else _holds(_words(view, mark), least)
            if taken or holds is False:
                yield from range(mark + 1, after)
            taken = taken or holds is True


def _words(view: View, number: int) -> Words:
    command = view.file.commands[number]
    pairs = zip(command.arguments, command.texts, strict=True)
    return [(BRACKETS.get(one.kind, text), one.kind in BRACKETS) for one, text in pairs]


def _holds(words: Words, least: tuple[int, ...]) -> bool | None:
    """Say what a condition decides for each CMake from `least` on; None where it does not by itself."""
    if len(words) > LONGEST:
        return None
    parts = _parted(words, b"OR")
    if len(parts) > 1 and any(len(_parted(one, b"AND")) > 1 for one in parts):
        return None  # CMake reads both from left to right: neither binds more than the other
    terms = [_all_hold(one, least) for one in parts]
    return True if True in terms else None if None in terms else False


def _all_hold(words: Words, least: tuple[int, ...]) -> bool | None:
    terms = [_one_holds(one, least) for one in _parted(words, b"AND")]
    return False if False in terms else None if None in terms else True


def _one_holds(words: Words, least: tuple[int, ...]) -> bool | None:
    if words[:1] == [(b"NOT", False)]:
        holds = _one_holds(words[1:], least)
        return None if holds is None else not holds
    if words[:1] == [(b"(", True)] and len(words) > 2 and _is_one(words):
        return _holds(words[1:-1], least)
    return _compared([text for text, _ in words], least)


def _is_one(words: Words) -> bool:
    """Say whether the bracket with which some words begin ends with them."""
    depth = 0
    for at, word in enumerate(words):
        depth += (word == (b"(", True)) - (word == (b")", True))
        if depth == 0:
            return at == len(words) - 1
    return False


def _parted(words: Words, by: bytes) -> list[Words]:
    """Part words at one that stands in no bracket."""
    parts: list[Words] = [[]]
    depth = 0
    for word in words:
        depth += (word == (b"(", True)) - (word == (b")", True))
        if depth == 0 and word == (by, False):
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _compared(texts: Sequence[bytes], least: tuple[int, ...]) -> bool | None:
    """Say what a comparison of CMake's version with a number decides."""
    how = COMPARES.fullmatch(texts[1]) if len(texts) == 3 else None
    if how is None:
        return None
    first, kind, other = texts[0], how[1], texts[2]
    if OURS.fullmatch(other):
        first, kind, other = other, TURNED[kind], first
    if not OURS.fullmatch(first) or not NUMBER.fullmatch(other):
        return None
    number = [int(one) for one in other.split(b".")]
    ours = [*least, *[0] * (len(number) - len(least))]
    number += [0] * (len(ours) - len(number))
    below, equal = number < ours, number == ours
    if kind == b"EQUAL":
        return False if below else None
    if kind == b"LESS":
        return False if below or (equal and how[2] is None) else None
    return True if below or (equal and how[2] is not None) else None
