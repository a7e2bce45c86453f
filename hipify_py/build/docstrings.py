"""Build files of Python and Starlark without docstrings: strings of three quotes that are statements."""

from __future__ import annotations

from hipify_py.lazy import re

# All strings in order, for a mark within one opens none; brackets, for what is in them is no statement. What
# nothing closes reaches to the end, of its line or of the file.
TOKEN = re.compile(
    rb"""(?P<long>(?:(?<!\w)[rRuUbB]{1,2})?(?:\"{3}(?:\\.|[^\\])*?\"{3}|'{3}(?:\\.|[^\\])*?'{3}))
    |(?:\"{3}|'{3}).*+|"(?:[^"\\\r\n]|\\.)*+"?|'(?:[^'\\\r\n]|\\.)*+'?|\#[^\r\n]*|(?P<open>[(\[{])|(?P<close>[)\]}])""",
    re.VERBOSE | re.DOTALL,
)
BEGINS = re.compile(rb"(?:\A|(?<!\\)[\r\n]|(?<!\\)\r\n)[ \t]*\Z")
INDENTED = 200  # bytes before a string that are looked at


def without_docstrings(source: bytes) -> bytes:
    """Give a file with blanks for such strings; those that are assigned or given to a function stay."""
    parts: list[bytes] = []
    end, depth = 0, 0
    for found in TOKEN.finditer(source):
        if found["open"]:
            depth += 1
        elif found["close"]:
            depth = max(depth - 1, 0)
        elif found["long"] and not depth and _begins(source, found.start()):
            parts += source[end : found.start()], b" " * len(found[0])
            end = found.end()
    return b"".join((*parts, source[end:]))


def _begins(source: bytes, at: int) -> bool:
    """Say whether a statement begins at a place: first in its line, which goes on from none before it."""
    return BEGINS.search(source[:at] if at < INDENTED else b"-" + source[at - INDENTED : at]) is not None
