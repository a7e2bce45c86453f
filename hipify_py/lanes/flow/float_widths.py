"""Splits of an index by a width that is no whole number, or by the upper half of a product.

`t >> (int)log2(32.0)`, `(int)(t / 32.0f)`, `int w = t / 32.0f`, `__umulhi(t, 1u << 27)`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lazy import re
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.functions import head_of
from hipify_py.source.tokens import A_NAME
from hipify_py.source.type_sizes import whole_bits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WIDTH = 32
LOGARITHMS = frozenset((b"log2", b"log2f", b"__log2f"))
FLOATS = frozenset((b"float", b"double"))
WHOLE = re.compile(rb"(\d+)\.0*[fF]?|(\d+)[fF]")
ONE = re.compile(rb"1(?:\.0*)?[fF]?")
PART = re.compile(rb"0?\.031250*[fF]?")
"""One of 32 parts."""
ROUNDS = frozenset(
    b"floor floorf trunc truncf __float2int_rd __float2int_rz __float2uint_rd __float2uint_rz"
    b" __double2int_rd __double2int_rz __double2uint_rd __double2uint_rz".split()
)
UPPER = frozenset((b"__umulhi", b"__mulhi"))
OF_UPPER = 2**32 // WIDTH  # by which the upper half of a product is the warp's number


class WholeTargets(NamedTuple):
    """What makes a quotient whole without a cast: the `names` that are given it, and a `returned` value.

    `floats` are the texts of the values of local variables that are given one each.
    """

    names: frozenset[bytes] = frozenset()
    returned: bool = False
    floats: Mapping[bytes, bytes] = {}


def index_split(
    node: Expression, around: Sequence[Expression], constants: ConstantTable, targets: WholeTargets
) -> tuple[Expression, Expression] | None:
    """Give the index and the width of a node that gives the warp's number by such; `around` is what holds it.

    A quotient is a number of warps only where it is made whole.
    """
    if len(node.parts) != 2 or node.kind not in {"call", "binary"}:
        return None
    left, right = node.parts
    pairs = ((left, right), (right, left))
    if node.kind == "call":
        found = [pair for pair in pairs if node.name in UPPER and _is_upper(pair[1], constants)]
    elif node.text == b">>":
        found = [*pairs[: _is_log(bare(right), constants, targets.floats)]]
    elif node.text not in {b"/", b"*"} or not _is_made_whole(node, around, targets):
        return None
    elif node.text == b"/":
        found = [*pairs[: right.kind == "number" and _float(right.text) == WIDTH]]
    else:
        found = [pair for pair in pairs if _is_part(pair[1])]
    return found[0] if found else None


def _is_log(by: Expression, constants: ConstantTable, floats: Mapping[bytes, bytes]) -> bool:
    is_log = by.kind == "call" and by.name in LOGARITHMS and len(by.parts) == 1
    return is_log and _worth(bare(by.parts[0]), constants, floats) == WIDTH


def whole_targets(unit: Unit, read: Model | None) -> WholeTargets:
    """Give what makes quotients whole in a function."""
    if read is None:
        return WholeTargets()
    code, given = unit.code, Counter(one.name for one in read.assignments)
    plain = [one for one in read.declarations if not one.pointers]
    whole = {one.name for one in plain if whole_bits(one.type_in(code)) is not None}
    floats = [one for one in plain if one.value and given[one.name] <= 1 and one.type_in(code) in FLOATS]
    passed_on = {code[slice(*one.value)].strip() for one in read.assignments if one.name in whole}
    names = frozenset(whole | {one.name for one in floats if one.name in passed_on})
    return WholeTargets(names, _returns_whole(unit, read.function), _texts(code, floats))


def _texts(code: bytes, floats: Sequence[Declaration]) -> dict[bytes, bytes]:
    return {one.name: code[slice(*one.value)].strip() for one in floats if one.value}


def _returns_whole(unit: Unit, function: Function) -> bool:
    """Say whether a function returns a whole number, as its head says."""
    head = head_of(unit.code, function)
    words = A_NAME.findall(unit.code, function.span.start, head.start) if head else []
    return FLOATS.isdisjoint(words) and any(whole_bits(one) is not None for one in words[-1:])


def _is_made_whole(node: Expression, around: Sequence[Expression], targets: WholeTargets) -> bool:
    """Say whether a cast, a function, or what is given a quotient makes it whole."""
    if not around:
        return targets.returned
    last = around[-1]
    if last.kind == "cast":
        return whole_bits(last.text) is not None
    if last.kind == "call":
        return len(last.parts) == 1 and (last.name in ROUNDS or last.name in targets.names)
    given = (last.kind, last.text) == ("binary", b"=") and last.parts[1] is node
    return given and last.parts[0].kind == "name" and last.parts[0].text in targets.names


def _is_upper(node: Expression, constants: ConstantTable) -> bool:
    known = constants.of(node, TOLD)
    return known is not None and known.value == OF_UPPER


def _is_part(node: Expression) -> bool:
    """Say whether an expression is one of 32 parts: `0.03125f`, `1.0f / 32`."""
    node = bare(node)
    if node.kind == "number":
        return PART.fullmatch(node.text) is not None
    if (node.kind, node.text) != ("binary", b"/") or any(one.kind != "number" for one in node.parts):
        return False
    one, by = (part.text for part in node.parts)
    is_float = _float(one) is not None or _float(by) is not None
    return is_float and ONE.fullmatch(one) is not None and _parts(by) == WIDTH


def _parts(text: bytes) -> int | None:
    return int(text) if text.isdigit() else _float(text)


def _worth(node: Expression, constants: ConstantTable, floats: Mapping[bytes, bytes]) -> int | None:
    if node.kind == "name" and node.text in floats:
        node = bare(expression(floats[node.text]))
    known = constants.of(node, TOLD)
    return known.value if known else _float(node.text) if node.kind == "number" else None


def _float(text: bytes) -> int | None:
    """Give what a floating number is worth that is whole."""
    found = WHOLE.fullmatch(text)
    return int(found[1] or found[2]) if found else None
