"""Whose rank is asked for, and whose threads are brought together: the block's, or those of a tile of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.groups import OF_WARPS, Groups
from hipify_py.lanes.find.handed_arguments import handed
from hipify_py.lanes.hazards.call_roles import role_of
from hipify_py.source.brackets import template_arguments
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

RANK, TILE_RANK = b"thread_rank", b"meta_group_rank"
OF_BLOCK = frozenset(
    {"block", "grid"}
)  # kinds of groups of which each thread of a block has a rank of its own
TOLD = OF_BLOCK | {"tile", "coalesced"}
THIS = frozenset((b"this_thread_block", b"this_grid"))
SPEAK_OF_BLOCKS = (b"block", b"cta", b"grid")
MEMBER = frozenset((b".", b"->"))
PARTITION = b"tiled_partition"
DEEPEST = 4  # functions that hand on the group that they were handed


def receiver(node: Expression, rank: bytes) -> Expression | None:
    """Give the group whose rank an expression is, if it is such a one."""
    node = bare(node)
    return bare(node.parts[0]) if node.kind == "call" and node.text == rank and len(node.parts) == 1 else None


def is_of_block(
    unit: Unit, group: Expression, at: int, function: Function | None, left: int = DEEPEST
) -> bool:
    """Say whether a group that is asked for a rank at a place is the block: of a tile there are several.

    One that a function is handed is what all calls hand it, one of which nothing is known what its name says.
    """
    if group.kind == "call":
        return group.name in THIS
    kind = _groups(unit).named(group.text, at, function)
    if kind in TOLD:
        return kind in OF_BLOCK
    given = handed(unit, function, group.text) if function and left else ()
    if given:
        nodes = ((bare(expression(unit.code[slice(*one)])), one.start, home) for one, home in given)
        return all(is_of_block(unit, *each, left - 1) for each in nodes)
    return not kind and any(one in group.text.lower() for one in SPEAK_OF_BLOCKS)


def tile_size(unit: Unit, group: Expression, names: FunctionNames, constants: ConstantTable) -> int:
    """Give of how many threads the tiles of the block are that a name stands for; 0 if that is not known."""
    once = names.once(group.text) if group.kind == "name" else None
    text = unit.code[slice(*once.value)] if once else b""
    opens = text.find(b"<", text.find(PARTITION)) if PARTITION in text else -1
    sizes = template_arguments(text, opens + 1) if opens >= 0 else ()
    number = constants.number(text[slice(*sizes[0])].strip()) if sizes else None
    return number.value if number else 0


def meets(unit: Unit, name: Span, function: Function) -> bool:
    """Say whether a call brings all threads of the block together: a tile's `sync` does not."""
    role = role_of(unit.code[slice(*name)])
    dot = token_before(unit.code, name.start)
    if role != "barrier" or dot.text not in MEMBER:
        return role == "barrier"
    group = _groups(unit).receiver(dot.start, function)
    return group is None or group.kind not in OF_WARPS


@fact
def _groups(unit: Unit) -> Groups:
    return Groups(unit, shared=False)
