"""Flags in commands of CMake in which the place of an argument tells what it is: each stays one argument."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded, in_passing, left_over
from hipify_py.model import Edit, Span
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View
    from hipify_py.build.names import Said

PLACED = {
    b"check_compiler_flag",
    b"check_linker_flag",
    b"set_directory_properties",
    b"set_source_files_properties",
    b"set_target_properties",
    b"set_tests_properties",
}
"""Commands to which a word more or less means something else."""
ASKING = {b"elseif", b"if", b"while"}
SOUGHT = {b"FIND": 2, b"REGEX": 2, b"REPLACE": 1}  # which argument of string() is looked for
LISTED = {b"COMPILE_OPTIONS", b"LINK_OPTIONS"}
BEHIND = {b"CACHE", b"PARENT_SCOPE"}
JOINED = re.compile(rb"CMAKE_\w*FLAGS\w*")


def single(view: View, command: Command, said: Iterable[Said]) -> Iterator[Said]:
    """Give what is said of a command's flags with quotes around those that become several words, or none.

    What is looked for stays where it would become nothing, for that is found in anything.
    """
    texts = view.texts(command)
    alone = len(texts) == 2 or (len(texts) > 2 and texts[2] in BEHIND)
    joins = command.name == b"set" and alone and JOINED.fullmatch(texts[0]) is not None
    if not (joins or command.name in {*ASKING, *PLACED, b"string"}):
        yield from said
        return
    ends = {one.inner.end: at for at, one in enumerate(command.arguments)}
    stay: list[Span] = []
    rest: list[Said] = []
    for each in said:
        at = ends.get(each.span.end)
        argument = None if at is None else command.arguments[at]
        # What goes takes the blanks before it along.
        if (
            at is None
            or argument is None
            or not isinstance(each, Edit)
            or argument.inner.start < each.span.start
        ):
            rest.append(each)
        elif _is_sought(command, texts, at) and not any(each.parts):
            stay.append(argument.inner)
            yield in_passing(left_over(view.rules, argument.inner, decoded(texts[at])))
        elif argument.kind == "unquoted" and _is_another_count(view, each) and (each.parts or not joins):
            parts = each.parts
            if texts[at - 1] in LISTED:
                parts = tuple(one.replace(b" ", b";") if isinstance(one, bytes) else one for one in parts)
            span = _without_blanks(view, Span(each.span.start, argument.span.end))
            rest.append(each._replace(span=span, parts=(b'"', *parts, b'"')))
        else:
            rest.append(each)
    stay.sort()
    yield from (one for one in rest if isinstance(one, Edit) or not inside(stay, one.span.start))


def _is_sought(command: Command, texts: Sequence[bytes], at: int) -> bool:
    """Say whether a command looks for one of its arguments."""
    if command.name == b"string":
        return SOUGHT.get(texts[0]) == at
    return command.name in ASKING


def _without_blanks(view: View, span: Span) -> Span:
    """Give a span without the blanks at its begin: a flag and its value may be two words of it."""
    text = view.file.source[slice(*span)]
    return Span(span.end - len(text.lstrip()), span.end)


def _is_another_count(view: View, edit: Edit) -> bool:
    """Say whether an edit leaves several words, or none."""
    source = view.file.source
    made = b"".join(one if isinstance(one, bytes) else source[slice(*one)] for one in edit.parts)
    return not made or b" " in made or b";" in made
