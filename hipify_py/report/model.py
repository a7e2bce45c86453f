"""What became of a run: values of which every form of the report is made, and that cross process borders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.model import HipifyError

if TYPE_CHECKING:
    from hipify_py.model import Fails, Place, Severity
    from hipify_py.rules.model import Replaced


Mode = Literal["check", "dry-run", "write", "diff"]
"""What a run did with the outcome, as a report speaks of it."""
Status = Literal["converted", "unchanged", "skipped", "failed"]


class Change(NamedTuple):
    """An edit as a report shows it: places and decoded text instead of spans.

    `why` is the reason of one in a build file, and empty in a source, where the rule says it.
    """

    rule: str
    kind: str
    start: Place
    end: Place
    before: str
    after: str
    origin: str = ""
    why: str = ""


class Concern(NamedTuple):
    """A finding as a report shows it; `excerpt` is the text of the line on which it starts.

    `fingerprint` is what it is known by, where that was worked out before; see `fingerprint.fingerprint`.
    `marks` are the same for each further place that it is about as about its first, in their order; none
    where one name stands for all of them. `also` are the other rules of what it stands for.
    `last_lines` are those on which the places of `related` end, where they are known.
    """

    rule: str
    severity: Severity
    fails: Fails
    message: str
    start: Place
    end: Place
    excerpt: str
    related: tuple[tuple[Place, str], ...] = ()
    origin: str = ""
    fingerprint: str = ""
    also: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    last_lines: tuple[int, ...] = ()


class Passage(NamedTuple):
    """Some lines of a file, before and after.

    `old` and `new` are the numbers of the first line on either side, from 1. Each of `lines` has a sign in
    front: a blank where it is the same on both sides, `-` before and `+` after a conversion.
    """

    old: int
    new: int
    lines: tuple[str, ...]


class FileReport(NamedTuple):
    """What became of one file. It crosses process borders, so it holds no source.

    `path` is as the user would type it; `target` is where the output went, if it went anywhere;
    `reason` says why a file was skipped or failed; `internal` marks a failure that is our own bug;
    `suppressed` counts findings and edits that comments turned off, `ignored` findings that were not chosen,
    and `known` are those that a baseline has;
    `diff` is the unified diff, and `output` what came out, where they were asked for; `calls_for` names the
    headers of ours that what was written includes at the top of its tree; `passages` are the lines around
    edits and findings, where they were asked for, and `left_out` counts those that were too many.
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
    output: bytes | None = None
    calls_for: tuple[str, ...] = ()
    ignored: int = 0
    known: tuple[Concern, ...] = ()
    passages: tuple[Passage, ...] = ()
    left_out: int = 0


class Report(NamedTuple):
    """What became of a run: one entry a file, in path order, skipped folders included.

    `rocm` is the release converted for, `dnn` what became of cuDNN. `replaced` are the built-in entries that
    the user's own took the place of, each with the number of edits and findings that come of it in this run;
    `idle` counts those of which none came. `stale` counts findings of a baseline that are not there any more,
    None where none was given.
    """

    files: tuple[FileReport, ...]
    rocm: str = ""
    replaced: tuple[tuple[Replaced, int], ...] = ()
    idle: int = 0
    dnn: str = ""
    stale: int | None = None


class FilesFailedError(HipifyError):
    """Files could not be read, understood as text, or written; the others are converted.

    `report` is what became of all of them.
    """

    def __init__(self, report: Report) -> None:
        """Name the files that failed, and why."""
        super().__init__()
        self.args = (report,)  # by which it goes from one process to another
        self.report = report

    def __str__(self) -> str:
        """Give a line for each file."""
        from hipify_py.report.terminal import harmless

        failed = (one for one in self.report.files if one.status == "failed")
        return "\n".join(f"{harmless(one.path)}: {harmless(one.reason)}" for one in failed)
