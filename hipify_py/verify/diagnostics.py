"""Read what clang says."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.verify.model import Diagnostic, Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

INNER = b"\x01line end\x01"
LONGEST = 4000  # characters of a line that are read: what a source quotes has no end of its own
MOST = 200  # notes of an error, and includes that lead to it
PLACED = re.compile(
    r"(?P<file>[^\0]+?):(?P<line>[0-9]{1,9}):(?P<column>[0-9]{1,9}):"
    r" (?P<kind>fatal error|error|note|warning): (?P<text>.*)"
)
INCLUDED = re.compile(
    r"(?:In file included from|                 from) (?P<file>[^\0]+?):(?P<line>[0-9]{1,9})[:,]"
)
BARE = re.compile(r"(?P<program>[^\s:]*):(?: fatal)?(?: error:)? ?(?P<text>.*)|LLVM ERROR: ?(?P<why>.*)")
PROGRAMS = re.compile(r"clang|lld|hipcc|^error$")
CRASH = re.compile(
    r"PLEASE submit a bug report|Stack dump:|LLVM ERROR|Segmentation fault|Assertion .* failed"
    r"|failed due to signal"
)
# what follows from other errors
ECHO = re.compile(r"too many errors emitted|command failed with exit code")


def in_lines(said: bytes, path: str) -> bytes:
    """Give what a compiler said with `INNER` for each line end in a path, of a unit or of a folder around it.

    A compiler prints a path as it is, and what stands behind a line end in it would be taken for another.
    """
    start = 0
    known = os.fsencode(path)
    while (at := known.find(b"\n", start)) >= 0:
        head = known[:at]
        said = said.replace(head + b"\n", head + INNER)
        known = head + INNER + known[at + 1 :]
        start = at + len(INNER)
    return said


def parse(said: bytes) -> list[Diagnostic]:
    """Give the errors that a compiler spoke of, each with its notes, in order."""
    found: list[_Error] = []
    stacks: dict[str, tuple[Spot, ...]] = {}  # a file's is said once, where another file was spoken of before
    stack: list[Spot] = []
    kind = ""
    for line in _lines(said):
        if included := INCLUDED.match(line):
            stack.append(Spot(_path(included["file"]), int(included["line"]), 1))
            continue
        placed = PLACED.fullmatch(line)
        if placed is None:
            found += _bare(line)
            continue
        text = _readable(placed["text"])
        spot = Spot(_path(placed["file"]), int(placed["line"]), int(placed["column"]), text)
        if stack:
            stacks[spot.file] = tuple(stack[-MOST:])
        if placed["kind"].endswith("error"):
            found.append(_Error(text, spot, placed["kind"] != "error", [], stacks.get(spot.file, ())))
        elif placed["kind"] == "note" and found and kind != "warning" and len(found[-1].notes) < MOST:
            found[-1].notes.append(spot)
        kind = placed["kind"] if placed["kind"] != "note" else kind
        stack = []
    kept = (one for one in found if not ECHO.search(one.text))
    return [Diagnostic(one.text, one.spot, one.fatal, tuple(one.notes), one.stack) for one in kept]


class _Error(NamedTuple):
    """An error as it is read, with notes that are still to come."""

    text: str
    spot: Spot | None
    fatal: bool
    notes: list[Spot]
    stack: tuple[Spot, ...]


def _lines(said: bytes) -> Iterator[str]:
    """Give the lines without their ends, the beginning of each; bytes that are no text stand as in paths."""
    for line in said.split(b"\n"):
        yield line[: 4 * LONGEST].decode("utf-8", "surrogateescape")[:LONGEST].rstrip("\r")


def _path(said: str) -> str:
    return said.replace(INNER.decode(), "\n")


def _readable(text: str) -> str:
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _bare(line: str) -> Iterator[_Error]:
    """Give an error without a place: of the driver, or of the linker."""
    bare = BARE.match(line)
    if bare and "error" in line and "generated" not in line:
        text = bare["why"] if bare["program"] is None else bare["text"]
        if bare["program"] is None or PROGRAMS.search(bare["program"]):
            yield _Error(_readable(text).removeprefix("error: "), None, fatal=False, notes=[], stack=())


def crashed(status: int | None, said: bytes) -> str:
    """Give the line that says how a compiler broke down; "" for one that ended by itself.

    What it says of a place is no such line: a source may say anything in an `#error` or a `static_assert`.
    """
    for line in _lines(said):
        mark = CRASH.search(line)
        if mark and not PLACED.fullmatch(line):
            return _readable(line[mark.start() :])
    return f"ended by signal {-status}" if status is not None and status < 0 else ""


def last_line(said: bytes) -> str:
    """Give the last line that is not empty; "" where there is none."""
    return next((_readable(line).strip() for line in reversed([*_lines(said)]) if line.strip()), "")
