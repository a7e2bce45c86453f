"""What the names of a structured binding hold, each a part of one value: `auto [lane, warp] = ids();`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.special_members import class_named, class_of_object
from hipify_py.lanes.flow.class_fields import fields
from hipify_py.lanes.flow.pieces import part_of
from hipify_py.source.brackets import BLANK
from hipify_py.source.function_reading import defined_functions
from hipify_py.source.functions import head_of
from hipify_py.source.search import before
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

BEFORE = frozenset((b"[", b","))  # stand before each name of a binding, and before other names as well


def bound(unit: Unit, known: FunctionNames, made: Declaration, node: Expression) -> Expression | None:
    """Give what a name holds that is one of a binding's; None for a name that is declared by itself."""
    number = _number(unit.code, made)
    if number is None:
        return None
    listed = fields(unit, _class(unit, known, made, node))
    return part_of(node, number, listed[number] if number < len(listed) else b"")


def _number(code: bytes, made: Declaration) -> int | None:
    """Give the number of a name in a binding."""
    start, end = made.statement.start, before(code, made.at.start, BLANK)
    if code[end - 1 : end] not in BEFORE or not made.type_in(code).endswith(b"auto"):
        return None
    opens = code.rfind(b"[", start, end)
    return code.count(b",", opens, end) if opens >= 0 and code.find(b"]", opens, end) < 0 else None


def _class(unit: Unit, known: FunctionNames, made: Declaration, node: Expression) -> bytes:
    """Give the name of the class of which a value is an object, by what makes it or by its declaration."""
    if node.kind == "name":
        of = known.declaration(node.name, made.at.start)
        return class_of_object(unit, of) if of else b""
    function = defined_functions(unit).get(node.name) if node.kind == "call" else None
    head = head_of(unit.code, function) if function else None
    if function is None or head is None:
        return class_named(node.text)
    types = A_NAME.findall(unit.code, function.span.start, head.start)
    return next((one for one in types if fields(unit, one)), b"")
