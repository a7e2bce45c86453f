"""Calls that bring the threads of a block to its barrier: of functions, macros and objects of the file."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.special_members import CALL, class_of, sign_of
from hipify_py.lanes.flow.call_classes import class_called, may_call, own_class
from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.hazards.block_meetings import BARRIER_WORD, OF_GROUPS, is_call, joins
from hipify_py.lanes.hazards.class_parameters import parameter_calls
from hipify_py.lanes.hazards.group_meetings import handed_blocks
from hipify_py.lanes.hazards.handed_meetings import Lambda, handed
from hipify_py.lanes.hazards.special_uses import special, special_uses
from hipify_py.model import Span
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import is_called_alone, model, names, path
from hipify_py.source.functions import functions
from hipify_py.source.search import places
from hipify_py.source.template_parameters import given_to, template_parameters
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.function_model import CallText
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 16  # functions that call one another up to the barrier
MOST_OF_A_NAME = 8  # functions that one name may call
MOST_ASKED = 8  # conditions that are followed up to the calls, and sets of them of one function
LONGEST = 200  # bytes of one

Asked = frozenset[bytes]
NONE: Asked = frozenset()


class Meeting(NamedTuple):
    """A place in a function that leads to a barrier, if some conditions hold beside those around it.

    One that is `lent` does so for some callers alone: for those that hand the barrier to the function.
    """

    home: Function
    at: Span
    asked: Asked = NONE
    lent: bool = False


class Leading(NamedTuple):
    """The calls that lead to some places, by the spans of the functions they stand in.

    `functions` are those from which a call comes to one.
    """

    calls: dict[Span, list[Span]]
    functions: frozenset[Function]


def calls(unit: Unit) -> dict[Span, list[Span]]:
    """Give, by the spans of the functions they stand in, the calls of what has a barrier of the block."""
    return to_barriers(unit).calls


@fact
def to_barriers(unit: Unit) -> Leading:
    """Give what leads to a barrier of the block."""
    marks = [*places(unit.code, BARRIER_WORD), *(word.start for word in all_standing(unit, OF_GROUPS))]
    homes = dict.fromkeys(functions(unit, marks).values())
    here = [Meeting(home, at) for home in homes for at in joins(unit, home)]
    return leading(unit, here, [*_of_blocks(unit)])


@fact
def names_that_meet(unit: Unit) -> frozenset[bytes]:
    """Give the names of the functions that come to a barrier of the block."""
    return frozenset(one.called for one in to_barriers(unit).functions)


def leading(unit: Unit, new: list[Meeting], handed_to: Sequence[Meeting] = ()) -> Leading:
    """Give what leads to some places of functions where threads meet, and to calls that hand them a group.

    What makes, ends or calls an object whose class has one there counts for a call, and so does what calls
    something that others hand to the function. A call for which the place stands under a condition that
    does not hold is none.
    """
    lambdas = [
        Lambda(one.home, body)
        for one in new
        if (body := model(unit, one.home).home(one.at.start)) != one.home.body
    ]
    found: dict[Span, dict[Span, None]] = {}
    known: dict[Function, set[Asked]] = {}
    for _ in range(DEEPEST):
        reached: dict[Function, list[Asked]] = {}
        for one in new:
            if (asked := _asked(unit, one)) is not None and _is_new(known.setdefault(one.home, set()), asked):
                reached.setdefault(one.home, []).append(asked)
        new = []
        for one in (*_calls(unit, reached), *_handed(unit, reached, lambdas), *handed_to):
            found.setdefault(one.home.span, {})[one.at] = None
            new += () if one.lent else (one,)
        lambdas, handed_to = [], ()
        if not new:
            break
    return Leading({span: [*spans] for span, spans in found.items()}, frozenset(known))


def _is_new(known: set[Asked], asked: Asked) -> bool:
    """Say whether a function is not known yet to come to a barrier under some conditions, and note it."""
    if any(one <= asked for one in known):
        return False
    known.add(asked)
    return True


def _asked(unit: Unit, one: Meeting) -> Asked | None:
    """Give on which conditions who calls a function, or a macro, by its name comes to a place in it.

    Those that nobody can tell are left out; None where it does not come there.
    """
    home = one.home
    if home.kind not in {"macro", "device"}:
        return None
    read = model(unit, home)
    if read.home(one.at.start) != home.body:
        return None
    around = (each for each in path(unit, read, one.at.start) if each.keyword not in LOOPS | {"switch"})
    texts = [
        (b"!(%b)" if each.otherwise else b"(%b)") % unit.code[slice(*each.span)].strip() for each in around
    ]
    table = _constants(unit)
    if any(_is_false(table, text) for text in texts):
        return None
    kept = handed_on(unit, home)
    told = [text for text in (*texts, *one.asked) if len(text) <= LONGEST and _is_told(table, text, kept)]
    return frozenset(told[:MOST_ASKED])


@fact_of
def all_taken(unit: Unit, home: Function) -> frozenset[bytes]:
    """Give the parameters of a function, those of its template among them."""
    named = (each.name for each in template_parameters(unit, home))
    return frozenset((*model(unit, home).parameters, *named))


@fact_of
def handed_on(unit: Unit, home: Function) -> frozenset[bytes]:
    """Give the parameters of a function, its template's too, which nothing changes in it."""
    read = model(unit, home)
    defaults = {each.value for each in read.declarations if each.kind == "parameter"}
    given = names(unit, home).given.items()
    return all_taken(unit, home) - {
        of for of, each in given if any(one.value not in defaults for one in each)
    }


