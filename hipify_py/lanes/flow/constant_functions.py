"""What a file calls that gives constants: functions and macros that take numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow import integers
from hipify_py.lanes.flow.macro_values import macro_values
from hipify_py.source.constants import constant_functions as heads_of_constants
from hipify_py.source.constants import takes_nothing
from hipify_py.source.expression_reading import NO_NODE, expression
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions, head
from hipify_py.source.type_sizes import size_of
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.lanes.flow.integers import Number
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

INT = 4  # bytes; what is narrower loses some of what it is given


class ConstantFunction(NamedTuple):
    """A function that gives a constant for constants: its parameters, what it returns, of which type.

    A macro, and a function that returns `auto`, have no type.
    """

    parameters: tuple[bytes, ...]
    node: Expression
    type: Number | None = None


@fact
def constant_functions(unit: Unit) -> dict[bytes, ConstantFunction]:
    """Give what a file calls that may give a constant for others, by its name: of several of one none."""
    found: dict[bytes, set[ConstantFunction]] = {}
    for name, meanings in macro_values(unit).items():
        found[name] = {ConstantFunction(one.parameters, one.node) for one in meanings if one.parameters}
    heads = [one for one in heads_of_constants(unit) if not takes_nothing(unit.code, one)]
    homes = functions(unit, [one.body + 1 for one in heads])
    for one in heads:
        home = homes.get(one.body + 1)
        known = home and b"template" not in head(unit, home) and _read(unit, home, one.type)
        found.setdefault(one.name, set()).update([known] if known else [UNKNOWN])
    made = {name: next(iter(ones)) for name, ones in found.items() if len(ones) == 1}
    return {name: one for name, one in made.items() if one != UNKNOWN}


def _read(unit: Unit, home: Function, kind: bytes) -> ConstantFunction | None:
    """Read a function that does nothing but return a number, under conditions on what it is given."""
    read = model(unit, home)
    type_ = integers.zero_of(kind) if (size_of(kind) or 0) >= INT else None
    returns_alone = not (read.loops or len(read.declarations) > len(read.parameters))
    if not (type_ or kind == b"auto") or not returns_alone or read.home(home.body.end - 1) != home.body:
        return None
    text = chosen_text(unit, read)
    return ConstantFunction(read.parameters, expression(text), type_) if text else None


def chosen_text(unit: Unit, read: Model) -> bytes:
    """Give what a function returns as one expression; nothing where that is more than its returns say."""
    text = b""
    for one in reversed(read.jumps):
        around = read.path(one.at)
        if one.kind != "return" or one.value is None or any(each.keyword != "if" for each in around):
            return b""
        value = b"(" + unit.code[slice(*one.value)] + b")"
        asked = ((b"!(%b)" if each.otherwise else b"(%b)") % unit.code[slice(*each.span)] for each in around)
        text = b"(%b) ? %b : (%b)" % (b" && ".join(asked), value, text) if around and text else value
    return text


UNKNOWN = ConstantFunction((), NO_NODE)
