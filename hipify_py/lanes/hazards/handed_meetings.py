"""Barriers in what a function is handed to call: functors, functions and lambdas that others pass to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.open_types import type_aliases
from hipify_py.lanes.find.special_members import class_named, class_of_object
from hipify_py.model import Span
from hipify_py.source.brackets import BRACE, ROUND, arguments, closing, unbracketed
from hipify_py.source.function_model import CallText
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.functions import functions
from hipify_py.source.spans import Inner, inner
from hipify_py.source.template_parameters import given_to
from hipify_py.source.tokens import A_NAME, OWN_NAME, follows, token_at, words
from hipify_py.source.type_names import last_name, name_end
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MADE = ((b"(", b")"), (b"{", b"}"))
PASSED_ON = frozenset((b"forward", b"move"))
DEEPEST = 4  # functions that hand on what they were handed


class Lambda(NamedTuple):
    """The body of a lambda that has a barrier, and the function that it stands in."""

    home: Function
    body: Span


class Use(NamedTuple):
    """Where something handed is called: the function, the place in it, and where the way to it begins."""

    home: Function
    at: Span
    begins: Span


class Handed(NamedTuple):
    """A call that hands a barrier to a function: where it stands, which function, and for which parameter.

    `uses` are where that function calls what it is handed.
    """

    home: Function
    call: CallText
    called: Function
    name: bytes
    uses: tuple[Use, ...]


def handed(unit: Unit, meeting: set[bytes], lambdas: Sequence[Lambda]) -> Iterator[Handed]:
    """Give the calls by which functions of a file are handed what has a barrier.

    `meeting` are the names of functions, and of classes whose objects are called.
    """
    meeting = meeting | {name for name, of in type_aliases(unit).items() if class_named(of) in meeting}
    at = [word.start for word in all_standing(unit, *meeting)] if meeting else []
    homes = dict.fromkeys([*functions(unit, at).values(), *(one.home for one in lambdas)])
    listed: dict[Function, list[Span]] = {}
    for one in lambdas:
        listed.setdefault(one.home, []).append(one.body)
    known: dict[tuple[Function, bytes], tuple[Use, ...]] = {}
    for home in (one for one in homes if one.kind != "macro"):
        bodies = inner(listed.get(home, ()))
        for call in (*model(unit, home).calls, *_launches(unit, home)):
            called = defined_functions(unit).get(unit.code[slice(*call.name)])
            if called is None or called.span == home.span:
                continue
            for name, span in given_to(unit, called, call):
                if not _meets(unit, home, span, meeting, bodies):
                    continue
                if (called, name) not in known:
                    known[called, name] = tuple(_uses(unit, called, name, DEEPEST))
                if uses := known[called, name]:
                    yield Handed(home, call, called, name, uses)


def _launches(unit: Unit, home: Function) -> Iterator[CallText]:
    """Give the launches in a function as calls of their kernels."""
    for launch in unit.launches_in(home.body):
        parts = unit.launch(launch)
        named = A_NAME.match(unit.code, *parts.callee) if parts else None
        if parts and named:
            given = arguments(unit.code, parts.given.start, parts.given.end)
            yield CallText(Span(*named.span()), tuple(given))


def _meets(unit: Unit, home: Function, span: Span, meeting: set[bytes], bodies: Inner) -> bool:
    """Say whether what is given somewhere has a barrier: a lambda, a function, a class or an object of it."""
    if bodies.any_in(span):
        return True
    named = handed_name(unit.code[slice(*span)])
    made = names(unit, home).declaration(named, span.start)
    if made is None:
        return class_named(named) in meeting
    held = made.value is not None and bodies.any_in(made.value)
    return held or class_of_object(unit, made) in meeting


def handed_name(text: bytes) -> bytes:
    """Give the name that is handed, be it by its address or passed on, or of which an object is made."""
    text = unbracketed(text)
    token = token_at(text, 0)
    token = token_at(text, token.end) if token.text == b"&" else token
    end = name_end(text, token)
    name, behind = text[token.start : end], token_at(text, end)
    if last_name(name) in PASSED_ON and behind.text == b"(":
        return handed_name(text[behind.end : closing(text, behind.start, len(text)) - 1])
    pair = BRACE if behind.text == b"{" else ROUND
    made = behind.text in {b"(", b"{"} and closing(text, behind.start, len(text), pair) == len(text.rstrip())
    is_name = A_NAME.match(name) and (not behind.text or made)
    return (last_name(name) if b"<" in name else name) if is_name else b""


def _uses(unit: Unit, function: Function, name: bytes, left: int) -> Iterator[Use]:
    """Give where a function calls what it is handed under a name: a parameter, or one of its template's."""
    read = model(unit, function)
    objects = {name, *(one.name for one in read.declarations if one.type and name in _words(unit, one.type))}
    for word in words(unit.code, name, within=function.body):
        if any(follows(unit.code, word.end, *made, b"(") for made in MADE):
            yield Use(function, Span(word.start, word.end), Span(word.start, word.end))
    for call in read.calls:
        of = unit.code[slice(*call.name)]
        if of in objects:
            yield Use(function, call.name, call.name)
        called = defined_functions(unit).get(of) if left else None
        if called is None or called.span == function.span:
            continue
        for taken, span in given_to(unit, called, call):
            if handed_name(unit.code[slice(*span)]) in objects:
                yield from (one._replace(begins=call.name) for one in _uses(unit, called, taken, left - 1))


def _words(unit: Unit, span: Span) -> list[bytes]:
    return OWN_NAME.findall(unit.code, *span)
