"""Commands of CMake of which a conversion leaves nothing, and conditions that nothing hangs on then."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_blocks import FLOW
from hipify_py.build.cmake_standards import filled
from hipify_py.build.names import DIFFERS, in_passing
from hipify_py.build.statements import Statement, indent_of, made_of
from hipify_py.model import LINE_END, Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding

# What adds nothing to a variable: an empty text, which in a list would be an element, or what it holds.
EMPTY = re.compile(
    rb"(?i)(?:(?:string|list)\s*+\(\s*+(?:APPEND|PREPEND)|list\s*+\(\s*+INSERT\s++[^\s()\"]+)"
    rb"\s++[^\s()\"]+\s*+(?:\"[\s;]*\"\s*+)?\)"
    rb"|set\s*+\(\s*+(?P<name>\w+)\s++\"?\$\{(?P=name)\}[\s;]*\"?\s*+\)"
)
UNSET = re.compile(rb"(?i)set\s*+\(\s*+(\w+)\s*+(?:\"\s*\"\s*+)?\)")
SAYING = {b"message"}
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
        return one
    return one._replace(
        edits=(Edit(_line_of(source, one.span) if whole_line else one.span, (), "B005", "nvcc flag"),)
    )


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
    gone = {one.number for one in turned if _goes(one.statement)}
    unset = {one.number: name for one in turned if (name := _unset(view, one.statement))}
    asking = {
        one.number
        for one in turned
        if any(said.severity != "note" and _compares(view, said) for said in one.findings)
    }
    minor: set[int] = set()
    for marks in view.blocks.choices:
        if _is_empty(view, marks, gone | _alone(view, marks, unset)):
            minor.update(marks)
        else:
            minor.update(sorted(asking.intersection(marks))[1:])
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


def _alone(view: View, marks: tuple[int, ...], unset: Mapping[int, bytes]) -> set[int]:
    """Give the statements of a choice that give nothing to variables which have nothing elsewhere either."""
    within = {number: name for number, name in unset.items() if marks[0] < number < marks[-1]}
    if not within:
        return set()
    elsewhere = {
        name
        for number, command in enumerate(view.file.commands)
        if number not in within
        for name in filled(command.name, view.texts(command))
    }
    return {number for number, name in within.items() if name not in elsewhere}


def _is_empty(view: View, marks: tuple[int, ...], gone: set[int]) -> bool:
    """Say whether a conversion took all that the branches of a choice did."""
    within = {number for start, end in pairwise(marks) for number in range(start + 1, end)}
    idle = {number for number in within if view.file.commands[number].name in FLOW | SAYING}
    return not within.isdisjoint(gone) and within <= gone | idle
