"""Read what clang says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.verify.model import Diagnostic, Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

PLACED = re.compile(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<kind>fatal error|error|note|warning): (?P<text>.*)"
)
INCLUDED = re.compile(r"(?:In file included from|                 from) (?P<file>.+?):(?P<line>\d+)[:,]")
BARE = re.compile(
    r"(?:[^\s:]*(?:clang|lld|hipcc|LLVM ERROR)[^\s:]*:|error:)(?: fatal)?(?: error:)? ?(?P<text>.*)"
)
CRASH = re.compile(
    r"PLEASE submit a bug report|Stack dump:|LLVM ERROR|Segmentation fault|Assertion .* failed"
    r"|failed due to signal"
)
# what follows from other errors
ECHO = re.compile(r"too many errors emitted|command failed with exit code")


def parse(said: bytes) -> list[Diagnostic]:
    """Give the errors that a compiler spoke of, each with its notes, in order."""
    found: list[Diagnostic] = []
    stacks: dict[str, tuple[Spot, ...]] = {}  # a file's is said once, where another file was spoken of before
    stack: list[Spot] = []
    kind = ""
    for line in said.decode("utf-8", "replace").splitlines():
        if included := INCLUDED.match(line):
            stack.append(Spot(included["file"], int(included["line"]), 1))
            continue
        placed = PLACED.match(line)
        if placed is None:
            found += _bare(line)
            continue
        spot = Spot(placed["file"], int(placed["line"]), int(placed["column"]), placed["text"])
        if stack:
            stacks[spot.file] = tuple(stack)
        if placed["kind"].endswith("error"):
            found.append(
                Diagnostic(spot.text, spot, placed["kind"] != "error", (), stacks.get(spot.file, ()))
            )
        elif placed["kind"] == "note" and found and kind != "warning":
            found[-1] = found[-1]._replace(notes=(*found[-1].notes, spot))
        kind = placed["kind"] if placed["kind"] != "note" else kind
        stack = []
    return [one for one in found if not ECHO.search(one.text)]


def _bare(line: str) -> Iterator[Diagnostic]:
    """Give an error without a place: of the driver, or of the linker."""
    bare = BARE.match(line)
    if bare and "error" in line and "generated" not in line:
        yield Diagnostic(bare["text"].removeprefix("error: "))


def crashed(status: int | None, said: bytes) -> str:
    """Give the line that says how a compiler broke down; "" for one that ended by itself."""
    text = said.decode("utf-8", "replace")
    if mark := CRASH.search(text):
        return next(line for line in text[mark.start() :].splitlines() if line.strip())
    return f"ended by signal {-status}" if status is not None and status < 0 else ""
