"""Whose name is it? A CUDA name in code is the API's unless its place says it is the program's own."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from hipify_py.declarations import declares, in_function, own_scope
from hipify_py.lexer import DEFINE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Options, Span
    from hipify_py.rules import RuleSet
    from hipify_py.syntax import Unit

BLANK = b" \t\r\n\f\v\\"
SCOPE = re.compile(rb"([A-Za-z_]\w*|>)?::\Z")
WORD = re.compile(rb"[A-Za-z_]\w*\Z")
CLASS_HEAD = re.compile(rb"(?:class|struct|union)\s+(\w+)")
FOR_HIP = re.compile(rb"(?:\([^()]*\))?(?:\s|\\\r?\n)*(?:hip|HIP)\w*")
ALIAS = re.compile(rb"(?:\s|\\\r?\n)+\w+\s*")
DECLARED = re.compile(rb"(?:\s|\\\r?\n)*(?:[;=,)(\[{]|:(?!:))")
# A declarator that another one follows, and what may stand between a type or a comma and a name.
DECLARATOR = re.compile(rb"[\s*&]*\w+\s*(?:=\s*(?:\{[^{}]*\}|[^,;(){}]*)|\{[^{}]*\}|\[[^\]]*\])?\s*,")
NAMED = re.compile(rb"(?:[\s*&]|\bconst\b)+([A-Za-z_]\w*)")
# A name behind one of these is a use; behind any other word, `*`, `&` or `>` it may be a declaration.
USES = frozenset(
    b"""
    case co_await co_return co_yield const consteval constexpr constinit defined delete do elif
    elifdef elifndef else explicit extern goto if ifdef ifndef inline mutable new operator
    register return sizeof static thread_local throw typedef typename
    virtual volatile __constant__ __device__ __forceinline__ __global__ __host__ __inline__
    __managed__ __noinline__ __restrict__ __shared__
    """.split()
)


def owner(unit: Unit, span: Span, rules: RuleSet) -> str | None:
    """Say what makes the name at `span` the program's own by the text before it.

    "" where nothing does; None where the name is the API's for certain, because `::` stands before it alone.
    """
    code = unit.code
    before = code[max(0, span.start - 256) : span.start].rstrip(BLANK)
    if before.endswith((b".", b"->")) and not before.endswith(b"..."):
        return "a member of an object"
    if before.endswith(b"##"):
        return "the end of a name that ## pastes together"
    if before.endswith(b"::"):
        scope = SCOPE.search(before)
        name = scope[1] if scope else None
        return None if name is None or name in rules.names else "a member of another scope"
    return ""


def defines(unit: Unit, span: Span) -> bool:
    """Say whether the name at `span` is that of the macro which a `#define` makes."""
    directive = unit.directive_at(span.start)
    if directive is None or directive.name != b"define":
        return False
    head = DEFINE.match(unit.code, *directive.body)
    return head is not None and head.span(1) == span


def is_alias(unit: Unit, span: Span) -> bool:
    """Say whether the macro defined at `span` is an entry of a table that turns CUDA names into others."""
    directive = unit.directive_at(span.start)
    return directive is not None and ALIAS.fullmatch(unit.code, span.end, directive.span.end) is not None


def stands_for_hip(unit: Unit, span: Span) -> bool:
    """Say whether the macro defined at `span` is replaced by something of HIP's."""
    directive = unit.directive_at(span.start)
    return directive is not None and FOR_HIP.match(unit.code, span.end, directive.span.end) is not None


def may_declare(code: bytes, span: Span) -> bool:
    """Say whether the text around a name lets it be a declaration; cheap, and wrong only towards True."""
    if not DECLARED.match(code, span.end):
        return False
    before = code[max(0, span.start - 128) : span.start].rstrip(BLANK)
    if before.endswith((b"*", b"&", b">")):
        return True
    word = WORD.search(before)
    return word is not None and word[0] not in USES


def makes(unit: Unit, span: Span) -> bool:
    """Say whether the name at a span is that of a macro, function or type which the file itself defines."""
    return defines(unit, span) or (may_declare(unit.code, span) and declares(unit, span))


def own_scopes(unit: Unit, found: list[tuple[Span, bytes]]) -> dict[bytes, list[Span]]:
    """Find, for each name, the scopes in which the program declares it as its own."""
    scopes: dict[bytes, list[Span]] = {}
    for span, name in found:
        if may_declare(unit.code, span) and (scope := own_scope(unit, span)):
            scopes.setdefault(name, []).append(scope)
            scopes[name] += _methods(unit, scope)
    return scopes


def _methods(unit: Unit, scope: Span) -> Iterator[Span]:
    """Give the bodies that members of a class have outside of it, given the class's span."""
    head = CLASS_HEAD.match(unit.code, *scope)
    for found in re.finditer(rb"\b" + head[1] + rb"\s*::\s*~?\w+\s*\(", unit.code) if head else ():
        body = in_function(unit, found.start())
        if body is not None and b"{" not in unit.code[body.start : found.start()]:
            yield body


def declared_type(unit: Unit, name: bytes, type_name: bytes) -> bool:
    """Say whether the file declares `name` with a type: as a variable, a parameter or a member."""
    return type_name in unit.code and name in _declared_with(unit.code, type_name)


@lru_cache(maxsize=8)
def _declared_with(code: bytes, type_name: bytes) -> frozenset[bytes]:
    """Give every name that is declared with a type, once for all who ask about one file."""
    names: set[bytes] = set()
    for found in re.finditer(rb"\b" + re.escape(type_name) + rb"\b", code):
        at = found.end()
        while at:
            if named := NAMED.match(code, at):
                names.add(named[1])
            before = DECLARATOR.match(code, at)
            at = before.end() if before else 0
    return frozenset(names)


def own_file(path: bytes, quoted: bool, options: Options, rules: RuleSet) -> str | None:  # noqa: FBT001
    """Give the project's file that an include path names, if it names one.

    A path that is also a CUDA header's names the project's file only in quotes and beside the including file.
    """
    files = options.project.files
    if not files:
        return None
    text = path.decode("utf-8", "surrogateescape")
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(options.path or ""), text))
    if quoted and files.get(beside) == beside:
        return beside
    return None if path in rules.headers else files.get(posixpath.normpath(text))
