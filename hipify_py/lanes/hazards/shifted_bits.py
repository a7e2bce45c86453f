"""How many bits what is shifted has, as far as its type is told: 32, 64, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.open_types import type_aliases
from hipify_py.lanes.flow.call_classes import own_class
from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.flow.class_fields import field_types, fields
from hipify_py.lanes.flow.integers import written
from hipify_py.lanes.warp_names import GIVE_MASKS, bare_name
from hipify_py.resolve.type_aliases import names_here
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.template_parameters import template_parameters
from hipify_py.source.type_sizes import plain, whole_bits
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

SHIFTS = frozenset((b"<<", b">>", b"<<=", b">>="))
OWN_NAMES = {  # by which programs call types
    **dict.fromkeys((b"uint32", b"u32", b"lanemask_t"), 32),
    **dict.fromkeys((b"int64", b"uint64", b"u64", b"ull"), 64),
}
LOADS = frozenset((b"__ldg", b"__ldcg", b"__ldca", b"__ldcs"))  # what is pointed at
COUNTS_32 = frozenset((b"__popc", b"__brev", b"__ffs", b"__clz"))  # of 32 bits, as CUDA declares it
ARITHMETIC = {
    "unary": frozenset((b"~", b"-", b"+")),
    "binary": SHIFTS | frozenset((b"+", b"-", b"*", b"/", b"%", b"&", b"|", b"^")),
}
NARROW_BITS, WIDE_BITS = 32, 64
DEEPEST = 4  # names for types that are followed, and functions that pass on what is shifted


class ShiftedBits:
    """The widths of what one function shifts."""

    def __init__(
        self,
        unit: Unit,
        names: FunctionNames,
        constants: ConstantTable,
        meant: Callable[[bytes], bytes],
        left: int = DEEPEST,
    ) -> None:
        """Remember where to look; `meant` says what names for types of other files stand for."""
        self.unit, self.names, self.constants, self.meant, self.left = unit, names, constants, meant, left

    def of(self, node: Expression, at: int) -> int:
        """Give the bits of an expression; 0 where they are not told."""
        if node.kind == "name":
            made = self.names.declaration(node.name, at)
            return self._of_declared(made) if made else self._of_free(node)
        if node.kind == "member":
            return _all_alike(self.of_type(one) for one in field_types(self.unit).get(node.text, ()))
        if pointed := _pointed(node):
            return self._of_element(pointed, at)
        if node.kind in {"call", "cast", "number"}:
            return self._of_itself(node)
        if node.kind not in {"unary", "binary"} or node.text not in ARITHMETIC[node.kind]:
            return 0
        parts = node.parts[:1] if node.text in SHIFTS else node.parts
        return _of_both([self.of(part, at) for part in parts])

    def of_type(self, name: bytes) -> int:
        """Give the bits that what has a type is shifted with, by what names stand for: of `int` at least."""
        for _ in range(DEEPEST):
            if bits := _of_type(name):
                return bits
            name = self._meant(plain(name))
            if not name:
                break
        return 0

    def _meant(self, name: bytes) -> bytes:
        """Give the type for which a name stands; nothing where that is not told.

        In a header a condition may give a type that is named after masks the width of a wavefront.
        """
        last = name.rpartition(b"::")[2]
        if last in names_here(self.unit) or last in type_aliases(self.unit):
            return type_aliases(self.unit).get(last, b"")
        return b"" if b"mask" in last.lower() else self.meant(name)

    def _of_free(self, node: Expression) -> int:
        """Give the bits of a constant, or of a member of the class that the function is of."""
        if known := self.constants.of(node):
            return known.bits if known.bits in {NARROW_BITS, WIDE_BITS} else 0
        if node.name not in fields(self.unit, own_class(self.unit, self.names.function)):
            return 0
        return _all_alike(self.of_type(one) for one in field_types(self.unit).get(node.name, ()))

    def _of_declared(self, made: Declaration) -> int:
        code = self.unit.code
        if made.sign_in(code) == b"*" or made.pointers:
            return 0
        of = plain(made.type_in(code))
        if of == b"auto" and made.value:
            return self.of(bare(expression(code[slice(*made.value)])), made.at.start)
        if made.kind == "parameter" and self._is_open(of):
            by = _By(self.constants, self.meant)
            return _of_passed(self.unit, self.names.function, made.name, by, self.left)
        return self.of_type(of)

    def _of_element(self, name: bytes, at: int) -> int:
        """Give the bits of what a name points at; of an element, a pointer to pointers is not shifted."""
        made = self.names.declaration(name, at)
        return self.of_type(plain(made.type_in(self.unit.code))) if made and made.pointers else 0

    def _is_open(self, type_: bytes) -> bool:
        """Say whether a type is one that the function's template takes."""
        taken = template_parameters(self.unit, self.names.function)
        return type_ == b"auto" or any(one.is_type and one.name == type_ for one in taken)

    def _of_itself(self, node: Expression) -> int:
        if node.kind == "call":
            gives_32 = node.name in GIVE_MASKS | COUNTS_32 or bare_name(node.name).startswith(b"reduce_")
            return NARROW_BITS if gives_32 else 0
        return self.of_type(node.text) if node.kind == "cast" else _of_number(node.text)


class _By(NamedTuple):
    """By what the widths of all functions of a file are read."""

    constants: ConstantTable
    meant: Callable[[bytes], bytes]


@fact_of
def _of_passed(unit: Unit, function: Function, name: bytes, by: _By, left: int) -> int:
    """Give the bits of what calls in the file pass for a parameter of an open type: the fewest told."""
    taken = model(unit, function).parameters
    if name not in taken or not left:
        return 0
    number, found = taken.index(name), set[int]()
    for one in sites(unit, function):
        inner = ShiftedBits(unit, names(unit, one.home), *by, left - 1)
        if number < len(one.arguments):
            text = unit.code[slice(*one.arguments[number])]
            found.add(inner.of(bare(expression(text)), one.at))
    return min(found - {0}, default=0)


def _pointed(node: Expression) -> bytes:
    """Give the name of which a node is an element, as `s[i]`, `*s` and `__ldg(s)` are; nothing of others."""
    is_element = False
    while _is_element(node) or (is_element and (node.kind, node.text) == ("binary", b"+")):
        node, is_element = bare(node.parts[0]), True
    return node.name if is_element and node.kind == "name" else b""


def _is_element(node: Expression) -> bool:
    loads = node.kind == "call" and node.name in LOADS and len(node.parts) == 1
    return loads or node.kind == "subscript" or (node.kind, node.text) == ("unary", b"*")


def _of_type(name: bytes) -> int:
    bits = whole_bits(name)
    return max(bits, NARROW_BITS) if bits else OWN_NAMES.get(plain(name), 0)


def _of_number(text: bytes) -> int:
    """Give the bits of a number that is written out; 0 of a decimal one that `int` does not hold."""
    number = written(text)
    if number is None or (number.bits == NARROW_BITS and not (number.signed or _may_lack_sign(text))):
        return 0
    return number.bits


def _may_lack_sign(text: bytes) -> bool:
    """Say whether a number may have no sign: it says so, or is no decimal one."""
    return text[:1] == b"0" or text.lower().endswith(b"u")


def _of_both(bits: list[int]) -> int:
    """Give the bits of what is made of some: the most of them, if all are told."""
    return max(bits) if bits and all(bits) else 0


def _all_alike(bits: Iterable[int]) -> int:
    found = set(bits)
    return found.pop() if len(found) == 1 else 0
