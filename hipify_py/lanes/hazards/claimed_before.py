"""Waits for what the winner of a slot sets: all that come to such a wait have come by the claim of the slot.

`if (atomicCAS(&slot[i], 0, v) == 0) id[i] = n;` and then `while (id[i] == 0) ;`. Whoever has won sets what is
asked before it waits itself, in each turn of loops around both, so that no lane of a wavefront holds it back.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.handed_arguments import handed
from hipify_py.lanes.find.volatile_members import volatile_members
from hipify_py.lanes.flow.storage import led_to
from hipify_py.lanes.hazards.call_roles import role_of
from hipify_py.lanes.hazards.posted_before import in_common
from hipify_py.lanes.hazards.stores_by_name import assigned_to, given_to
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.lanes.hazards.loop_exits import LoopExits
    from hipify_py.source.function_model import Condition, Loop, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    IsClaim = Callable[[bytes], bool]
    Names = Callable[[bytes], "Element | None"]

FENCE = b"__threadfence"
READS = frozenset({"load", "add"})
SWAPS = 3  # arguments: the address, what is to be there, and what is put there
MOST = 64  # places that may set what is asked


class Element(NamedTuple):
    """An element of an array: the name of that, and the index without blanks."""

    array: bytes
    at: bytes


UNKNOWN = Element(b"", b"")


class _Set(NamedTuple):
    """A place that may set the array that is asked for, and which element it sets, if that is told."""

    at: Span
    element: Element | None
    called: bool = False


def claims_before(of: LoopExits, loop: Loop) -> bool:
    """Say whether all that a loop waits for is set, before it, by those who have won what it belongs to."""
    if of.leaving.get(loop.head) or of.model.assigned_in(loop.whole):
        return False
    asked = [*asked_of_memory(of.unit.code[slice(*loop.condition)], _read, _addressed)]
    if len(asked) != 1:
        return False
    if asked[0].array not in of.model.parameters or asked[0].at:
        return _is_claimed(of.unit, of.model, loop.whole, asked[0])
    given = handed(of.unit, of.model.function, asked[0].array)  # what a pointer leads to
    return bool(given) and all(
        _comes_behind(of.unit, argument, model(of.unit, home)) for argument, home in given
    )


def asked_of_memory(text: bytes, element: Names, addressed: Names) -> Iterator[Element]:
    """Give what a condition reads of memory; an element without a name for what cannot be told.

    `element` and `addressed` tell which one an expression is, or is the address of.
    """
    todo = [expression(text)]
    while todo:
        node = todo.pop()
        if node.kind == "subscript" or (node.kind, node.text) == ("unary", b"*"):
            yield element(text[slice(*node.span)]) or UNKNOWN
        elif node.kind == "call" and role_of(node.name) in READS and node.parts:
            yield addressed(text[slice(*node.parts[0].span)]) or UNKNOWN
        else:
            todo += node.parts


def _comes_behind(unit: Unit, argument: Span, read: Model) -> bool:
    """Say whether a call that hands on the address of an element comes behind the claim of that."""
    element = _addressed(unit.code[slice(*argument)])
    call = next((one for one in read.calls if argument in one.arguments), None)
    return element is not None and call is not None and _is_claimed(unit, read, call.name, element)


def _read(text: bytes) -> Element | None:
    """Give which element an expression reads, be it the one that a pointer leads to."""
    node = bare(expression(text))
    if (node.kind, node.text) != ("unary", b"*"):
        return _element(text)
    pointer = bare(node.parts[0])
    return Element(pointer.text, b"") if pointer.kind == "name" else None


def _element(text: bytes) -> Element | None:
    """Give which element of an array an expression names."""
    node = bare(expression(text))
    if node.kind == "name":
        return Element(node.text, b"")
    if node.kind != "subscript" or len(node.parts) != 2 or bare(node.parts[0]).kind not in {"name", "member"}:
        return None
    index = text[slice(*node.parts[1].span)]
    return Element(bare(node.parts[0]).text, b"".join(index.split()))


def _addressed(text: bytes) -> Element | None:
    """Give the element whose address an expression is: `&a[i]`, `a + i`."""
    node = bare(expression(text))
    if (node.kind, node.text) == ("unary", b"&"):
        return _element(text[slice(*node.parts[0].span)])
    if (node.kind, node.text) == ("binary", b"+") and node.parts[0].kind == "name":
        return Element(node.parts[0].text, b"".join(text[slice(*node.parts[1].span)].split()))
    return None


def _is_claimed(unit: Unit, read: Model, wait: Span, element: Element) -> bool:
    """Say whether all that set an array set the element that is asked, as winners of it, before a wait."""
    sets = (
        one for one in _sets(unit, read.function, element.array) if not one.called or not holds(wait, one.at)
    )
    made = [*islice(sets, MOST + 1)]
    if len(made) > MOST:
        return False
    won = {one.span for each in made for one in read.path(each.at.start)}
    made = [one for one in made if not any(holds(each, one.at) for each in won)]  # claims set nothing else
    return bool(made) and all(one.element == element and _is_of_winner(unit, read, wait, one) for one in made)


@fact_of
def _sets(unit: Unit, function: Function, array: bytes) -> tuple[_Set, ...]:
    """Give the places of a function that may set what an array holds."""
    return tuple(_set_in(unit, model(unit, function), array))


def _set_in(unit: Unit, read: Model, array: bytes) -> Iterator[_Set]:
    code = unit.code
    for one in assigned_to(unit, read, (array, b"")):
        node = expression(one.target)
        if (led_to(node).name == array and one.target.strip() != array) or node.kind == "other":
            yield _Set(one.value, _element(one.target))
    for call in given_to(unit, read, array):
        given = [one for one in call.arguments if array in OWN_NAME.findall(code, *one)]
        yield _Set(call.name, _addressed(code[slice(*given[0])]) if len(given) == 1 else None, called=True)


def _is_of_winner(unit: Unit, read: Model, wait: Span, made: _Set) -> bool:
    """Say whether who sets something has won it, in a statement by which all come that wait."""
    around, own = read.path(wait.start), read.path(made.at.start)
    further, element = own[in_common(own, around) :], made.element
    if element is None or made.at.start > wait.start or read.home(made.at.start) != read.home(wait.start):
        return False
    if not further or further[0].otherwise or any(one.keyword != "if" for one in further):
        return False
    won = further[0]
    if any(one.span == won.span for one in around):
        return False

    def is_claim(text: bytes) -> bool:
        found = _addressed(text)
        return found is not None and found.at == element.at

    is_won = wins(unit, read, won, is_claim) and _is_straight(read, won, made.at, element, wait)
    return is_won and is_seen(unit, read, made.at, element.array, wait)


def _is_straight(read: Model, won: Condition, at: Span, element: Element, wait: Span) -> bool:
    """Say whether nothing loops or leaves between a claim and the wait, or makes the element another."""
    begun = won.span.start
    loops = any(begun <= one.whole.start < at.start for one in read.loops)
    leaves = any(begun <= one.at < wait.start for one in read.jumps)
    changed = {
        one.name
        for one in read.assignments
        if begun <= one.value.start < wait.start and one.name == one.target.strip()
    }
    return not (loops or leaves) and changed.isdisjoint((element.array, *OWN_NAME.findall(element.at)))


def wins(unit: Unit, read: Model, won: Condition, is_claim: IsClaim) -> bool:
    """Say whether a condition holds for him alone who swaps what is claimed: `atomicCAS(..) == old`.

    `is_claim` says so of the address that is swapped.
    """
    todo = [won.span]
    while todo:
        at = todo.pop()
        node = bare(expression(unit.code[slice(*at)]))
        if node.kind == "binary" and node.text == b"&&":
            todo += (one.within(at.start) for one in node.parts)
        elif node.kind == "binary" and node.text == b"==":
            sides = [one.within(at.start) for one in node.parts]
            pairs = zip(sides, sides[::-1], strict=True)
            if any(_swaps(unit, read, one, other, is_claim) for one, other in pairs):
                return True
    return False


def _swaps(unit: Unit, read: Model, side: Span, other: Span, is_claim: IsClaim) -> bool:
    """Say whether one side of `==` is what a swap of an element finds, the other what it is to find."""
    code = unit.code
    once = names(unit, read.function).once(code[slice(*side)].strip())
    at = once.value if once else side
    calls = [one for one in read.called_in(at) if _is_swap(unit, code[slice(*one.name)])]
    if len(calls) != 1 or len(calls[0].arguments) != SWAPS:
        return False
    expects = b"".join(code[slice(*calls[0].arguments[1])].split())
    same = expects == b"".join(code[slice(*other)].split())
    return same and is_claim(code[slice(*calls[0].arguments[0])])


def _is_swap(unit: Unit, name: bytes) -> bool:
    """Say whether a function swaps, be it one of the file that returns what a swap finds."""
    made = defined_functions(unit).get(name) if role_of(name) == "other" else None
    if made is None:
        return role_of(name) == "swap"
    read = model(unit, made)
    found = [
        [role_of(unit.code[slice(*call.name)]) for call in read.called_in(one.value)]
        for one in read.jumps
        if one.value
    ]
    return bool(found) and any("swap" in roles for roles in found) and len(read.parameters) == SWAPS


def is_seen(unit: Unit, read: Model, at: Span, array: bytes, wait: Span) -> bool:
    """Say whether what is set in an array at a place is so before the wait.

    So it is where a function sets it, in what is volatile, or with a fence behind.
    """
    declared = names(unit, read.function).declared.get(array, ())
    volatile = any(b"volatile" in unit.code[slice(*one.statement)] for one in declared)
    between = read.called_in(Span(at.start, wait.start))
    fenced = any(unit.code[slice(*one.name)].startswith(FENCE) for one in between)
    by_call = any(one.name == at for one in read.calls)
    return volatile or fenced or by_call or (not declared and array in volatile_members(unit))
