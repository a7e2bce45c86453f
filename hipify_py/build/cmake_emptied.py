"""Commands of CMake of which a conversion leaves nothing, and conditions that nothing hangs on then."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_blocks import FLOW
from hipify_py.build.cmake_standards import filled
from hipify_py.build.names import DIFFERS, in_passing
from hipify_py.build.statements import Statement, indent_of, made_of
from hipify_py.lazy import re
from hipify_py.model import LINE_END, Edit, Span
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding

# What adds nothing to a variable: an empty text, which in a list would be an element, or what it holds.
EMPTY = re.compile(
    rb"(?i)(?:(?:string|list)\s*+\(\s*+(?:APPEND|PREPEND)|list\s*+\(\s*+INSERT\s++[^\s()\"]+)"
    rb"\s++[^\s()\"]+\s*+(?:\"[\s;]*\"\s*+)*+\)"
    rb"|set\s*+\(\s*+(?P<name>\w+)\s++\"?\$\{(?P=name)\}[\s;]*\"?\s*+\)"
)
UNSET = re.compile(rb"(?i)set\s*+\(\s*+(\w+)\s*+(?:\"\s*\"\s*+)?\)")
FLAG_BEFORE = re.compile(rb"(?:\"-[^\"]*+\"|(?<=\s)-[^\s\"()]++)\s++\Z")
FLAG_BEHIND = re.compile(rb"\s++\"?-")
BY_PLACE = re.compile(rb"(?i)(?:string|if|elseif|while)\s*+\(")  # what counts its arguments by their places
NEAR = 200  # bytes before an argument in which another one stands
QUOTE = b'"'
IDLE = FLOW | {b"message"}
VERSION = re.compile(rb"CUDA\w*_VERSION")


class Turned(NamedTuple):
    """What a command becomes, by its number, and what is said of it."""

    number: int
    statement: Statement
    findings: list[Finding]


def without_empty(source: bytes, one: Statement, *, whole_line: bool) -> Statement:
    """Give a statement that goes where its edits leave nothing of what it adds to a variable.

    With `whole_line` the line goes, too, where nothing else stands on it.
    """
    if (
        not one.edits
        or not EMPTY.fullmatch(made_of(source, one))
        or EMPTY.fullmatch(source[slice(*one.span)])
    ):
        if BY_PLACE.match(source, one.span.start):
            return one
        return one._replace(edits=tuple(_with_quotes(source, edit) for edit in one.edits))
    return one._replace(
        edits=(Edit(_line_of(source, one.span) if whole_line else one.span, (), "B005", "nvcc flag"),)
    )


def _with_quotes(source: bytes, edit: Edit) -> Edit:
    """Give an edit that takes the quotes, too, of which it leaves nothing between, beside another flag.

    An empty text is an element of a list, and none of one that its variable is handed on in.
    """
    start, end = edit.span.start - 1, edit.span.end + 1
    if any(edit.parts) or source[start : start + 1] != QUOTE or source[end - 1 : end] != QUOTE:
        return edit
    before = FLAG_BEFORE.search(source, max(0, start - NEAR), start)
    if start + 1 == end - 1 or not (before or FLAG_BEHIND.match(source, end)):
        return edit
    indent = indent_of(source, start)
    if start - len(indent) > 0 and source[start - len(indent) - 1 : start - len(indent)] not in {
        b"\n",
        b"\r",
    }:
        return edit._replace(span=Span(len(source[:start].rstrip(b" \t")), end))
    line = _line_of(source, Span(start, end))
    behind = len(source) - len(source[end:].lstrip(b" \t"))
    return edit._replace(span=line if line != Span(start, end) else Span(start, behind))


def _line_of(source: bytes, span: Span) -> Span:
    """Give all of the lines on which a command stands alone, else the command."""
    indent = indent_of(source, span.start)
    start = span.start - len(indent)
    behind = LINE_END.search(source, span.end)
    is_first = start == 0 or source[start - 1 : start] in {b"\n", b"\r"}
    if behind is None or not is_first or source[span.end : behind.start()].strip():
        return span
    return Span(start, behind.end())


def in_vain(view: View, turned: list[Turned]) -> Iterator[Turned]:
    """Give what commands become with notes for comparisons of versions that need no look.

    That are those on which nothing hangs any more, and the further ones of a choice of which the first is
    said.
    """
    left = _left(view, turned)
    asking = {
        one.number
        for one in turned
        if any(said.severity != "note" and _compares(view, said) for said in one.findings)
    }
    minor: set[int] = set()
    for marks in view.blocks.choices:
        if left.is_nothing(marks):
            minor.update(marks)
        else:
            minor.update([mark for mark in marks if mark in asking][1:])
    for one in turned:
        if one.number in minor:
            said = [in_passing(each) if _compares(view, each) else each for each in one.findings]
            yield one._replace(findings=said)
        else:
            yield one


def _compares(view: View, said: Finding) -> bool:
    """Say whether a finding is about a version of CUDA's, in whose place HIP's stands."""
    return said.rule == DIFFERS and VERSION.match(view.file.code, *said.span) is not None


def _goes(one: Statement) -> bool:
    """Say whether nothing is left of a statement."""
    if len(one.edits) != 1 or one.before or one.after or one.always:
        return False
    (edit,) = one.edits
    return edit.span.start <= one.span.start and one.span.end <= edit.span.end and not any(edit.parts)


def _unset(view: View, one: Statement) -> bytes:
    """Give the variable to which a statement gave what is nothing any more; "" where it is another one."""
    if not one.edits or one.before or one.after or one.always:
        return b""
    found = UNSET.fullmatch(made_of(view.file.source, one))
    return found[1] if found and not UNSET.fullmatch(view.file.source[slice(*one.span)]) else b""


@fact
def _given(view: View) -> Counter[bytes]:
    """Say how often a file fills each of its variables."""
    texts = ((command.name, view.texts(command)) for command in view.file.commands)
    return Counter(name for command, each in texts for name in filled(command, each))


class _Left(NamedTuple):
    """What is left of the commands of a file.

    `gone` are the numbers of those of which nothing is, and `unset` by number the variables to which others
    gave what is nothing any more, `order` those numbers. `going` and `staying` count the commands before each
    that go, and those that neither go nor merely say something.
    """

    view: View
    gone: set[int]
    unset: Mapping[int, bytes]
    order: list[int]
    going: list[int]
    staying: list[int]

    def is_nothing(self, marks: tuple[int, ...]) -> bool:
        """Say whether a conversion took all that the branches of a choice did."""
        alone = self._alone(marks)
        within = [(start + 1, end) for start, end in pairwise(marks)]
        goes = sum(self.going[end] - self.going[start] for start, end in within) + len(alone)
        stays = sum(self.staying[end] - self.staying[start] for start, end in within)
        return goes > 0 and stays == len(alone - self.gone)

    def _alone(self, marks: tuple[int, ...]) -> set[int]:
        """Give the statements of a choice that give nothing to variables which have nothing elsewhere."""
        first, last = bisect_right(self.order, marks[0]), bisect_left(self.order, marks[-1])
        within = self.order[first:last]
        if not within:
            return set()
        commands = (self.view.file.commands[number] for number in within)
        here = Counter(name for one in commands for name in filled(one.name, self.view.texts(one)))
        given = _given(self.view)
        return {number for number in within if given[self.unset[number]] <= here[self.unset[number]]}


def _left(view: View, turned: list[Turned]) -> _Left:
    gone = {one.number for one in turned if _goes(one.statement)}
    unset = {one.number: name for one in turned if (name := _unset(view, one.statement))}
    names = [*enumerate(command.name for command in view.file.commands)]
    going = accumulate((number in gone for number, _ in names), initial=0)
    staying = accumulate((number not in gone and name not in IDLE for number, name in names), initial=0)
    return _Left(view, gone, unset, sorted(unset), [*going], [*staying])
