"""Flags that name folders in which headers are searched, apart from the others."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SEARCHED = ("-I", "-isystem", "-iquote", "-idirafter")


class Part(NamedTuple):
    """A flag with its value: `name` is one of `SEARCHED` and `folder` its value, or both are empty."""

    name: str
    folder: str
    words: tuple[str, ...]


def parts(flags: Sequence[str]) -> Iterator[Part]:
    """Give flags one by one, those that name a folder with it, be it joined or the next word."""
    rest = iter(flags)
    for flag in rest:
        if flag in SEARCHED:
            words = (flag, *islice(rest, 1))
            yield Part(flag, "".join(words[1:]), words)
        else:
            name = next((one for one in SEARCHED if flag.startswith(one)), "")
            yield Part(name, flag.removeprefix(name) if name else "", (flag,))
