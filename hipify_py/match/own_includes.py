"""Include the headers of ours that edits call for: each has a namespace of its own name, which tells it."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import (
    COMPAT_HEADER,
    HALF_HEADER,
    NVTX_HEADER,
    OWN_HEADERS,
    SAMPLES_HEADER,
    WARP_HEADER,
)
from hipify_py.match.runtime_include import is_shared
from hipify_py.model import Edit
from hipify_py.outcomes import finding
from hipify_py.resolve.project_files import pieces_calling_for
from hipify_py.source.includes import insertion, is_piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit


class Speakers(NamedTuple):
    """The messages that speak for a header: of its include, and of a piece of a file that cannot have it."""

    include: str
    piece: str


PREFIX = b"hipify_"  # of the names of all our headers
SPEAKERS = {
    WARP_HEADER: Speakers("W000", "W032"),
    COMPAT_HEADER: Speakers("N012", "N013"),
    HALF_HEADER: Speakers("N012", "N013"),
    NVTX_HEADER: Speakers("N012", "N013"),
    SAMPLES_HEADER: Speakers("N012", "N013"),
}


def own_includes(unit: Unit, edits: Sequence[Edit], rules: RuleSet, options: Options) -> list[Edit]:
    """Include each header that edits call for, or pieces that the file includes, and no include brings."""
    made: list[Edit] = []
    if is_piece(unit, options.name):
        return made
    edits = [edit for edit in edits if _writes(edit, PREFIX)]
    for header in OWN_HEADERS:
        needed = [edit.span.start for edit in calling_for(edits, header)]
        needed += pieces_calling_for(unit, header, rules, options)
        if needed and not _brings(unit, header):
            path = b'"' + (options.headers + header).encode() + b'"'
            span, text = insertion(unit, [path], needed, shared=is_shared(unit, options))
            made.append(Edit(span, (text,), SPEAKERS[header].include, "own-include"))
    return made


def without_headers(unit: Unit, edits: Sequence[Edit], rules: RuleSet, options: Options) -> list[Finding]:
    """Report each header that edits of a piece call for, if no file is known that includes it with them."""
    if options.project.included or not is_piece(unit, options.name):
        return []
    return [
        finding(rules, SPEAKERS[header].piece, min(edit.span for edit in needs), header=header)
        for header in OWN_HEADERS
        if (needs := calling_for(edits, header)) and not _brings(unit, header)
    ]


def space_of(header: str) -> bytes:
    """Give how the names of a header of ours begin."""
    return header.removesuffix(".h").encode() + b"::"


def calling_for(edits: Sequence[Edit], header: str) -> list[Edit]:
    """Give the edits that write a name of a header of ours."""
    space = space_of(header)
    return [edit for edit in edits if _writes(edit, space)]


def _writes(edit: Edit, text: bytes) -> bool:
    """Say whether a part of an edit holds some text."""
    return any(isinstance(part, bytes) and text in part for part in edit.parts)


def _brings(unit: Unit, header: str) -> bool:
    return any(posixpath.basename(path) == header.encode() for path in unit.included)
