"""What the names of a function are given and used for: what it assigns, calls, returns and takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.value_types import is_narrow
from hipify_py.lazy import re
from hipify_py.source.brackets import unbracketed
from hipify_py.source.function_names import FunctionNames
from hipify_py.source.function_reading import model, names
from hipify_py.source.functions import head_of
from hipify_py.source.search import places
from hipify_py.source.tokens import OWN_NAME, token_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.held_values import Values
    from hipify_py.model import Span
    from hipify_py.source.function_model import Assignment, CallText, Declaration, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

NARROW = rb"(?:(?:std\s*::\s*)?uint32_t|unsigned(?:\s+int)?(?!\s+(?:int|long|char|short))|uint)"
VOTES = {"vote", "match", "reduce"}
YES = b"bool"
# What may count masks, make them or split an index, in functions without an intrinsic of the warp.
SIGNS = (b"__popc", b"__ffs", b"__clz", b"__brev", b"__fns", b"threadIdx", b"<<")
BEGINS = re.compile(rb"[{;]")


class Body(NamedTuple):
    """One function with what its text says, read once; its names stand for symbols, one a scope."""

    facts: FunctionFacts
    function: Function
    given: tuple[Assignment, ...]
    called: tuple[CallText, ...]
    returned: tuple[Span, ...]
    parameters: tuple[bytes, ...]
    values: Values
    names: FunctionNames
    types: frozenset[bytes]  # the names of those that it declares with
    yes: frozenset[bytes]  # the symbols of what is declared `bool`
    is_truth: bool  # whether it returns a `bool` itself
    arrays: frozenset[bytes]  # the symbols of those of elements of 32 bits

    @property
    def name(self) -> bytes:
        """Give the name by which the function is called."""
        return self.function.called

    @property
    def taken(self) -> tuple[bytes, ...]:
        """Give the symbols of the parameters."""
        return tuple(self.names.symbol(name, self.function.body.start) for name in self.parameters)


def read(unit: Unit, facts: FunctionFacts) -> Body:
    """Read a function whose values are followed."""
    assert facts.function is not None
    assert facts.values is not None
    code, function = unit.code, facts.function
    said = model(unit, function)
    known = names(unit, function) if _has_scopes(unit, said) else _of_one_scope(said)
    types = [(one, one.type_in(code)) for one in said.declarations if one.type]
    head = head_of(code, function) if function.kind != "macro" else None
    is_truth = head is not None and YES in code[function.span.start : head.start].split()
    arrays = [one for one, type_ in types if _is_array(code, one) and is_narrow(type_)]
    return Body(
        facts,
        function,
        said.assignments,
        said.calls,
        tuple(jump.value for jump in said.jumps if jump.value and jump.home == function.body),
        said.parameters,
        facts.values(),
        known,
        frozenset(type_ for _, type_ in types),
        frozenset(known.symbol(one.name, one.at.start) for one, type_ in types if type_ == YES),
        is_truth,
        frozenset(known.symbol(one.name, one.at.start) for one in arrays),
    )


def _has_scopes(unit: Unit, said: Model) -> bool:
    """Say whether scopes can be told: where the grammar is lost, directives may part an opening brace."""
    return said.read == "tree" or b"#" not in unit.code[slice(*said.function.body)]


def _of_one_scope(said: Model) -> FunctionNames:
    """Give the names of a function as if it had one scope: each is its own symbol."""
    declared = (one._replace(scope=said.function.body) for one in said.declarations)
    return FunctionNames(said._replace(declarations=tuple(declared)))


def _is_array(code: bytes, one: Declaration) -> bool:
    return one.kind == "local" and token_at(code, one.at.end).text == b"["


def look(unit: Unit) -> Iterator[int]:
    """Give where masks of lanes, or indices of lanes, may be besides: in all functions of the device."""
    for sign in SIGNS:
        yield from (at for at in places(unit.code, sign) if not unit.code.startswith(b"<", at + len(sign)))
    for mark in places(unit.code, b"__device__", b"__global__"):
        found = BEGINS.search(unit.code, mark)
        if found and found[0] == b"{":
            yield found.end()


def used_as_masks(unit: Unit, body: Body) -> set[bytes]:
    """Give the symbols of the names that stand where votes, matches and reductions take their masks."""
    taken = [
        op.call.arguments[0]
        for op in body.facts.ops
        if op.kind in VOTES and is_sync(op) and op.call and op.call.arguments
    ]
    taken += [
        read.value
        for read in body.facts.assemblies
        if read.kind == "register" and read.value and read.name.startswith(b"lanemask")
    ]
    masks = [(unbracketed(unit.code[slice(*one)]).removeprefix(b"this->"), one.start) for one in taken]
    return {
        body.names.symbol(mask, at)
        for mask, at in masks
        if OWN_NAME.fullmatch(mask) and body.facts.constants.number(mask) is None
    }
