"""What an expression puts together, piece by piece: a list in braces, a pair, a vector."""

from __future__ import annotations

import re

from hipify_py.source.expressions import Expression

MAKERS = re.compile(rb"(?:make_)?(?:pair|tuple)|make_[a-z]+[1-4]")  # of what they are given, in order


def part_of(node: Expression, number: int, field: bytes = b"") -> Expression:
    """Give what stands for a part of what an expression puts together, with a member's name if it has one."""
    named = (Expression("name", field, node.span),) if field else ()
    return node._replace(kind="member", text=b"%d" % number, parts=(node, *named))


def pieces(node: Expression) -> tuple[Expression, ...]:
    """Give what an expression puts together: a list in braces, a pair, a vector; nothing of others."""
    if node.kind == "other" and node.text and len(node.parts) == 1:  # T{a, b}
        node = node.parts[0]
        return node.parts if node.kind == "list" else (node,)
    if node.kind == "list" or (node.kind == "call" and MAKERS.fullmatch(node.name)):
        return node.parts
    return ()
