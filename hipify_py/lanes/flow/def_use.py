"""What the names of a function are given and used for: what it assigns, calls, returns and takes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.source.brackets import unbracketed
from hipify_py.source.function_reading import model
from hipify_py.source.functions import head_of
from hipify_py.source.search import matches, places
from hipify_py.source.tokens import OWN_NAME, token_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.lane_values import Values
    from hipify_py.model import Span
    from hipify_py.source.function_model import Assignment, CallText, Declaration
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

NARROW = rb"(?:(?:std\s*::\s*)?uint32_t|unsigned(?:\s+int)?(?!\s+(?:int|long|char|short))|uint)"
IS_NARROW = re.compile(NARROW)
VOTES = {"vote", "match", "reduce"}
YES = b"bool"
# What may count masks, make them or split an index, in functions without an intrinsic of the warp.
PLACES = {
    word: re.compile(re.escape(word) + rb"(?!<)")
    for word in (b"__popc", b"__ffs", b"__clz", b"__brev", b"__fns", b"threadIdx", b"<<")
}
BEGINS = re.compile(rb"[{;]")


class Body(NamedTuple):
    """One function with what its text says, read once."""

    facts: FunctionFacts
    function: Function
    given: tuple[Assignment, ...]
    called: tuple[CallText, ...]
    returned: tuple[Span, ...]
    parameters: tuple[bytes, ...]
    values: Values
    types: frozenset[bytes]  # the names of those that it declares with
    yes: frozenset[bytes]  # what is declared `bool`
    arrays: frozenset[bytes]  # those of elements of 32 bits

    @property
    def name(self) -> bytes:
        """Give the name by which the function is called."""
        return self.function.called


def read(unit: Unit, facts: FunctionFacts) -> Body:
    """Read a function whose values are followed."""
    assert facts.function is not None
    assert facts.values is not None
    code, function = unit.code, facts.function
    said = model(unit, function)
    types = [(one, one.type_in(code)) for one in said.declarations if one.type]
    head = head_of(code, function) if function.kind != "macro" else None
    gives_truth = head and YES in code[function.span.start : head.start].split()
    name = function.called
    return Body(
        facts,
        function,
        said.assignments,
        said.calls,
        tuple(jump.value for jump in said.jumps if jump.value and jump.home == function.body),
        said.parameters,
        facts.values(),
        frozenset(type_ for _, type_ in types),
        frozenset([one.name for one, type_ in types if type_ == YES] + [name] * bool(gives_truth)),
        frozenset(one.name for one, type_ in types if _is_array(code, one) and IS_NARROW.fullmatch(type_)),
    )


def _is_array(code: bytes, one: Declaration) -> bool:
    return one.kind == "local" and token_at(code, one.at.end).text == b"["


def look(unit: Unit) -> Iterator[int]:
    """Give where masks of lanes, or indices of lanes, may be besides: in all functions of the device."""
    for word, one in PLACES.items():
        yield from (hit.start() for hit in matches(unit.code, one, word))
    for mark in places(unit.code, b"__device__", b"__global__"):
        found = BEGINS.search(unit.code, mark)
        if found and found[0] == b"{":
            yield found.end()


def used_as_masks(unit: Unit, body: Body) -> set[bytes]:
    """Give the names that stand where votes, matches and reductions take their masks."""
    masks = (
        unbracketed(unit.code[slice(*op.call.arguments[0])]).removeprefix(b"this->")
        for op in body.facts.ops
        if op.kind in VOTES and is_sync(op) and op.call and op.call.arguments
    )
    registers = {
        unit.code[slice(*read.value)].strip()
        for read in body.facts.assemblies
        if read.kind == "register" and read.value and read.name.startswith(b"lanemask")
    }
    return {
        mask
        for mask in (*masks, *registers)
        if OWN_NAME.fullmatch(mask) and body.facts.constants.number(mask) is None
    }
