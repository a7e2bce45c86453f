"""What a terminal shows: the width of characters, their harmless form, and colour."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Callable

    Paint = Callable[[str, str], str]

TAB: Final = 4
COMMAND: Final = re.compile(r"^([ \t]*+)(?=::)", re.MULTILINE)
STYLES: Final = {
    "error": "1;31",
    "warning": "1;35",
    "note": "1;36",
    "caret": "1;32",
    "path": "1",
    "heading": "1",
    "gutter": "2",
}


class Cell(NamedTuple):
    """A character as it is shown, and how many columns of the terminal that takes."""

    text: str
    width: int


@lru_cache(maxsize=4096)
def cell(char: str) -> Cell:
    r"""Show one character; what could steer the terminal or reorder the line becomes `\x1b` or `\u202e`."""
    category = unicodedata.category(char)
    if not char.isprintable() and category != "Zs":
        text = _escape(ord(char))
        return Cell(text, len(text))
    if category in {"Mn", "Me"} or "\u1160" <= char <= "\u11ff":  # marks; jamo that join the one before
        return Cell(char, 0)
    return Cell(char, 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1)


def _escape(code: int) -> str:
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a path that is not UTF-8, as surrogateescape keeps it
        code -= 0xDC00
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def harmless(text: str) -> str:
    """Show a path or a message on one line, with nothing in it that a terminal would obey."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(cell(char).text for char in text)


def no_commands(text: str) -> str:
    """Give a text of which no line begins as a command of GitHub's workflows, `::error ...`, does.

    Such a path gets `./` in front. Blanks before count for nothing there.
    """
    return COMMAND.sub(r"\1./", text) if "::" in text else text


def columns(text: str) -> int:
    """Say how many columns of the terminal a harmless text takes."""
    return len(text) if text.isascii() else sum(cell(char).width for char in text)


def painter(*, colour: bool) -> Paint:
    """Give the function that puts a text into a style of `STYLES`; without colour it leaves the text."""
    return _painted if colour else _plain


def _painted(text: str, style: str) -> str:
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m"


def _plain(text: str, style: str) -> str:  # noqa: ARG001
    return text
