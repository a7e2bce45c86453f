"""Find CUB's classes and functions for warps, by whatever name a file gives their namespace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.resolve.qualified_names import standing_for
from hipify_py.source.tokens import token_at, token_before, words
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.resolve.qualified_names import Standing
    from hipify_py.source.unit import Unit

ROOTS = b"cub", b"hipcub"
CLASSES = (b"WarpReduce", b"WarpScan", b"WarpExchange", b"WarpLoad", b"WarpStore", b"WarpMergeSort")
SHUFFLES = (b"ShuffleIndex", b"ShuffleUp", b"ShuffleDown")  # of as many lanes as the first argument says
FUNCTIONS = (
    *(b"WARP_" + one for one in (b"ALL", b"ANY", b"BALLOT", b"SYNC")),
    *(b"Lane" + one for one in (b"Id", b"MaskLt", b"MaskLe", b"MaskGt", b"MaskGe")),
)
OTHERS = (b"WarpId", b"WarpMask", b"LoadDirectWarpStriped", b"StoreDirectWarpStriped")
"""Functions of which others say what there is to say."""


def classes(unit: Unit) -> Iterator[tuple[bytes, Span]]:
    """Give each warp class of CUB that a file names with template arguments: its name, the span up to `<`."""
    yield from _of_cub(unit, b"<", *CLASSES)


def shuffles(unit: Unit) -> Iterator[tuple[bytes, Span]]:
    """Give each shuffle of CUB that a file names with template arguments: its name, the span up to `<`."""
    yield from _of_cub(unit, b"<", *SHUFFLES)


def functions(unit: Unit) -> Iterator[tuple[bytes, Span]]:
    """Give each call of CUB's votes, barrier of a warp and lane registers: the function's name and span."""
    for name, span in _of_cub(unit, b"(", *FUNCTIONS):
        yield name, Span(span.start, span.start + len(name))


def named_functions(unit: Unit) -> Iterator[bytes]:
    """Give the names of CUB's functions for warps that a file calls, each as often."""
    for behind in (b"(", b"<"):
        yield from (name for name, _ in _of_cub(unit, behind, *FUNCTIONS, *OTHERS, *SHUFFLES))


def _of_cub(unit: Unit, behind: bytes, *wanted: bytes) -> Iterator[tuple[bytes, Span]]:
    """Give each of some names of CUB's with a sign behind it, and its span up to that sign's end."""
    code = unit.code
    if b"cub" not in code and b"cub" not in unit.spaces:
        return
    names, found = _standing(unit), [*words(code, *wanted)]
    own = {word.text for word in found if token_before(code, word.start).text in {b"struct", b"class"}}
    for word in found:
        opened, sign = token_at(code, word.end), token_before(code, word.start)
        if opened.text != behind or sign.text in {b".", b"->"}:
            continue
        if sign.text == b"::":
            known = token_before(code, sign.start).text in names.heads
        else:
            known = (names.whole or word.text in names.brought) and word.text not in own
        if known:
            yield word.text, Span(word.start, opened.end)


def brought(unit: Unit) -> frozenset[bytes] | None:
    """Give the names of CUB that a file uses without their namespace; None for all of them."""
    names = _standing(unit)
    return None if names.whole else names.brought


@fact
def _standing(unit: Unit) -> Standing:
    return standing_for(unit.code, *ROOTS, before=unit.spaces)
