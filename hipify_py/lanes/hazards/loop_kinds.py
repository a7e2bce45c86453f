"""On what a way out of a loop may hang, and what a loop asks of the function that it stands in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.hazards.call_roles import Role
    from hipify_py.lanes.hazards.function_calls import FunctionCalls
    from hipify_py.model import Span
    from hipify_py.source.function_model import Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

# A "turn" takes a lock and gives it back, but nothing keeps the lanes together in it.
Kind = Literal["moves", "lock", "turn", "flag", "still"]

DECIDES: tuple[Kind, ...] = ("moves", "lock", "turn", "flag")


class Surroundings(Protocol):
    """What a loop asks of the function it stands in."""

    unit: Unit
    model: Model
    constants: ConstantTable
    names: FunctionNames
    calls: FunctionCalls
    given: Callable[[bytes], Kind | None]  # for a macro: on what it hangs what a parameter stands for

    @property
    def leaving(self) -> Mapping[Span, Sequence[Sequence[Span]]]:
        """Give for each loop, by its head, the conditions in it on which each jump hangs that leaves it."""

    @property
    def once(self) -> Collection[Span]:
        """Give the heads of the loops that end with their first turn."""

    def role(self, name: bytes) -> Role:
        """Say what a function does, by its name."""

    def is_shared(self, name: bytes) -> bool:
        """Say whether others may write what a name holds, by how it is declared."""

    def is_volatile(self, name: bytes) -> bool:
        """Say whether others may write what members of a name hold."""

    def is_stored_behind(self, name: bytes, at: int) -> bool:
        """Say whether the function stores behind a place into memory that a name leads to."""

    def of_function(self, name: bytes, *, ends: bool | None = None) -> Kind:
        """Say on what it hangs what a function of the file returns, if `ends` ends the loop that asks."""

    def waits_to_change(self, name: bytes, number: int) -> bool:
        """Say whether a function of the file changes what it is handed only where a flag is there."""


def first(kinds: Iterable[Kind]) -> Kind:
    """Give what decides of several: what moves on, then a lock, then a flag; behind the first none counts."""
    found = set[Kind]()
    for kind in kinds:
        if kind == DECIDES[0]:
            return kind
        found.add(kind)
    return next((kind for kind in DECIDES if kind in found), "still")
