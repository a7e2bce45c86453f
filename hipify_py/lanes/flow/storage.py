"""Where what a function's names hold is kept, and which of them an address or a target leads to."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.source.brackets import NOT_BLANK
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.functions import functions
from hipify_py.source.search import places
from hipify_py.source.tokens import token_at, token_before, words
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

SHARED, DEVICE = b"__shared__", b"__device__"
LAMBDA = (b"(", b")", b"{", b"}")  # what stands in one, and in no type
POINTS = frozenset((b"*", b"&"))
NEAR = 200  # bytes behind the mark of what is shared, in which its name ends
ENDS = re.compile(rb"[][;=,]")
MOST_POINTERS = 8  # that are declared with one another
STEPS = frozenset((b"+", b"-", b"++", b"--"))  # from one element to another


class Led(NamedTuple):
    """The name that an address, or what is given a value, leads to, and through which member of it.

    `own` says that it is by the address of the name itself: `&a`, `(char *)&a + 1`, `*(int *)&a`; `a`,
    `a + 1` and `*a` lead there by what the name holds.
    """

    name: bytes = b""
    own: bool = False
    member: bytes = b""


def led_to(node: Expression) -> Led:
    """Give the name that an address, or what is given a value, leads to; none where the way is another.

    What a member leads to, as in `a.b[i]`, stands in memory of its own.
    """
    own, member, behind = False, b"", False
    while node.kind != "name":
        behind = behind or node.kind == "subscript" or (node.kind, node.text) == ("unary", b"*")
        if node.kind == "member" and behind:
            return Led()
        step = node.kind in {"binary", "unary"} and node.text in STEPS
        own = own or (node.kind, node.text) == ("unary", b"&")
        member = node.text if node.kind == "member" else member
        through = node.kind == "unary" and node.text in {b"*", b"&"}
        if not node.parts or not (step or through or node.kind in {"cast", "subscript", "member"}):
            return Led()
        node = node.parts[0]
    return Led(node.text, own, member)


def is_array(unit: Unit, made: Declaration) -> bool:
    """Say whether a name is declared as an array of the function's own."""
    is_own = made.kind == "local" and token_at(unit.code, made.at.end).text == b"["
    return is_own or b"array<" in b"".join(made.type_in(unit.code).split())


def holds_parts(unit: Unit, made: Declaration) -> bool:
    """Say whether a name is the thread's own, an array or an object, and no pointer or reference."""
    own = made.kind == "local" and not is_shared(unit, made) and made.sign_in(unit.code) not in POINTS
    return own and (is_array(unit, made) or not made.pointers)


def is_shared(unit: Unit, made: Declaration) -> bool:
    """Say whether all threads of a block share what is declared; for the grammar the mark may be a blank.

    So they do a variable in the memory of the device, which a function may have as its own.
    """
    if not _is_marked(unit, made):
        return False
    if is_marked_shared(unit, made):
        return True
    start = made.statement.start
    before, text = token_before(unit.code, start), unit.code[start : made.at.start]
    of_device = before.text == DEVICE and token_before(unit.code, before.start).text == b"static"
    is_static = b"static" in text.split()[:2] and not any(mark in text for mark in LAMBDA)
    return of_device or (DEVICE in text and is_static)


def is_marked_shared(unit: Unit, made: Declaration) -> bool:
    """Say whether what is declared is in the memory of a block, by the mark in its declaration or before."""
    start = made.statement.start
    in_it = SHARED in unit.code[start : made.at.start]
    return in_it or (_is_marked(unit, made) and token_before(unit.code, start).text == SHARED)


def _is_marked(unit: Unit, made: Declaration) -> bool:
    """Say whether a mark of shared memory, or of the device's, stands in a declaration or right before it."""
    marks, start = _marks(unit), made.statement.start
    at = bisect_left(marks, made.at.start) - 1
    return at >= 0 and not NOT_BLANK.search(unit.code, marks[at] + len(SHARED), start)


