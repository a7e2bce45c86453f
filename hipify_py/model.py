"""The values that the whole program passes around: spans, edits, findings, results and errors.

All offsets are byte offsets into the source. Lines and columns count from 1.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Severity = Literal["note", "warning", "error"]
Fails = Literal["compile", "link", "run", "silent", "speed", "never"]
SEVERITIES: tuple[Severity, ...] = ("note", "warning", "error")


class Span(NamedTuple):
    """A half-open range of bytes, `start <= i < end`."""

    start: int
    end: int


class Place(NamedTuple):
    """Where a span lies, for people: `line` and `column` from 1, `offset` in bytes from 0.

    A column counts characters, not bytes; a byte that is not UTF-8 counts as one character.
    """

    line: int
    column: int
    offset: int


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `span` by `parts`; a part is new bytes or a span of the original that is kept.

    Edits that lie inside a kept span are applied there, so nested constructs convert in one pass.
    """

    span: Span
    parts: tuple[bytes | Span, ...]
    rule: str
    kind: str


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that a finding speaks about."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a person has to look at, and how it goes wrong if nobody does."""

    rule: str
    severity: Severity
    span: Span
    message: str
    fails: Fails = "compile"
    related: tuple[Related, ...] = ()


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding or an edit that a `hipify: ignore[ID]` comment in the source turned off."""

    rule: str
    span: Span
    reason: str


@dataclass(frozen=True, slots=True)
class Result:
    """What one conversion came to. `output` is what `edits` make of `source`."""

    source: bytes
    output: bytes
    edits: tuple[Edit, ...] = ()
    findings: tuple[Finding, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()


@dataclass(frozen=True, slots=True)
class Project:
    """What the other files of a run tell about one of them. Paths are posix paths below one root.

    `files` are all files of the run; `runtime` those that include the HIP runtime, directly or through
    others; `names` the macros, types and functions that the project itself defines with a CUDA-like name;
    `renamed` the new path of every file that will be renamed.
    """

    files: frozenset[str] = frozenset()
    runtime: frozenset[str] = frozenset()
    names: frozenset[bytes] = frozenset()
    renamed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """How one file is converted.

    `path` is the file's path below the project's root; its ending tells what kind of file it is, and a
    source without a path counts as CUDA. `launch` is "keep" for `<<<>>>` or "macro" for
    `hipLaunchKernelGGL`. `add_include` lets a missing `#include <hip/hip_runtime.h>` be added.
    """

    path: str | None = None
    launch: Literal["keep", "macro"] = "keep"
    add_include: bool = True
    project: Project = Project()


class HipifyError(Exception):
    """A failure with a remedy that the user can act on; its text names the place, cause and remedy."""


class RuleError(HipifyError):
    """A rule file is wrong: the text names the file, line, rule and remedy."""


class EditConflictError(HipifyError):
    """Two edits overlap without one lying inside the other: a bug in the rules, never in the input."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Turns byte offsets of one source into places."""

    source: bytes
    starts: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Find where each line begins."""
        starts, at = [0], self.source.find(b"\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.source.find(b"\n", at + 1)
        object.__setattr__(self, "starts", tuple(starts))

    def place(self, offset: int) -> Place:
        """Say at which line and column, both from 1, the byte at `offset` stands."""
        line = bisect_right(self.starts, offset)
        before = self.source[self.starts[line - 1] : offset]
        return Place(line, len(before.decode("utf-8", "replace")) + 1, offset)

    def text(self, line: int) -> str:
        """Give the text of a line (from 1) without its line end; bytes that are not UTF-8 show as U+FFFD."""
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.source)
        return self.source[start:end].rstrip(b"\r\n").decode("utf-8", "replace")


Status = Literal["converted", "unchanged", "skipped", "failed"]


@dataclass(frozen=True, slots=True)
class Change:
    """An edit as a report shows it: places and decoded text instead of spans."""

    rule: str
    kind: str
    start: Place
    end: Place
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Concern:
    """A finding as a report shows it; `excerpt` is the text of the line on which it starts."""

    rule: str
    severity: Severity
    fails: Fails
    message: str
    start: Place
    end: Place
    excerpt: str
    related: tuple[tuple[Place, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file. It crosses process borders, so it holds no source.

    `path` is as the user would type it; `target` is where the output went, if it went anywhere;
    `reason` says why a file was skipped or failed; `internal` marks a failure that is our own bug.
    """

    path: str
    status: Status
    target: str | None = None
    reason: str = ""
    internal: bool = False
    changes: tuple[Change, ...] = ()
    concerns: tuple[Concern, ...] = ()
    suppressed: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a run: one entry a file, in path order, skipped folders included."""

    files: tuple[FileReport, ...]
