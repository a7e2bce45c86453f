"""Read a function's model from its tokens, where the grammar lost its way in it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import cached_property, re
from hipify_py.model import Span
from hipify_py.source.brackets import MOST, all_arguments, closings, partners, trimmed
from hipify_py.source.function_model import (
    LOOPS,
    Assignment,
    CallText,
    Condition,
    Jump,
    Loop,
    Model,
    in_order,
    in_order_of_names,
    in_order_of_values,
)
from hipify_py.source.functions import parameters
from hipify_py.source.search import before
from hipify_py.source.statements import expression_end
from hipify_py.source.token_declarations import declarations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.source.function_model import Declaration, Keyword, Leaves
    from hipify_py.source.functions import Function

Open = tuple[Condition, int]  # a condition, and where what it governs begins

FLAT = re.compile(  # all closed, and no blocks
    rb"\([^(){}]*(?:\([^(){}]*(?:\([^(){}]*\)[^(){}]*)*\)[^(){}]*)*\)"
)
# Each begins with a literal or a set of bytes, for which a search is many times as fast.
MARK = re.compile(
    rb"\(|\{|\}|;|i(?<!\wi)f\b|w(?<!\ww)hile\b|f(?<!\wf)or\b|s(?<!\ws)witch\b|e(?<!\we)lse\b|r(?<!\wr)eturn\b"
    rb"|b(?<!\wb)reak\b|c(?<!\wc)ontinue\b|g(?<!\wg)oto\b"
)
SIGN = re.compile(rb"=(?:(?<![=!<>]=)(?!=)|(?<=<<=)|(?<=>>=))")
TARGET = re.compile(  # read backwards from the sign: forwards each word before it would have to be tried
    rb"(<<|>>|[-+*/&|^%])?\s*((?:\w+(?:>-|\.)|\][^\[\]]*\[)*\w*[A-Za-z_](?:\s*\*)*)"
)
PARTS = rb"(?:(?:\.|->)\w++|\[[^][]{0,80}+(?:\[[^][]{0,80}+\][^][]{0,80}+){0,2}+\])*+"  # members and elements
UPDATE = re.compile(
    rb"(?:\+\+|--)\s*([A-Za-z_]\w*+" + PARTS + rb")|([A-Za-z_](?<!\w.)\w*+" + PARTS + rb")\s*+(?:\+\+|--)"
)
INDEX = re.compile(rb"threadIdx")
MAY_END = re.compile(rb"[(){}\[\],;]")
INITIAL = re.compile(
    rb"\b(?:int|unsigned|auto|size_t|u?int\d+_t|long|short)\s+([A-Za-z_]\w*)\s*[({]([^;(){}]*)\Z"
)
CALLED = re.compile(rb"([A-Za-z_](?<!\w.)\w*+)\s*+(?:<[^<>;(){}]*>\s*)?\(")
BESIDE = re.compile(rb"&&|\|\||[?;{}()\[\],]|(?<![=!<>])=(?!=)|\breturn\b")
DO = re.compile(rb"d(?<!\wd)o\s++([^;{}]*;)\Z")
DO_WORD = re.compile(rb"(?<!\w)do\Z")
HEADS: dict[bytes, Keyword] = {b"if": "if", b"while": "while", b"for": "for", b"switch": "switch"}
SIDES: dict[bytes, Keyword] = {b"?": "?", b"&&": "&&", b"||": "||"}
JUMPS: dict[bytes, Leaves] = {
    b"return": "return",
    b"break": "break",
    b"continue": "continue",
    b"goto": "goto",
}
BEFORE = 120  # bytes before a sign in which its target stands
NEARER, NEAR = 50, 400  # bytes in which the left side of `?`, `&&` or `||` stands, and a `do` without braces
SEMICOLON, MOST_ENDS = ord(";"), 2
BLANKS = b" \t\r\n"
NONE = Span(0, 0)
MOST_PENDING = 100  # conditions that stand behind each other without braces


def from_tokens(code: bytes, function: Function) -> Model:
    """Read a function or a macro."""
    walk = _Walk(code, function.body)
    walk.run()
    initialised = function.body if function.kind == "macro" else function.span  # with default arguments
    declared = sorted(declarations(code, function, walk.blocks), key=lambda one: one.at)
    return Model(
        function,
        "tokens",
        in_order(walk.regions),
        tuple(sorted(walk.loops, key=lambda one: one.whole)),
        tuple(walk.jumps),
        parameters(code, function),
        tuple(declared),
        in_order_of_values(_named(assignments(code, initialised), declared)),
        in_order_of_names(calls(code, function.body)),
    )


class _Walk:
    """The state of one walk: what conditions open blocks have, and those whose statement has yet to come."""

    def __init__(self, code: bytes, body: Span) -> None:
        self.code, self.body = code, body
        self.regions: list[tuple[Span, Condition | None]] = []
        self.loops: list[Loop] = []
        self.jumps: list[Jump] = []
        self.open: list[tuple[int, list[Open]]] = []  # where each open block begins, and its conditions
        self.blocks: dict[int, int] = {}  # where each closed one ends and begins
        self.begun: dict[Span, int] = {}  # where the keyword of each condition stands
        self.pending: list[Open] = []
        self.last: list[Open] = []  # the conditions of the statement that has just ended, for an `else`
        self.ended: list[tuple[int, int]] = []  # how many regions and loops there were before each of these

    @cached_property
    def closed(self) -> dict[int, int]:
        return closings(self.code, *self.body)

    def run(self) -> None:
        at, end = self.body
        while mark := MARK.search(self.code, at, end):
            at = self.step(mark)
        while self.open:
            self.end(self.open.pop()[1], end)

    def step(self, mark: re.Match[bytes]) -> int:
        """Take one mark and give where to go on."""
        text = mark[0]
        if text in HEADS:
            return self.head(mark)
        if text == b"else":
            self.otherwise(mark.end())
        elif text == b"{":
            self.open.append((mark.start(), self.pending))
            self.pending, self.last = [], []
        elif text == b"}":
            self.end(self.pending, mark.start())  # an `else` without a statement
            start, finished = self.open.pop() if self.open else (mark.start(), [])
            self.blocks[mark.end()] = start
            self.end(finished, mark.end())
        elif text == b";":
            self.end(self.pending, mark.end())
        elif text in JUMPS:
            value = trimmed(self.code, mark.end(), expression_end(self.code, mark.end(), self.body.end))
            given = value if text == b"return" and value.end > value.start else None
            self.jumps.append(Jump(JUMPS[text], mark.start(), self.body, given))
        elif text == b"(":
            return self.behind(mark.start())
        return mark.end()

    def behind(self, opening: int) -> int:
        """Give where to go on at a bracket: behind it, unless a block stands in it."""
        if flat := FLAT.match(self.code, opening, self.body.end):
            return flat.end()
        end = self.closed.get(opening, self.body.end)
        return end if self.code.find(b"{", opening, end) < 0 else opening + 1

    def end(self, finished: list[Open], at: int) -> None:
        """End what stands under some conditions."""
        self.ended = []
        for condition, start in finished:
            self.ended.append((len(self.regions), len(self.loops)))
            self.regions.append((Span(start, at), condition))
            if condition.keyword in LOOPS:
                self.loops.append(self.loop(condition, Span(start, at)))
        self.last, self.pending = finished, []

    def otherwise(self, at: int) -> None:
        """Begin an `else`: it belongs to the last `if` that has none yet; what stands around that goes on."""
        while self.last and (self.last[-1][0].otherwise or self.last[-1][0].keyword != "if"):
            self.last.pop()
        if not self.last:
            self.pending = []
            return
        (regions, loops), (condition, _) = self.ended[len(self.last) - 1], self.last.pop()
        del self.regions[self.ended[0][0] : regions], self.loops[self.ended[0][1] : loops]
        self.pending = [*self.last, (condition._replace(otherwise=True), at)]

    def head(self, mark: re.Match[bytes]) -> int:
        opening = self.code.find(b"(", mark.end(), mark.end() + 16)
        if opening < 0:
            return mark.end()
        flat = FLAT.match(self.code, opening, self.body.end)
        end = flat.end() if flat else self.closed.get(opening, self.body.end)
        condition = Condition(HEADS[mark[0]], Span(opening + 1, end - 1))
        self.begun[condition.span] = mark.start()
        if len(self.pending) >= MOST_PENDING:  # the outermost ends here already
            self.regions.append((Span(self.pending[0][1], mark.start()), self.pending[0][0]))
        self.pending = [*self.pending[1 - MOST_PENDING :], (condition, end)]
        return end

    def loop(self, condition: Condition, body: Span) -> Loop:
        """Give the loop whose head has been read; the body of a `do` stands before it."""
        head, start = condition.span, self.begun[condition.span]
        if condition.keyword == "for":
            ends = [at for at in range(*head) if self.code[at] == SEMICOLON]
            marks = ends if len(ends) == MOST_ENDS else [head.end, head.end]
            first, second, third = (
                _part(self.code, Span(*one)) for one in pairwise((head.start, *marks, head.end))
            )
            return Loop("for", Span(start, body.end), head, first, second, third, body)
        done = self.done(start)
        if done:
            self.regions.append((done, condition._replace(keyword="do")))
            return Loop("do", Span(done.start, body.end), head, NONE, head, NONE, done)
        return Loop("while", Span(start, body.end), head, NONE, head, NONE, body)

    def done(self, at: int) -> Span | None:
        """Give the body of the `do` whose condition begins at a place; None where there is none."""
        end = before(self.code, at, BLANKS)
        if self.code[end - 1 : end] == b";":  # do x; while (y);
            found = DO.search(self.code, max(self.body.start, end - NEAR), end)
            return Span(*found.span(1)) if found else None
        start = self.blocks.get(end)
        word = before(self.code, start, BLANKS) if start is not None else 0
        return (
            Span(start, end)
            if start is not None and DO_WORD.search(self.code, max(0, word - 3), word)
            else None
        )


def _part(code: bytes, part: Span) -> Span:
    """Give a part of a loop's head without the semicolon before it."""
    start = part.start + (code[part.start : part.start + 1] == b";")
    return trimmed(code, min(start, part.end), part.end)


