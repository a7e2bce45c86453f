"""Values that a call shows by a text, and that nothing is decided by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.bracket_ends import bracket_ends

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

BY_ITSELF = re.compile(  # what stands in a statement before the bracket of a call that is all of it
    rb"\s*+(?:else\b\s*+)?(?:(?:if|for|while)\s*+\((?:[^()]|\([^()]*+\))*+\)\s*+)?(?:else\b\s*+)?"
    rb"(?:\w++\s*+(?:::|->|\.)\s*+)*+(?!return\b)\w++\s*+"
)
DECIDES = re.compile(rb"[<>=!]=|(?<!-)[<>?]|&&|\|\|")
SAYS = re.compile(rb"\w\s*(\()\s*\"")  # a call of which the first argument is a text
HELD = (b"%", b"{")  # in a text that shows values
# In a text that is handed on, and read: options of compilers, and values of variables or options by name.
OPTIONS = re.compile(rb"(?<!\w)-D|(?<!\w)--?\w[\w-]*+=|\b[A-Z][A-Z0-9_]*+=|\A\w++=[^\s,;\\\x22]*+\x22\s*+\Z")
OF_COMPILERS = (b"sm_", b"compute_", b"arch")  # in one that tells a compiler what to make


def is_said(unit: Unit, start: int, at: int) -> bool:
    """Say whether a place is an argument of a call that shows values by a text, its first argument.

    The call is a statement by itself, so that what it gives is used for nothing, and compares nothing.
    """
    for found in SAYS.finditer(unit.code, start, at):
        end = bracket_ends(unit).get(found.start(1), 0)
        text = unit.source[found.end() : unit.code.find(b'"', found.end())]
        if end > at and any(one in text for one in HELD) and not any(one in text for one in OF_COMPILERS):
            stop = unit.code.find(b",", found.end(), at)
            if OPTIONS.search(unit.source[found.end() : at if stop < 0 else stop]):
                return False
            alone = BY_ITSELF.fullmatch(unit.code, start, found.start(1)) is not None
            return alone and DECIDES.search(unit.code, found.end(), end) is None
    return False
