"""Branches of Python's build scripts that no build for HIP takes: the `else` of `if torch.version.hip:`."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING

from hipify_py.build.remarks import of_hip, without_remarks
from hipify_py.build.switch_names import OF_HIP, is_for_hip
from hipify_py.lazy import re
from hipify_py.model import Lines, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CUDA = re.compile(r"(?i)cuda|nvidia")
LOOKS, NVCC = {"which", "find_executable"}, "nvcc"
FOUND = {NVCC: False, "hipcc": True}  # programs that a build for HIP may find
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)


def for_cuda(source: bytes) -> list[Span]:
    """Give the lines of such branches, in order; of a script that Python cannot read none."""
    tree = syntax_tree(source) if of_hip(without_remarks(source)) else None
    return branches_for_cuda(tree, Lines(source)) if tree is not None else []


def branches_for_cuda(tree: ast.Module, lines: Lines) -> list[Span]:
    """Give the same of a script's syntax tree, which speaks of HIP."""
    return sorted(span for node in ast.walk(tree) if isinstance(node, ast.If) for span in _left(node, lines))


def syntax_tree(source: bytes) -> ast.Module | None:
    """Give a script's syntax tree; None for one that Python cannot read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes in strings
            return ast.parse(source)
    except UNREADABLE:
        return None


def _left(node: ast.If, lines: Lines) -> Iterator[Span]:
    holds = _for_hip(node.test)
    block = node.orelse if holds else node.body if holds is False else []
    if block and block[0].lineno > node.lineno:
        yield block_lines(block, lines)
    if block and any(_program(one) == NVCC for one in ast.walk(node.test)):
        yield block_lines([node.test], lines)


def block_lines(block: Sequence[ast.stmt | ast.expr], lines: Lines) -> Span:
    """Give the whole lines on which statements or expressions stand."""
    last = block[-1].end_lineno or block[-1].lineno
    end = lines.starts[last] if last < len(lines.starts) else len(lines.source)
    return Span(lines.starts[block[0].lineno - 1], end)


def _for_hip(test: ast.expr) -> bool | None:
    """Say whether a condition holds in a build for HIP; None where that is not told by its words."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _not(_for_hip(test.operand))
    if isinstance(test, ast.BoolOp):
        values = {_for_hip(one) for one in test.values}
        sure = isinstance(test.op, ast.Or)  # what one of them alone decides
        return sure if sure in values else None if None in values else not sure
    if isinstance(test, ast.Compare):
        return _compared(test)
    if isinstance(test, ast.Call):
        return _called(test)
    name = _name(test)
    if name.endswith("version.cuda"):
        return False
    return True if is_for_hip(name.rpartition(".")[2].encode()) else None


def _called(test: ast.Call) -> bool | None:
    if program := _program(test):
        return FOUND.get(program)
    return _for_hip(test.args[0] if _name(test.func) == "bool" and len(test.args) == 1 else test.func)


def _compared(test: ast.Compare) -> bool | None:
    if len(test.ops) != 1 or not isinstance(test.comparators[0], ast.Constant):
        return None
    operator, value = test.ops[0], test.comparators[0].value
    if value is None:
        holds = _not(_for_hip(test.left))
    elif isinstance(value, str):
        holds = True if OF_HIP.fullmatch(value.encode()) else False if CUDA.fullmatch(value) else None
    else:
        return None
    if isinstance(operator, (ast.Is, ast.Eq)):
        return holds
    return _not(holds) if isinstance(operator, (ast.IsNot, ast.NotEq)) else None


def _program(node: ast.AST) -> str:
    """Give the program for which an expression looks in the path; nothing where it looks for none."""
    if not isinstance(node, ast.Call) or _name(node.func).rpartition(".")[2] not in LOOKS or not node.args:
        return ""
    first = node.args[0]
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


def _name(node: ast.expr) -> str:
    """Give a name with those before its dots; nothing for another expression."""
    if isinstance(node, ast.Attribute):
        return f"{_name(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _not(value: bool | None) -> bool | None:  # noqa: FBT001  a truth, and no switch
    return None if value is None else not value
