"""Objects whose words a function reaches one by one by a pointer or reference to another type.

`int *p = (int *)&v; for (int i = 0; i < n; ++i) p[i] = f(p[i]);`, and `for (int &w : u.words) w = f(w);` of a
union. By the rules of C++ (strict aliasing) no member of another type changes by that, and clang keeps them;
a member of a union by its name, `u.words[i]`, may change any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.storage import led_to
from hipify_py.source.class_fields import class_in, class_named
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.class_fields import Fields
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration, Model
    from hipify_py.source.unit import Unit

STEPS = frozenset((b"+", b"-", b"++", b"--"))
POINTS, REFERS, AUTO = b"*", b"&", b"auto"
MOST_VALUES = 16  # that a pointer is given
MOST = 4  # pointers and references that are declared with one another


class View(NamedTuple):
    """An object whose words are reached, as it is declared, and the type by which they are."""

    of: Declaration
    word: bytes


def views(unit: Unit, read: Model, node: Expression, at: int) -> Iterator[View]:
    """Give the objects of which an expression at a place has words, but for words at a place written out."""
    for part in node.walk():
        if part.kind in {"subscript", "unary", "name"} and (found := _word(unit, read, part, at, MOST)):
            yield found


def pointed(unit: Unit, read: Model, node: Expression, at: int, left: int = MOST) -> View | None:
    """Give the object to whose words an address at a place leads."""
    while node.kind in {"binary", "unary"} and node.text in STEPS and node.parts:
        node = node.parts[0]
    known = names(unit, read.function)
    if node.kind == "cast":
        word, to = _word_type(node.text), led_to(node.parts[0])
        made = known.declaration(to.name, at) if word and to.own and not to.member else None
        return View(made, word) if made and not made.pointers else None
    made = known.declaration(node.text, at) if node.kind == "name" and left else None
    is_led = made is not None and (made.pointers > 0 or made.type_in(unit.code).endswith(AUTO))
    for value in known.values_itself(node.text)[:MOST_VALUES] if is_led else ():
        of = expression(unit.code[slice(*value)])
        found = pointed(unit, read, of, value.start, left - 1)
        if found := found or _of_union(unit, read, of, value.start, made.type_in(unit.code) if made else b""):
            return found
    return None


def _word(unit: Unit, read: Model, node: Expression, at: int, left: int) -> View | None:
    """Give the object of which an expression is a word."""
    if node.kind == "subscript":
        return None if node.parts[1].kind == "number" else pointed(unit, read, node.parts[0], at)
    if node.kind == "unary":
        moves = node.text == POINTS and node.parts[0].kind in {"binary", "unary"}
        return pointed(unit, read, node.parts[0], at) if moves else None
    made = names(unit, read.function).declaration(node.text, at)
    if made is None or made.value is None or made.pointers or made.sign_in(unit.code) != REFERS or not left:
        return None
    of = expression(unit.code[slice(*made.value)])
    found = _of_union(unit, read, of, made.value.start, made.type_in(unit.code))
    return found or _word(unit, read, of, made.value.start, left - 1)


def _of_union(unit: Unit, read: Model, node: Expression, at: int, word: bytes) -> View | None:
    """Give the union of which a member, or an element of one, is referred to or led to."""
    while node.kind == "subscript" or (node.kind, node.text) == ("unary", REFERS):
        node = node.parts[0]
    of = node.parts[0] if node.kind == "member" else node
    made = (
        names(unit, read.function).declaration(of.text, at) if of is not node and of.kind == "name" else None
    )
    made_of = members(unit, made) if made and not made.pointers else None
    return View(made, word) if made and made_of and made_of.is_union else None


def members(unit: Unit, made: Declaration) -> Fields | None:
    """Give the members of the class that a name is declared with, be it made there or named."""
    return class_in(unit, made.statement) or class_named(unit, made.type_in(unit.code))


def _word_type(cast: bytes) -> bytes:
    """Give the type to which a pointer is cast; nothing of a cast to anything else."""
    text = cast.strip()
    return text.removesuffix(POINTS).strip() if text.endswith(POINTS) and text.count(POINTS) == 1 else b""
