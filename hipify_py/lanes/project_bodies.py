"""Functions of the device that headers tell the files which include them: what a call of one comes to.

Each goes along as it is written where it may wait, meet others or hang on who calls it, so that whoever calls
it is asked about warps as if it stood in the same file. What is found in it is said of the header alone.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.warp_names import WORDS
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import inside
from hipify_py.source.defined_types import defined_types
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.functions import head_of, written_functions
from hipify_py.source.includes import is_guarded
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME, token_before
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.source.functions import Function

MOST = 4096  # bytes of one function that is told, and of those of one name
MOST_TOLD = 16 * MOST  # bytes of all that a file is told
TELLING = re.compile(
    rb"threadIdx|laneid|\basm\b|\batomic|\b__ld|\.load\s*\(|(?:\.|->)\s*sync\s*\("
    + b"".join(b"|" + re.escape(one) for one in WORDS)
)
"""In a function of which others may have to know what it does."""


def told(unit: Unit) -> tuple[tuple[bytes, bytes, int], ...]:
    """Give the functions of a header: each name, the text, and how many includes stand before it.

    Methods are none, and neither is what is too long to be told.
    """
    if b"__device__" not in unit.code or not TELLING.search(unit.code):
        return ()
    texts: dict[bytes, list[bytes]] = {}
    first: dict[bytes, int] = {}
    for one in _free(unit):
        text = unit.source[slice(*_whole(unit, one))].strip()
        texts.setdefault(one.called, []).append(text)
        first.setdefault(one.called, includes_before(unit, one.span.start))
    whole = {name: b"\n".join(listed) for name, listed in texts.items()}
    told_of = _reaching({**_macros(unit), **whole}) & whole.keys()
    return tuple(
        (name, whole[name], at) for name, at in first.items() if name in told_of and len(whole[name]) <= MOST
    )


def _macros(unit: Unit) -> dict[bytes, bytes]:
    """Give what the macros of a file stand for."""
    found: dict[bytes, bytes] = {}
    for one in unit.directives:
        if one.name == b"define" and (made := A_NAME.search(unit.code, *one.body)):
            found[made[0]] = unit.source[made.end() : one.body.end]
    return found


def _free(unit: Unit) -> Iterator[Function]:
    """Give the functions of the device that are no methods, and that a build for HIP reads."""
    made = [one for one in written_functions(unit) if one.kind == "device"]
    apart = merged([*(one.body for one in defined_types(unit)), *dead(unit)]) if made else ()
    for one in made:
        named = head_of(unit.code, one)
        is_own = named is None or token_before(unit.code, named.start).text == b"::" or "operator" in one.name
        if not is_own and not inside(apart, one.body.start):
            yield one


def _whole(unit: Unit, function: Function) -> Span:
    """Give the span of a function behind the directives before its head."""
    end = bisect_left(unit.directives, function.body.start, key=lambda one: one.span.start)
    before = unit.directives[end - 1].span.end if end else 0
    return Span(max(function.span.start, before), function.span.end)


def _reaching(texts: Mapping[bytes, bytes]) -> set[bytes]:
    """Give those of some functions and macros that tell something, and those that call one of these."""
    users: dict[bytes, list[bytes]] = {}
    for name, text in texts.items():
        for called in texts.keys() & {*A_NAME.findall(text)}:
            users.setdefault(called, []).append(name)
    queue = [name for name, text in texts.items() if TELLING.search(text)]
    found = {*queue}
    while queue:
        more = {*users.get(queue.pop(), ())} - found
        found |= more
        queue += more
    return found


def with_bodies(unit: Unit, bodies: Mapping[bytes, bytes]) -> Unit:
    """Give a file with functions of what it includes behind its own, or the file where there are none.

    Those that it defines itself are none of them. All that stands before keeps its place.
    """
    own = functions_by_name(unit).keys() | defined(unit) if bodies else ()
    texts = [text for name, text in sorted(bodies.items()) if name not in own]
    if not texts or sum(map(len, texts)) > MOST_TOLD:
        return unit
    end = own_end(unit)
    other = Unit(b"\n".join([unit.source[:end], *texts, unit.source[end:]]))
    other.told_as(unit)
    return other.shallow


def own_end(unit: Unit) -> int:
    """Give the end of a file's own functions: before the end of what guards it, if something does."""
    last = unit.directives[-1] if unit.directives and is_guarded(unit) else None
    return last.span.start if last and last.name == b"endif" else len(unit.source)
