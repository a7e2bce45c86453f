"""What a run came to: the counts, and the closing lines that a person reads."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from hipify_py.report.counting import counted, plural
from hipify_py.report.next_steps import first_step, is_added, written
from hipify_py.report.order import badness, files_of, is_folder, reason_of
from hipify_py.report.places import again
from hipify_py.report.terminal import columns, harmless, painter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hipify_py.model import Severity
    from hipify_py.report.model import Concern, FileReport, Mode, Report, Status
    from hipify_py.report.terminal import Paint

COLUMNS: Final = 80
NARROW, WIDE, LABEL = 60, 120, 10  # columns of a brief summary, and of its labels
LISTED: Final = 10  # skips that are named one by one; more are counted by their reason


@dataclass(frozen=True, slots=True)
class RuleCount:
    """How often a rule was reported at one severity; `name` is the rule's short name, where known."""

    rule: str
    name: str | None
    severity: Severity
    count: int


class Summary(NamedTuple):
    """The counts of a run. `files` counts no folders, and no headers of ours that the run added.

    `lines` have a warning or an error on them.
    """

    files: Mapping[Status, int]
    folders: int
    edits: tuple[tuple[str, int], ...]
    findings: tuple[RuleCount, ...]
    suppressed: int
    ignored: int
    known: int
    stale: int | None
    lines: int

    @property
    def seen(self) -> int:
        """Count the files that the run looked at or skipped one by one."""
        return sum(self.files.values())

    @property
    def idle(self) -> bool:
        """Say whether the run neither changed nor found anything."""
        silent = self.suppressed or self.ignored or self.known or self.stale
        return not (self.files["converted"] or self.files["failed"] or self.findings or silent)


def summarise(report: Report, *, names: Mapping[str, str] | None = None) -> Summary:
    """Count what a run came to; `names` gives the short name of a rule by its id."""
    files = [file for file in report.files if not is_folder(file)]
    status = Counter(file.status for file in files if not is_added(file))
    kinds = Counter(change.kind for file in files for change in file.changes)
    return Summary(
        files={each: status[each] for each in ("converted", "unchanged", "skipped", "failed")},
        folders=len(report.files) - len(files),
        edits=tuple(sorted(kinds.items(), key=lambda kind: (-kind[1], kind[0]))),
        findings=_by_rule((one for file in files for one in file.concerns), names or {}),
        suppressed=sum(file.suppressed for file in files),
        ignored=sum(file.ignored for file in files),
        known=sum(len(file.known) for file in files),
        stale=report.stale,
        lines=sum(len(_lines_to_look_at(file)) for file in files),
    )


def _by_rule(concerns: Iterable[Concern], names: Mapping[str, str]) -> tuple[RuleCount, ...]:
    counts = Counter((one.rule, one.severity) for one in concerns)
    rows = [RuleCount(rule, names.get(rule), severity, count) for (rule, severity), count in counts.items()]
    return tuple(sorted(rows, key=lambda row: (badness(row.severity), -row.count, row.rule)))


def _lines_to_look_at(file: FileReport) -> set[int]:
    counted = [one for one in file.concerns if one.severity != "note"]
    others = (at.line for one in counted for at, _ in again(one))
    return {*(one.start.line for one in counted), *others}


def render_summary(
    report: Report,
    *,
    mode: Mode,
    names: Mapping[str, str] | None = None,
    colour: bool = False,
    brief: int | None = None,
) -> str:
    """Write the closing lines of a run, ending in a newline; `names` as in `summarise`.

    They count and never rate: what was not found is not proof that nothing is there. The last of them says
    what to look at first. Where `brief` gives a number of columns, files, edits and findings have one line
    each.
    """
    counts, paint = summarise(report, names=names), painter(colour=colour)
    skips = _skipped(report, paint)
    own = list(_replaced(report, paint))
    if counts.idle:
        return "\n".join([*_idle(counts, [*written(report, mode)]), *own, *skips, ""])
    blocks = [_files(counts, mode, paint), _edits(counts, paint), _findings(counts, paint)]
    if brief is not None:
        blocks = [_brief(counts, mode, paint, min(max(brief, NARROW), WIDE))]
    lines = [line for block in (*blocks, own, skips) for line in block]
    return "\n".join(
        [*lines, "", *_closing(counts, mode), *written(report, mode), *first_step(report, names or {}), ""]
    ).lstrip("\n")


def _idle(counts: Summary, added: Sequence[str]) -> Iterator[str]:
    """Say that nothing was found; `added` are lines about headers of ours that were missing."""
    if not counts.seen:
        yield "Nothing to do: no files found."
        return
    skipped = f", {counts.files['skipped']} of them skipped" if counts.files["skipped"] else ""
    first = "" if added else "Nothing to do: "
    yield f"{first}{counted(counts.seen, 'file')} seen{skipped}, no edits, no findings."
    yield from added


def _files(counts: Summary, mode: Mode, paint: Paint) -> Iterator[str]:
    converted = "converted" if mode == "write" else "would convert"
    yield from _heading("Files", paint)
    yield _row(counts.seen, "seen")
    yield _row(counts.files["converted"], converted)
    yield from (_row(counts.files[each], each) for each in ("unchanged", "skipped", "failed"))


def _edits(counts: Summary, paint: Paint) -> Iterator[str]:
    if counts.edits:
        yield from _heading("Edits", paint)
        yield from (_row(count, harmless(kind)) for kind, count in counts.edits)


def _findings(counts: Summary, paint: Paint) -> Iterator[str]:
    silent = list(_silent(counts))
    if not (counts.findings or silent):
        return
    yield from _heading("Findings", paint)
    wide = max((len(row.rule) for row in counts.findings), default=0)
    for row in counts.findings:
        severity = paint(row.severity, row.severity) + " " * (len("warning") - len(row.severity))
        yield _row(row.count, f"{severity}  {row.rule:{wide}}  {harmless(row.name or '')}")
    if any(row.severity == "note" for row in counts.findings):
        yield f"{' ' * LABEL}notes are shown with --notes"
    yield from silent


