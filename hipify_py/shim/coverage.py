"""Whether a shim that stands in a folder is what the sources need now, and what it lacks where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Place, Span
from hipify_py.outcomes import finding
from hipify_py.report.model import Concern
from hipify_py.shim.header import NAME, line_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.rules.model import RuleSet
    from hipify_py.shim.pieces import Piece, Uses

START = Place(1, 1, 0)


def lacking(
    uses: Uses, needed: Mapping[str, bytes], there: Mapping[str, bytes], rules: RuleSet
) -> Iterator[tuple[str, Concern]]:
    """Give the findings on a shim that is not current, each with its file.

    `needed` are the files that a shim would have now, `there` those that stand. What a source uses is named
    at its first use; a file that differs in something else is named by its path below the shim's folder.
    """
    header = there.get(NAME, b"").decode("utf-8", "replace")
    spoken: set[str] = set()
    for piece, used in sorted(uses.pieces.items()):
        file = piece.name if piece.kind in {"header", "kept"} else NAME
        if file in there and (piece.kind in {"header", "kept"} or _says(header, piece)):
            continue
        spoken.add(file)
        said = f"the shim lacks {piece.name}"
        yield used.path, _concern(rules, said, used.change.start, used.change.end)
    for path in sorted({*needed, *there} - spoken):
        if needed.get(path) != there.get(path):
            what = "is not needed any more" if path not in needed else "is out of date"
            said = f"{path} of the shim {what if path in there else 'is missing'}"
            yield path, _concern(rules, said, START, START)


def _says(header: str, piece: Piece) -> bool:
    line = line_of(piece)
    return f"{line}\n" in header or f"{line} " in header or f" {piece.name};\n" in header


def _concern(rules: RuleSet, what: str, start: Place, end: Place) -> Concern:
    said = finding(rules, "F023", Span(start.offset, end.offset), what=what)
    return Concern(said.rule, said.severity, said.fails, said.message, start, end, "")
