"""Cooperative groups in a source: what its names and calls mean of them, and which objects are groups.

A group is known by its declaration, or by the call that makes it. The text is enough: a name that a function
declares as a group is one from there on, one that a class or the file declares is one everywhere.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.group_declarations import MAKERS, MOST, declarations
from hipify_py.lanes.find.handed_arguments import handed
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.qualified_names import standing_for
from hipify_py.source.brackets import opening, unbracketed
from hipify_py.source.expression_reading import expression
from hipify_py.source.functions import functions, written_functions
from hipify_py.source.search import before, word_start
from hipify_py.source.statements import first_name
from hipify_py.source.template_parameters import type_parameters
from hipify_py.source.tokens import A_NAME, WHOLE_NAME, qualified_start, token_at, token_before
from hipify_py.source.type_names import past_template, template_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, holds_part
from hipify_py.source.written_declarations import ends_with, initial_value

if TYPE_CHECKING:
    from hipify_py.lanes.find.group_declarations import Declared
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

ROOT = b"cooperative_groups"
SPEAKS = (ROOT, b"thread_block_tile", b"tiled_partition", b"coalesced_", b"this_grid", b"grid_group")
OF_WARPS = {"tile", "coalesced", "any"}  # the kinds that vote and shuffle
MEMBER = re.compile(
    rb"\s*(?:\.|->)\s*(?:thread_rank|meta_group_\w+|sync|num_threads|ballot|match_a\w+|shfl\w*)\s*\("
)
GIVEN = re.compile(
    rb"\b(?:reduce|(?:in|ex)clusive_scan|(?:binary|labeled|tiled)_partition\s*(?:<\w+>)?)\s*\(\s*\Z"
)
NO_TYPES = {b"return", b"else", b"case", b"const", b"auto"}
POINTS = frozenset((b"&", b"*", b"&&", b"const"))  # between a type and a name that is declared with it
OWN_MEMBERS = frozenset((b"ballot", b"match_any", b"thread_rank"))
MOST_LANES = 32  # of a tile in half of a wavefront
MOST_PARTS = 64  # of a chain of members


def _at(one: Declared) -> int:
    return one.at


class Receiver(NamedTuple):
    """What a member is called on: its span, its kind or "", and whether working it out does nothing else."""

    start: int
    end: int
    kind: str
    plain: bool


class Groups:
    """The groups of one source."""

    def __init__(self, unit: Unit, *, shared: bool = True) -> None:
        """Read the declarations; others may call the functions of a `shared` file."""
        self.unit, self.shared = unit, shared or b"__global__" not in unit.code
        self.heads = standing_for(unit.code, ROOT, before=unit.spaces).heads
        self.brought = standing_for(unit.code, ROOT).brought  # what others bring in is edited there
        self.declared: dict[bytes, list[Declared]] = {}
        for one in sorted(declarations(unit.code)):
            self.declared.setdefault(one.name, []).append(one)
        self._kinds: dict[tuple[bytes, int, int], tuple[str, bytes, int]] = {}
        self._members: dict[bytes, str] = {}
        self._given: dict[tuple[bytes, int], str] = {}
        self._copied: dict[tuple[bytes, int], tuple[bytes, int]] = {}
        self._typed: dict[tuple[bytes, int], tuple[bytes, int]] = {}
        self._placed: dict[Span, dict[bytes, list[int]]] = {}

    def expression(self, start: int, end: int, function: Function | None) -> str:
        """Give the kind of group that an expression is, "" where it is none that can be told."""
        text = unbracketed(self.unit.code[start:end])
        if A_NAME.fullmatch(text):
            return self.named(text, start, function)
        node = expression(text)
        if node.kind != "call" or node.name not in MAKERS or not text.endswith(b")"):
            return ""
        if node.parts and node.parts[0].span.start == node.span.start:  # a member of that name
            return ""
        named = text.index(node.name, text.find(node.text.partition(b"::")[0])) + len(node.name)
        behind = past_template(text, named)
        at = self.unit.code.find(text, start, end) + token_at(text, behind).start
        return self.made(node.name, behind > named, at, function)

    def made(self, maker: bytes, is_static: bool, bracket: int, function: Function | None) -> str:  # noqa: FBT001
        """Give the kind of group that a call makes: a partition at run time is one of its parent's kind."""
        if maker != b"tiled_partition" or is_static:
            return MAKERS[maker]
        first = first_name(self.unit.code, bracket)
        return "coalesced" if first and self.named(first, bracket, function) == "coalesced" else "group"

    def named(self, name: bytes, at: int, function: Function | None) -> str:
        """Give the kind of group that a name stands for at a place in a function."""
        if function is None:
            return self._everywhere(name)
        followed: list[tuple[bytes, int, int]] = []
        kind, copied = "", name
        while copied and not kind:  # through copies of copies
            followed.append((copied, at, function.span.start))
            if followed[-1] not in self._kinds:
                self._kinds[followed[-1]] = self._here(copied, at, function)
            kind, copied, at = self._kinds[followed[-1]]
        for each in reversed(followed):
            kind = kind or self._everywhere(each[0])
            self._kinds[each] = kind, b"", 0
        return kind

    def _here(self, name: bytes, at: int, function: Function) -> tuple[str, bytes, int]:
        """Give the kind of group that a function makes a name, else what the name copies, and where."""
        found = self.declared.get(name, [])
        first = bisect_left(found, function.span.start, key=_at)
        last = bisect_left(found, function.span.end, key=_at)
        if first < last:
            before = bisect_left(found, at, first, last, key=_at)
            return found[(before if before > first else last) - 1].kind, b"", 0
        if kind := self._parameter(name, function):
            return kind, b"", 0
        return "", *self._copy(name, at, function)

    def _everywhere(self, name: bytes) -> str:
        """Give the kind of group that a name is in all functions: as a member, or at file scope."""
        if name not in self._members:
            kinds = {one.kind for one in self.declared.get(name, ()) if self._is_member(one)}
            kinds = kinds or {"any" if self._is_open_member(name) else ""}
            self._members[name] = kinds.pop() if len(kinds) == 1 else ""
        return self._members[name]

    def _is_open_member(self, name: bytes) -> bool:
        """Say whether a name is a member of a class template, of any type, that is used as a group is."""
        kinds = _open_kinds(self.unit)
        places = self._words(name, Span(0, len(self.unit.code))) if kinds else []
        if not any(self._is_used(name, at) for at in places) or _has_groups_of_its_own(self.unit):
            return False
        return any(
            self._type_before(at, 0) in kinds and self._is_outside(Span(at, at + len(name))) for at in places
        )

    def receiver(self, dot: int, function: Function | None) -> Receiver | None:
        """Give what stands before a dot, or before an arrow."""
        code = self.unit.code
        end = without_space(code, dot)
        if code[end - 1 : end] != b")":
            start = word_start(code, end)
            first = _chain_start(code, start)
            kind = self.named(code[start:end], dot, function) if first >= 0 else ""
            return Receiver(first, end, kind, plain=True) if first >= 0 else None
        bracket = opening(code, end - 1, max(0, end - MOST + 1))
        if bracket < 0:
            return None
        opens = template_before(code, bracket, MOST)
        name = token_before(code, opens if opens >= 0 else bracket)
        if name.text not in MAKERS:
            return None
        kind = self.made(name.text, opens >= 0, bracket, function)
        return Receiver(qualified_start(code, name.start), end, kind, plain=name.text == b"this_grid")

    def type_of(self, name: bytes, function: Function | None, at: int) -> bytes:
        """Give the last word of the type that a name is declared with in a function, before a place."""
        whole = function.span if function else Span(0, len(self.unit.code))
        key = name, whole.start
        if key not in self._typed:
            places = ((self._type_before(place, whole.start), place) for place in self._words(name, whole))
            self._typed[key] = next((one for one in places if one[0]), (b"", at))
        typed, place = self._typed[key]
        return typed if place < at else b""

    def _type_before(self, place: int, start: int) -> bytes:
        typed = _word_before(self.unit.code, place, start)
        return b"" if typed in NO_TYPES else typed

    def _parameter(self, name: bytes, function: Function) -> str:
        """Say whether a name is a parameter of any type that is used as a group is."""
        key = name, function.span.start
        if key not in self._given:
            self._given[key] = self._as_parameter(name, function)
        return self._given[key]

    def _as_parameter(self, name: bytes, function: Function) -> str:
        code, (start, body) = self.unit.code, (function.span.start, function.body.start)
        kinds = {b"auto", *type_parameters(code, Span(start, body))}
        for at in self._words(name, Span(start, body)):
            if _word_before(code, at, start) in kinds and code[at + len(name) : body].lstrip()[:1] in {
                b",",
                b")",
            }:
                used = any(self._is_used(name, use) for use in self._words(name, function.body))
                if not used or _has_groups_of_its_own(self.unit):
                    return ""
                self._given[name, start] = "any"  # where it is handed on in a circle
                return "tile" if self._takes_tiles(name, function) else "any"
        return ""

    def _takes_tiles(self, name: bytes, function: Function) -> bool:
        """Say whether all calls of a function, in a file of its own, hand it a tile."""
        given = [] if self.shared or not _are_small(self.unit) else handed(self.unit, function, name)
        return bool(given) and all(self.expression(*one, home) == "tile" for one, home in given)

    def _is_used(self, name: bytes, at: int) -> bool:
        code = self.unit.code
        return (
            MEMBER.match(code, at + len(name)) is not None
            or GIVEN.search(code, max(0, at - 48), at) is not None
        )

    def _copy(self, name: bytes, at: int, function: Function) -> tuple[bytes, int]:
        """Give what a name copies or points at before a place, as `auto &name = group;` does, and where."""
        key = name, function.span.start
        if key not in self._copied:
            found = (self._copy_at(name, place) for place in self._words(name, function.body))
            self._copied[key] = next(filter(None, found), (b"", at))
        copied, place = self._copied[key]
        return (copied, place) if place < at else (b"", 0)

    def _copy_at(self, name: bytes, place: int) -> tuple[bytes, int] | None:
        if _word_before(self.unit.code, place, 0) != b"auto":
            return None
        copied = initial_value(self.unit.code, place + len(name)).removeprefix(b"&").strip()
        return (copied, place) if copied != name and A_NAME.fullmatch(copied) else None

    def _words(self, name: bytes, within: Span) -> list[int]:
        """Give where a name stands as a word in a part of the source that is asked for again and again."""
        if within not in self._placed:
            placed: dict[bytes, list[int]] = {}
            for word in WHOLE_NAME.finditer(self.unit.code, *within):
                placed.setdefault(word[0], []).append(word.start())
            self._placed[within] = placed
        return self._placed[within].get(name, [])

    def _is_member(self, one: Declared) -> bool:
        return self._is_outside(Span(one.at, one.at + len(one.name)))

    def _is_outside(self, name: Span) -> bool:
        """Say whether the name of a declaration stands in no function: in a class, or at file scope."""
        home = functions(self.unit, [name.start]).get(name.start)
        return home is None and ends_with(self.unit.code, name.end) == b";"


