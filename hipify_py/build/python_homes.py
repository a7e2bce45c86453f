"""What a script in Python asks of CUDA's folder and compiler that a build for HIP need not be told of."""

from __future__ import annotations

import ast
import itertools
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.python_sides import block_lines, branches_for_cuda, syntax_tree
from hipify_py.build.remarks import of_hip, without_remarks
from hipify_py.lazy import re
from hipify_py.model import Lines, Span
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

HOME, NVCC = "CUDA_HOME", "nvcc"
ROCM_HOME = b"ROCM_HOME"  # who names it knows of both
# A name that the script gives its own value to, and what of it is CUDA's place all the same.
OWN_NAME = re.compile(
    rb"(?m)^[ \t]*+(?:\w+[ \t]*,[ \t]*)*CUDA_HOME[ \t]*(?:,[ \t]*\w+[ \t]*)*=(?!=)([^\r\n]*)"
)
OF_CUDAS_PLACE = re.compile(
    rb"environ|getenv|cpp_extension|which|nvcc|/cuda|(?i:cuda_?(?:home|path|root)\s*\()"
)
HOME_IMPORTED = re.compile(rb"\bimport\b[^#\r\n]*\bCUDA_HOME\b|\bimport[ \t]*\([^()]*\bCUDA_HOME\b")
# An extension that is imported alone builds nothing, unless it has another name from there on.
IMPORTS = re.compile(
    rb"(?m)^[ \t]*+(?:from\b[^#\r\n]*)?\bimport\b(?:[ \t]*+\([^()]*\)|(?:[^#\r\n(\\]|\\\r?\n)*)"
)
EXTENSION_ALONE = re.compile(rb"CUDAExtension\b(?!\s+as\b)")
OF_PYTORCH = re.compile(rb"(?i)torch|CUDAExtension|extra_cuda_cflags")
BUILDS = re.compile(rb"CUDAExtension|\bExtension\s*\(|\bload\s*\(|\.cu\b|=\s*True\b")
GIVES = re.compile(rb"\s*+=(?!=)")  # a variable of what a script writes


class Passed(NamedTuple):
    """What asks nothing of a script: whole lines for CUDA's folder, and names of variables."""

    homes: tuple[Span, ...]
    names: frozenset[int]
    unused: frozenset[int]
    """Where lines begin that read CUDA's folder into a variable that nothing uses."""


def passing_over(code: bytes) -> Callable[[re.Match[bytes]], bool]:
    """Say of words of a script which ask nothing: a home of its own, an extension only imported."""
    own_home = _has_own_home(code) or ROCM_HOME in code
    imported = [Span(*one.span()) for one in IMPORTS.finditer(code)]
    passed = _passed(code)
    homes = [*re.finditer(rb"(?<![\w.])CUDA_HOME\b", code)]
    uses = [one for one in homes if not inside(imported, one.start())]
    all_asked = bool(uses) and all(inside(passed.homes, one.start()) for one in uses)

    def passes_over(found: re.Match[bytes]) -> bool:
        at = found.start()
        if found[0] == HOME.encode():
            if is_quoted(code, found):
                return code.rfind(b"\n", 0, at) + 1 in passed.unused
            asked = all_asked if inside(imported, at) else inside(passed.homes, at)
            return own_home or asked
        if found[0] == NVCC.encode():
            return at in passed.names or GIVES.match(code, found.end()) is not None
        return inside(imported, at) and EXTENSION_ALONE.match(code, at) is not None

    return passes_over


def is_quoted(code: bytes, found: re.Match[bytes]) -> bool:
    """Say whether a word is all of a string."""
    return code[found.start() - 1 : found.start()] == code[found.end() : found.end() + 1] in {b'"', b"'"}


def of_pytorch(code: bytes) -> frozenset[str]:
    """Give which of the words for CUDA's folder and compiler are PyTorch's in a script."""
    names = {HOME: HOME_IMPORTED, NVCC: OF_PYTORCH}
    return frozenset(name for name, asks in names.items() if asks.search(code))


def _has_own_home(code: bytes) -> bool:
    """Say whether CUDA_HOME is a script's own variable, such as an option of its, and not PyTorch's name."""
    given = OWN_NAME.findall(code)
    return bool(given) and not HOME_IMPORTED.search(code) and not any(map(OF_CUDAS_PLACE.search, given))


def _passed(code: bytes) -> Passed:
    tree = syntax_tree(code) if HOME.encode() in code or NVCC.encode() in code else None
    if tree is None:
        return Passed((), frozenset(), frozenset())
    lines = Lines(code)
    names = (one for one in ast.walk(tree) if isinstance(one, ast.Name) and one.id == NVCC)
    left = branches_for_cuda(tree, lines) if of_hip(without_remarks(code)) else []
    homes = merged(sorted([*left, *_asked(tree, lines)]))
    return Passed(
        tuple(homes),
        frozenset(lines.starts[one.lineno - 1] + one.col_offset for one in names),
        frozenset(_unused(tree, lines)),
    )


def _asked(tree: ast.Module, lines: Lines) -> Iterator[Span]:
    """Give the lines that ask for CUDA's folder beside HIP's, or do with it what HIP does not need."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, ())
            if isinstance(block, list):
                yield from itertools.chain.from_iterable(
                    _of_statement(block, at, lines) for at in range(len(block))
                )


def _of_statement(block: Sequence[ast.stmt], at: int, lines: Lines) -> Iterator[Span]:
    node = block[at]
    head = node.test if isinstance(node, (ast.If, ast.While)) else None
    if head is not None or isinstance(node, (ast.Assign, ast.Return)):
        span = block_lines([node if head is None else head], lines)
        if of_hip(lines.source[slice(*span)]):
            yield span
    if isinstance(node, ast.If) and _is_given(node.test):
        others = [*node.orelse, *(block[at + 1 :] if isinstance(node.body[-1], ast.Return) else ())]
        span = block_lines([node.test, *node.body], lines)
        if not BUILDS.search(lines.source, *span) and not any(map(_stops, others)):
            yield span


def _is_given(test: ast.expr) -> bool:
    """Say whether a condition holds only where CUDA's folder is known."""
    if isinstance(test, ast.BoolOp):
        return isinstance(test.op, ast.And) and any(map(_is_given, test.values))
    if isinstance(test, ast.Compare):
        is_none = isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value is None
        return is_none and isinstance(test.ops[0], (ast.IsNot, ast.NotEq)) and _is_given(test.left)
    return isinstance(test, ast.Name) and test.id == HOME


def _stops(node: ast.stmt) -> bool:
    """Say whether a statement may end the build, or switches something off or on."""
    kinds = (ast.Raise, ast.Assign, ast.Assert)
    return any(isinstance(one, kinds) or _exits(one) for one in ast.walk(node))


def _exits(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).endswith("exit")


def _unused(tree: ast.Module, lines: Lines) -> Iterator[int]:
    """Give where lines begin that give CUDA's folder to a variable which nothing reads."""
    read = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}
    for node in ast.walk(tree):
        names = node.targets if isinstance(node, ast.Assign) else []
        unread = [one for one in names if isinstance(one, ast.Name) and one.id not in read]
        if names and len(unread) == len(names) and isinstance(node, ast.stmt):
            yield lines.starts[node.lineno - 1]
