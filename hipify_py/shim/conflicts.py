"""Pieces that one header cannot have beside each other, or that would change what they should not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.hip_conditions import SPEAKS_OF_HIP
from hipify_py.shim.pieces import Piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.shim.pieces import Used

    Found = dict[Piece, list[Used]]

CONDITION = re.compile(rb"(?m)^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif)\b.*")
RIVALS = frozenset({"name", "macro", "function", "using"})


def is_c(path: str) -> bool:
    """Say whether a source is C, by its ending."""
    return path.endswith(".c")


def beaten(found: Found) -> Iterator[Used]:
    """Take out pieces of whose name others speak, and give the uses that are left to a person by that.

    Functions stand for all calls of their name, in C a macro for what they are called there. Else what most
    uses ask for is taken; what our headers have beside each other may be more than one.
    """
    for some in _alike(found, RIVALS):
        best = min(some, key=lambda piece: (piece.kind != "function", -len(found[piece]), piece))
        for piece in some:
            if piece is best or piece.kind == best.kind == "using":
                continue
            used = found.pop(piece)
            if best.kind == "function":
                in_c = [use for use in used if is_c(use.path) and "(" in best.to]
                found[best] += used
                if in_c:
                    found[Piece("c", piece.name, f" {piece.to}")] = in_c
            else:
                yield from used
    for some in _alike(found, {"c"}):
        for piece in some if len(some) > 1 else ():
            yield from found.pop(piece)


def _alike(found: Found, kinds: Iterable[str]) -> list[list[Piece]]:
    """Give the pieces of some kinds that have a name together."""
    names: dict[str, list[Piece]] = {}
    for piece in found:
        if piece.kind in kinds:
            names.setdefault(piece.name, []).append(piece)
    return [*names.values()]


def as_members(found: Found, texts: Sequence[bytes]) -> Iterator[Used]:
    """Take out names of what is no name in HIP and that the program has for members, and give their uses."""
    doubtful = {piece.name: piece for piece in found if piece.kind == "name" and not piece.to.isidentifier()}
    if not doubtful:
        return
    member = re.compile(rb"(?:\.|->)\s*(%b)\b" % "|".join(sorted(doubtful)).encode())
    for name in {name for text in texts for name in member.findall(text)}:
        yield from found.pop(doubtful[name.decode()])


def told_apart(found: Found, originals: Iterable[bytes]) -> Iterator[Used]:
    """Take out the macros of CUDA's compiler where some sources tell it from HIP's, and give their uses."""
    guards = [piece for piece in found if piece.kind == "guard"]
    conditions = (line for text in (originals if guards else ()) for line in CONDITION.findall(text))
    if any(SPEAKS_OF_HIP.search(line) for line in conditions):
        for piece in guards:
            yield from found.pop(piece)
