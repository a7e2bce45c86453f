"""Conditions that keep GPUs of a compute capability below some number out: no GPU of AMD's answers so little.

HIP fills the major number with the first digits of a gfx name, which is 9 at the least, so that each of them
passes as NVIDIA's newest does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hipify_py.lazy import re
from hipify_py.match.giving_up import gives_up
from hipify_py.source.bracket_ends import brace_ends, bracket_ends
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.functions import functions
from hipify_py.source.search import last_of

if TYPE_CHECKING:
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

LEAST: Final = 9
"""The major number that HIP gives at the least: that of gfx900 to gfx950 is 9, that of gfx1030 is 10."""
OLDEST: Final = 5
"""The major number of the oldest GPUs that CUDA 12 compiles for."""
IF = re.compile(rb"\s*+(?:else\s++)?if\s*+\(")
LEAVES = re.compile(rb"\b(?:return|throw|continue|\w*exit\w*)\b")
ONLY_RETURNS = re.compile(rb"[\s{]*+return\s*+(?:-?\d++|EXIT_\w++|false)?\s*+;[\s}]*+")
NUMBER = re.compile(rb"(0[xX][0-9a-fA-F]{1,8}|\d{1,9})[uUlL]*+")
FACTOR = re.compile(rb"major\s*+\)?\s*+(?:\*\s*+(0[xX][0-9a-fA-F]{1,4}|\d{1,5})\b|<<\s*+(\d)\b)")
MOST = 2000  # bytes of what a condition guards


def is_floor(unit: Unit, at: int, name: bytes = b"", factor: int = 1) -> bool:
    """Say whether a capability is asked for at a place only to leave where it is less than AMD's GPUs have.

    It stands in the condition of an `if`. `name` is a variable that holds the major number times `factor`.
    """
    head = IF.match(unit.code, last_of(unit.code, b";{}", at) + 1)
    end = bracket_ends(unit).get(head.end() - 1, 0) if head else 0
    if head is None or not head.end() <= at < end:
        return False
    asked = expression(unit.code[head.end() : end - 1])
    sides = [_truth(side, name, factor) for side in _sides(asked) if _speaks(side, name)]
    return bool(sides) and all(one is False for one in sides) and _leaves(unit, at, end)


def is_decided(unit: Unit, at: int) -> bool:
    """Say whether the `if` in whose condition a capability stands goes one way by it on all GPUs of today."""
    head = IF.match(unit.code, last_of(unit.code, b";{}", at) + 1)
    end = bracket_ends(unit).get(head.end() - 1, 0) if head else 0
    if head is None or not head.end() <= at < end:
        return False
    asked = (side for side in _sides(expression(unit.code[head.end() : end - 1])) if _speaks(side, b""))
    return all(_truth(one, b"", 1, OLDEST) is not None for one in asked)


def factor_of(text: bytes) -> int:
    """Give what a major number is multiplied by in a text that makes one number of it and the minor one.

    That is 0 of what is made in another way, which says nothing of the least that AMD's GPUs have.
    """
    if _least(expression(text), b"", 1) is None:
        return 0
    found = FACTOR.search(text)
    if found is None:
        return 1
    return int(found[1], 0) if found[1] else 1 << int(found[2])


def _leaves(unit: Unit, at: int, end: int) -> bool:
    """Say whether what stands behind a condition gives up, in words for people, or ends the program."""
    opened = end + len(unit.code[end : end + MOST]) - len(unit.code[end : end + MOST].lstrip())
    ends = brace_ends(unit)
    behind = ends.get(opened, 0) if unit.code[opened : opened + 1] == b"{" else unit.code.find(b";", end) + 1
    text = unit.code[end:behind] if 0 < behind - end <= MOST else b""
    if not LEAVES.search(text):
        return False
    home = functions(unit, [at]).get(at)
    return gives_up(text) or (
        home is not None and home.called == b"main" and bool(ONLY_RETURNS.fullmatch(text))
    )


def _sides(node: Expression) -> list[Expression]:
    """Give what has to hold for a condition to do so, either one of several."""
    found, todo = [], [bare(node)]
    while todo:
        one = bare(todo.pop())
        if one.kind == "binary" and one.text == b"||":
            todo += one.parts
        else:
            found.append(one)
    return found


def _speaks(node: Expression, name: bytes) -> bool:
    return any(_is_number_of(one, name) for one in node.walk())


def _is_number_of(node: Expression, name: bytes) -> bool:
    last = node.text.lower() if node.kind in {"member", "name"} else b""
    return last.endswith((b"major", b"minor")) or (node.kind == "name" and node.text == name)


def _truth(node: Expression, name: bytes, factor: int, lowest: int = LEAST) -> bool | None:
    """Say what a condition comes to on all GPUs from a number on; None where that hangs on other things."""
    node = bare(node)
    if node.kind == "unary" and node.text == b"!":
        found = _truth(node.parts[0], name, factor, lowest)
        return None if found is None else not found
    if node.kind == "binary" and node.text in {b"&&", b"||"}:
        both = [_truth(one, name, factor, lowest) for one in node.parts]
        decides = node.text == b"||"
        return decides if decides in both else None if None in both else not decides
    return _compared(node, name, factor, lowest) if node.kind == "binary" else None


def _compared(node: Expression, name: bytes, factor: int, lowest: int) -> bool | None:
    """Say what a comparison with a number comes to."""
    least, number = _least(node.parts[0], name, factor, lowest), _number(node.parts[1])
    if least is None or number is None:
        return None
    if node.text in {b"<", b">="} and least >= number:
        return node.text == b">="
    if node.text in {b"<=", b">", b"==", b"!="} and least > number:
        return node.text in {b">", b"!="}
    return None


def _least(node: Expression, name: bytes, factor: int, lowest: int = LEAST) -> int | None:
    """Give the least that a number made of a capability comes to on these GPUs; None of any other."""
    node = bare(node)
    if node.kind == "name" and node.text == name:
        return lowest * factor
    if node.kind in {"member", "name"}:
        last = node.text.lower()
        return lowest if last.endswith(b"major") else 0 if last.endswith(b"minor") else None
    if node.kind != "binary" or node.text not in {b"+", b"*", b"<<", b"|"}:
        return None
    left = _least(node.parts[0], name, factor, lowest)
    if node.text in {b"*", b"<<"}:
        by = _number(node.parts[1])
        return (
            None
            if left is None or by is None or by > 10_000
            else left * by
            if node.text == b"*"
            else left << min(by, 16)
        )
    right = _least(node.parts[1], name, factor, lowest)
    return None if left is None or right is None else left + right


def _number(node: Expression) -> int | None:
    found = NUMBER.fullmatch(bare(node).text) if bare(node).kind == "number" else None
    return int(found[1], 0) if found and (found[1][:1] != b"0" or found[1][1:2] in b"xX") else None