@fact
def _marks(unit: Unit) -> list[int]:
    return places(unit.code, SHARED, DEVICE)


@fact
def shared_outside(unit: Unit) -> frozenset[bytes]:
    """Give the names that a file declares in the memory of a block outside of all functions."""
    marks = [word.end for word in words(unit.code, SHARED)]
    homes = functions(unit, marks) if marks else {}
    ends = (ENDS.search(unit.code, at, at + NEAR) for at in marks if at not in homes)
    return frozenset(token_before(unit.code, end.start()).text for end in ends if end)


def leads_to_block(unit: Unit, known: FunctionNames, made: Declaration) -> bool:
    """Say whether a name stands for what all threads of a block share, itself or by an address it keeps.

    An address counts that a pointer is declared with and never given another, or a reference is: of a shared
    name, or of one that leads to such.
    """
    for _ in range(MOST_POINTERS):
        if is_shared(unit, made) or _is_given_block(unit, known, made):
            return True
        name = _stands_for(unit, known, made)
        if name not in known.declared:
            return name in shared_outside(unit)
        found = known.declaration(name, made.value.start) if made.value else None
        if found is None or found is made:
            return False
        made = found
    return False


def _is_given_block(unit: Unit, known: FunctionNames, made: Declaration) -> bool:
    """Say whether a pointer is declared with what a function of the file gives: memory of a block."""
    if not made.pointers or made.value is None or known.values_itself(made.name) != [made.value]:
        return False
    node = expression(unit.code[slice(*made.value)])
    while node.parts and (node.kind == "cast" or (node.kind == "binary" and node.text in STEPS)):
        node = node.parts[0]
    made_of = functions_by_name(unit).get(node.name, ())[:MOST_POINTERS] if node.kind == "call" else ()
    return bool(made_of) and all(_gives_block(unit, one) for one in made_of)


@fact_of
def _gives_block(unit: Unit, function: Function) -> bool:
    """Say whether all that a function returns leads to memory of a block that it declares."""
    known = names(unit, function)
    returned = [one.value for one in model(unit, function).jumps if one.value and one.kind == "return"]
    found = [(_addressed(expression(unit.code[slice(*one)])), one.start) for one in returned]
    made = [known.declaration(name, at) for name, at in found]
    return bool(made) and all(one is not None and is_shared(unit, one) for one in made)


def _stands_for(unit: Unit, known: FunctionNames, made: Declaration) -> bytes:
    """Give the name whose memory a reference stands for, or a pointer leads to that is given one address."""
    if made.value is None:
        return b""
    node = expression(unit.code[slice(*made.value)])
    if is_reference(unit, made):
        found = known.declaration(node.text, made.value.start) if node.kind == "name" else None
        of_pointer = found is not None and found.pointers and not is_shared(unit, found)
        return b"" if of_pointer else _referred(node)
    given_once = made.pointers and known.values_itself(made.name) == [made.value]
    return _addressed(node) if given_once else b""


def is_reference(unit: Unit, made: Declaration) -> bool:
    """Say whether a name is declared as a reference, and not to a pointer."""
    return made.sign_in(unit.code) == b"&" and not made.pointers


def _referred(node: Expression) -> bytes:
    """Give the name in whose memory an expression stands: by itself, an element, a member or a pointer."""
    while node.kind == "member" and node.parts and not node.text.isdigit():
        node = node.parts[0]
    if node.kind == "subscript" or (node.kind, node.text) == ("unary", b"*"):
        return _addressed(node.parts[0])
    return node.text if node.kind == "name" else b""


def _addressed(node: Expression) -> bytes:
    """Give the name whose address an expression is: of an array, of a pointer itself, or of its elements."""
    while node.parts and (node.kind == "cast" or (node.kind == "binary" and node.text in STEPS)):
        node = node.parts[0]
    if (node.kind, node.text) == ("unary", b"&") and node.parts[0].kind == "subscript":
        node = node.parts[0].parts[0]
    return node.text if node.kind == "name" else b""
