"""Heads of functions, read without a parse: where they begin, their words, and the types of parameters."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.linkage import scope_of
from hipify_py.source.brackets import NOT_BLANK, parameter_spans
from hipify_py.source.definitions import CLASSES
from hipify_py.source.search import last_of

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

MOST_HEAD = 2000
PARAMETER = re.compile(
    rb"(?:const\s+|volatile\s+|struct\s+|std::)*([\w\s]*?\w) ?(?:\bconst ?)?([*&]?)"
    rb"(?:const\b|__restrict__\b| )*(?:\b(\w+))?\Z"
)
SPELT = {  # how the types of C are spelt in the rules
    b"uint": b"unsigned",
    b"unsigned int": b"unsigned",
    b"uint32_t": b"unsigned",
    b"int32_t": b"int",
    b"unsigned long int": b"unsigned long",
    b"long unsigned int": b"unsigned long",
    b"ulong": b"unsigned long",
    b"uint64_t": b"unsigned long",
    b"size_t": b"unsigned long",
    b"unsigned long long int": b"unsigned long long",
    b"ulonglong": b"unsigned long long",
    b"long long int": b"long long",
}
FRIEND = b"friend"
TOKEN = re.compile(rb"\w+|[^\w\s]")
KEYWORD = {b"class": b"typename"}


class Head(NamedTuple):
    """What stands before a function's name: its templates, the words behind them, and where these begin."""

    templates: tuple[bytes, ...]
    words: tuple[bytes, ...]
    start: int


def parameters_in(code: bytes, opening: int, end: int) -> list[re.Match[bytes]]:
    """Match the parameters in a bracket; none where one of them is not understood."""
    spelt = (b" ".join(code[slice(*one)].split()) for one in parameter_spans(code, opening, end))
    given = [PARAMETER.match(one) for one in spelt]
    found = [one for one in given if one]
    return found if len(found) == len(given) else []


def parameter_types(code: bytes, start: int, end: int) -> tuple[bytes, ...]:
    """Give the types of the parameters in the next bracket without `const`; none where one is unclear."""
    return tuple(type_of(one) for one in parameters_in(code, code.index(b"(", start), end))


def type_of(parameter: re.Match[bytes]) -> bytes:
    """Give the type of a parameter that was matched, as rules spell it, with a `*` or `&` behind it."""
    name = b" ".join(parameter[1].split())
    return SPELT.get(name, name) + parameter[2]


def head_start(unit: Unit, at: int) -> int:
    """Give where the head of a definition begins: behind a statement, a block or a directive.

    Of a head longer than `MOST_HEAD` bytes, which is none, no more is looked at.
    """
    found = NOT_BLANK.search(unit.code, behind_last(unit, at, max(0, at - MOST_HEAD - 1)), at)
    return found.start() if found else at


def behind_last(unit: Unit, at: int, least: int = 0) -> int:
    """Give the end of the last statement, brace or directive before a place; no less than `least`."""
    start = max(least, last_of(unit.code, b";{}", at, least) + 1)
    index = bisect_right(unit.directives, at, key=lambda one: one.span.start) - 1
    return max(start, min(at, unit.directives[index].span.end)) if index >= 0 else start


def words_before(unit: Unit, at: int) -> bytes:
    """Give the head of a declaration before the function's name."""
    return unit.code[behind_last(unit, at) : at]


def function_scope(unit: Unit, at: int, head: Head) -> bytes | None:
    """Give the scope of a function; a friend is none of its class's, but of the namespace around that."""
    if FRIEND in head.words:
        classes = (node for node in unit.around(Span(at, at + 1)) if node.type in CLASSES)
        at = next((node.start_byte for node in classes), at)
    return scope_of(unit, Span(at, at + 1))


def head_of(unit: Unit, at: int) -> Head:
    """Read what stands before a function's name, a token after the other."""
    start = at - len(words_before(unit, at))
    templates: list[bytes] = []
    words: list[bytes] = []
    begins, depth = at, 0
    for token in TOKEN.finditer(unit.code, start, at):
        if token[0] == b"template" and not words:
            templates.append(b"template")
        elif templates and not words and (depth or (token[0] == b"<" and templates[-1] == b"template")):
            depth += (token[0] == b"<") - (token[0] == b">")
            templates.append(KEYWORD.get(token[0], token[0]))
        else:
            begins = min(begins, token.start())
            words.append(token[0])
    return Head(tuple(templates), tuple(words), begins)
