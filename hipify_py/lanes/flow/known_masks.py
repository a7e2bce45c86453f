"""What is known of the masks of lanes in a file: which expressions are one, which shifts make one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.def_use import used_as_masks
from hipify_py.lanes.flow.index_names import names_lane
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.flow.mask_nodes import PICKS, counted_lanes, operations
from hipify_py.lanes.flow.mask_shifts import is_narrow_shift, mask_of
from hipify_py.lanes.flow.own_widths import may_be_width
from hipify_py.lanes.flow.scaled_indices import ScaledIndices, is_product
from hipify_py.lanes.flow.value_types import is_narrow
from hipify_py.lanes.warp_names import GIVE_MASKS
from hipify_py.source.expression_reading import expression, statements

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.mask_nodes import Operation
    from hipify_py.lanes.flow.mask_shifts import Shift
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MAKES = GIVE_MASKS | {b"get_sreg_lanemask_" + which for which in b"eq lt le gt ge".split()}
FINDS = frozenset(b"__ffs __ffsll __clz __clzll".split())  # a lane, in a mask
KEEPS = frozenset((b"+", b"-", b"*", b"=", b"+=", b"-=", b"<<=", b">>=", *PICKS))
GIVES_BITS = frozenset((b"", b"|", b"^", b"<<"))  # with `=`


class KnownMasks:
    """The masks of lanes in a file, as far as they are followed: `Masks` learns them."""

    def __init__(self, unit: Unit, bodies: dict[Function, Body]) -> None:
        """Know what the functions use as masks by themselves."""
        self.unit, self.bodies = unit, bodies
        self.by_name = {body.name: body for body in self.bodies.values()}
        self.names = {function: used_as_masks(unit, body) for function, body in self.bodies.items()}
        self.givers: set[bytes] = set()
        self._through: set[bytes] = set()  # of the givers those that give a mask where they are given one
        self._scaled = ScaledIndices(unit, {})
        self._finds: dict[Function, set[bytes]] = {of: set() for of in self.bodies}
        self._counts = {of: counted_lanes(unit, of) for of in self.bodies}
        self._picking: set[Span] = set()  # shifts of a constant that pick lanes of masks
        self._statements: dict[Function, tuple[tuple[int, Expression], ...]] = {}
        self._operations: dict[Function, tuple[Operation, ...]] = {}
        self._values: dict[Function, Mapping[bytes, Sequence[Span]]] = {}

    def holds(self, span: Span, function: Function) -> bool:
        """Say whether the value of an expression is a mask of lanes."""
        text, at = self.unit.code[slice(*span)], span.start
        return b";" not in text and self.is_mask(expression(text), function, at)  # else it is of a lambda

    def is_named(self, name: bytes, function: Function, at: int) -> bool:
        """Say whether a name stands for a mask of lanes at a place."""
        return self.bodies[function].names.symbol(name, at) in self.names[function]

    def is_mask(self, node: Expression, function: Function, at: int) -> bool:  # noqa: PLR0911  a case a kind
        """Say whether the value of a node is a mask of lanes."""
        if node.kind == "name":
            named = self.is_named(node.text, function, at + node.span.start)
            return named or self._is_object_macro(node.text)
        if node.kind == "call":
            return (
                node.name in MAKES or self._gives(node, function, at) or self._passes_on(node, function, at)
            )
        if node.kind == "binary" and node.text in {b"<<", b">>"}:
            return self.shift(node, function, at) != "" or self.is_mask(node.parts[0], function, at)
        if node.kind == "binary":
            one_bit = node.text == b"&" and any(part.text.rstrip(b"uUlL") == b"1" for part in node.parts)
            parts = () if one_bit or node.text not in KEEPS else node.parts
            return any(self.is_mask(part, function, at) for part in parts)
        if node.kind == "?":
            return any(self.is_mask(part, function, at) for part in node.parts[1:])
        if node.kind in {"subscript", "member"}:
            return self.is_mask(node.parts[0], function, at)
        if (node.kind, node.text) in {("unary", b"!"), ("cast", b"bool")}:
            return False
        return any(self.is_mask(part, function, at) for part in node.parts)

    def _is_object_macro(self, name: bytes) -> bool:
        """Say whether a name stands for a mask as a macro without parameters."""
        body = self.by_name.get(name) if name in self.givers else None
        return body is not None and body.function.kind == "macro" and not body.parameters

    def _gives(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a function of the file gives a mask to this call."""
        if node.name not in self._through:
            return node.name in self.givers
        return any(self.is_mask(part, function, at) for part in node.parts)

    def _passes_on(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a call gives back what it is given: a shuffle, or a mask the other way round."""
        if not node.name.startswith((b"__shfl", b"__brev")):
            return False
        value = node.parts[node.name.endswith(b"_sync") :][:1]
        return bool(value) and self.is_mask(value[0], function, at)

    def shift(self, node: Expression, function: Function, at: int) -> Shift:
        """Say which mask a shift of a constant by a lane's number makes, or by what picks lanes of masks."""
        kind = mask_of(node, self.bodies[function].facts.constants)
        picks = kind and (
            node.within(at) in self._picking or self._counts_to_lane(node.parts[1], function, at)
        )
        return kind if picks else ""

    def picks_in_32(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a shift beside a mask is of a constant of 32 bits that is not widened."""
        if node.kind != "binary" or node.within(at) not in self._picking or self.shift(node, function, at):
            return False
        body, left = self.bodies[function], node.parts[0]
        if left.kind != "name" or body.facts.constants.of(left) is not None or node.text != b"<<":
            return is_narrow_shift(self.unit, node, body.facts.constants)
        made = body.names.declaration(left.text, at + left.span.start)
        narrow = made is not None and not made.pointers and is_narrow(made.type_in(self.unit.code))
        return narrow and not self.is_mask(left, function, at)

    def _counts_to_lane(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a shift goes to a lane: by its number, or by what counts all lanes."""
        symbol = self.bodies[function].names.symbol(node.text, at + node.span.start)
        return symbol in self._counts[function] or self.is_lane(node, function, at)

    def from_top(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a node is a lane's number counted from the last one's: `31 - lane`."""
        counted = node.kind == "binary" and node.text == b"-" and node.parts[0].text == b"31"
        return counted and self.is_lane(node.parts[1], function, at)

    def finds_lane(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a value is the first or the last lane of a mask: `__ffs(m) - 1`, `31 - __clz(m)`."""
        counted = node.kind == "binary" and node.text == b"-"
        calls = [one for one in (node.parts if counted else (node,)) if one.kind == "call" and one.parts]
        return any(one.name in FINDS and self.is_mask(one.parts[0], function, at) for one in calls)

    def is_lane(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether the value of a node is the number of a lane, or what is made of one."""
        if node.kind in {"binary", "unary", "cast", "?", "list", "other"}:
            parts = node.parts
            of_group = node.text == b"%" and parts and self._is_variable(parts[-1], function, at)
            return not (of_group or is_product(node)) and any(
                self.is_lane(part, function, at) for part in parts
            )
        body, place = self.bodies[function], at + node.span.start
        if node.kind == "name":
            symbol = body.names.symbol(node.text, place)
            known = symbol in self._finds[function] or names_lane(node.text)
        else:
            known = self.finds_lane(node, function, at)
        values = body.values.declared(place, body.names)
        is_index = values.value(node).indices & INDEX != 0
        return known or (is_index and not self._scaled.is_scaled(node, body, place))

    def _is_variable(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a number of lanes is one that a function is handed or works out, and no warp's."""
        body = self.bodies[function]
        constants = body.facts.constants
        if node.kind != "name" or constants.of(node) is not None:
            return False
        made = body.names.declaration(node.text, at + node.span.start)
        return made is not None and not may_be_width(self.unit, function, node, constants)

    def statements(self, body: Body) -> tuple[tuple[int, Expression], ...]:
        """Give where each statement of a function begins, and its node."""
        if body.function not in self._statements:
            found = statements(self.unit.code, body.function.body)
            self._statements[body.function] = tuple(found)
        return self._statements[body.function]

    def operations(self, body: Body) -> tuple[Operation, ...]:
        """Give the operators, casts and calls of a function, of each statement the outer ones first."""
        if body.function not in self._operations:
            self._operations[body.function] = (*operations(self.statements(body)),)
        return self._operations[body.function]

    def values(self, body: Body) -> Mapping[bytes, Sequence[Span]]:
        """Give what the bits of each mask in a function come from, by the symbol of its name."""
        if body.function not in self._values:
            found: dict[bytes, list[Span]] = {}
            for one in body.given:
                if one.target == one.name and one.operator in GIVES_BITS:
                    found.setdefault(body.names.symbol(one.name, one.value.start), []).append(one.value)
            held = self.names[body.function]
            self._values[body.function] = {name: given for name, given in found.items() if name in held}
        return self._values[body.function]
