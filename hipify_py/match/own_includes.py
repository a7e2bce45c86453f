"""Include the headers of ours that edits call for: each has a namespace of its own name, which tells it."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import COMPAT_HEADER, HALF_HEADER, OWN_HEADERS, WARP_HEADER
from hipify_py.model import Edit
from hipify_py.outcomes import finding
from hipify_py.source.includes import insertion, is_piece

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Finding
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


def own_includes(unit: Unit, edits: Sequence[Edit], options: Options) -> list[Edit]:
    """Include each header that edits call for, where no include of the file brings it."""
    made: list[Edit] = []
    if is_piece(unit, _name(options)):
        return made
    for header, needs in _needed(unit, edits):
        path = b'"' + (options.headers + header).encode() + b'"'
        span, text = insertion(unit, _name(options), [path], (edit.span.start for edit in needs))
        made.append(Edit(span, (text,), SPEAKERS[header].include, "own-include"))
    return made


def without_headers(unit: Unit, edits: Sequence[Edit], rules: RuleSet, options: Options) -> list[Finding]:
    """Report each header that edits of a piece of other files call for: these have to include it."""
    if not is_piece(unit, _name(options)):
        return []
    return [
        finding(rules, SPEAKERS[header].piece, min(edit.span for edit in needs), header=header)
        for header, needs in _needed(unit, edits)
    ]


def _name(options: Options) -> str:
    return posixpath.basename(options.path or "stdin.cu")


def _needed(unit: Unit, edits: Sequence[Edit]) -> Iterator[tuple[str, list[Edit]]]:
    """Give the headers of ours that edits call for and no include brings, and the edits that do."""
    for header in OWN_HEADERS:
        space = header.removesuffix(".h").encode() + b"::"
        needs = [edit for edit in edits if any(isinstance(p, bytes) and space in p for p in edit.parts)]
        if needs and not any(posixpath.basename(path) == header.encode() for path in unit.included):
            yield header, needs
