"""What an expression puts together, piece by piece: a list in braces, a pair, a vector."""

from __future__ import annotations

from hipify_py.source.expressions import Expression
from hipify_py.source.vector_names import SIZES

MAKERS = frozenset((b"pair", b"tuple"))  # of what they are given, in order


def part_of(node: Expression, number: int, field: bytes = b"") -> Expression:
    """Give what stands for a part of what an expression puts together, with a member's name if it has one."""
    named = (Expression("name", field, node.span),) if field else ()
    return node._replace(kind="member", text=b"%d" % number, parts=(node, *named))


def _puts_together(name: bytes) -> bool:
    """Say whether a function makes a pair, a tuple or a vector of what it is given, as `make_float4` does."""
    made = name.removeprefix(b"make_")
    return made in MAKERS or (made != name and made[:-1].islower() and made[-1:] in SIZES)


def pieces(node: Expression) -> tuple[Expression, ...]:
    """Give what an expression puts together: a list in braces, a pair, a vector; nothing of others."""
    if node.kind == "other" and node.text and len(node.parts) == 1:  # T{a, b}
        node = node.parts[0]
        return node.parts if node.kind == "list" else (node,)
    if node.kind == "list" or (node.kind == "call" and _puts_together(node.name)):
        return node.parts
    return ()
