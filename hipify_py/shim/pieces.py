"""What a shim holds: one piece for each CUDA name, header or construct that a conversion would change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from hipify_py.report.model import Change, Concern

Kind = Literal[
    "name",
    "macro",
    "c",
    "function",
    "using",
    "group",
    "namespace",
    "guard",
    "seen",
    "include",
    "header",
    "kept",
    "flag",
]


class Piece(NamedTuple):
    """One thing that a shim gives.

    - name: the name `name` stands for `to`, which is empty where HIP needs nothing in its place.
    - macro: calls of `name` become `to`, which begins with the macro's parameters; in C++ alone.
    - c: as a name or a macro, in C alone, which has no functions to overload.
    - function: `name` is a function whose calls a rule rewrites; `to` is the text of `[shim]` for it.
    - using: the function `to` of a header of ours stands beside HIP's functions called `name`.
    - group: as that, for what HIP's cooperative groups lack.
    - namespace: `name` stands for the namespace `to`.
    - guard: a macro of CUDA's compiler that conditions of the sources ask for.
    - seen: the guard of a header of CUDA, for which `to` tells that HIP's header was read.
    - include: a header that nvcc brings by itself.
    - header: includes of `name` are served by `to`.
    - kept: includes of `name` are the same in HIP, but what the shim defines must not change the header.
    - flag: a warning that clang takes for an error, and nvcc does not.
    """

    kind: Kind
    name: str
    to: str = ""


class Used(NamedTuple):
    """Where a piece is called for first: the file as a user would type it, and the edit that calls for it."""

    path: str
    change: Change


class Uses(NamedTuple):
    """All that the sources of a run call for.

    `own` are names of pieces that the program gives to things of its own, too; `uncarried` are, by file, the
    findings about what no header can do.
    """

    pieces: dict[Piece, Used]
    own: frozenset[str]
    uncarried: dict[str, tuple[Concern, ...]]


def defines(piece: Piece) -> bool:
    """Say whether a piece is a macro in C++, which changes whatever is read behind it."""
    return piece.kind in {"name", "macro", "guard"} or (piece.kind == "function" and "(" not in piece.to)
