"""Names about warps that a condition chooses for HIP: code that uses them has been made for 64 lanes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.integers import written
from hipify_py.lanes.warp_names import is_about_warps
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.linkage import CHOSEN, RETURNED
from hipify_py.source.constants import values
from hipify_py.source.defined_types import defined_types
from hipify_py.source.definitions import in_function
from hipify_py.source.functions import functions, head_of, written_functions
from hipify_py.source.lexer import DEFINE
from hipify_py.source.named_types import named_types
from hipify_py.source.spans import holds, merged
from hipify_py.source.tokens import A_NAME, OWN_NAME, follows, token_at, token_before, words
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

WIDTHS = (32, 64)
DEEPEST = 4  # classes that begin before a place, of which one may be around it
LISTED = frozenset((b"{", b","))  # before an enumerator


def chosen(unit: Unit) -> dict[bytes, bytes]:
    """Give the names about warps that a condition for HIP makes, each with `CHOSEN` as its value.

    A name that is the same on both sides of the condition is none. Functions that return a width as it says
    have `RETURNED`.
    """
    meanings: dict[bytes, list[bytes]] = {}
    spans = sides(unit).decided
    starts, ends = [span.start for span in spans], sorted(span.end for span in spans)
    for span in merged(spans):  # what stands in two of them, one in the other, is made twice
        for at, name, meaning in _made(unit, span):
            twice = bisect_right(starts, at) - bisect_right(ends, at) > 1
            meanings.setdefault(name, []).extend([meaning] * (1 + twice))
    returns = all_standing(unit, b"return") if spans else ()
    widths = [one.start for one in returns if _is_width(unit.code, one.end)]
    found = {name: CHOSEN for span in spans for name in (*_valued(unit, span), *_members(unit, span))}
    found |= {name: RETURNED for span in spans if (name := _returning(unit, span, widths))}
    found |= {name: CHOSEN for name, said in meanings.items() if len(said) == 1 or len(set(said)) > 1}
    return found


def made_of_chosen(texts: Mapping[bytes, bytes]) -> frozenset[bytes]:
    """Give the constants that a condition for HIP chooses, and those about warps that are made of such.

    One is about warps by its name, or where it is no product with a width, as numbers of threads are: it is
    the width itself, less than that, or what is divided by that.
    """
    found = {name for name, text in texts.items() if text == CHOSEN}
    uses: dict[bytes, list[bytes]] = {}
    for name, text in texts.items() if found else ():
        for word in {*OWN_NAME.findall(text)}:
            uses.setdefault(word, []).append(name)
    todo = [*found]
    while todo:
        width = todo.pop()
        new = {one for one in uses.get(width, ()) if one not in found and _hangs_on(one, texts[one], width)}
        found |= new
        todo += new
    return frozenset(found)


def _hangs_on(name: bytes, text: bytes, width: bytes) -> bool:
    """Say whether a constant about warps is made of a width, by its name or by what it does with that."""
    alone = (
        b"*" not in {token_before(text, one.start).text, token_at(text, one.end).text}
        for one in words(text, width)
    )
    return _is_ours(name) or any(alone)


def _valued(unit: Unit, span: Span) -> Iterator[bytes]:
    """Name what a condition gives a value: a constant that it stands behind, or enumerators in it."""
    sign = token_before(unit.code, span.start)
    name = token_before(unit.code, sign.start) if sign.text == b"=" else sign
    if sign.text == b"=" and _is_ours(name.text) and not _in_body(unit, name.start):
        yield name.text
    listed = _enumerations(unit) if sign.text in LISTED else []
    if any(holds(one, span) for one in listed[: bisect_right(listed, span)][-1:]):
        found = A_NAME.finditer(unit.code, *span)
        yield from {one[0] for one in found if follows(unit.code, one.end(), b"=") and _is_ours(one[0])}


def _members(unit: Unit, span: Span) -> Iterator[bytes]:
    """Name the members of classes that a condition makes 64 or 32, each with its class: `Traits::lanes`."""
    classes = _classes(unit)
    around = [one for one in classes[: bisect_right(classes, (span,))][-DEEPEST:] if holds(one[0], span)]
    made = _values(unit) if around else []
    found: dict[bytes, set[int | None]] = {}
    for _, name, text in made[bisect_left(made, (span.start,)) : bisect_left(made, (span.end,))]:
        worth = written(text)
        found.setdefault(name, set()).add(worth.value if worth else None)
    yield from (around[-1][1] + b"::" + name for name, worths in found.items() if worths == {*WIDTHS})


@fact
def _classes(unit: Unit) -> list[tuple[Span, bytes]]:
    """Give what stands in the braces of each class that has a name, with that, in order."""
    return [(one.body, one.name) for one in defined_types(unit) if one.keyword != b"enum" and one.name]


@fact
def _values(unit: Unit) -> list[tuple[int, bytes, bytes]]:
    """Give where constants are declared, their names, and the texts of their values, in order."""
    code = unit.code
    return sorted((one.type.start, code[slice(*of.name)], code[slice(*at)]) for one, of, at in values(unit))


@fact
def _enumerations(unit: Unit) -> list[Span]:
    """Give what the enumerations of a file list, in order: none stands in another."""
    return [one.body for one in defined_types(unit) if one.keyword == b"enum"]


def _is_width(code: bytes, at: int) -> bool:
    """Say whether the number of lanes of a warp, or of a wavefront, stands at a place: `32u;`."""
    token = token_at(code, at)
    number = written(token.text)
    return number is not None and number.value in WIDTHS and follows(code, token.end, b";")


def _returning(unit: Unit, span: Span, widths: list[int]) -> bytes:
    """Name the function about warps which returns one of two widths as a condition in it decides."""
    first = bisect_left(widths, span.start)
    if bisect_left(widths, span.end) - first < 2:  # one for each side
        return b""
    function = functions(unit, widths[first : first + 1]).get(widths[first])
    name = function.name.encode().partition(b"(")[0].split()[-1:] if function else []
    return name[0] if name and is_about_warps(name[0]) else b""


def _made(unit: Unit, span: Span) -> Iterator[tuple[int, bytes, bytes]]:
    """Give where names about warps are made in a part of a file, the names, and all that is said of each."""
    made = _all_made(unit)
    for one in made[bisect_left(made, (span.start,)) : bisect_left(made, (span.end,))]:
        yield one.at, one.name, b" ".join(unit.code[one.at : one.end].split())


class _Made(NamedTuple):
    """A name that a file makes, and the span of all that is said of it."""

    at: int
    end: int
    name: bytes


@fact
def _all_made(unit: Unit) -> list[_Made]:
    """Give the names about warps that a file makes for others to use, in order: none in a function."""
    found = [one for one in _declared(unit) if _is_ours(one.name) and not _in_body(unit, one.at)]
    return sorted({*found, *(one for one in _macros(unit) if _is_ours(one.name))})


def _is_ours(name: bytes) -> bool:
    return is_about_warps(name) and not name.startswith(b"__")


def _macros(unit: Unit) -> Iterator[_Made]:
    for one in unit.directives:
        if one.name == b"define" and (head := DEFINE.match(unit.code, *one.body)):
            yield _Made(one.span.start, one.span.end, head[1])


def _declared(unit: Unit) -> Iterator[_Made]:
    """Give what is no macro: types, constants and functions."""
    code = unit.code
    for one in named_types(unit):
        if one.by != "define":
            yield _Made(one.at, max(one.at, code.find(b";", one.at)), one.name)
    for whole, declared, _ in values(unit):
        yield _Made(whole.type.start, whole.end, code[slice(*declared.name)])
    for function in written_functions(unit):
        if head := head_of(code, function):
            yield _Made(head.start, function.body.end, function.called)


def _in_body(unit: Unit, at: int) -> bool:
    function = in_function(unit, at)
    return function is not None and b"{" in unit.code[function.start : at]
