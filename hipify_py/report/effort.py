"""What is left to do with a line: nothing, a look at what came out, a decision, or another way.

A line counts once, as what asks most. So those to review, to decide and without a counterpart are together
the lines that carry a warning or an error.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, Literal, get_args

from hipify_py.report.places import again

if TYPE_CHECKING:
    from hipify_py.report.model import Concern, FileReport

Effort = Literal["automatic", "review", "decide", "none"]
EFFORTS: tuple[Effort, ...] = get_args(Effort)
"""From what asks least on."""
NO_COUNTERPART = frozenset({"N001", "N005", "N011", "N023"})  # names and headers that the ROCm meant has not
NOT_ON_AMD = "D"  # the letter of rules about constructs of NVIDIA's hardware, docs/nonportable.md
REACH = 50  # lines of an edit that count as edited


def edited_lines(file: FileReport) -> list[int]:
    """Give the lines that an edit stands on, in order."""
    found = (range(one.start.line, min(one.end.line, one.start.line + REACH) + 1) for one in file.changes)
    return sorted({line for lines in found for line in lines})


def effort_of(concern: Concern, edited: list[int]) -> Effort | None:
    """Say what a finding asks for, None for a note; `edited` are the lines of its file with edits."""
    if concern.severity == "note":
        return None
    lacking = concern.rule.startswith(NOT_ON_AMD) and concern.severity == "error"
    if lacking or concern.rule in NO_COUNTERPART:
        return "none"
    at = bisect_left(edited, concern.start.line)
    return "review" if at < len(edited) and edited[at] <= concern.end.line else "decide"


def lines_by_effort(file: FileReport) -> Counter[Effort]:
    """Count the lines of a file that edits, warnings or errors stand on, each as what asks most."""
    edited = edited_lines(file)
    most: dict[int, Effort] = {one.start.line: "automatic" for one in file.changes}
    for one in file.concerns:
        if effort := effort_of(one, edited):
            for line in (one.start.line, *(at.line for at, _ in again(one))):
                most[line] = max(effort, most.get(line, "automatic"), key=EFFORTS.index)
    return Counter(most.values())
