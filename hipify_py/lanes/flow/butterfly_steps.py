"""One step of a butterfly: `v += __shfl_xor_sync(mask, v, d)`, be it by functions and macros of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.macro_values import macro_values
from hipify_py.lanes.warp_names import SHUFFLES_BY_NAME
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import MIRRORED, alike, bare
from hipify_py.source.function_reading import functions_by_name, model

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WARP = 32
FULL = frozenset((2**32 - 1, 2**64 - 1))
XOR = b"xor"
ALIKE = frozenset((b"+", b"*", b"&", b"|", b"^", b"&&", b"||"))  # for whichever of two values stands first
CHOOSE = frozenset(b"min max fmin fmax fminf fmaxf umin umax __hadd __hmax __hmin".split())
DEEPEST = 3  # functions and macros that stand for a shuffle, or for what is done with two values


class Step(NamedTuple):
    """A step: what gives the name its value, and how far the lane is from which it takes one."""

    given: Assignment
    distance: Expression
    at: int


class _Meaning(NamedTuple):
    """What a call may stand for: the parameters, the value, and what parameters are by default."""

    taken: Sequence[bytes]
    value: Expression
    defaults: Mapping[bytes, Expression]


class Steps(NamedTuple):
    """The steps of one function, by its model, its names and the constants of its file."""

    unit: Unit
    read: Model
    known: FunctionNames
    constants: ConstantTable

    def of(self, one: Assignment) -> Step | None:
        """Give the step that an assignment makes."""
        code, at = self.unit.code, one.value.start
        if one.name != one.target.strip():
            return None
        node = bare(expression(code[slice(*one.value)]))
        if one.operator:
            return self._taken(one, node, at) if one.operator in ALIKE else None
        sides = self._sides(node, DEEPEST)
        if sides and bare(sides[0]).text != one.name:
            sides = sides[::-1]
        if not sides or bare(sides[0]).text != one.name or bare(sides[0]).kind != "name":
            return None
        return self._taken(one, sides[1], at)

    def _sides(self, node: Expression, left: int) -> tuple[Expression, ...]:
        """Give the two values of which an expression makes the same, whichever is which."""
        node = bare(node)
        if node.kind == "binary" and node.text in ALIKE:
            return node.parts
        if node.kind == "?" and bare(node.parts[0]).kind == "binary":
            asked = bare(node.parts[0])
            texts = {_plain(one) for one in asked.parts}
            chosen = {_plain(one) for one in node.parts[1:]}
            return asked.parts if asked.text in MIRRORED and texts == chosen and len(texts) == 2 else ()
        if node.kind != "call" or len(node.parts) != 2:
            return ()
        meant = self._meanings(node.name)
        if meant is None or not left:
            return ()
        is_even = all({*map(_plain, self._sides(one.value, left - 1))} == {*one.taken} for one in meant)
        return node.parts if is_even and (meant or node.name in CHOOSE) else ()

    def _meanings(self, name: bytes) -> list[_Meaning] | None:
        """Give what a name that is called stands for in the file; None where one of that is not told."""
        found = [_Meaning(one.parameters, one.node, {}) for one in macro_values(self.unit).get(name, ())]
        made = [one for one in functions_by_name(self.unit).get(name, ()) if one.kind != "macro"]
        told = [meaning for one in made if (meaning := self._returned(one))]
        return [*found, *told] if len(told) == len(made) else None

    def _returned(self, made: Function) -> _Meaning | None:
        """Give what a function stands for that does nothing but return a value."""
        read, code = model(self.unit, made), self.unit.code
        by_default = {
            one.name: one.value for one in read.declarations if one.kind == "parameter" and one.value
        }
        if len(read.jumps) != 1 or read.loops or not (value := read.jumps[0].value):
            return None
        if any(one.value not in by_default.values() for one in read.assignments):
            return None
        defaults = {name: expression(code[slice(*span)]) for name, span in by_default.items()}
        return _Meaning(read.parameters, expression(code[slice(*value)]), defaults)

    def _taken(self, one: Assignment, node: Expression, at: int) -> Step | None:
        """Give the step in which an expression, or a name that is worth it, is taken of the other lane."""
        node = bare(node)
        if node.kind == "name" and (held := self._held(one, node.text)):
            at, node = held.value.start, bare(expression(self.unit.code[slice(*held.value)]))
        far = self._distance(node, one.name, DEEPEST)
        return Step(one, far, at) if far else None

    def _held(self, one: Assignment, name: bytes) -> Assignment | None:
        """Give what a name is given before, in the same block, and nothing to the target since."""
        given = [each for each in self.known.given_at(name, one.value.start) if each.value < one.value]
        if not given or given[-1].operator or given[-1].target.strip() != name:
            return None
        between = (
            each
            for each in self.known.given.get(one.name, ())
            if given[-1].value.start <= each.value.start < one.value.start
        )
        return given[-1] if home(self.read, given[-1]) == home(self.read, one) and not any(between) else None

    def _distance(self, node: Expression, name: bytes, left: int) -> Expression | None:
        """Give how far the lane is that gives its value of a name: what is done must be a shuffle by xor."""
        if node.kind != "call" or XOR not in node.name.lower():
            return None
        meant = self._meanings(node.name)
        if meant and left:
            found = [
                self._distance(_put(bare(one.value), _given(node, one)), name, left - 1) for one in meant
            ]
            first = found[0]
            return first if first and all(one and alike(one, first) for one in found) else None
        masked = node.text.endswith(b"_sync")
        given = node.parts[masked:]
        if meant is None or node.text not in SHUFFLES_BY_NAME or len(given) < 2 or _plain(given[0]) != name:
            return None
        return given[1] if self._is_whole(node.parts[:masked], given[2:]) else None

    def _is_whole(self, mask: Sequence[Expression], width: Sequence[Expression]) -> bool:
        """Say whether a shuffle works on all lanes of a warp, as far as its mask and its width are told."""
        named = self.constants.of(mask[0], TOLD) if mask else None
        wide = self.constants.of(width[0], TOLD) if width else TOLD
        return (named is None or named.value in FULL) and wide is not None and wide.value >= WARP


def home(read: Model, one: Assignment) -> tuple[Span, ...]:
    """Give what tells the block in which something stands."""
    at = one.value.start
    return read.home(at), *(region.span for region in read.regions.around(at))


def _given(call: Expression, of: _Meaning) -> Mapping[bytes, Expression]:
    """Give what the parameters hold of what is called."""
    return {**of.defaults, **dict(zip(of.taken, call.parts, strict=False))}


def _put(node: Expression, given: Mapping[bytes, Expression]) -> Expression:
    """Give an expression with what is given put for the names of parameters."""
    if node.kind == "name" and node.text in given:
        return given[node.text]
    return node._replace(parts=tuple(_put(one, given) for one in node.parts))


def _plain(node: Expression) -> bytes:
    """Give the name that an expression is; nothing of others."""
    node = bare(node)
    return node.text if node.kind == "name" else b""
