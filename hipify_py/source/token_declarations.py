"""Declarations read from tokens, where the grammar lost its way: what names a type, and then a new name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import closing, trimmed
from hipify_py.source.function_model import Declaration, Regions, in_order
from hipify_py.source.statements import expression_end

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.source.functions import Function

QUALIFIERS = rb"(?:(?:const|static|volatile|register|constexpr|extern|__\w+__)\s+)*+"
BUILTIN = rb"(?:unsigned|signed|long|short|int|char|double|float|bool|auto)\b"
TYPE = rb"(?P<type>" + BUILTIN + rb"(?:\s+" + BUILTIN + rb")*+|[A-Za-z_][\w:]*+(?:<[^<>;(){}]*>)?)"
DECLARES = re.compile(
    rb"(?:(?<=[;{}(,])|(?<=\A))\s*+(?P<whole>"
    + QUALIFIERS
    + TYPE
    + rb"(?:\s+const\b)?(?P<pointers>[\s*&]+)(?:const\s+|__restrict__\s+)*(?P<name>[A-Za-z_]\w*+))"
    + rb"\s*+(?P<behind>\[|=(?!=)|[;,)({:])"
)
ANOTHER = re.compile(rb",\s*+(?P<pointers>[*&\s]*)(?P<name>[A-Za-z_]\w*+)\s*+(?P<behind>\[|=(?!=)|[;,({])")
NO_TYPE = frozenset(
    b"return else do case goto new delete typename throw using typedef namespace class struct enum".split()
)
MOST = 64  # names of one list


def declarations(code: bytes, function: Function, blocks: Mapping[int, int]) -> Iterator[Declaration]:
    """Give the declarations of a function or a macro; `blocks` are the ends and beginnings of its blocks.

    Each holds in the block around it, a parameter in the function.
    """
    scopes = in_order((Span(start, end), None) for end, start in blocks.items())
    span = function.body if function.kind == "macro" else function.span
    for found in DECLARES.finditer(code, *span):
        is_parameter = found.start("whole") < function.body.start
        heads = is_parameter and found["behind"] == b"("  # the function's own name
        unbound = b"&" in found["pointers"] and found["behind"] == b";"  # no reference: `a & b;`
        if heads or unbound or found["type"].split()[0] in NO_TYPE:
            continue
        before = code[max(span.start, found.start()) - 1 : found.start()]
        if not is_parameter and before in {b"(", b","} and found["behind"] in {b",", b")", b"("}:
            continue  # an argument: `f(a * b, c)`
        yield from _listed(code, found, function, scopes, is_parameter=is_parameter)


def _listed(
    code: bytes, found: re.Match[bytes], function: Function, scopes: Regions, *, is_parameter: bool
) -> Iterator[Declaration]:
    """Give what one declaration declares."""
    type_ = Span(*found.span("type"))
    around = next((one.span for one in scopes.around(found.start("name"))), function.body)
    scope = function.span if is_parameter else around
    one: re.Match[bytes] | None = found
    for _ in range(MOST):
        if one is None:
            return
        name, end = Span(*one.span("name")), one.start("behind")
        pointers = one["pointers"].count(b"*")
        if one["behind"] == b"[":
            pointers += 1
            end = expression_end(code, one.end(), scope.end) + 1
        value = _value(code, one["behind"], end, scope.end) if not is_parameter else None
        kind = "parameter" if is_parameter else "local"
        statement = Span(found.start("whole"), max(name.end, value.end if value else 0))
        yield Declaration(code[slice(*name)], name, type_, value, scope, statement, kind, pointers)  # type: ignore[arg-type]
        if is_parameter or code[found.start() - 1 : found.start()] == b"(":
            return
        one = ANOTHER.match(code, expression_end(code, name.end, scope.end), scope.end)


def _value(code: bytes, behind: bytes, at: int, limit: int) -> Span | None:
    """Give the span of the value that a name is declared with; None where it has none."""
    if behind == b"=":
        return trimmed(code, at + 1, expression_end(code, at + 1, limit))
    if behind == b"(":
        return trimmed(code, at + 1, closing(code, at, limit) - 1)
    return None
