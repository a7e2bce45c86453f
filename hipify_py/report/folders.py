"""Which folder of a run a file counts to: few enough to compare, and told apart."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

FEW = 5  # folders that are enough to compare
DEEPEST = 4  # parts of a path below what all have in common


def shared_folder(paths: Iterable[str]) -> str:
    """Give the folder that all paths lie in, with a slash at its end; empty where there is none."""
    return _text(_common([_parts(path) for path in paths]))


def folders(paths: Iterable[str]) -> dict[str, str]:
    """Give for each path the folder that it counts to, with a slash at its end.

    That is as little of the path as makes some folders, beyond what all paths have in common.
    """
    parts = {path: _parts(path) for path in paths}
    shared = len(_common([*parts.values()]))
    made: dict[str, str] = {}
    for depth in range(1, DEEPEST + 1):
        made = {path: _text(each[: shared + depth]) for path, each in parts.items()}
        if len({*made.values()}) >= FEW:
            break
    return made


def _parts(path: str) -> list[str]:
    return path.removesuffix("/").split("/")[:-1]


def _text(parts: Iterable[str]) -> str:
    return "".join(f"{part}/" for part in parts)


def _common(several: list[list[str]]) -> list[str]:
    """Give the parts that all begin with: those that the first and the last in order have in common."""
    if not several:
        return []
    pairs = zip(min(several), max(several), strict=False)
    return [first for first, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
