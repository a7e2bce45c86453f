"""The calls of one function and what each may change, read once for all of its loops."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.hazards.atomic_methods import called_on, object_of, stores
from hipify_py.lanes.hazards.call_roles import ASKS, KNOWN, does_nothing, role_of
from hipify_py.lanes.hazards.stores_by_name import by_arguments, in_order
from hipify_py.lazy import cached_property
from hipify_py.model import Span
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.hazards.call_roles import Role
    from hipify_py.lanes.hazards.stores_by_name import Numbers
    from hipify_py.source.function_model import CallText, Loop, Model


class OfObject(NamedTuple):
    """A call of a method, which one of all calls it is, and the name of the object that it is called on."""

    number: int
    name: bytes
    call: CallText


class FunctionCalls:
    """The calls of a function: what each may change, and which give back a lock.

    `role` says what a function does by its name, `changing` which of what it is given one may change of which
    that does not tell.
    """

    def __init__(
        self,
        code: bytes,
        model: Model,
        constants: ConstantTable,
        role: Callable[[bytes], Role],
        changing: Callable[[CallText], tuple[Span, ...]],
    ) -> None:
        """Read nothing yet."""
        self.code, self.model, self.constants = code, model, constants
        self.role, self.changing = role, changing
        self._lent: dict[Span, frozenset[bytes]] = {}

    @cached_property
    def names(self) -> tuple[bytes, ...]:
        """Give the name of each call, in their order."""
        return tuple(self.code[slice(*one.name)] for one in self.model.calls)

    def numbers(self, loop: Loop) -> Iterator[range]:
        """Give the numbers of the calls in a loop, but for those in what it begins with."""
        begins = loop.start if loop.start.start < loop.start.end else Span(*loop.whole[:1] * 2)
        for places in (Span(loop.whole.start, begins.start), Span(begins.end, loop.whole.end)):
            first, end = (bisect_left(self.model.calls, at, key=lambda one: one.name.start) for at in places)
            yield range(first, end)

    def of_objects(self, loop: Loop) -> Iterator[tuple[bytes, CallText]]:
        """Give the calls of methods in a loop, each with the name of its object, as `numbers` tells them."""
        for part in self.numbers(loop):
            places = (part.start, part.stop)
            first, end = (bisect_left(self._of_objects, at, key=lambda one: one.number) for at in places)
            yield from ((one.name, one.call) for one in self._of_objects[first:end])

    @cached_property
    def _of_objects(self) -> tuple[OfObject, ...]:
        named = ((number, called_on(self.code, one), one) for number, one in enumerate(self.model.calls))
        return tuple(OfObject(number, name, one) for number, name, one in named if name)

    def adds_nothing(self, call: CallText) -> bool:
        """Say whether a call adds zero, or whatever else leaves what is there, and so only reads."""
        text = self.code[slice(*call.arguments[1])].strip() if len(call.arguments) > 1 else b""
        value = self.constants.number(text) if text else None
        return value is not None and does_nothing(self.code[slice(*call.name)], value.value)

    def storing(self, names: Iterable[bytes]) -> Iterator[CallText]:
        """Give the calls in whose arguments some names stand, in order, but for those that only ask."""
        return (self.model.calls[one] for one in in_order(self._storing, names))

    @cached_property
    def _storing(self) -> Numbers:
        asked = zip(self.names, self.model.calls, strict=True)
        told = (role_of(name) in ASKS or self.adds_nothing(one) for name, one in asked)
        numbers = (number for number, only_asks in enumerate(told) if not only_asks)
        return by_arguments(self.code, ((one, self.model.calls[one]) for one in numbers))

    def changed(self, call: CallText) -> tuple[Span, ...]:
        """Give those arguments of a call that it may change, but for what it swaps."""
        name = self.code[slice(*call.name)]
        role = self.role(name)
        if role == "add":
            return () if self.adds_nothing(call) else call.arguments[:1]
        return () if role in KNOWN | {"free"} else self.changing(call)

    def lent(self, calls: Iterable[CallText]) -> frozenset[bytes]:
        """Give the names that calls may change: those that stand alone, or behind `&`, in their arguments.

        What is added to is changed wherever it lies behind the name that its address begins with.
        """
        found = set[bytes]()
        for call in calls:
            names = self._lent.get(call.name)
            if names is None:
                names = self._lent[call.name] = self._changed_names(call)
            if names:
                found |= names
        return frozenset(found)

    def _changed_names(self, call: CallText) -> frozenset[bytes]:
        changed = self.changed(call)
        texts = (self.code[slice(*one)].strip(b"()& \t\r\n") for one in changed)
        found = {one for one in texts if OWN_NAME.fullmatch(one)}
        if changed and self.role(self.code[slice(*call.name)]) == "add":
            found.update(OWN_NAME.findall(self.code, *changed[0])[:1])
        return frozenset(found)

    def frees(self, loop: Loop, behind: int, names: set[bytes], besides: int = -1) -> bool:
        """Say whether a call in a loop's body, behind a place, gives a lock back or is an atomic on names.

        The one at the place `besides` is left out of account.
        """
        start, end = max(behind + 1, loop.body.start), loop.whole.end
        asked = (self._freeing.get(name, ()) for name in (b"", *names))
        return any(
            bisect_left(places, start) + (start <= besides < end and besides in places)
            < bisect_left(places, end)
            for places in asked
        )

    def last_freed(self, loop: Loop) -> int:
        """Give where the last call in a loop that may give a lock back begins; its body without one."""
        end = bisect_left(self._all_freeing, loop.whole.end)
        return max(loop.body.start, self._all_freeing[end - 1] if end else 0)

    @cached_property
    def _all_freeing(self) -> list[int]:
        return sorted({at for places in self._freeing.values() for at in places})

    @cached_property
    def _freeing(self) -> dict[bytes, list[int]]:
        """Give where atomics begin by the names in their addresses, and what gives locks back by none."""
        found: dict[bytes, list[int]] = {}
        for call, name in zip(self.model.calls, self.names, strict=True):
            if self.role(name) == "free":
                found.setdefault(b"", []).append(call.name.start)
            elif name.startswith(b"atomic"):
                for used in {*OWN_NAME.findall(self.code, *call.arguments[0])} if call.arguments else ():
                    found.setdefault(used, []).append(call.name.start)
            elif stores(name) and (of := object_of(self.code, call)):
                for used in {*OWN_NAME.findall(self.code, *of)}:
                    found.setdefault(used, []).append(call.name.start)
        return found
