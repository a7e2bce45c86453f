"""Variables with a name of CUDA's modules that are a file's own: it sets and compares them, no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.build.cmake_view import View

NAME = re.compile(rb"(?<!\w)CUDA_\w++")
SETS = {b"set", b"option"}
ASKS = {b"if", b"elseif", b"else", b"endif", b"while", b"endwhile"}
SHOWS = {b"mark_as_advanced", b"message"}


@fact
def compared(view: View) -> Mapping[bytes, int]:
    """Give the variables that a file sets and else only compares or shows, with the first place's offset.

    Nothing takes their values anywhere: what is told of one is of no use again at each comparison.
    """
    places: dict[bytes, int] = {}
    given: set[bytes] = set()
    asked: set[bytes] = set()
    used: set[bytes] = set()
    for command in view.file.commands:
        texts = view.texts(command)
        sets = texts[:1] if command.name in SETS else []
        of_cache = command.name == b"set_property" and texts[:1] == [b"CACHE"]
        for found in NAME.finditer(view.file.code, command.place.end, command.span.end):
            name = found[0]
            places.setdefault(name, found.start())
            if [name] == sets:
                given.add(name)
            elif command.name in ASKS:
                asked.add(name)
            elif command.name not in SHOWS and not of_cache:
                used.add(name)
    return {name: places[name] for name in (given & asked) - used}
