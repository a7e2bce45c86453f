"""What a finding is known by when the code around it moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hipify_py.model import Place
    from hipify_py.report.model import Concern

LONG, AROUND = 2000, 400  # characters of a line that is not taken whole, and what is, on either side
DIGITS = 16  # of the fingerprint, in hexadecimal; who compares counts those that are alike


def of_family(rule: str, family: str) -> str:
    """Give what a finding is known by that stands for all uses of a library in a file: the library."""
    from hashlib import sha256

    return sha256(f"{rule}\0{family}".encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def fingerprint(concern: Concern) -> str:
    """Give what a finding is known by: its rule, the text of its line, and what of the line it speaks about.

    Blanks do not count, and neither does the place. Two findings of a file may be alike: count them.
    """
    return concern.fingerprint or of_place(concern.rule, concern.excerpt, concern.start, concern.end)


def of_place(rule: str, line: str, start: Place, end: Place) -> str:
    """Give what a finding of a rule is known by at a place, with the text of the line on which it starts."""
    from hashlib import sha256

    first, over = start.column - 1, end.line > start.line
    about = line[first : min(len(line) if over else end.column - 1, first + AROUND)]
    if len(line) > LONG:  # each of its findings would take the whole of it
        line = line[max(0, first - AROUND) : first + AROUND]
    parts = (rule, *(" ".join(text.split()) for text in (line, about)))
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]
