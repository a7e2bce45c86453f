"""What the sources of a run call for: of each edit of a conversion, whether a header can stand for it.

The conversion is asked, and nothing else, so that a shim and a conversion never say two things about a name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import HipifyError, Lines, Span
from hipify_py.outcomes import finding
from hipify_py.project.files import read
from hipify_py.report.describe import concern
from hipify_py.shim.conflicts import as_members, beaten, is_c, told_apart
from hipify_py.shim.facts import spoken
from hipify_py.shim.pasted import JOINS, macro_of, pasted
from hipify_py.shim.pieces import Piece, Used, Uses, defines
from hipify_py.shim.standing_for import Source, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.model import Finding
    from hipify_py.report.model import Change, Concern, FileReport
    from hipify_py.rules.model import RuleSet

INCLUDE = re.compile(rb'(?m)^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]')
KEPT = "thrust/"  # headers that ROCm has by CUDA's path, and that ask for CUDA's compiler
IN_C = frozenset({"name", "c", "guard", "seen", "include", "header", "flag"})
OWN = "N004"  # says that a name is the program's own


def uses_of(files: Sequence[FileReport], rules: RuleSet) -> Uses:
    """Sort the edits of a conversion, which was done in memory, into pieces and what no header can do.

    A file that cannot be read any more calls for nothing: the report says what is wrong with it.
    """
    found: dict[Piece, list[Used]] = {}
    own: set[str] = set()
    left: list[Used] = []
    macros: list[tuple[str, Used]] = []
    sources = {file.path: source for file in files if (source := _source(file)) is not None}
    for file in files:
        source = sources.get(file.path, Source(b""))
        own |= {source.text(each.start, each.end) for each in file.concerns if each.rule == OWN}
        for change in file.changes if source.data else ():
            use = Used(file.path, change)
            some = pieces_of(change, source, rules, in_c=is_c(file.path))
            if some is None or (is_c(file.path) and not all(map(_in_c, some))):
                left.append(use)
                continue
            if change.rule == JOINS:
                macros.append((macro_of(source.data, change.start.offset), use))
            for piece in some:
                found.setdefault(piece, []).append(use)
    for piece, used in pasted(files, macros, rules):
        found.setdefault(piece, []).append(used)
    texts = [file.output or b"" for file in files]
    originals = [sources[file.path].data if file.path in sources else file.output or b"" for file in files]
    left += [*beaten(found), *as_members(found, texts), *told_apart(found, originals)]
    pieces = {piece: used[0] for piece, used in found.items()}
    pieces |= {piece: use for piece, use in _kept(files, pieces) if piece not in pieces}
    uncarried: dict[str, list[Change]] = {}
    for use in left:
        uncarried.setdefault(use.path, []).append(use.change)
    said = {path: tuple(_say(changes, sources[path], rules)) for path, changes in uncarried.items()}
    return Uses(pieces, frozenset(own & {piece.name for piece in pieces}), said)


def _source(file: FileReport) -> Source | None:
    """Read a file again of which places are looked up; None where nothing is, or it cannot be read."""
    if not file.changes and not any(each.rule == OWN for each in file.concerns):
        return None
    try:
        return Source(read(file.path).data)
    except HipifyError:
        return None


def _in_c(piece: Piece) -> bool:
    """Say whether a piece helps a source in C, which has no namespaces and no overloads."""
    return piece.kind in IN_C and "::" not in piece.to


def _kept(files: Iterable[FileReport], pieces: dict[Piece, Used]) -> Iterator[tuple[Piece, Used]]:
    """Give the headers that ROCm has by CUDA's path, where a macro of the shim would change what they say."""
    users = [used for piece, used in pieces.items() if defines(piece) and piece.name in spoken()]
    served = {piece.name for piece in pieces if piece.kind == "header"}
    for file in files if users else ():
        for path in (found.decode("utf-8", "replace") for found in INCLUDE.findall(file.output or b"")):
            if path.startswith(KEPT) and path not in served:
                yield Piece("kept", path), Used(file.path, users[0].change)


def _say(changes: Sequence[Change], source: Source, rules: RuleSet) -> Iterator[Concern]:
    """Report what no header can do: one finding for what a rule does in a line."""
    lines, seen, excerpts = Lines(source.data), set[tuple[str, int]](), dict[int, str]()
    for change in sorted(changes, key=lambda change: (change.start.offset, change.rule)):
        if (change.rule, change.start.line) not in seen:
            seen.add((change.rule, change.start.line))
            yield concern(_finding(change, rules), lines, excerpts)


def _finding(change: Change, rules: RuleSet) -> Finding:
    """Say that a rule's edit is left to a person; it fails as the rule says that it would."""
    entry = rules.by_id[change.rule]
    span = Span(change.start.offset, change.end.offset)
    said = finding(rules, "N024", span, rule=entry.id, name=entry.name)
    return said if entry.fails == "never" else said._replace(fails=entry.fails)
