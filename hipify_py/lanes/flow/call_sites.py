"""Where a file calls one of its functions, by its name or by an object, and what it gives there."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.open_types import type_aliases
from hipify_py.lanes.find.special_members import CALL, class_named, class_of, class_of_object, sign_of
from hipify_py.lanes.flow.call_classes import may_call, takes
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import BRACE, ROUND, closing, parts, template_end
from hipify_py.source.function_reading import functions_by_name, is_called_alone, model
from hipify_py.source.functions import functions, head
from hipify_py.source.includes import is_guarded
from hipify_py.source.tokens import A_NAME, qualified_start, token_at, token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, holds_part, standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.source.function_model import CallText
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

LAUNCHES = re.compile(rb"\s*+<\s*+<\s*+<")
MOST_CALLS = 32  # of a function that are looked at
OPENS = {b"(": ROUND, b"{": BRACE}
HEADS = frozenset((b":", b","))  # before what a constructor's head gives a base or a member
NO_OBJECT = frozenset(b"~ struct class typename enum friend . ->".split())  # before the name of a class


class Site(NamedTuple):
    """A call: its place, the function that it stands in, and what it gives."""

    at: int
    home: Function
    arguments: tuple[Span, ...]


def sites(unit: Unit, function: Function) -> Iterator[Site]:
    """Give the calls of a function outside of itself; none where there are many, or where nobody can tell."""
    own = class_of(unit, function)
    if sign_of(function):
        found = _of_objects(unit, own) if sign_of(function) == CALL else iter(())
    elif own and function.called == own:
        found = (one for one in _constructed(unit, own) if takes(unit, function, len(one.arguments)))
    else:
        found = _by_name(unit, function)
    return (one for one in found if one.home.span != function.span and one.home.kind != "macro")


def all_sites(unit: Unit, function: Function) -> tuple[Site, ...]:
    """Give the calls of a function where nothing else can call it, as far as can be seen; else none.

    What a header defines is called elsewhere, what calls itself is given what it makes, and a function whose
    name is said in a macro, or without a call, may be called from anywhere. nvcc lets no other file call a
    function of the device, unless it is asked to, as for a file of such functions alone, or for one that
    another file declares.
    """
    is_read = unit.read_by_others or is_guarded(unit)
    is_read = is_read or function.called in unit.named_by_others
    if is_read or not is_called_alone(unit, function) or class_of(unit, function):
        return ()
    if not holds_part(unit, b"__global__") and not is_own(unit, function):
        return ()
    found = tuple(sites(unit, function))
    called = {one.at for one in found}
    others = [word for word in standing(unit, function.called) if word.start not in called]
    homes = functions(unit, [word.start for word in others]) if found else {}
    return found if all(_declares(unit, word, homes.get(word.start), function) for word in others) else ()


def is_own(unit: Unit, function: Function) -> bool:
    """Say whether no other file can name a function: it is static, or its namespace has no name."""
    around = unit.around(Span(function.body.start, function.body.start))
    unnamed = (one for one in around if one.type == "namespace_definition")
    is_static = b"static" in A_NAME.findall(head(unit, function))
    return is_static or any(one.child_by_field_name("name") is None for one in unnamed)


def _declares(unit: Unit, word: Token, home: Function | None, function: Function) -> bool:
    """Say whether a name stands before what a function takes, where that is defined or declared."""
    is_head = function.span.start <= word.start < function.body.start
    return (home is None or is_head) and token_at(unit.code, word.end).text == b"("


def _by_name(unit: Unit, function: Function) -> Iterator[Site]:
    alone, name = is_called_alone(unit, function), function.called
    if not alone and function.span not in _spans(unit):
        return
    for at, home in _homes(unit, name).items():
        for call in model(unit, home).called_in(Span(at, at + 1)) if home.kind != "macro" else ():
            starts = LAUNCHES.match(unit.code, call.name.end)  # what a launch says of its grid is no argument
            if not starts and (alone or may_call(unit, home, call, function)):
                yield Site(at, home, call.arguments)


def calls_by_name(
    unit: Unit, made: Iterable[Function], *, hosts: bool = False
) -> Iterator[tuple[Function, CallText, Sequence[Function]]]:
    """Give the calls by the names of some functions: each with that around it, and those that bear its name.

    What the functions of the host call is given only where `hosts` are asked for.
    """
    by_name: dict[bytes, list[Function]] = {}
    for one in made:
        by_name.setdefault(one.called, []).append(one)
    at = {word.start: word.text for word in all_standing(unit, *by_name)} if by_name else {}
    for start, home in functions(unit, at).items():
        asked = hosts or home.kind != "host"
        for call in model(unit, home).called_in(Span(start, start + 1)) if asked else ():
            yield home, call, by_name[at[start]]


@fact
def _spans(unit: Unit) -> frozenset[Span]:
    """Give the spans of the functions that a file defines: one found by its head may have another."""
    return frozenset(one.span for made in functions_by_name(unit).values() for one in made)


def _homes(unit: Unit, *names: bytes) -> dict[int, Function]:
    places = [word.start for name in names for word in standing(unit, name)]
    return functions(unit, places if len(places) <= MOST_CALLS else ())


def _names(unit: Unit, class_: bytes) -> list[bytes]:
    """Give the names by which a class is known in a file."""
    others = (name for name, of in type_aliases(unit).items() if class_named(of) == class_)
    return [class_, *(name for name in others if name != class_)]


def _of_objects(unit: Unit, class_: bytes) -> Iterator[Site]:
    """Give the calls of objects of a class."""
    for home in dict.fromkeys(_homes(unit, *_names(unit, class_)).values()):
        if home.kind == "macro":
            continue
        read = model(unit, home)
        made = {one.name for one in read.declarations if class_of_object(unit, one) == class_}
        for call in read.calls if made else ():
            if unit.code[slice(*call.name)] in made:
                yield Site(call.name.start, home, call.arguments)


def _constructed(unit: Unit, class_: bytes) -> Iterator[Site]:
    """Give where objects of a class are made, other than as copies."""
    for name in _names(unit, class_):
        found = [(word, _home(unit, word)) for word in islice(standing(unit, name), MOST_CALLS)]
        for home in dict.fromkeys(home for _, home in found if home):
            yield from _declared(unit, home, class_)
        for word, around in found:
            if around is not None:
                yield from _made(unit, around, word)
            elif member := _member(unit, word):
                yield from _in_heads(unit, member)


def _in_heads(unit: Unit, member: bytes) -> Iterator[Site]:
    """Give what heads of constructors make a member of."""
    for word in islice(standing(unit, member), MOST_CALLS):
        home = _home(unit, word)
        if home is not None and not _in_body(unit, home):
            yield from _made(unit, home, word)


def _home(unit: Unit, word: Token) -> Function | None:
    """Give the function in which a word stands; asked for alone, a place in a head is told from others."""
    return functions(unit, [word.start]).get(word.start)


def _declared(unit: Unit, home: Function, class_: bytes) -> Iterator[Site]:
    """Give the declarations of a function that make an object of what stands in brackets behind its name."""
    code = unit.code
    for one in model(unit, home).declarations if home.kind != "macro" else ():
        if one.value and class_of_object(unit, one) == class_:
            before = token_before(code, one.value.start).text
            if before in OPENS and not one.pointers:
                yield Site(one.value.start, home, tuple(parts(code, *one.value)))


def _made(unit: Unit, home: Function, word: Token) -> Iterator[Site]:
    """Give what stands in brackets behind the name of a class, or of a member, to make an object of it."""
    code, limit = unit.code, home.span.end
    opens = token_at(code, word.end)
    if opens.text == b"<":
        opens = token_at(code, template_end(code, opens.start, limit))
    before = token_before(code, qualified_start(code, word.start)).text
    fits = before not in NO_OBJECT if _in_body(unit, home) else before in HEADS
    if opens.text in OPENS and fits:
        end = closing(code, opens.start, limit, OPENS[opens.text]) - 1
        yield Site(word.start, home, tuple(parts(code, opens.end, end)))


def _in_body(unit: Unit, home: Function) -> bool:
    """Say whether a function was found by a place in its body, and not by one in its head."""
    return unit.code[home.body.start : home.body.start + 1] == b"{"


def _member(unit: Unit, word: Token) -> bytes:
    """Give the name of the member that is declared behind the name of its class."""
    name = token_at(unit.code, word.end)
    return name.text if name.is_word and token_at(unit.code, name.end).text == b";" else b""
