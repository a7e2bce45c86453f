"""Which values are `long long` once masks of lanes are: of others HIP's `__ffsll` has to be told by a cast.

It is declared for `long long`, with a sign and without, and for nothing else: `uint64_t` is another type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.known_masks import MAKES
from hipify_py.lanes.flow.mask_shifts import BITS
from hipify_py.lanes.flow.uniformity import TRUTHS
from hipify_py.lanes.flow.value_types import is_narrow
from hipify_py.lanes.flow.wide_declarations import long_names
from hipify_py.source.expression_reading import expression
from hipify_py.source.return_types import returned_type
from hipify_py.source.type_sizes import is_long_long

if TYPE_CHECKING:
    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.lanes.flow.mask_declarations import MaskDeclarations
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

SHIFTS = frozenset((b"<<", b">>"))
FOLLOWED = 4  # names of `auto` behind each other


class WideValues:
    """What of one function is `long long` behind the edits of its masks."""

    def __init__(self, unit: Unit, body: Body, masks: Masks, declared: MaskDeclarations) -> None:
        """Remember what is asked about."""
        self.unit, self.body, self.masks, self.declared = unit, body, masks, declared

    def holds(self, node: Expression, at: int, left: int = FOLLOWED) -> bool:  # noqa: PLR0911  a case a kind
        """Say whether a value surely is `long long`; `at` is where the text begins that it was read from."""
        parts = node.parts
        if node.kind == "name":
            return self._named(node, at, left)
        if node.kind == "call":
            return self._called(node, at, left)
        if node.kind == "number":
            number = self.body.facts.constants.of(node)
            return number is not None and number.bits == BITS
        if node.kind == "cast":
            return is_long_long(node.text)
        if node.kind == "binary" and node.text in SHIFTS:
            return self.holds(parts[0], at, left) or self.masks.shift(node, self.body.function, at) != ""
        if node.kind in {"unary", "binary"} and node.text in TRUTHS:
            return False
        if node.kind in {"subscript", "member"} or (node.kind, node.text) == ("unary", b"*"):
            named = {one.name for one in node.walk() if one.kind == "name"} | {node.text}
            return self.holds(parts[0], at, left) or not named.isdisjoint(long_names(self.unit))
        return any(self.holds(part, at, left) for part in (parts[1:] if node.kind == "?" else parts))

    def _named(self, node: Expression, at: int, left: int) -> bool:
        """Say whether a name is so: it is declared so, or its declaration is widened."""
        if node.text in self.masks.givers:
            return True  # a macro
        symbol = self.body.names.symbol(node.text, at + node.span.start)
        open_ = self.masks.is_open(self.body)
        widened = (
            one.whole.start >= self.body.function.body.start or not open_
            for one in self.declared.narrow.get(symbol, ())
        )
        made = self.declared.made.get(symbol, ())
        types = [one.type_in(self.unit.code) for one in made]
        if any(widened) or any(map(is_long_long, types)) or self.declared.alias(symbol):
            return True
        autos = (one for one, of in zip(made, types, strict=True) if of == b"auto")
        given = [one.value for one in autos if one.value]  # which alone says what it is
        texts = ((one.start, expression(self.unit.code[slice(*one)])) for one in given if left)
        if any(self.holds(value, start, left - 1) for start, value in texts):
            return True
        return not made and node.text not in self.body.parameters and node.text in long_names(self.unit)

    def _called(self, node: Expression, at: int, left: int) -> bool:
        """Say whether a call gives such a value: it makes masks, or passes one on."""
        if node.name in MAKES or node.name.startswith(b"__brev"):
            return True
        if node.name.startswith(b"__shfl"):
            return any(self.holds(part, at, left) for part in node.parts[node.name.endswith(b"_sync") :][:1])
        giver = self.masks.by_name.get(node.name) if node.name in self.masks.givers else None
        if giver is None or giver.function.kind == "macro":
            return giver is not None
        found = returned_type(self.unit.code, giver.function)
        type_ = self.unit.code[slice(*found)] if found else b""
        return is_long_long(type_) or (is_narrow(type_) and not self.masks.is_open(giver))
