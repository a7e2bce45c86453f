"""Macros that name `threadIdx` or its kin, which the host has in CUDA and not in HIP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.macros import made_by
from hipify_py.resolve.told import Told
from hipify_py.source.conditions import by_pass
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

MARK = b"%"
"""Behind the name of such a macro, where a file tells others of it."""
INDEX = re.compile(rb"(?<![\w.:>])(?:(?:thread|block)Idx|(?:block|grid)Dim)\s*+\.\s*+[xyz]\b")
WORDS = (b"threadIdx", b"blockIdx", b"blockDim", b"gridDim")


@fact
def indices(unit: Unit) -> tuple[tuple[Span, bytes], ...]:
    """Give where a file names a part of an index, as `threadIdx.x`: the span of the index, and its name."""
    found = (one.start() for one in word_matches(unit, INDEX, *WORDS))
    named = ((at, next(word for word in WORDS if unit.code.startswith(word, at))) for at in found)
    return tuple((Span(at, at + len(name)), name) for at, name in named)


@fact
def index_macros(unit: Unit) -> dict[bytes, int]:
    """Give the macros of a file that name an index, or another such macro of it, and where each is made.

    Not those that a pass of the compiler is told apart for: that of the device may have them.
    """
    made = [(name, one) for one in unit.directives if (name := made_by(unit, one))]
    todo = [(name, one) for name, one in made if INDEX.search(unit.code, *one.body)]
    users: dict[bytes, list[tuple[bytes, Directive]]] = {}
    names = {name for name, _ in made}
    for name, one in made if todo else ():
        for word in {*A_NAME.findall(unit.code, *one.body)} & names:
            if word != name:
                users.setdefault(word, []).append((name, one))
    found: dict[bytes, int] = {}
    while todo:
        name, one = todo.pop()
        if name not in found and not by_pass(unit, one.span.start):
            found[name] = one.span.start
            todo += users.get(name, ())
    return found


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the macros of a file that name an index."""
    for name, at in index_macros(unit).items():
        yield Told("function", name + MARK, after=includes_before(unit, at))
