"""Work out constant expressions, by what is known of their names and of the functions that they call."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow import integers
from hipify_py.lanes.flow.answers import leaves_little
from hipify_py.lanes.flow.integers import COMPARED, RESULTS, SIGNS, Number
from hipify_py.lanes.flow.listed_constants import part_name
from hipify_py.lanes.warp_names import names_size
from hipify_py.source.expression_reading import expression
from hipify_py.source.type_sizes import size_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.lanes.flow.constant_functions import ConstantFunction
    from hipify_py.source.expressions import Expression

OF_LIBRARY = {
    b"true": Number(1, 32),
    b"false": Number(0, 32),
    b"UINT32_MAX": Number(0xFFFFFFFF, 32, signed=False),
    b"UINT_MAX": Number(0xFFFFFFFF, 32, signed=False),
    b"CHAR_BIT": Number(8, 32),
}
VALUE = b"value"
LARGEST = b"numeric_limits::max"
NO_NAMES: Mapping[bytes, Number] = MappingProxyType({})
DEEPEST = 40  # calls of constant functions in each other
HIGHEST = 120  # nodes in each other of what names and calls stand for; each takes some calls of Python's
MOST_CALLS = 400  # of constant functions, for one expression
MOST_ALIASES = 8  # of a type


def object_of(node: Expression, types: Mapping[bytes, bytes]) -> Expression | None:
    """Give the `integral_constant` of which an object is made by another name: `Width{}`, `Width()`."""
    name = node.name
    for _ in range(MOST_ALIASES if node.text else 0):
        of = types.get(name)
        if of is None:
            return None
        made = expression(of + b"::" + VALUE)
        if made.kind == "call":
            return made
        name = of.rpartition(b"::")[2]
    return None


class Folder(NamedTuple):
    """Works out expressions by what is known of their names; `width` stands for a warp's size, if told.

    So do `defaults` for what hangs on what a class template is given.
    `given` is what the parameters of the function hold whose value is worked out, the one at a depth of
    `depth`; `calls` counts those in all, and `levels` the nodes around what is read of other expressions.
    """

    known: Mapping[bytes, Number | None]
    functions: Mapping[bytes, ConstantFunction]
    types: Mapping[bytes, bytes]
    width: Number | None = None
    given: Mapping[bytes, Number] = NO_NAMES
    depth: int = 0
    levels: int = 0
    calls: list[None] | None = None
    defaults: Mapping[bytes, Number] = NO_NAMES

    def value(self, node: Expression) -> Number | None:
        """Give the value of an expression; None where it is no constant, as far as can be told."""
        if node.kind == "number":
            return integers.written(node.text)
        if node.kind == "name":
            return self._named(node)
        if node.kind == "?":
            asked, *sides = node.parts
            decided = self.value(asked)
            return self.value(sides[not decided.value]) if decided else None
        if node.kind == "call":
            return self._called(node)
        if node.kind in {"member", "subscript"}:
            return self._part(node)
        return self._made_of_type(node) if node.kind == "other" and node.text else self._made(node)

    def _part(self, node: Expression) -> Number | None:
        """Give what a part of a list in braces is worth, or an object of a constant's class.

        An object may have a warp's size, too, whose class is out of sight or has a constructor; `warpSize` is
        what the host is told of a device.
        """
        if node.kind == "member" and node.text == VALUE:
            return self.value(node.parts[0])
        found = self.known.get(part_name(node))
        is_size = node.kind == "member" and names_size(node.text) and node.text != b"warpSize"
        return self.width if found is None and self.width and is_size else found

    def _named(self, node: Expression) -> Number | None:
        name = node.name
        if name in self.given:
            return self.given[name]
        if b"::" in node.text and (member := self._member(node)):
            return self.elsewhere(member)
        if name in self.known or name not in OF_LIBRARY:
            found = self.known.get(name)
            found = self.defaults.get(name) if found is None else found
            return self.width if found is None and self.width and names_size(name) else found
        return OF_LIBRARY[name]

    def _member(self, node: Expression) -> Expression | None:
        """Give what a member of a template is whose arguments the name of a type stands for."""
        scope, _, member = node.text.rpartition(b"::")
        of = self._type(scope)
        made = expression(of + b"::" + member) if of != scope else node
        return made if made.kind == "call" else None

    def _type(self, name: bytes) -> bytes:
        """Give the type that a name stands for, or the name."""
        for _ in range(MOST_ALIASES):
            of = self.types.get(name.rpartition(b"::")[2])
            if of is None:
                return name
            name = of
        return b""

    def _called(self, node: Expression) -> Number | None:
        """Give what a call gives: of a function of the file, of an operator or a member of a template."""
        if node.parts and (node.text == b"sizeof" or node.name in integers.COUNTED):
            return self._measured(node)
        if node.name == b"integral_constant" and node.parts:
            value, to = self.value(node.parts[-1]), integers.zero_of(self._type(node.parts[0].text))
            return integers.cast(value, to) if value and to else value
        if node.name == b"numeric_limits" and node.parts:
            kind, size = integers.zero_of(self._type(node.parts[0].text)), self._size(node.parts[0])
            return Number(size.value * 8 - kind.signed, 32) if kind and size else None
        if not node.text and len(node.parts) == 1:  # an object is called
            return self.value(node.parts[0])
        if not node.parts and node.name + b"()" not in self.known:
            made = self._largest(node.given[0]) if node.given and node.text.endswith(LARGEST) else None
            return made or self._made_of_type(node) or self.known.get(node.name)
        return self._returned(node) if node.parts else self.known[node.name + b"()"]

    def _largest(self, node: Expression) -> Number | None:
        """Give the largest number of a type."""
        kind, size = integers.zero_of(self._type(node.text)), self._size(node)
        return kind._replace(value=2 ** (size.value * 8 - kind.signed) - 1) if kind and size else None

    def _measured(self, node: Expression) -> Number | None:
        """Give the bytes of a type, or what is counted of the bits of a value."""
        if node.text == b"sizeof":
            return self._size(node.parts[0])
        value = self.value(node.parts[0]) if len(node.parts) == 1 else None
        return integers.counted(node.name, value) if value else None

    def _made_of_type(self, node: Expression) -> Number | None:
        """Give what an object is worth that is made of a type: an `integral_constant`, or an integer's."""
        made = object_of(node, self.types)
        return self.elsewhere(made) if made else self._as_integer(node)

    def _as_integer(self, node: Expression) -> Number | None:
        """Give what is made of a value by another name of an integer's type: `word{1}`, `word(1)`."""
        if len(node.parts) != 1 or node.name not in self.types:
            return None
        kind, value = integers.zero_of(self._type(node.text)), self.value(node.parts[0])
        return integers.cast(value, kind) if value and kind else None

    def elsewhere(self, node: Expression) -> Number | None:
        """Give the value of an expression that a name stands for, in others as deep as calls may go."""
        levels = self.levels + node.height
        if levels > HIGHEST or leaves_little():
            return None
        return self._replace(levels=levels).value(node)

    def _returned(self, node: Expression) -> Number | None:
        """Give what a function of the file returns, or what one of its macros stands for."""
        made, calls = self.functions.get(node.name), [] if self.calls is None else self.calls
        if not made:
            return self._as_integer(node)
        if self.depth >= DEEPEST or len(calls) >= MOST_CALLS:
            return None
        calls.append(None)
        given = [one for part in node.parts if (one := self.value(part))]
        if not len(given) == len(node.parts) == len(made.parameters):
            return None
        named = dict(zip(made.parameters, given, strict=True))
        found = self._replace(given=named, depth=self.depth + 1, calls=calls).elsewhere(made.node)
        return integers.cast(found, made.type) if found and made.type else found

    def _size(self, node: Expression) -> Number | None:
        """Give the bytes of a type by its name, or of an array of such."""
        if node.kind == "subscript":
            whole, count = self._size(node.parts[0]), self.value(node.parts[1])
            return whole._replace(value=whole.value * count.value) if whole and count else None
        found = size_of(self._type(node.text)) if node.kind == "name" else None
        return Number(found, 64, signed=False) if found else None

    def _made(self, node: Expression) -> Number | None:
        """Give what an operator or a cast makes of others."""
        sign = node.text
        if node.kind == "binary" and sign in {b"&&", b"||"}:
            return self._joined(node)
        kind = integers.zero_of(self._type(sign)) if node.kind == "cast" else None
        known = SIGNS if node.kind == "unary" else {*RESULTS, *COMPARED} if node.kind == "binary" else ()
        if kind is None and sign not in known:
            return None
        operands = [one for part in node.parts if (one := self.value(part))]
        if len(operands) < len(node.parts):
            return None
        if kind:
            return integers.cast(operands[0], kind)
        return integers.signed(sign, *operands) if node.kind == "unary" else integers.applied(sign, *operands)

    def _joined(self, node: Expression) -> Number | None:
        """Give the truth of two conditions, of which the first may decide alone."""
        left = self.value(node.parts[0])
        if left is None:
            return None
        if bool(left.value) == (node.text == b"||"):
            return integers.truth(bool(left.value))
        right = self.value(node.parts[1])
        return integers.truth(bool(right.value)) if right else None
