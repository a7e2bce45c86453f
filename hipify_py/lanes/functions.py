"""Put places into the functions and macros they stand in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lexer import DEFINE
from hipify_py.model import Span
from hipify_py.syntax import span_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from hipify_py.syntax import Unit

DEVICE = re.compile(rb"\b__(?:global|device)__\b")
HOST = re.compile(rb"\b__host__\b")
BRACE = re.compile(rb"[{}]")
NAME = re.compile(rb"(~?[A-Za-z_]\w*|operator\s*(?:\(\s*\)|[^\s(]+))\s*\Z")


class Function(NamedTuple):
    """A function or a macro: the spans of the whole with its head, and of its body; `name` is for people.

    `kind` is "kernel", "device", "host" or "macro"; a function without a mark of its own, such as a lambda
    or one marked by a macro, is "device" where a place that works on a warp stands in it.
    """

    name: str
    span: Span
    body: Span
    kind: str


def functions(unit: Unit, offsets: Iterable[int]) -> dict[int, Function]:
    """Give, for each offset that stands in a function or a macro, that function."""
    found: dict[int, Function] = {}
    last: Function | None = None
    for offset in sorted(set(offsets)):
        if last is None or not last.body.start <= offset < last.body.end:
            last = _macro(unit, offset) or _function(unit, offset)
        if last is not None:
            found[offset] = last
    return found


def _macro(unit: Unit, offset: int) -> Function | None:
    directive = unit.directive_at(offset)
    if directive is None:
        return None
    head = DEFINE.match(unit.code, *directive.body)
    name = head[1].decode() if head and directive.name == b"define" else ""
    return Function(name, directive.span, directive.span, "macro")


def _function(unit: Unit, offset: int) -> Function | None:
    node = unit.node(Span(offset, offset + 1))
    outermost = None
    while node:
        if node.type in {"function_definition", "lambda_expression"}:
            outermost = node
        node = node.parent
    if outermost is None:
        return _lexical(unit, offset)
    body = outermost.child_by_field_name("body")
    if body is None or body.start_byte > offset:
        body = outermost
    return _made(unit, _name(unit, outermost), span_of(outermost), span_of(body))


def _made(unit: Unit, name: str, whole: Span, body: Span) -> Function:
    start = max(unit.code.rfind(mark, 0, whole.start) for mark in (b";", b"}", b"{")) + 1
    blank = len(unit.code[start : whole.start]) - len(unit.code[start : whole.start].lstrip())
    span = Span(min(start + blank, whole.start), whole.end)
    head = unit.code[span.start : body.start] if body.start > span.start else unit.code[slice(*span)][:400]
    kind = "kernel" if b"__global__" in head else "device" if DEVICE.search(head) else "host"
    return Function(name, span, body, kind)


def _name(unit: Unit, node: Node) -> str:
    """Give the name in a function's innermost declarator."""
    inner: Node | None = node
    while inner is not None and (deeper := inner.child_by_field_name("declarator")) is not None:
        inner = deeper
    if inner is None or inner.type in {"lambda_expression", "function_definition"}:
        return "a lambda"
    return unit.source[inner.start_byte : inner.end_byte].decode("utf-8", "replace")


def _lexical(unit: Unit, offset: int) -> Function | None:
    """Find the function around a byte by its braces, where the grammar has lost its way."""
    stack: list[int] = []
    for brace in BRACE.finditer(unit.code, 0, offset):
        if brace[0] == b"{":
            stack.append(brace.start())
        elif stack:
            stack.pop()
    for opening in stack:
        head = unit.code[max(0, opening - 2000) : opening]
        head = head[max(head.rfind(mark) for mark in (b";", b"}", b"{", b"#")) + 1 :]
        named = NAME.search(head.split(b"(", 1)[0])
        if b"(" in head and named:
            end = _closing(unit.code, opening)
            name = named[1].decode("utf-8", "replace")
            return _made(unit, name, Span(opening - len(head), end), Span(opening, end))
    return None


def _closing(code: bytes, opening: int) -> int:
    depth = 0
    for brace in BRACE.finditer(code, opening):
        depth += 1 if brace[0] == b"{" else -1
        if depth == 0:
            return brace.end()
    return len(code)
