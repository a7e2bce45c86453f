"""Whether what a shuffle passes on is a plain number, by the declaration of its name in the same function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.source.defined_types import defined_types
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import names
from hipify_py.source.named_types import named_types
from hipify_py.source.template_parameters import type_parameters
from hipify_py.source.type_sizes import bits_of, is_unsigned, plain, whole_bits
from hipify_py.source.unit_facts import fact
from hipify_py.source.vector_names import is_vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

PARTS = frozenset((b"x", b"y", b"z", b"w"))
NARROW, WIDE = 32, 64  # bits
OPEN = frozenset((b"auto", b"bool"))  # may hold as many bits, or are no number of bits


def numbers(unit: Unit, function: Function, ops: Iterable[WarpOp]) -> frozenset[WarpOp]:
    """Give the shuffles that pass on a name which their function declares with an arithmetic type.

    What may be another declaration of the name, of another type, makes it none.
    """
    passed = {op: value for op in ops if (value := _value(unit, op))}
    if function.kind == "macro" or not passed:
        return frozenset()
    declared = names(unit, function).declared
    return frozenset(
        op
        for op, (name, is_part) in passed.items()
        if declared.get(name)
        and all(_is_plain(unit, one, is_vector if is_part else is_number_type) for one in declared[name])
    )


def of_enums(unit: Unit, function: Function, ops: Iterable[WarpOp]) -> frozenset[WarpOp]:
    """Give the shuffles that pass on a name, or an element of one, declared with an enum of the file."""
    named = _enums(unit) if function.kind != "macro" else frozenset[bytes]()
    declared = names(unit, function).declared if named else {}

    def is_one(name: bytes) -> bool:
        return bool(declared.get(name)) and all(one.type_in(unit.code) in named for one in declared[name])

    passed = ((op, _value(unit, op)) for op in ops) if named else ()
    return frozenset(op for op, value in passed if value and not value[1] and is_one(value[0]))


@fact
def _enums(unit: Unit) -> frozenset[bytes]:
    """Give the names of the enums of a file that no other type has there."""
    made = defined_types(unit)
    enums = {one.name for one in made if one.keyword == b"enum"}
    others = {one.name for one in made if one.keyword != b"enum"} | {one.name for one in named_types(unit)}
    return frozenset(enums - others - type_parameters(unit.code))


def is_number(code: bytes, made: Declaration) -> bool:
    """Say whether a declaration is one of a number, and not of a pointer or a reference to one."""
    return not made.pointers and not made.sign_in(code) and is_number_type(made.type_in(code))


def is_number_type(name: bytes) -> bool:
    """Say whether a type is one of numbers."""
    return bits_of(name) is not None


def is_narrow(name: bytes) -> bool:
    """Say whether a type is one of 32 bits that a mask is declared with, and that can be widened."""
    return whole_bits(name) == NARROW and is_unsigned(name)


def is_wide(name: bytes) -> bool:
    """Say whether a type has more than 32 bits, may have as many, or is no number of bits.

    A plain `long` is none: it has 32 on other systems, and who wants 64 for a mask says so.
    """
    text = plain(name)
    bare_long = not is_unsigned(name) and text.split().count(b"long") == 1
    return text in OPEN or (whole_bits(name) == WIDE and not bare_long)


def _is_plain(unit: Unit, one: Declaration, plain: Callable[[bytes], bool]) -> bool:
    """Say whether a declaration is one with a plain type, and not of a pointer; of an array each is one."""
    return one.sign_in(unit.code) != b"*" and plain(one.type_in(unit.code))


def _value(unit: Unit, op: WarpOp) -> tuple[bytes, bool] | None:
    """Name what a shuffle passes on, and say whether it is a part of a vector."""
    given = op.call.arguments[int(is_sync(op)) :] if op.call else ()
    node = expression(unit.code[slice(*given[0])]) if given else None
    is_part = node is not None and node.kind == "member" and node.text in PARTS
    node = node.parts[0] if node and is_part else node
    while node and node.kind == "subscript":
        node = node.parts[0]
    return (node.text, is_part) if node and node.kind == "name" else None
