"""Calls of a file's functions and macros beside masks: what makes bits of masks alone may be widened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.mask_shifts import mask_of
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.mask_nodes import MaskNodes
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

SHIFTS = frozenset((b"<<", b">>"))
MAKES_NO_USE = frozenset((b"define", b"undef"))


class MetCalls:
    """Where calls meet masks of lanes; `read` are the nodes of the functions."""

    def __init__(self, unit: Unit, by_name: Mapping[bytes, Body], read: Mapping[Function, MaskNodes]) -> None:
        """Know of no call yet."""
        self.unit, self.by_name, self.read = unit, by_name, read
        self.count = 0
        self._met: dict[bytes, set[int]] = {}
        self._shifting: dict[bytes, bool] = {}

    def meet(self, node: Expression, at: int) -> bool:
        """Remember a call; say whether all uses of what it calls are met by now."""
        if node.text not in self.by_name:
            return False
        met = self._met.setdefault(node.text, set())
        self.count -= len(met)
        met.add(node.within(at).start)
        self.count += len(met)
        return len(met) >= uses(self.unit, self.by_name[node.text].function)

    def is_met(self, node: Expression, at: int) -> bool:
        """Say whether a call meets a mask."""
        return node.within(at).start in self._met.get(node.text, ())

    def makes_shifts(self, name: bytes) -> bool:
        """Say whether a function or a macro of the file gives a shift of a constant of 32 bits."""
        if name not in self._shifting:
            made = self.by_name.get(name)
            given = self.read[made.function].returned if made else ()
            self._shifting[name] = made is not None and any(
                node.kind == "binary"
                and node.text in SHIFTS
                and mask_of(node, made.facts.constants) not in {"", "wide"}
                for _, root in given
                for node in root.walk()
            )
        return self._shifting[name]


@fact_of
def uses(unit: Unit, function: Function) -> int:
    """Count how often a function or a macro of a file is named, apart from where it is defined."""
    return sum(
        not function.span.start <= one.start < function.body.start
        and token_before(unit.code, one.start).text not in MAKES_NO_USE
        for one in standing(unit, function.called)
    )
