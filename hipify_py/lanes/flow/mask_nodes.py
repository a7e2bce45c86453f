"""The nodes of a function that may have to do with masks of lanes, read once for all who ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.integers import COMPARED
from hipify_py.model import Span
from hipify_py.source.brackets import trimmed
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import with_parents
from hipify_py.source.function_reading import model, names
from hipify_py.source.lexer import DEFINE
from hipify_py.source.search import last_of, places
from hipify_py.source.tokens import OWN_NAME, token_before, words
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WARP_SIZE = b"warpSize"
PICK = (b"&", b"|", b"^")
COMPARE = (b"==", b"!=", b"<", b">")
PICKS = frozenset((*PICK, b"&=", b"|=", b"^="))
OPERATES = frozenset(("binary", "unary", "cast", "call"))


class Operation(NamedTuple):
    """A node that makes something of others, with the two around it, the inner one last.

    `start` is where the text of its statement begins.
    """

    node: Expression
    around: tuple[Expression, ...]
    start: int


def operations(statements: Iterable[tuple[int, Expression]]) -> Iterator[Operation]:
    """Give the operators, casts and calls of statements, of each the outer ones first."""
    for start, root in statements:
        if root.parts:
            for node, around in with_parents(root):
                if node.kind in OPERATES:
                    yield Operation(node, around, start)


def _meaning(code: bytes, function: Function) -> Iterator[Span]:
    """Give the span of the text that a macro stands for: an expression, or the last one in `({ ... })`."""
    word = next(words(code, b"define", within=function.body), None)
    head = DEFINE.match(code, word.end, function.body.end) if word else None
    if head and b"{" not in code[head.end() : function.body.end]:
        yield Span(head.end(), function.body.end)
    elif head:
        yield from _last(code, Span(head.end(), function.body.end))


def _last(code: bytes, text: Span) -> Iterator[Span]:
    """Give the last statement of one that is an expression: `({ ...; last; })`."""
    mark = closed = token_before(code, text.end)
    while mark.text == b")" and mark.start > text.start:
        mark = token_before(code, mark.start)
    ends = token_before(code, mark.start)
    if closed.text == b")" and mark.text == b"}" and ends.text == b";":
        start = last_of(code, b";{}", ends.start, text.start)
        if start >= 0 and code[start : start + 1] in {b";", b"}"}:
            yield trimmed(code, start + 1, ends.start)


def counted_lanes(unit: Unit, function: Function) -> set[bytes]:
    """Give what counts the lanes of a warp one by one: `for (int i = 0; i < warpSize; i++)`."""
    known, read, found = names(unit, function), model(unit, function), set[bytes]()
    for loop in read.loops if holds_part(unit, WARP_SIZE) else ():
        asked = expression(unit.code[slice(*loop.condition)])
        steps = read.assigned_in(loop.step)
        if (
            (asked.kind, asked.text) == ("binary", b"<")
            and asked.parts[1].text == WARP_SIZE
            and len(steps) == 1
        ):
            name, one = asked.parts[0].text, steps[0]
            by_one = one.operator == b"+" and unit.code[slice(*one.value)].strip() in {name, b"1"}
            if one.name == name and by_one:
                found.add(known.symbol(name, loop.condition.start))
    return found


class MaskNodes(NamedTuple):
    """The expressions of one function: what names are given, what picks bits, is returned and compared.

    With each goes where the text begins that it was read from. What is given goes with the name's symbol too,
    and whether it is all of what that holds.
    """

    given: tuple[tuple[bytes, Expression, int, bool], ...]
    picks: tuple[tuple[int, Expression], ...]
    returned: tuple[tuple[int, Expression], ...]
    compared: tuple[tuple[int, Expression], ...]

    @classmethod
    def of(cls, unit: Unit, body: Body) -> MaskNodes:
        """Read a function."""
        code, kind = unit.code, body.function.kind
        given = []
        for one in body.given:
            name = OWN_NAME.match(one.target)
            if name and b";" not in (text := code[slice(*one.value)]):
                at = one.value.start
                given.append((body.names.symbol(name[0], at), expression(text), at, name[0] == one.target))
        values = body.returned if kind in {"device", "host"} else ()
        values = (*_meaning(code, body.function),) if kind == "macro" else values
        picks, compared = (
            _binaries(code, body.function.body, *each)
            for each in ((PICK, PICKS), (COMPARE, frozenset(COMPARED)))
        )
        texts = ((one.start, code[slice(*one)]) for one in values)
        returned = tuple((at, expression(text)) for at, text in texts if b";" not in text)
        return cls(tuple(given), picks, returned, compared)


def _binaries(
    code: bytes, body: Span, signs: Iterable[bytes], operators: frozenset[bytes]
) -> tuple[tuple[int, Expression], ...]:
    """Give the operations of some kinds in a body, by signs that stand in each."""
    read = expressions(code, body, places(code, *signs, within=body))
    nodes = ((at, node) for at, root in read for node in root.walk())
    return tuple((at, node) for at, node in nodes if node.kind == "binary" and node.text in operators)
