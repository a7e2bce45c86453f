"""Include the headers of ours that edits call for: each has a namespace of its own name, which tells it."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import COMPAT_HEADER, HALF_HEADER, OWN_HEADERS, WARP_HEADER
from hipify_py.model import Edit
from hipify_py.outcomes import Match, finding
from hipify_py.source.includes import insertion, is_piece

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit


class Speakers(NamedTuple):
    """The messages that speak for a header: of its include, and of a piece of a file that cannot have it."""

    include: str
    piece: str


SPEAKERS = {
    WARP_HEADER: Speakers("W000", "W032"),
    COMPAT_HEADER: Speakers("N012", "N013"),
    HALF_HEADER: Speakers("N012", "N013"),
}


def own_includes(unit: Unit, edits: Sequence[Edit], rules: RuleSet, options: Options) -> Iterator[Match]:
    """Include each header that edits call for, where no include of the file brings it."""
    for header in OWN_HEADERS:
        space = header.removesuffix(".h").encode() + b"::"
        needs = [edit for edit in edits if any(isinstance(p, bytes) and space in p for p in edit.parts)]
        if needs and not _is_included(unit, header):
            yield _include(unit, header, needs, rules, options)


def _is_included(unit: Unit, header: str) -> bool:
    return any(posixpath.basename(path) == header.encode() for path in unit.included)


def _include(unit: Unit, header: str, needs: Sequence[Edit], rules: RuleSet, options: Options) -> Match:
    speakers, name = SPEAKERS[header], posixpath.basename(options.path or "stdin.cu")
    if is_piece(unit, name):
        first = min(edit.span for edit in needs)
        return Match(findings=(finding(rules, speakers.piece, first, header=header),))
    path = b'"' + (options.headers + header).encode() + b'"'
    span, text = insertion(unit, name, [path], (edit.span.start for edit in needs))
    return Match((Edit(span, (text,), speakers.include, "own-include"),))