def _brief(counts: Summary, mode: Mode, paint: Paint, width: int) -> Iterator[str]:
    """Say in a line each what the blocks of the whole summary have."""
    from textwrap import wrap

    files, edits = counts.files, sum(count for _, count in counts.edits)
    converted = "converted" if mode == "write" else "would be converted"
    states = [f"{files['converted']} {converted}"]
    states += [f"{files[each]} {each}" for each in ("unchanged", "skipped", "failed") if files[each]]
    said = {"Files": f"{counts.seen} seen: {', '.join(states)}"}
    if edits:
        said["Edits"] = f"{edits}: {', '.join(f'{count} {harmless(kind)}' for kind, count in counts.edits)}"
    found = Counter[str]()
    for row in counts.findings:
        found[row.severity] += row.count
    notes = f"; {counted(found['note'], 'note')}, shown with --notes" if found["note"] else ""
    said["Findings"] = f"{counted(found['error'], 'error')}, {counted(found['warning'], 'warning')}{notes}"
    for title, words in said.items():
        first, *rest = wrap(words, width - LABEL, break_on_hyphens=False)
        yield f"{paint(title, 'heading')}{' ' * (LABEL - len(title))}{first}"
        yield from (" " * LABEL + line for line in rest)
    yield from _silent(counts)


def _silent(counts: Summary) -> Iterator[str]:
    """Count what the findings above do not have."""
    if counts.suppressed:
        yield _row(counts.suppressed, "suppressed by hipify: ignore comments")
    if counts.ignored:
        yield _row(counts.ignored, "not reported, by --select, --ignore or the settings")
    if counts.known:
        yield _row(counts.known, "known, by the baseline")
    if counts.stale:
        yield _row(counts.stale, "in the baseline alone: take them out with hipify-py baseline prune")


def _replaced(report: Report, paint: Paint) -> Iterator[str]:
    """Name what a user's own rules took the place of, each with what came of it in this run."""
    if report.replaced or report.idle:
        yield from _heading("Built-in rules replaced by your own", paint)
    yield from (
        _row(count, f"{each.kind} {harmless(each.name)}, by {harmless(each.origin)}")
        for each, count in report.replaced
    )
    if report.idle:
        yield _row(report.idle, f"{'more ' if report.replaced else ''}without effect in this run")


def _closing(counts: Summary, mode: Mode) -> Iterator[str]:
    if counts.lines:
        one = counts.lines == 1
        carry = "carries a warning or an error" if one else "carry warnings or errors"
        yield f"{counted(counts.lines, 'line')} to look at: {'it' if one else 'they'} {carry}."
    elif not counts.files["failed"]:
        yield "No line carries a warning or an error."
    if counts.files["failed"]:
        yield f"{counted(counts.files['failed'], 'file')} failed: their lines say why."
    if counts.files["converted"] and mode != "write":
        use = "hipify-py convert -o DIR" if mode == "check" else "-o DIR for a converted copy"
        yield f"Nothing was written: use {use} or --in-place."


def _skipped(report: Report, paint: Paint) -> list[str]:
    skipped = [file for file in files_of(report) if file.status == "skipped"]
    folders = [file for file in skipped if is_folder(file)]
    files = [file for file in skipped if not is_folder(file)]
    few = [each for some in (folders, files) if len(some) <= LISTED for each in some]
    many = [(some, what) for some, what in ((folders, "folder"), (files, "file")) if len(some) > LISTED]
    lines = [*_listed(few), *(line for some, what in many for line in _grouped(some, what))]
    return [*_heading("Skipped", paint), *lines] if lines else []


def _listed(skipped: Sequence[FileReport]) -> Iterator[str]:
    """Name each path beside its reason, or above it where both do not fit into one row."""
    from textwrap import wrap

    rows = [(harmless(file.path), harmless(reason_of(file))) for file in skipped]
    wide = min(max((columns(path) for path, _ in rows), default=0), COLUMNS // 2)
    for path, reason in rows:
        pad = wide - columns(path)
        if pad >= 0 and 4 + wide + columns(reason) <= COLUMNS:
            yield f"  {path}{' ' * (pad + 2)}{reason}".rstrip()
        else:
            yield f"  {path}"
            yield from wrap(reason, COLUMNS, initial_indent=" " * 6, subsequent_indent=" " * 6)


def _grouped(skipped: Sequence[FileReport], what: str) -> Iterator[str]:
    """Count paths by their reason, the frequent ones first; reasons alike up to a colon count as one."""
    from textwrap import wrap

    causes: dict[str, list[str]] = {}
    for file in skipped:
        reason = harmless(reason_of(file)) or "no reason given"
        causes.setdefault(reason.split(": ")[0], []).append(reason)
    groups = [(alike[0] if len(set(alike)) == 1 else cause, len(alike)) for cause, alike in causes.items()]
    groups.sort(key=lambda group: (-group[1], group[0]))
    shown = groups if len(groups) <= LISTED else groups[: LISTED - 1]
    for reason, count in shown:
        yield from wrap(_row(count, f"{plural(count, what)}: {reason}"), COLUMNS, subsequent_indent=" " * 10)
    if rest := len(skipped) - sum(count for _, count in shown):
        yield _row(rest, f"{plural(rest, what)}: other reasons, all named in --format json")


def _heading(text: str, paint: Paint) -> tuple[str, str]:
    return "", paint(text, "heading")


def _row(count: int, text: str) -> str:
    return f"{count:8}  {text}".rstrip()