def _named(found: Iterable[Assignment], declared: Iterable[Declaration]) -> Iterator[Assignment]:
    """Give assignments, those that declare a pointer with the name of that alone: `T *p = q;` sets `p`."""
    names = {one.value: one.name for one in declared if one.value and one.pointers}
    for one in found:
        name = names.get(one.value)
        yield one._replace(target=name) if name and name == one.name else one


def assignments(code: bytes, within: Span) -> Iterator[Assignment]:
    """Give the assignments in a part of a text, and the initialisations: those in brackets of an index."""
    pairs: dict[int, int] | None = None
    next_mark = within.start  # the next that may end an expression: looked for once in a row of signs
    for sign in SIGN.finditer(code, *within):
        text = code[max(within.start, sign.start() - BEFORE) : sign.start()]
        if target := TARGET.match(text[::-1]):
            if next_mark < sign.end():
                mark = MAY_END.search(code, sign.end(), within.end)
                next_mark = mark.start() if mark else within.end
            limit = min(within.end, sign.end() + MOST)
            is_open = next_mark < limit and code[next_mark] in b"([{"
            if is_open and pairs is None:
                pairs = partners(code, *within)
            goes_on = is_open and pairs is not None and pairs.get(next_mark, limit) >= limit
            end = limit if next_mark >= limit or goes_on else expression_end(code, sign.end(), within.end)
            value = trimmed(code, sign.end(), end)
            yield Assignment(target[2][::-1], (target[1] or b"")[::-1], value)
    for update in UPDATE.finditer(code, *within):
        span = Span(*update.span(1 if update[1] else 2))
        forth = update[0].startswith(b"++") or update[0].endswith(b"++")
        yield Assignment(code[slice(*span)], b"+" if forth else b"-", span)
    for index in INDEX.finditer(code, *within):
        made = INITIAL.search(code, max(within.start, index.start() - 64), index.start())
        if made:
            value = trimmed(code, made.start(2), expression_end(code, made.start(2), within.end))
            yield Assignment(made[1], b"", value)


