"""Follow values through a function: which hold a lane's index, a warp's index, or differ by thread.

The text is enough: each name is what it is ever given. What is found is the same on every run and errs
towards saying that a value differs between lanes.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.lanes.flow.uniform import alike
from hipify_py.model import Span
from hipify_py.source.brackets import opening
from hipify_py.source.function_names import name_of
from hipify_py.source.function_reading import model, names
from hipify_py.source.search import WORD as WORD_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.function_model import Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WIDTH = 32
MOST = 200  # bytes before an operator in which its left side is looked for
WORDS = WORD_BYTES + b"."
SPLIT = re.compile(rb"(\)|[\w.]+)\s*(&|%|>>|/)\s*(?!&|=|>)(\([^()]*\)|[A-Za-z_0-9]\w*)")
OPERATOR = re.compile(rb"[&%/]|>>")
CALLED = re.compile(
    rb"[\w.:>-](?<![\w.:>-].)(?:[\w.:>-]|\(\s*\))*\Z"
)  # what is called, with what it is a member of
LEFT = re.compile(rb"(?:\)|(?<![\w.])[\w.]+)\s*(?:[&%/]|>>?)\Z")
SPLITS = re.compile(rb"[&%/>]\s*\(*\s*(?:31|32|5|[A-Za-z_]*(?:[wW]arp|WARP|[lL]ane|LANE)\w*)\b")
THREAD = re.compile(rb"\bthreadIdx\s*\.\s*x\b|\bthread_rank\s*\(")
ROWS = re.compile(rb"\bthreadIdx\s*\.\s*[yz]\b")  # in blocks of 32 by n, the index of the warp
LANES = re.compile(rb"[lL]ane_?[iI][dD]\b|LANE_?ID\b|thread_rank\s*\(")
WORD = re.compile(rb"[A-Za-z_](?<![\w.].)(?<!->.)\w*")  # not the name of a member; begins with a set of bytes
NAMED_LANE = re.compile(rb"(?i)lane(?:_?(?:id|idx|index))?")
NAMED_THREAD = re.compile(rb"(?i)tid|tid_?x|thread_?(?:id|idx|index)(?:_?x)?|tx")
NAMED_WARP = re.compile(rb"(?i)(?:warp|wid)(?:_?(?:id|idx|index|num))?")
EDGE = re.compile(rb"(\bthreadIdx\s*\.\s*x|\b\w+)\s*(<|>=)\s*(\w+)")
MEANT: dict[tuple[bytes, int | None], str] = {
    (b"&", 31): "lane",
    (b"%", 32): "lane",
    (b">>", 5): "warp",
    (b"/", 32): "warp",
}
Level = Literal["uniform", "warp", "lane"]


class Arithmetic(NamedTuple):
    """A place that splits a thread's index by the width of a warp; `kind` is "lane" or "warp"."""

    kind: str
    span: Span
    width: Span


class Values(NamedTuple):
    """What the names of one function hold, by their symbols and by their names.

    What is asked is asked of all that bear a name, or behind `at` of the one that it stands for at a place.
    """

    lane: frozenset[bytes]
    warp: frozenset[bytes]
    thread: frozenset[bytes]
    constants: ConstantTable
    names: FunctionNames | None = None
    place: int = 0

    def at(self, place: int, names: FunctionNames) -> Values:
        """Give the same for names at a place."""
        return self._replace(names=names, place=place)

    def symbol(self, name: bytes) -> bytes:
        """Give what a name stands for."""
        return self.names.symbol(name, self.place) if self.names else name

    def words(self, text: bytes) -> set[bytes]:
        """Give what the names in an expression stand for."""
        words = set(WORD.findall(text))
        return {self.names.symbol(word, self.place) for word in words} if self.names else words

    def level(self, text: bytes) -> Level:
        """Say between whom the value of an expression may differ: no threads of a block, warps, or lanes."""
        own = alike(text)
        rest, _ = without_splits(own, self.constants)
        rest = EDGE.sub(lambda found: b" " if self._at_edge(found) else found[0], rest)
        words = self.words(rest)
        if THREAD.search(rest) or not (words.isdisjoint(self.lane) and words.isdisjoint(self.thread)):
            return "lane"
        split = rest != own and self._has_thread(own)
        return "warp" if split or own is not text or words & self.warp or ROWS.search(rest) else "uniform"

    def _has_thread(self, text: bytes) -> bool:
        """Say whether a thread's index stands in an expression."""
        return THREAD.search(text) is not None or any(
            word in self.thread or word in self.lane or word in self.warp for word in self.words(text)
        )

    def _at_edge(self, found: re.Match[bytes]) -> bool:
        """Say whether a comparison divides a block between two warps."""
        if self.symbol(found[1]) not in self.thread and not THREAD.match(found[1]):
            return False
        value = self.constants.worth(found[3])
        return value is not None and value > 0 and value % WIDTH == 0


