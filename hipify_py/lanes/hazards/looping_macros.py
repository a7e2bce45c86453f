"""Macros of a file that loop, such as `SPIN_UNTIL(ready)`: a loop stands wherever one of them is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.self_calls import polls, self_calls
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.functions import functions, head_of, macros
from hipify_py.source.search import matches
from hipify_py.source.spans import holds
from hipify_py.source.statements import expression_end
from hipify_py.source.tokens import OWN_NAME, follows, token_at, words
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LOOP = re.compile(
    rb"\bwhile\s*\(|\bfor\s*\([^;{}]{0,2000}+;(?:[^;{}]{0,2000}+;\s*\)|(?:->|[^;{}<>]){1,2000}+;)"
)
HEAD = re.compile(rb"\s*+\([^;{}]{0,200}+;([^;{}]{1,200}+);")  # of a `for`, up to its step
LEAVES = (b"break", b"return", b"goto")
NEAR = 300  # bytes behind a `for` in which such a loop is left
ONCE = (b"while(0)", b"while(false)")
MOST_ONCE = 40  # bytes that such a head may have


def loops(unit: Unit, within: Span | None = None) -> Iterator[int]:
    """Give where loops begin that may wait: a `while`, or a `for` that does not count up to a bound.

    One that counts is among them where it may be left before, count back, or count other things than what it
    asks, in a file that has memory others write, and so is what jumps with a `goto`.
    """
    yield from (word.start for word in words(unit.code, b"goto", within=within))
    yield from (found.start() for found in matches(unit.code, LOOP, b"while", b"for", within=within))
    own = (at for calls in self_calls(unit).values() for at in calls)
    yield from (at.start for at in own if within is None or holds(within, at))
    if polls(unit):
        for word in words(unit.code, b"for", within=within):
            near = Span(word.end, word.end + NEAR)
            marks = (unit.code.find(sign, *near) for sign in (b"&&", b"--"))
            left = max(marks) >= 0 or any(words(unit.code, *LEAVES, within=near))
            if left or _counts_aside(unit.code, word.end):
                yield word.start


def _counts_aside(code: bytes, at: int) -> bool:
    """Say whether the head of a `for` asks nothing of what its step changes: `for (...; got < n; ++i)`."""
    head = HEAD.match(code, at)
    step = code[head.end() : expression_end(code, head.end(), len(code))] if head else b""
    changed = OWN_NAME.findall(step.partition(b"=")[0])
    return head is not None and changed != [] and {*OWN_NAME.findall(head[1])}.isdisjoint(changed)


def _bare(code: bytes, at: int) -> bytes:
    return b"".join(code[at : at + MOST_ONCE].split())


@fact
def looping_macros(unit: Unit) -> dict[bytes, Function]:
    """Give the macros of a file in which loops stand that may wait, by their names: of several none.

    One that uses another of them is among them.
    """
    found: dict[bytes, Function] = {}
    for name, macro in macros(unit).items():
        marks = (at for at in _of_macro(unit, macro) if not _bare(unit.code, at).startswith(ONCE))
        if next(marks, None) is not None:
            found[name] = macro
    todo = [*found]
    while todo:
        using = (word.start for word in standing(unit, todo.pop()))
        for one in set(functions(unit, (at for at in using if unit.directive_at(at))).values()):
            if one.called not in found and one == macros(unit).get(one.called):
                found[one.called] = one
                todo.append(one.called)
    return found


def _of_macro(unit: Unit, macro: Function) -> Iterator[int]:
    """Give where loops of a macro begin that may wait: of a head without a body nobody can tell."""
    yield from loops(unit, macro.body)
    if polls(unit):
        yield from (word.start for word in words(unit.code, b"for", within=macro.body))


def uses(unit: Unit, within: Span | None = None) -> Iterator[int]:
    """Give where a part of a file uses such macros, of the whole file all uses but in directives."""
    known = looping_macros(unit)
    for word in words(unit.code, *known, within=within) if known else ():
        defined = unit.directive_at(word.start)
        named = defined is not None and word.start == token_at(unit.code, defined.body.start).start
        alike = defined is None if within is None else not named
        if alike and (follows(unit.code, word.end, b"(") or not head_of(unit.code, known[word.text])):
            yield word.start