@fact
def _open_kinds(unit: Unit) -> frozenset[bytes]:
    """Give the types that templates of a file take."""
    return type_parameters(unit.code)


@fact
def _has_groups_of_its_own(unit: Unit) -> bool:
    """Say whether a source makes a class with a group's members: what is given to a template may be that."""
    named = (one.called for one in written_functions(unit))
    return any(name in OWN_MEMBERS or name.startswith(b"shfl") for name in named)


@fact
def _are_small(unit: Unit) -> bool:
    """Say whether all tiles of a file are made with a number of lanes that lie in half of a wavefront."""
    behind = (token_at(unit.code, one.end) for one in all_standing(unit, b"tiled_partition"))
    found = (unit.code[one.end : past_template(unit.code, one.start)] for one in behind if one.text == b"<")
    sizes = [one[:-1].strip() for one in found]
    return all(size.isdigit() and int(size) <= MOST_LANES for size in sizes)


def _word_before(code: bytes, at: int, least: int) -> bytes:
    """Give the word before a name that is the last of its type if it is declared there; nothing of a sign."""
    word = token_before(code, at)
    while word.text in POINTS:
        word = token_before(code, word.start)
    return word.text if word.start >= least and A_NAME.match(word.text) else b""


def speaks(unit: Unit) -> bool:
    """Say whether a source names what is of groups."""
    return holds_part(unit, *SPEAKS)


def without_space(code: bytes, end: int) -> int:
    """Give the end of what stands before an offset, without the white space between."""
    return before(code, end, b" \t\r\n\f\v")


def _chain_start(code: bytes, start: int) -> int:
    """Give where `a.b->` before a name begins; -1 where something other than names stands in it."""
    for _ in range(MOST_PARTS):
        bare = without_space(code, start)
        mark = 1 if code[bare - 1 : bare] == b"." else 2 if code[bare - 2 : bare] == b"->" else 0
        if not mark:
            return start if A_NAME.match(code, start) else -1
        end = without_space(code, bare - mark)
        start = word_start(code, end)
        if not A_NAME.match(code, start, end):
            return -1
    return -1