def calls(code: bytes, within: Span) -> Iterator[CallText]:
    """Give what looks like a call in a part of a text; heads of loops and conditions are among it."""
    marks = all_arguments(code, *within)
    for found in CALLED.finditer(code, *within):
        spans = [trimmed(code, at + 1, end) for at, end in pairwise(marks[found.end() - 1])]
        if spans[-1].end <= spans[-1].start:
            spans.pop()
        yield CallText(Span(*found.span(1)), tuple(spans))


def beside(code: bytes, at: int) -> list[Condition]:
    """Give the left sides of `?`, `&&` and `||` on which it hangs whether an expression is worked out."""
    found, has_begun = _beside(code, at, NEARER)
    return found if has_begun else _beside(code, at, NEAR)[0]


def _beside(code: bytes, at: int, near: int) -> tuple[list[Condition], bool]:
    """Give those in some bytes before a place, and whether the statement begins there."""
    found: list[Condition] = []
    depth, passed, sign = 0, False, None
    for mark in reversed([*BESIDE.finditer(code, max(0, at - near), at)]):
        text = mark[0]
        if text in {b")", b"]"}:
            depth += 1
        elif text in {b"(", b"["} and depth:
            depth -= 1
        elif depth == 0 and (text in b";{}([,=" or text == b"return"):
            if sign:
                span = Span(mark.end(), sign.start())
                found.append(Condition(SIDES[sign[0]], span, otherwise=sign[0] == b"||"))
            passed, sign = text == b",", None
            if text in b";{}" or text == b"return":
                return found, True
        elif depth == 0 and not passed and not sign:
            sign = mark
    return found, False