def without_splits(text: bytes, constants: ConstantTable) -> tuple[bytes, set[str]]:
    """Take out what splits an index by the width of a warp, with the index; say which kinds these were."""
    kinds: set[str] = set()
    if b"&" not in text and b"/" not in text and b"%" not in text and b">>" not in text:
        return text, kinds
    kept = []  # the last piece first
    end = len(text)
    for found in reversed([*SPLIT.finditer(text)]):
        if kind := split_kind(found, constants):
            kinds.add(kind)
            if found.end() <= end:  # else it stands in what is gone
                kept += [text[found.end() : end], b" "]
                end = _operand(text, found)
    return b"".join([text[:end], *reversed(kept)]), kinds


def splits(code: bytes, within: Span) -> Iterator[re.Match[bytes]]:
    """Give what `SPLIT` finds in a part of a text, looked for by the operator: operands are everywhere."""
    end = within.start
    for operator in OPERATOR.finditer(code, *within):
        before = code[max(end, operator.start() - MOST) : operator.start()].rstrip()
        bare = before[:-1] if before.endswith(b")") else before.rstrip(WORDS)
        start = max(end, operator.start() - MOST) + len(bare)
        if len(bare) < len(before) and (found := SPLIT.match(code, start, within.end)):
            yield found
            end = found.end()


def left_side(text: bytes, found: re.Match[bytes]) -> bytes:
    """Give the left side of a split, with the function that is called if it is a call."""
    at = opening(text, found.start(), max(0, found.start() - MOST)) if found[1] == b")" else -1
    if at < 0:
        return found[1]
    called = CALLED.search(text, max(0, at - MOST), at)
    return text[called.start() if called else at : found.start()]


def _operand(text: bytes, found: re.Match[bytes]) -> int:
    """Give where the left side of a split begins: at its bracket's other end, if it ends with one."""
    at = opening(text, found.start(), 0) if found[1] == b")" else -1
    return at if at >= 0 else found.start()


def follow(unit: Unit, function: Function, constants: ConstantTable, known: FunctionNames) -> Values:
    """Follow the values of a function until nothing new is learnt; what is goes on to whom it is given."""
    read = model(unit, function)
    said = [*_said(unit, read, constants, known)]
    users: dict[bytes, list[_Meaning]] = {}
    for one in said:
        for symbol in one.words:
            users.setdefault(symbol, []).append(one)
    named = () if function.kind == "macro" else read.parameters
    lane, warp, thread = (
        {known.symbol(name, function.body.start) for name in named if hint.fullmatch(name)}
        for hint in (NAMED_LANE, NAMED_WARP, NAMED_THREAD)
    )
    work = said[::-1]
    while work:
        one = work.pop()
        by_thread = one.thread or not one.words.isdisjoint(thread)
        before = len(lane) + len(warp) + len(thread)
        if one.lane or (by_thread and "lane" in one.splits) or not one.rest.isdisjoint(lane):
            lane.add(one.symbol)
        if one.row or (by_thread and "warp" in one.splits) or not one.words.isdisjoint(warp):
            warp.add(one.symbol)
        if one.rest_thread or not one.rest.isdisjoint(thread):
            thread.add(one.symbol)
        if before < len(lane) + len(warp) + len(thread):
            work += users.get(one.symbol, ())
    lanes, threads = _with_names(lane), _with_names(thread)
    return Values(lanes, _with_names(warp - lane - thread) - lanes - threads, threads, constants)


