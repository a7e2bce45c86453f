"""Where a function stores into memory, by the names of its pointers: loops before that may wait for it.

As in `while (i < end) { if (x[col[i]] >= 0) ++i; } x[row] = sum;`, where each warp stores one element and
reads those of others.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.leads import aliases, leads
from hipify_py.lanes.flow.storage import holds_parts, is_reference
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.hazards.function_calls import FunctionCalls
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

SWAPS = frozenset({"swap", "free"})  # which change what they are given first


def last_stored(unit: Unit, read: Model, known: FunctionNames, calls: FunctionCalls) -> dict[bytes, int]:
    """Give the last place at which a function stores into memory that a name leads to.

    Those names go with it that lead where one of them does, by pointers that the function holds.
    """
    last: dict[bytes, int] = {}
    for name, at in chain(_assigned(unit, read), _changed(unit, read, calls)):
        if not _is_own(unit, known, name):
            last[name] = max(at, last.get(name, at))
    led = {one: [*to] for one, to in aliases(unit, read).items()} if last else {}
    back: dict[bytes, list[bytes]] = {}
    for one, to in led.items():
        for each in to:
            back.setdefault(each, []).append(one)
    return _spread(_spread(last, led), back)


def _spread(last: dict[bytes, int], further: dict[bytes, list[bytes]]) -> dict[bytes, int]:
    """Give each name that others lead to the last place of theirs."""
    found: dict[bytes, int] = {}
    for name, at in sorted(last.items(), key=lambda one: -one[1]):
        todo = [name]
        while todo:
            one = todo.pop()
            if one not in found:
                found[one] = at
                todo += further.get(one, ())
    return found


def _assigned(unit: Unit, read: Model) -> Iterator[tuple[bytes, int]]:
    """Give the names that lead to what is assigned, with the places."""
    refers = {one.name for one in read.declarations if is_reference(unit, one)}
    begun = {one.value for one in read.declarations}
    for one in read.assignments:
        target = one.target.strip()
        if target != one.name or (target in refers and one.value not in begun):
            yield from ((led.name, one.value.start) for led in leads(unit, expression(target)))


def _is_own(unit: Unit, known: FunctionNames, name: bytes) -> bool:
    """Say whether a name is that of what the thread holds itself."""
    declared = known.declared.get(name, ())
    return bool(declared) and all(holds_parts(unit, one) for one in declared)


def _changed(unit: Unit, read: Model, calls: FunctionCalls) -> Iterator[tuple[bytes, int]]:
    """Give what calls may change behind the addresses that they are given, with the places."""
    for one in read.calls:
        swaps = calls.role(unit.code[slice(*one.name)]) in SWAPS
        for given in one.arguments[:1] if swaps else calls.changed(one):
            node = bare(expression(unit.code[slice(*given)]))
            if _is_address(node):
                yield from ((led.name, one.name.start) for led in leads(unit, node))


def _is_address(node: Expression) -> bool:
    """Say whether an expression may be an address, and is not what is read of memory."""
    return node.kind != "subscript" and (node.kind, node.text) != ("unary", b"*")