def _is_told(table: ConstantTable, text: bytes, taken: frozenset[bytes]) -> bool:
    """Say whether a condition hangs on nothing but parameters and constants."""
    return all(name in taken or table.number(name) is not None for name in A_NAME.findall(text))


def _is_false(table: ConstantTable, text: bytes) -> bool:
    worth = table.number(text)
    return worth is not None and not worth.value


@fact
def _constants(unit: Unit) -> ConstantTable:
    return constant_table(unit, declared_constants(unit))


def _calls(unit: Unit, reached: dict[Function, list[Asked]]) -> Iterator[Meeting]:
    """Give the calls of functions and macros by their names, and of what nobody calls by its name."""
    named: dict[bytes, list[Function]] = {}
    members: dict[tuple[bytes, bytes], list[Function]] = {}
    for one in reached:
        if not special(unit, one):
            named.setdefault(one.called, []).append(one)
            members.setdefault((own_class(unit, one), one.called), []).append(one)
    at = {word.start: Span(word.start, word.end) for word in all_standing(unit, *named)} if named else {}
    for start, home in functions(unit, at).items():
        if home.kind == "host" or not is_call(unit, home, at[start]):
            continue
        for call in model(unit, home).called_in(Span(start, start + 1)):
            name = unit.code[slice(*at[start])]
            some = named[name][:MOST_OF_A_NAME]
            of_class = members.get((class_called(unit, home, call), name), [])[:MOST_OF_A_NAME]
            for called in dict.fromkeys([*some, *of_class]):
                if _may_be(unit, home, call, called):
                    yield from _met(unit, home, call, called, reached[called])
    yield from (Meeting(home, span) for home, span in special_uses(unit, [*reached]))


def _may_be(unit: Unit, home: Function, call: CallText, called: Function) -> bool:
    """Say whether a call in a function may be that of another, which may have its name from several."""
    return called.kind == "macro" or is_called_alone(unit, called) or may_call(unit, home, call, called)


def _met(
    unit: Unit, home: Function, call: CallText, called: Function, asked: Iterable[Asked]
) -> Iterator[Meeting]:
    """Give a call for each set of conditions under which it comes to a barrier, as its function says them."""
    given = {name: b"(%b)" % unit.code[slice(*span)] for name, span in given_to(unit, called, call)}
    for one in asked:
        texts = frozenset(A_NAME.sub(lambda word: given.get(word[0], word[0]), text) for text in one)
        if not any(_is_false(_constants(unit), text) for text in texts):
            yield Meeting(home, call.name, texts)


def _handed(unit: Unit, reached: Iterable[Function], lambdas: list[Lambda]) -> Iterator[Meeting]:
    """Give where functions call what they are handed, and the calls that hand it to them."""
    names = {home.called for home in reached if not special(unit, home)}
    classes = {class_of(unit, home) for home in reached if sign_of(home) == CALL} - {b""}
    yield from (Meeting(home, span) for home, span in parameter_calls(unit, classes))
    known: dict[tuple[Function, bytes], tuple[Asked, ...]] = {}
    for one in handed(unit, names | classes, lambdas):
        if (one.called, one.name) not in known:
            yield from (Meeting(use.home, use.at, lent=True) for use in one.uses)
            asked = (_asked(unit, Meeting(one.called, use.begins)) for use in one.uses)
            told = dict.fromkeys(each for each in asked if each is not None)
            known[one.called, one.name] = tuple(islice(told, MOST_ASKED))
        if one.home.kind != "host":
            yield from _met(unit, one.home, one.call, one.called, known[one.called, one.name])


def _of_blocks(unit: Unit) -> Iterator[Meeting]:
    """Give where functions meet that are handed the block, and the calls that hand it to them."""
    known: dict[tuple[Function, bytes], tuple[Asked, ...]] = {}
    for one in handed_blocks(unit):
        if (one.called, one.name) not in known:
            yield from (Meeting(one.called, at, lent=True) for at in one.uses)
            asked = (_asked(unit, Meeting(one.called, at)) for at in one.uses)
            told = dict.fromkeys(each for each in asked if each is not None)
            known[one.called, one.name] = tuple(islice(told, MOST_ASKED))
        yield from _met(unit, one.home, one.call, one.called, known[one.called, one.name])