def _said(unit: Unit, read: Model, constants: ConstantTable, known: FunctionNames) -> Iterator[_Meaning]:
    """Give what each assignment of a function says, one that says the same as another once."""
    texts: dict[bytes, _Meaning] = {}
    seen: set[_Meaning] = set()
    for given in read.assignments:
        if not given.name:
            continue
        text, at = unit.code[slice(*given.value)], given.value.start
        if text not in texts:
            texts[text] = _Meaning.of(text, constants)
        meant = texts[text]
        made = meant._replace(
            symbol=known.symbol(given.name, at),
            words=frozenset(known.symbol(word, at) for word in meant.words),
            rest=frozenset(known.symbol(word, at) for word in meant.rest),
        )
        if made not in seen:
            seen.add(made)
            yield made


def _with_names(found: set[bytes]) -> frozenset[bytes]:
    return frozenset(found.union(map(name_of, found)))


class LazyValues:
    """The values of one function, followed when they are first asked for."""

    def __init__(self, unit: Unit, function: Function, constants: ConstantTable) -> None:
        """Remember where to look."""
        self.unit, self.function, self.constants = unit, function, constants

    def __call__(self) -> Values:
        """Give the values."""
        return self._values

    def at(self, place: int) -> Values:
        """Give the values, of names as they stand for at a place."""
        return self._values.at(place, names(self.unit, self.function))

    def arithmetic(self) -> tuple[Arithmetic, ...]:
        """Give the places that split a thread's index by the width of a warp."""
        body = self.function.body
        if not SPLITS.search(self.unit.code, *body):
            return ()
        return tuple(_arithmetic(self.unit.code[slice(*body)], body.start, self))

    @cached_property
    def _values(self) -> Values:
        return follow(self.unit, self.function, self.constants, names(self.unit, self.function))


class _Meaning(NamedTuple):
    """What the text of a value says by itself, and the symbol that is given it."""

    symbol: bytes
    words: frozenset[bytes]
    rest: frozenset[bytes]  # the words outside of splits by the width of a warp
    splits: frozenset[str]
    thread: bool
    rest_thread: bool
    lane: bool
    row: bool

    @classmethod
    def of(cls, value: bytes, constants: ConstantTable) -> _Meaning:
        own = alike(value)
        rest, splits = without_splits(own, constants)
        words = frozenset(WORD.findall(own))
        by_thread = b"threadIdx" in value or b"thread_rank" in value
        return cls(
            b"",
            words,
            frozenset(WORD.findall(rest)) if splits else words,
            frozenset(splits),
            by_thread and THREAD.search(own) is not None,
            by_thread and THREAD.search(rest) is not None,
            (b"ane" in own or b"LANE" in own or by_thread) and LANES.search(own) is not None,
            (by_thread and ROWS.search(rest) is not None) or own is not value,
        )


def split_kind(found: re.Match[bytes], constants: ConstantTable) -> str | None:
    """Say what a split by a constant gives: the lane's index or the warp's; None where it is neither."""
    return MEANT.get((found[2], constants.worth(found[3])))


def _arithmetic(text: bytes, start: int, values: LazyValues) -> list[Arithmetic]:
    found = []
    for sign in SPLITS.finditer(text):
        left = LEFT.search(text, max(0, sign.start() - 48), sign.start() + 1)
        split = SPLIT.match(text, left.start()) if left else None
        kind = split_kind(split, values.constants) if split else None
        if split is None or kind is None:
            continue
        operand = left_side(text, split)
        known = values.at(start + split.start())
        if THREAD.search(operand) or not (known.thread | known.lane).isdisjoint(known.words(operand)):
            span = Span(start + split.start(), start + split.end())
            found.append(Arithmetic(kind, span, Span(start + split.start(3), start + split.end(3))))
    return found
