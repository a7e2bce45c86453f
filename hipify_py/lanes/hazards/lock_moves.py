"""Stores by which a lock's address moves under another name than the one that stands in it.

A reference, a pointer to a member, `this` and a method all reach what the address names its own way:
`int &i = table->at; while (atomicCAS(&table->locks[i], 0, 1)) table->at++;` takes one lock after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.hazards.lock_places import member
from hipify_py.lazy import cached_property
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.tokens import A_NAME, OWN_NAME, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.hazards.lock_places import Turn
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import CallText, Declaration

THIS = b"this"
DEEPEST = 4  # names that stand for one another


class Place(NamedTuple):
    """A member of what a name leads to, or all of it."""

    root: bytes
    member: bytes


class LockMoves:
    """What one loop changes step by step, under whichever name."""

    def __init__(self, turn: Turn) -> None:
        """Read nothing yet."""
        self.turn, self.code = turn, turn.code
        self.declared = turn.function.names.declared

    def moves(self, at: Span) -> bool:
        """Say whether the loop steps, under another name, what a name leads to at a place."""
        name = self.turn.text(at)
        asked = self._place(name, member(self.code, at.end), DEEPEST)
        return any(
            by != name and place.root == asked.root and place.member in {b"", asked.member}
            for by, place in self._steps
        )

    @cached_property
    def _steps(self) -> frozenset[tuple[bytes, Place]]:
        return frozenset((*self._stores(), *self._added(), *self._by_methods()))

    def _stores(self) -> Iterator[tuple[bytes, Place]]:
        """Give the places that are given anything but a number, each with the name that it is reached by."""
        for name, given in self.turn.given.items():
            for one in given:
                if one.operator or not self.turn.is_constant(one.value):
                    yield name, self._of_text(one.target)

    def _added(self) -> Iterator[tuple[bytes, Place]]:
        """Give the same of what atomics add to."""
        for call in self.turn.calls:
            if self.turn.role(self.turn.text(call.name)) == "add" and call.arguments:
                target = self.turn.text(call.arguments[0])
                if (name := OWN_NAME.search(target)) and not self.turn.function.calls.adds_nothing(call):
                    yield name[0], self._of_text(target)

    def _by_methods(self) -> Iterator[tuple[bytes, Place]]:
        """Give the members of a named object that a method of the file makes from what they were."""
        for found, call in self.turn.function.calls.of_objects(self.turn.loop):
            root = self._place(found, b"", DEEPEST).root
            yield from ((b"", Place(root, one)) for one in self.stepped(call))

    def stepped(self, call: CallText, *, always: bool = False) -> Iterator[bytes]:
        """Give the members that a method of the file makes from what they were, or `always` does so."""
        unit = self.turn.function.unit
        made = defined_functions(unit).get(self.turn.text(call.name))
        read = model(unit, made) if made else None
        for one in read.assignments if read else ():
            at = one.value.start
            if always and read and (read.path(at) or any(jump.at < at for jump in read.jumps)):
                continue
            target = one.target.strip().removeprefix(b"this->")
            again = next(words(self.turn.code, target, within=one.value), None)
            if OWN_NAME.fullmatch(target) and (one.operator or again):
                yield target

    def _of_text(self, target: bytes) -> Place:
        name = OWN_NAME.search(target)
        return self._place(name[0], member(target, name.end()), DEEPEST) if name else Place(b"", b"")

    def _place(self, name: bytes, of: bytes, left: int) -> Place:
        """Give the place of a name's member, through names that stand for others; of an own one `this`'s."""
        made = self.declared.get(name, ())
        if not made:
            return Place(THIS, of if name == THIS else name)
        found = self._stands_for(made[0]) if len(made) == 1 and left else None
        return self._place(found[0], found[1] or of, left - 1) if found else Place(name, of)

    def _stands_for(self, made: Declaration) -> tuple[bytes, bytes] | None:
        """Give the name, and its member, for which a reference or a pointer stands throughout."""
        sign = made.sign_in(self.code)
        found = _meant(expression(self.turn.text(made.value))) if made.value and sign else None
        if found is None or found.name == made.name:
            return None
        given = self.turn.function.names.given.get(made.name, ())
        if sign == b"*" and (
            found.is_address != bool(found.member)
            or sum(one.target.strip() == made.name for one in given) > 1
        ):
            return None  # what is read of a member once, or is made to point elsewhere
        return found.name, found.member


class _Meant(NamedTuple):
    """What a reference or a pointer is made of: a name, the member of it, and whether it is the address."""

    name: bytes
    member: bytes
    is_address: bool


def _meant(node: Expression) -> _Meant | None:
    """Read `table->at`, `&table->at` and `*table`; an element of an array of its own is none."""
    is_address, of = (node.kind, node.text) == ("unary", b"&"), b""
    node = node.parts[0] if is_address else node
    while node.kind in {"member", "subscript"} or (node.kind, node.text) == ("unary", b"*"):
        of = node.text if node.kind == "member" else of
        if node.kind == "subscript" and node.parts[0].kind == "name":
            return None
        node = node.parts[0]
    return _Meant(node.text, of, is_address) if node.kind == "name" and A_NAME.fullmatch(node.text) else None
