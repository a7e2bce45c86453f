"""The values that the whole program passes around: spans, edits, findings, results and errors.

All offsets are byte offsets into the source. Lines and columns count from 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

Severity = Literal["note", "warning", "error"]
Fails = Literal["compile", "link", "run", "silent", "speed", "never"]
SEVERITIES: tuple[Severity, ...] = ("note", "warning", "error")
LAUNCHES = ("keep", "macro")
WARPS = ("32", "native")
NOTHING: Mapping[str, str] = {}
NO_CONSTANTS: Mapping[bytes, bytes] = {}


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


class Edit(NamedTuple):
    """Replace `span` by `parts`; a part is new bytes or a span of the original that is kept.

    Edits that lie inside a kept span are applied there, so nested constructs convert in one pass. `origin`
    is the `file:line` of the user's own rule that asks for the edit, and empty for a built-in one.
    """

    span: Span
    parts: tuple[bytes | Span, ...]
    rule: str
    kind: str
    origin: str = ""


class Related(NamedTuple):
    """A second place that a finding speaks about."""

    span: Span
    message: str


class Finding(NamedTuple):
    """Something that a person has to look at, and how it goes wrong if nobody does.

    `origin` is the `file:line` of the user's own rule that says so, and empty for a built-in one.
    """

    rule: str
    severity: Severity
    span: Span
    message: str
    fails: Fails = "compile"
    related: tuple[Related, ...] = ()
    origin: str = ""


class Suppressed(NamedTuple):
    """A finding or an edit that a `hipify: ignore[ID]` comment in the source turned off."""

    rule: str
    span: Span
    reason: str


class Result(NamedTuple):
    """What one conversion came to. `output` is what `edits` make of `source`."""

    source: bytes
    output: bytes
    edits: tuple[Edit, ...] = ()
    findings: tuple[Finding, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()

    @property
    def needs_warp_header(self) -> bool:
        """Say whether the output includes `hipify_warp32.h`, which lies in the package's folder `include`."""
        return any(edit.kind == "warp-include" for edit in self.edits)

    @property
    def text(self) -> str:
        """Give the output as text; bytes that are not UTF-8 become lone surrogates (`surrogateescape`)."""
        return self.output.decode("utf-8", "surrogateescape")


class Project(NamedTuple):
    """What the other files of a run tell about one of them. Paths are posix paths, all of one kind.

    `files` gives, for a path and for every shorter tail of it that names it alone, the path; `runtime`
    holds the files that include the HIP runtime once converted, directly or through others; `names` the
    macros, types and functions with a CUDA-like name that the project itself defines; `renamed` the new
    path of every file that will be renamed. `constants` gives the text of the values of constants that
    speak of warps, such as `WARP_SIZE`, which other files define, and `functions` names functions and macros
    of that kind.
    """

    files: Mapping[str, str] = NOTHING
    runtime: frozenset[str] = frozenset()
    names: frozenset[bytes] = frozenset()
    renamed: Mapping[str, str] = NOTHING
    constants: Mapping[bytes, bytes] = NO_CONSTANTS
    functions: frozenset[bytes] = frozenset()


class Options(NamedTuple):
    """How one file is converted.

    `path` is the file's path as `project` knows it; its ending tells what kind of file it is, and a
    source without a path counts as CUDA. `launch` is "keep" for `<<<>>>` or "macro" for
    `hipLaunchKernelGGL`. `add_include` lets a missing `#include <hip/hip_runtime.h>` be added. `warp` is
    "32" to keep warps of 32 lanes in the halves of a wavefront or "native" to use the wavefront's own width;
    `warp_header` is the path by which the header for "32" is included.
    `rocm` is the release to convert for, None that of the rules given and without any the newest known.
    """

    path: str | None = None
    launch: Literal["keep", "macro"] = "keep"
    add_include: bool = True
    project: Project = Project()
    warp: Literal["32", "native"] = "32"
    warp_header: str = "hipify_warp32.h"
    rocm: str | None = None


class HipifyError(Exception):
    """A failure with a remedy that the user can act on; its text names the place, cause and remedy."""


class RuleError(HipifyError):
    """A rule file is wrong: the text names the file, line, rule and remedy."""


class EditConflictError(HipifyError):
    """Two edits overlap without one lying inside the other: a bug in the rules, never in the input."""


class Lines:
    """Turns byte offsets of one source into places; fastest when asked in ascending order."""

    def __init__(self, source: bytes) -> None:
        """Find where each line begins."""
        self.source = source
        self.starts = [0, *(found.end() for found in re.finditer(rb"\n", source))]
        self._last = Place(1, 1, 0)

    def place(self, offset: int) -> Place:
        """Say at which line and column, both from 1, the byte at `offset` stands."""
        line = bisect_right(self.starts, offset)
        last = self._last
        if line != last.line or offset < last.offset:
            last = Place(line, 1, self.starts[line - 1])
        more = len(self.source[last.offset : offset].decode("utf-8", "replace"))
        self._last = Place(line, last.column + more, offset)
        return self._last

    def text(self, line: int) -> str:
        """Give the text of a line (from 1) without its line end; bytes that are not UTF-8 show as U+FFFD."""
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.source)
        return self.source[start:end].rstrip(b"\r\n").decode("utf-8", "replace")


Status = Literal["converted", "unchanged", "skipped", "failed"]


class Change(NamedTuple):
    """An edit as a report shows it: places and decoded text instead of spans."""

    rule: str
    kind: str
    start: Place
    end: Place
    before: str
    after: str
    origin: str = ""


class Concern(NamedTuple):
    """A finding as a report shows it; `excerpt` is the text of the line on which it starts."""

    rule: str
    severity: Severity
    fails: Fails
    message: str
    start: Place
    end: Place
    excerpt: str
    related: tuple[tuple[Place, str], ...] = ()
    origin: str = ""


class FileReport(NamedTuple):
    """What became of one file. It crosses process borders, so it holds no source.

    `path` is as the user would type it; `target` is where the output went, if it went anywhere;
    `reason` says why a file was skipped or failed; `internal` marks a failure that is our own bug;
    `diff` is the unified diff, where one was asked for.
    """

    path: str
    status: Status
    target: str | None = None
    reason: str = ""
    internal: bool = False
    changes: tuple[Change, ...] = ()
    concerns: tuple[Concern, ...] = ()
    suppressed: int = 0
    diff: bytes = b""


class Replaced(NamedTuple):
    """A built-in entry that a user's own rules take the place of: a name, header, namespace or rule.

    `origin` is the `file:line` of the user's entry.
    """

    kind: str
    name: str
    origin: str


class Report(NamedTuple):
    """What became of a run: one entry a file, in path order, skipped folders included.

    `rocm` is the release converted for. `replaced` are the built-in entries that the user's own took the
    place of, each with the number of edits and findings that come of it in this run; `idle` counts those
    of which none came.
    """

    files: tuple[FileReport, ...]
    rocm: str = ""
    replaced: tuple[tuple[Replaced, int], ...] = ()
    idle: int = 0
