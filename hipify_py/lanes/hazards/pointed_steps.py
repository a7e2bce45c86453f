"""Steps by calls of a function that is handed two elements: `take(s + t, s + t + h)`, `add(s[t], s[t + h])`.

It gives the first a value, by a pointer or a reference, and takes from the other.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.storage import led_to
from hipify_py.lanes.hazards.element_steps import Step, waits_in
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import alike, bare
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.functions import functions
from hipify_py.source.tokens import A_NAME, words
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.unit import Unit

MOST = 4  # arguments of a call that are looked at
DEEPEST = 8  # terms of an index
SIGNS = frozenset((b"+", b"-"))


@fact
def volatile_takers(unit: Unit) -> frozenset[bytes]:
    """Give the names of the functions of a file that take what is volatile, as steps in lock step need."""
    places = [word.start for word in standing(unit, b"volatile")]
    homes = functions(unit, places) if places else {}
    return frozenset(
        home.called for at, home in homes.items() if home.kind == "device" and at < home.body.start
    )


def pointed_steps(unit: Unit, read: Model, within: Span) -> Iterator[Step]:
    """Give the steps that a function makes in a span by calling such functions."""
    known = functions_by_name(unit)
    for call in read.called_in(within):
        name = unit.code[slice(*call.name)]
        if len(known.get(name, ())) != 1 or not 2 <= len(call.arguments) <= MOST:
            continue
        found = (_step(unit, call, *pair) for pair in permutations(range(len(call.arguments)), 2))
        yield from (step for step in found if step)


def _step(unit: Unit, call: CallText, to: int, taken: int) -> Step | None:
    """Give the step of a call, if that hands on an element for `to` and one some way off as `taken`."""
    own = _terms(unit.code[slice(*call.arguments[to])])
    far = _terms(unit.code[slice(*call.arguments[taken])])
    if len(own) < 2 or len(far) != len(own) + 1 or own[0][0] != b"+" or own[0][1].kind != "name":
        return None
    near = all(one[0] == of[0] and alike(one[1], of[1]) for one, of in zip(own, far, strict=False))
    name = unit.code[slice(*call.name)]
    if not near or not _takes(unit, name, to, taken):
        return None
    index, (sign, by) = unit.code[slice(*call.arguments[to])], far[-1]
    place = index[own[1][1].span.start : own[-1][1].span.end]
    distance = unit.code[slice(*by.within(call.arguments[taken].start))]
    span = Span(call.name.start, call.arguments[-1].end + 1)
    return Step(own[0][1].text, place, sign, distance, span)


def _terms(text: bytes) -> Sequence[tuple[bytes, Expression]]:
    """Give the terms of which the address of an element is made, with their signs; nothing of others.

    All but the array are names, so that they are what stands there: `s + t + h`, `&s[t + h]`.
    """
    node = bare(expression(text))
    if (node.kind, node.text) == ("unary", b"&"):
        node = bare(node.parts[0])
    found: list[tuple[bytes, Expression]] = []
    todo = [(b"+", part) for part in reversed(node.parts)] if node.kind == "subscript" else [(b"+", node)]
    while todo and len(found) + len(todo) <= DEEPEST:
        sign, node = todo.pop()
        node = bare(node)
        if sign == b"+" and node.kind == "binary" and node.text in SIGNS:
            todo += [(node.text, node.parts[1]), (b"+", node.parts[0])]
        else:
            found.append((sign, node))
    names = all(node.kind in {"name", "number", "member"} for _, node in found)
    return found if names and not todo else ()


@fact_of
def _takes(unit: Unit, name: bytes, to: int, taken: int) -> bool:
    """Say whether a function stores behind one parameter what it takes from another, and does no more."""
    (home,) = functions_by_name(unit)[name]
    read = model(unit, home)
    if home.kind != "device" or max(to, taken) >= len(read.parameters) or waits_in(unit, read, home.body):
        return False
    others = functions_by_name(unit)
    if any(unit.code[slice(*call.name)] in others for call in read.calls):
        return False  # which may wait
    own, other = read.parameters[to], read.parameters[taken]
    is_named = bool(A_NAME.fullmatch(other)) and any(words(unit.code, other, within=home.body))
    return is_named and _stores(unit, read, own) and not _stores(unit, read, other)


def _stores(unit: Unit, read: Model, name: bytes) -> bool:
    """Say whether a function stores something behind one of its parameters."""
    made = next((one for one in read.declarations if one.kind == "parameter" and one.name == name), None)
    refers = made is not None and made.sign_in(unit.code) == b"&"
    if made is None or not (made.pointers or refers):
        return False
    return any(
        led_to(expression(one.target)).name == name and (refers or one.target.strip() != name)
        for one in read.assignments
    )
