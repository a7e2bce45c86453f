"""What is said of where a file stands and where its conversion goes, beside what is in it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hipify_py.model import Lines, Span
from hipify_py.outcomes import finding
from hipify_py.project import own_headers
from hipify_py.project.atomic import content, opened
from hipify_py.project.failures import printable, reported
from hipify_py.project.in_place import not_kept
from hipify_py.report.describe import concern
from hipify_py.rules.load import ruleset_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Finding
    from hipify_py.project.entries import Entry
    from hipify_py.project.file_conversion import Made
    from hipify_py.project.files import Source
    from hipify_py.report.model import Concern
    from hipify_py.settings import Settings

TELLING = 8  # bytes from which on a line is more than a brace, an `else` or a `break;`
SHARE = 4  # one line in so many has to be known


def with_places(
    entry: Entry, source: Source, made: Made, target: str, settings: Settings
) -> tuple[Concern, ...]:
    """Give what is said of a file and of where it stands, in order; `target` is its name in the output."""
    more = [*_of_places(entry, source, made, target, settings)]
    if not more:
        return made.report.concerns
    lines = Lines(source.data)
    said = (*(concern(one, lines, {}) for one in more), *made.report.concerns)
    return tuple(sorted(said, key=lambda one: (one.start.offset, one.end.offset, one.rule, one.message)))


def _of_places(
    entry: Entry, source: Source, made: Made, target: str, settings: Settings
) -> Iterator[Finding]:
    rules = ruleset_of(settings)
    yield from own_headers.missing(source.data, entry, settings, rules)
    if settings.mode == "in-place" and made.output != source.data:
        yield from (finding(rules, "F003", Span(0, 0), what=lost) for lost in not_kept(source.stat))
    if settings.mode == "output" and settings.output is not None:
        path = os.path.join(settings.output, target)
        if os.path.lexists(path) and _replaces_another(settings.output, target, source.data, made.output):
            yield finding(rules, "F026", Span(0, 0), path=printable(path.removeprefix("./")))


def _replaces_another(out: str, target: str, source: bytes, output: bytes) -> bool:
    """Say whether an output, `target` below the folder `out`, takes the place of something else."""
    with reported(os.path.join(out, target), "write"), opened(os.path.realpath(out), target) as slot:
        old = content(slot, 4 * max(len(source), len(output)))
    return old is not None and old != output and is_another(old, source, output)


def is_another(old: bytes, *versions: bytes) -> bool:
    """Say whether a text holds lines, and hardly any of some versions of the text that it might stem from.

    An output of an earlier run, of an earlier source, with other options or changed by a person since, shares
    most of its lines with them.
    """
    lines = [*_telling(old)]
    known = {line for version in versions for line in _telling(version)}
    return SHARE * sum(line in known for line in lines) < len(lines)


def _telling(text: bytes) -> Iterator[bytes]:
    """Give the lines that say whose text it is: neither short nor an include, which every program has."""
    stripped = (line.strip() for line in text.splitlines())
    return (line for line in stripped if len(line) > TELLING and not line.startswith(b"#include"))
