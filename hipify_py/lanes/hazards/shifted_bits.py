"""How many bits what is shifted has, as far as its type is told: 32, 64, or nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_classes import own_class
from hipify_py.lanes.flow.class_fields import field_types, fields
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

SHIFTS = frozenset((b"<<", b">>", b"<<=", b">>="))
NARROW = re.compile(
    rb"(?:(?:unsigned|signed|short|char|int)(?:\s+(?:unsigned|signed|short|char|int))*|uint"
    rb"|(?:std\s*::\s*)?u?int(?:8|16|32)_t|uint32|u32|lanemask_t)"
)
WIDE = re.compile(
    rb"(?:(?:unsigned|signed|int)\s+)*long(?:\s+(?:unsigned|signed|long|int))*|(?:std\s*::\s*)?u?int64_t"
    rb"|u?int64|u64|ull|ulong|ulonglong|(?:std\s*::\s*)?size_t"
)
GIVES_32 = re.compile(  # what gives 32 bits, as CUDA declares it
    rb"__(?:ballot|match_any|match_all)(?:_sync)?|__activemask|__popc|__brev|__ffs|__clz|__reduce_\w+_sync"
)
OF_64 = re.compile(rb"(?i)[\da-fx']*(?:ll?u?|u?ll?)")
OF_32 = re.compile(rb"(?i)(?:0x[\da-f]{1,8}|[1-9]\d{0,8}|0[0-7]{0,9})u?")
ARITHMETIC = {
    "unary": frozenset((b"~", b"-", b"+")),
    "binary": SHIFTS | frozenset((b"+", b"-", b"*", b"/", b"%", b"&", b"|", b"^")),
}
NARROW_BITS, WIDE_BITS = 32, 64


class ShiftedBits:
    """The widths of what one function shifts."""

    def __init__(self, unit: Unit, names: FunctionNames, constants: ConstantTable) -> None:
        """Remember where to look."""
        self.unit, self.names, self.constants = unit, names, constants

    def of(self, node: Expression, at: int) -> int:
        """Give the bits of an expression; 0 where they are not told."""
        if node.kind == "name":
            made = self.names.declaration(node.name, at)
            return self._of_declared(made) if made else self._of_free(node)
        if node.kind == "member":
            return _all_alike(_of_type(one) for one in field_types(self.unit).get(node.text, ()))
        if node.kind in {"call", "cast", "number"}:
            return _of_itself(node)
        if node.kind not in {"unary", "binary"} or node.text not in ARITHMETIC[node.kind]:
            return 0
        parts = node.parts[:1] if node.text in SHIFTS else node.parts
        return _of_both([self.of(part, at) for part in parts])

    def _of_free(self, node: Expression) -> int:
        """Give the bits of a constant, or of a member of the class that the function is of."""
        if known := self.constants.of(node):
            return known.bits if known.bits in {NARROW_BITS, WIDE_BITS} else 0
        if node.name not in fields(self.unit, own_class(self.unit, self.names.function)):
            return 0
        return _all_alike(_of_type(one) for one in field_types(self.unit).get(node.name, ()))

    def _of_declared(self, made: Declaration) -> int:
        code = self.unit.code
        if made.sign_in(code) == b"*" or made.pointers:
            return 0
        of = made.type_in(code)
        if of.removeprefix(b"const ").removesuffix(b" const") == b"auto" and made.value:
            return self.of(bare(expression(code[slice(*made.value)])), made.at.start)
        return _of_type(of)


def _of_itself(node: Expression) -> int:
    if node.kind == "call":
        return NARROW_BITS if GIVES_32.fullmatch(node.name) else 0
    return _of_type(node.text.strip()) if node.kind == "cast" else _of_number(node.text)


def _of_type(text: bytes) -> int:
    of = text.removeprefix(b"const ").removesuffix(b" const")
    if NARROW.fullmatch(of):
        return NARROW_BITS
    return WIDE_BITS if WIDE.fullmatch(of) else 0


def _of_number(text: bytes) -> int:
    if OF_64.fullmatch(text):
        return WIDE_BITS
    return NARROW_BITS if OF_32.fullmatch(text) else 0


def _of_both(bits: list[int]) -> int:
    """Give the bits of what is made of some: the most of them, if all are told."""
    return max(bits) if bits and all(bits) else 0


def _all_alike(bits: Iterable[int]) -> int:
    found = set(bits)
    return found.pop() if len(found) == 1 else 0
