"""What a run put where, and what to look at first: the last lines that a person reads."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hipify_py.choices import OWN_HEADERS
from hipify_py.report.causes import causes
from hipify_py.report.counting import counted
from hipify_py.report.rule_texts import explained
from hipify_py.report.terminal import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.report.form import Form
    from hipify_py.report.model import FileReport, Mode, Report


def written(report: Report, mode: Mode) -> Iterator[str]:
    """Say what a run put where; headers of ours that it added stand apart."""
    own, added = _written(report, mode)
    if own and all(file.path == file.target for file in own):
        yield f"Written: {counted(len(own), 'converted file')}, in place."
    elif own:
        folders = {os.path.dirname(str(file.target)) for file in own}
        mixed = len({os.path.isabs(each) for each in folders}) > 1  # only in a report that somebody edited
        where = "several folders" if mixed else harmless(os.path.commonpath(folders)) or "the current folder"
        where = harmless(os.path.normpath(str(own[0].target))) if len(own) == 1 else where
        yield f"Written: {counted(len(own), 'converted file')}, to {where}."
    if added:
        yield f"Added, as they include it: {', '.join(harmless(file.path) for file in added)}."


def before_commit(report: Report, form: Form) -> Iterator[str]:
    """Say what a person does next whose commit a hook looked at; nothing where it goes on."""
    own, added = _written(report, form.mode)
    if added:
        yield f"Added at the top of the repository: {', '.join(harmless(file.path) for file in added)}."
    if own or added:
        files = counted(len(own), "converted file")
        yield f"Written: {files}, in place. Next: look at `git diff`, `git add` it all, and commit again."
    worst = harmless(next((each.rule for each in causes(report) if each.severity != "note"), ""))
    if worst:
        yield f"Next: `{explained(worst)}` says what to do. What is all right as it is takes a"
        yield f"comment, `// hipify: ignore[{worst}] why`; `hipify-py baseline write` notes what is known."


def _written(report: Report, mode: Mode) -> tuple[list[FileReport], list[FileReport]]:
    """Give the files that a run converted, and the headers of ours that it added."""
    done = [file for file in report.files if mode == "write" and file.target and file.status == "converted"]
    added = [file for file in done if is_added(file)]
    return [file for file in done if file not in added], added


def is_added(file: FileReport) -> bool:
    """Say whether a file is a header of ours that a run wrote, and no source of the project."""
    ours = os.path.basename(file.path) in OWN_HEADERS
    return ours and file.status == "converted" and file.path == file.target and not file.changes


def first_step(report: Report, names: Mapping[str, str]) -> Iterator[str]:
    """Say what to look at first, and what tells of it."""
    found = [each for each in causes(report) if each.severity != "note"]
    if not found:
        return
    worst, stopping = found[0], sum(each.stops for each in found)
    stops = f", {stopping} {'stops' if stopping == 1 else 'stop'} the build" if stopping else ""
    name = harmless(names.get(worst.rule) or "")
    yield f"{counted(len(found), 'cause')}{stops}. The worst, in {counted(worst.places, 'place')}:"
    yield f"  {explained(harmless(worst.rule))}{f'  # {name}' * bool(name)}"
